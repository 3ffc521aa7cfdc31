// The lab as a teacher meets it: found from the playground, used, shared, printed.

import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { lessons } from '../src/lab/lessons/lessons.js'
import { LabVisit, violationsOf } from '../testing/lab-page.js'
import { Visit } from '../testing/served-page.js'
import { connect, pageAddress } from '../testing/shared-browser.js'

let browser: Browser
let visit: Visit | undefined
const site = pageAddress({ isolated: true })

beforeAll(async () => {
  browser = await connect()
})

afterAll(() => browser?.close())

afterEach(async () => {
  expect(visit?.complaints ?? []).toEqual([])
  await visit?.close()
  visit = undefined
})

describe('the lab', () => {
  it('is found from the playground; a scheme explodes, says why, and its link shows the same', async () => {
    visit = await Visit.prepare(browser, {
      viewport: { width: 1280, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const { page } = visit
    await page.goto(`${site}?view=canvas`)
    await page.getByRole('link', { name: 'Lab' }).click()
    await page
      .getByRole('link', { name: /A spring, five ways/ })
      .last()
      .click()
    await page.getByTestId('setting-omega-dt').fill('2.1')
    await page.getByTestId('stopped').waitFor()
    expect(await page.getByTestId('stopped').textContent()).toContain('1000 times longer')
    await page.getByTestId('share').click()
    await page.getByText('Link copied').waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/\/lab\/\?lesson=spring&omega-dt=2\.1$/)
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByTestId('stopped').waitFor()
    expect(await page.getByTestId('setting-omega-dt').inputValue()).toBe('2.1')
  })

  it('goes back and forth between lessons, each with a fresh run', async () => {
    visit = await Visit.prepare(browser, { viewport: { width: 1280, height: 800 } })
    const { page } = visit
    await page.goto(`${site}lab/`)
    const cards = page.locator('.card')
    const titles = await cards.locator('.card-title').allTextContents()
    await cards.nth(0).click()
    await page.getByRole('heading', { level: 1, name: titles[0]! }).waitFor()
    await page.locator('.lesson-link').nth(1).click()
    await page.getByRole('heading', { level: 1, name: titles[1]! }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: titles[0]! }).waitFor()
    await page.goBack()
    await page.locator('.overview').waitFor()
  })

  it('has tests of every lesson, each of which looks for barriers', () => {
    for (const { id } of lessons)
      expect(readFileSync(new URL(`lab-${id}.test.ts`, import.meta.url), 'utf8'), id).toMatch(
        /expect\(await \w+\.barriers\(\)\)/,
      )
  })

  it('says that a lesson does not exist, and offers those that do', async () => {
    visit = await Visit.prepare(browser)
    const { page } = visit
    await page.goto(`${site}lab/?lesson=${encodeURIComponent('<img src=x onerror=alert(1)>')}`)
    expect(await page.getByTestId('unknown-lesson').textContent()).toContain('There is no lesson “<img src=x')
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.locator('.card').count()).toBeGreaterThan(0)
  })

  it.each(['light', 'dark'] as const)('has an overview without barriers, in %s', async (colorScheme) => {
    visit = await Visit.prepare(browser, { viewport: { width: 390, height: 844 }, colorScheme })
    const { page } = visit
    await page.goto(`${site}lab/`)
    await page.locator('.card').first().waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  it('prints figures and text, without controls that paper does not have', async () => {
    const lab = await LabVisit.open(browser, site, 'spring')
    visit = lab.visit
    await lab.page.emulateMedia({ media: 'print' })
    expect(await lab.page.locator('.run-controls').isVisible()).toBe(false)
    expect(await lab.page.getByTestId('phase-plane').isVisible()).toBe(true)
    expect(await lab.page.locator('.code-line.runs').first().isVisible()).toBe(true)
    expect(await lab.page.locator('.code-line:not(.runs)').first().isVisible()).toBe(false)
  })
})
