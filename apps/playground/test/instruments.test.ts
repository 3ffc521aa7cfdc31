// The instruments as a person uses them: probes, section, dispersion, balances, passes. They measure, and change nothing.

import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { violationsOf } from '../testing/lab-page.js'
import { atScene } from '../testing/pages/still-page.js'
import type { Visit } from '../testing/served-page.js'
import { patience } from '../testing/shared-browser.js'

/** Between reflecting walls 4.8 m apart, a wave on water of .5 m is back after 2 · 4.8 m / sqrt(g · .5 m). */
const pool = JSON.stringify({
  seiche: 1,
  name: 'Seiche of a pool',
  grid: { cells: [96, 48], cellSize: 0.05 },
  timeStep: 0.05,
  solver: { type: 'columns', depth: 0.5 },
  initial: { eta: [{ shape: 'plane', slope: [0.01, 0] }] },
  probes: [{ name: 'gauge', at: [-2.3, 0] }],
})
const seichePeriod = (2 * 4.8) / Math.sqrt(9.81 * 0.5)

const atPool = () => atScene(pool, { viewport: { width: 1000, height: 700 }, deviceScaleFactor: 1 }, '?view=canvas')
const instruments = ['probes', 'section', 'dispersion', 'balances', 'passes']
const instrument = (at: Visit, name: string) => at.page.getByTestId(`instrument-${name}`)
const unfold = (at: Visit, name: string) => instrument(at, name).locator('summary').click()
const number = async (at: Visit, id: string, attribute: string) =>
  Number(await at.page.getByTestId(id).getAttribute(attribute))

it('a probe by a click shows the period of the seiche, and its trace is saved as csv', async () => {
  const at = await atPool()
  const { page } = at
  await unfold(at, 'probes')
  // The probe of the scene is there, with the state at the start.
  await expect.poll(() => number(at, 'probe-gauge', 'data-samples'), patience).toBe(1)
  const before = await at.picture()
  await page.getByTestId('tool-probe').click()
  const [x, y] = await at.middle()
  await page.mouse.click(x + 60, y)
  await page.mouse.move(5, 5)
  await expect.poll(() => number(at, 'probe-list', 'data-count'), patience).toBe(2)
  await expect.poll(async () => (await at.picture()).differenceTo(before), patience).toBeGreaterThan(0.05)
  await at.steps(300)
  await expect.poll(() => number(at, 'probe-probe 1', 'data-samples'), patience).toBe(301)
  for (const name of ['gauge', 'probe 1']) {
    const period = await number(at, `probe-${name}`, 'data-period')
    expect(Math.abs(period / seichePeriod - 1), `${name}: ${period} s`).toBeLessThan(0.03)
  }
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-traces').click()])
  const rows = (await text(await download.createReadStream())).trim().split('\n')
  expect(download.suggestedFilename()).toMatch(/probes\.csv$/)
  expect(rows[0]).toBe('time,gauge,probe 1')
  expect(rows.length).toBe(302)
  expect(Number(rows.at(-1)!.split(',')[0])).toBeCloseTo(15, 9)
  // The plane falls by 1 cm in a meter.
  expect(Number(rows[1]!.split(',')[1])).toBeCloseTo(-0.023, 5)
  await page.getByTestId('remove-gauge').click()
  await expect.poll(() => number(at, 'probe-list', 'data-count'), patience).toBe(1)
  await page.getByTestId('clear-probes').click()
  await page.getByTestId('probe-list').waitFor({ state: 'detached' })
  expect(at.complaints).toEqual([])
})

it('probes and the section are placed by the keyboard alone, and the section follows a drag', async () => {
  const at = await atPool()
  const { page } = at
  for (const name of ['probes', 'section']) {
    await instrument(at, name).locator('summary').focus()
    await page.keyboard.press('Enter')
  }
  await page.getByTestId('stage').focus()
  for (const key of ['q', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => number(at, 'probe-list', 'data-count'), patience).toBe(2)
  await page.keyboard.press('Enter')
  await expect.poll(() => number(at, 'probe-list', 'data-count'), patience).toBe(1)
  // Through the middle along the longer side: all of the slope.
  expect(await number(at, 'section-length', 'data-metres')).toBeCloseTo(4.8, 6)
  expect(await number(at, 'section-range', 'data-metres')).toBeCloseTo(0.0475, 4)
  await page.keyboard.press('t')
  for (const key of ['ArrowLeft', 'Enter', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => number(at, 'section-length', 'data-metres'), patience).toBeCloseTo(0.08 * 4.8, 6)
  await at.drag([-80, -40], [80, 40])
  await expect.poll(() => number(at, 'section-length', 'data-metres'), patience).toBeGreaterThan(1)
  await at.steps(1)
  await expect.poll(() => number(at, 'section-range', 'data-metres'), patience).toBeGreaterThan(0.005)
  expect(at.complaints).toEqual([])
})

it('waves lie on the curve of their solver; balances and kernels are shown; the color scale has the value under the pointer', async () => {
  const at = await atPool()
  const { page } = at
  for (const name of ['dispersion', 'balances', 'passes']) await unfold(at, name)
  await page.keyboard.press('d')
  await page.mouse.click(...(await at.middle()))
  await at.steps(150)
  const wave = async (name: string) => number(at, 'strongest-wave', `data-${name}`)
  await page.getByTestId('strongest-wave').waitFor()
  // The plot and the lists follow the last step a moment later.
  await expect
    .poll(async () => Math.abs((await wave('omega')) / (await wave('theory')) - 1), patience)
    .toBeLessThan(0.1)
  // Volume is conserved to rounding, a few parts per million; energy falls by nothing but the drop, which adds some.
  expect(Math.abs(await number(at, 'balance-volume', 'data-change'))).toBeLessThan(1e-2)
  await expect.poll(() => number(at, 'balance-energy', 'data-change'), patience).toBeGreaterThan(0)
  await expect.poll(() => page.getByTestId('pass-list').textContent(), patience).toMatch(/columnsSweep/)
  expect(await number(at, 'pass-list', 'data-count')).toBeGreaterThan(0)
  await page.getByTestId('surface-look').selectOption('height')
  const [x, y] = await at.middle()
  await page.mouse.move(x + 40, y)
  await expect.poll(() => page.getByTestId('pointed-value').textContent(), patience).toMatch(/ m$/)
  const value = await number(at, 'pointed-value', 'data-value')
  // The range of the colors follows a moment later, also while time stands still.
  await expect.poll(() => number(at, 'color-scale', 'data-high'), patience).toBeGreaterThan(0)
  await expect.poll(() => number(at, 'color-scale', 'data-high'), patience).toBeGreaterThanOrEqual(Math.abs(value))
  await page.mouse.move(5, 5)
  await expect.poll(() => page.getByTestId('pointed-value').textContent(), patience).toBe('')
  expect(at.complaints).toEqual([])
})

it('a run has the same hash and no further events, whatever is measured; all instruments unfolded have no barrier that axe knows', async () => {
  const at = await atPool()
  const { page } = at
  const hash = () => page.getByTestId('hash').textContent()
  await at.steps(30)
  const plain = await hash()
  for (const name of instruments) await unfold(at, name)
  await page.keyboard.press('q')
  await page.mouse.click(...(await at.middle()))
  await at.reopen(() => page.keyboard.press('r'))
  // The scene restarts with the person's probe.
  await expect.poll(() => number(at, 'probe-list', 'data-count'), patience).toBe(2)
  await at.steps(30)
  expect(await hash()).toBe(plain)
  expect(JSON.parse(await at.savedRun()).events ?? []).toEqual([])

  // In light and dark, on a screen and on a phone.
  await at.steps(50)
  for (const [colorScheme, width, height] of [
    ['light', 1000, 700],
    ['dark', 390, 844],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    expect(await violationsOf(page)).toEqual([])
    const overflow = await page
      .getByTestId('instruments')
      .evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(overflow).toBe(0)
  }
})
