// The address without a scene, as a stranger opens it.

import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { Visit } from '../testing/served-page.js'
import { connect, pageAddress, patience } from '../testing/shared-browser.js'

let browser: Browser
let visit: Visit | undefined

beforeAll(async () => {
  browser = await connect()
})
afterAll(() => browser?.close())
afterEach(async () => {
  expect(visit?.complaints).toEqual([])
  await visit?.close()
})

it('has a duck, a ball and falling drops, and the first touch pushes the water', async () => {
  visit = await Visit.prepare(browser)
  const { page } = visit
  await page.goto(`${pageAddress({ isolated: true })}?view=canvas`)
  await page.getByTestId('hint').waitFor()
  expect(await page.getByTestId('scene').locator('option:checked').textContent()).toBe('Duck and ball')
  await expect.poll(() => visit!.stepCount(), patience).toBeGreaterThan(60)
  await visit.drag([-20, 50], [30, 60])
  const { bodies, events } = JSON.parse(await visit.savedRun()) as {
    bodies: { name: string }[]
    events: { type: string }[]
  }
  expect(bodies.map(({ name }) => name)).toEqual(['duck', 'ball'])
  expect(events.some(({ type }) => type === 'drop')).toBe(true)
  expect(events.some(({ type }) => type === 'stroke')).toBe(true)
})
