import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { LabVisit } from '../testing/lab-page.js'
import { type Served, serve } from '../testing/served-page.js'
import { connect } from '../testing/shared-browser.js'

let browser: Browser
let site: Served
let lab: LabVisit | undefined

beforeAll(async () => {
  ;[browser, site] = await Promise.all([connect(), serve(true)])
})
afterAll(async () => {
  await Promise.all([browser?.close(), site?.close()])
})
afterEach(async () => {
  expect(lab?.visit.complaints).toEqual([])
  await lab?.close()
  lab = undefined
})

describe('the lesson of the spring', () => {
  it('keeps its size between √2 and 2, and past 2 grows by the eigenvalue, then stops and goes back', async () => {
    lab = await LabVisit.open(browser, site.address, 'spring', 'omega-dt=1.9')
    await lab.page.waitForTimeout(1500)
    expect(await lab.page.getByTestId('stopped').count()).toBe(0)
    await lab.set('omega-dt', 2.1)
    expect(await lab.stopped()).toContain('1000 times longer')
    const { value, theory } = await lab.reading('growth')
    expect(theory).toBeCloseTo(1.205 + Math.sqrt(1.205 ** 2 - 1), 9)
    expect(Math.abs(value / theory - 1)).toBeLessThan(0.02)
    expect(new URL(lab.page.url()).searchParams.get('omega-dt')).toBe('2.1')
    await lab.page.getByTestId('go-back').click()
    await lab.until('growth', (growth) => growth.theory === 1)
    expect(new URL(lab.page.url()).searchParams.get('omega-dt')).toBe('1.9')
  })

  it('opens with its defaults and says so when the address is hostile', async () => {
    lab = await LabVisit.open(browser, site.address, 'spring', 'omega-dt=1e999&scheme=<img src=x onerror=alert(1)>&a=b')
    expect(await lab.page.getByTestId('refused').textContent()).toContain('it goes from 0.02 to 2.2')
    expect(await lab.page.getByTestId('setting-omega-dt').inputValue()).toBe('0.3')
    expect(await lab.page.locator('img').count()).toBe(0)
  })

  it.each(['light', 'dark'] as const)(
    'has no barrier that axe knows, in %s and at the width of a phone',
    async (colorScheme) => {
      lab = await LabVisit.open(browser, site.address, 'spring', '', { colorScheme })
      expect(await lab.violations()).toEqual([])
      await lab.page.setViewportSize({ width: 390, height: 844 })
      expect(await lab.violations()).toEqual([])
      expect(await lab.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    },
  )
})
