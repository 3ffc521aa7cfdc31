// A person compares a scene with itself under other settings.

import { expect, it } from 'vitest'
import { violationsOf } from '../testing/lab-page.js'
import { atScene, stillPage } from '../testing/pages/still-page.js'
import type { Visit } from '../testing/served-page.js'
import { patience } from '../testing/shared-browser.js'

const pool = JSON.stringify({
  seiche: 1,
  name: 'Pool',
  grid: { cells: [64, 48], cellSize: 0.05 },
  solver: { type: 'columns', depth: 0.4 },
  timeStep: 0.01,
  events: [{ step: 0, type: 'drop', x: -0.5, z: 0.2, radius: 0.3, height: 0.06 }],
})

const viewport = { width: 1000, height: 600 }
const atPool = () => atScene(pool, { viewport }, '?view=canvas')
const text = (at: Visit, id: string) => at.page.getByTestId(id).textContent()
const value = async (at: Visit, id: string) => Number(await at.page.getByTestId(id).getAttribute('data-value'))
const workers = ({ page }: Visit) => page.workers().length

/** Waits until B shows its hash at the step of A, and returns both hashes. */
async function hashes(at: Visit): Promise<[string | null, string | null]> {
  const { page } = at
  await expect
    .poll(
      async () => (await page.getByTestId('b-step').getAttribute('data-step')) === String(await at.stepCount()),
      patience,
    )
    .toBe(true)
  await page.getByTestId('b-hash').locator('code').waitFor({ state: 'attached' })
  return [await text(at, 'hash'), await text(at, 'b-hash')]
}

/** Opens B, or opens it anew by some action, and waits until it is in step with A. */
async function openSecond(at: Visit, action: () => Promise<unknown>, label: string): Promise<void> {
  await action()
  await expect.poll(() => text(at, 'label-b'), patience).toBe(label)
  await hashes(at)
}

async function dropByKeys({ page }: Visit): Promise<void> {
  for (const key of ['d', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
}

it('the same settings give the same bits, with a drop on both; A is as without comparison, and closing ends B', async () => {
  const at = await atPool()
  const { page } = at
  await at.steps(10)
  await dropByKeys(at)
  await at.steps(8)
  const during = await text(at, 'hash')
  await at.steps(4)
  const afterwards = await text(at, 'hash')

  await at.reopen(() => page.keyboard.press('r'))
  const alone = workers(at)
  await at.steps(6)
  await openSecond(at, () => page.getByTestId('compare-button').click(), 'B · as A')
  expect(await page.locator('.stage canvas').count()).toBe(2)
  await page.getByTestId('stage').focus()
  expect(workers(at)).toBeGreaterThan(alone)
  await at.steps(4)
  await dropByKeys(at)
  await at.steps(8)
  expect(await hashes(at)).toEqual([during, during])
  await expect.poll(() => value(at, 'difference-rms'), patience).toBe(0)
  expect(await value(at, 'difference-maximum')).toBe(0)

  await page.getByTestId('compare-close').click()
  await expect.poll(() => workers(at), patience).toBe(alone)
  expect(await page.locator('.stage canvas').count()).toBe(1)
  expect(page.url()).not.toContain('compare')
  await page.getByTestId('stage').focus()
  await at.steps(4)
  expect(await text(at, 'hash')).toBe(afterwards)
  expect(at.complaints).toEqual([])
})

it('another solver differs; the address keeps it, swapping exchanges the two, and both have the same time', async () => {
  const { at, address } = await stillPage({ viewport })
  const { page } = at
  await at.open(`${address}?view=canvas&scene=drop`)
  await at.steps(12)
  await openSecond(at, () => page.keyboard.press('v'), 'B · as A')
  await openSecond(at, () => page.getByTestId('b-solver').selectOption('iwave'), 'B · iwave')
  expect(await text(at, 'label-a')).toBe('A · columns')
  await at.steps(6)
  const [columns, iwave] = await hashes(at)
  expect(columns).not.toBe(iwave)
  await expect.poll(() => value(at, 'difference-rms'), patience).toBeGreaterThan(1e-3)
  expect(await value(at, 'difference-maximum')).toBeGreaterThan(await value(at, 'difference-rms'))
  expect(await value(at, 'difference-relative')).toBeGreaterThan(0.05)
  // The frame of the last step may still be on its way.
  let rms = Number.NaN
  const isSettled = async () => rms === (rms = await value(at, 'difference-rms'))
  await expect.poll(isSettled, { ...patience, interval: 700 }).toBe(true)

  const second = page.locator('.second-view canvas')
  const water = await second.screenshot()
  await page.getByTestId('compare-difference').check({ force: true })
  await expect.poll(() => text(at, 'label-b'), patience).toBe('B − A · iwave')
  await expect.poll(async () => (await second.screenshot()).equals(water), patience).toBe(false)
  const scale = page.getByTestId('difference-scale')
  await expect.poll(async () => Number(await scale.getAttribute('data-high')), patience).toBeGreaterThan(rms)
  expect(Number(await scale.getAttribute('data-low'))).toBe(-Number(await scale.getAttribute('data-high')))

  await page.reload()
  await expect.poll(() => text(at, 'label-b'), patience).toBe('B − A · iwave')
  await hashes(at)
  await at.steps(18)
  expect(await hashes(at)).toEqual([columns, iwave])
  await expect.poll(() => value(at, 'difference-rms'), patience).toBe(rms)

  await at.reopen(() => page.getByTestId('compare-swap').click())
  await expect.poll(() => text(at, 'label-a'), patience).toBe('A · iwave')
  await expect.poll(() => at.stepCount(), patience).toBe(18)
  expect(await hashes(at)).toEqual([iwave, columns])
  await expect.poll(() => value(at, 'difference-rms'), patience).toBe(rms)
  expect(at.complaints).toEqual([])
})

it('steps and grids of other sizes meet; a pointer over B acts on both; undo goes back in both', async () => {
  const at = await atPool()
  const { page } = at
  await openSecond(at, () => page.keyboard.press('v'), 'B · as A')
  await page.getByTestId('b-more-settings').locator('summary').click()
  await openSecond(at, () => page.getByTestId('b-cells').selectOption('128'), 'B · 128 × 96 cells')
  const timeStep = page.getByTestId('b-setting-timeStep')
  await timeStep.fill('0.005')
  await timeStep.press('Enter')
  const label = 'B · time step 0.005 · 128 × 96 cells'
  await expect.poll(() => text(at, 'label-b'), patience).toBe(label)
  await page.getByTestId('stage').focus()
  await at.steps(10)
  await expect.poll(() => text(at, 'b-step'), patience).toMatch(/^20 · 0.10 s/)
  await expect.poll(() => value(at, 'difference-rms'), patience).toBeGreaterThan(0)
  expect(await value(at, 'difference-relative')).toBeLessThan(0.3)

  const before = [await text(at, 'hash'), await text(at, 'b-hash')]
  await page.keyboard.press('d')
  const area = (await page.locator('.second-view').boundingBox())!
  const panel = (await page.getByTestId('panel').boundingBox())!
  await page.mouse.click((area.x + panel.x) / 2 + 20, area.y + 0.4 * area.height)
  await expect.poll(async () => (await text(at, 'hash')) !== before[0], patience).toBe(true)
  await expect.poll(async () => (await text(at, 'b-hash')) !== before[1], patience).toBe(true)
  const { events } = JSON.parse(await at.savedRun()) as { events: { type: string }[] }
  expect(events.map(({ type }) => type)).toEqual(['drop', 'drop'])

  await page.getByTestId('undo').click()
  await expect.poll(() => text(at, 'hash'), patience).toBe(before[0])
  await expect.poll(() => text(at, 'b-hash'), patience).toBe(before[1])
  expect(at.complaints).toEqual([])
})

it('both run and pause together; events that B refuses, and settings that it cannot have, are told', async () => {
  const at = await atPool()
  const { page } = at
  await openSecond(at, () => page.keyboard.press('v'), 'B · as A')
  await openSecond(at, () => page.getByTestId('b-solver').selectOption('shallow-water'), 'B · shallow-water')
  await page.getByTestId('stage').focus()
  await page.keyboard.press(' ')
  await expect.poll(() => at.stepCount(), patience).toBeGreaterThan(20)
  await page.keyboard.press(' ')
  await page.getByTestId('hash').locator('code').waitFor({ state: 'attached' })
  const [, running] = await hashes(at)

  for (const key of ['h', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => text(at, 'b-refusal'), patience).toMatch(/^B does not take this: .*pressure/)
  expect(await text(at, 'b-hash')).toBe(running)
  expect(await page.getByTestId('remove-sources').getAttribute('data-count')).toBe('1')

  await page.getByTestId('b-more-settings').locator('summary').click()
  const timeStep = page.getByTestId('b-setting-timeStep')
  await timeStep.fill('-1')
  await timeStep.press('Enter')
  await expect.poll(() => text(at, 'compare-messages'), patience).toMatch(/B goes on as it was.*timeStep/s)
  expect(await text(at, 'label-b')).toBe('B · shallow-water')
  await page.getByTestId('stage').focus()
  const step = await at.stepCount()
  await at.steps(3)
  await hashes(at)
  expect(await page.getByTestId('b-step').getAttribute('data-step')).toBe(String(step + 3))
  await at.reopen(() => page.getByTestId('scene').selectOption('ripples'))
  await expect.poll(() => page.getByTestId('compare').count(), patience).toBe(0)
  expect(at.complaints).toEqual([])
})

it('an address names a solver, a link keeps events and comparison, and a wrong address is explained', async () => {
  const { at, address } = await stillPage({ viewport, permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = at
  await at.open(`${address}?view=canvas&scene=drop&compare=iwave`)
  await expect.poll(() => text(at, 'label-b'), patience).toBe('B · iwave')
  await hashes(at)
  await at.steps(3)
  await dropByKeys(at)
  await at.steps(3)
  const done = await hashes(at)
  await page.getByTestId('copy-link').click()
  await expect.poll(() => text(at, 'link-outcome'), patience).toMatch(/Link copied/)
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto('about:blank')
  await page.goto(`${link.replace('?', '?view=canvas&')}`)
  await expect.poll(() => text(at, 'label-b'), patience).toBe('B · iwave')
  await hashes(at)
  await at.steps(6)
  expect(await hashes(at)).toEqual(done)

  await page.goto(`${address}?view=canvas&scene=drop&compare=stable-fluids`)
  await expect
    .poll(() => page.getByTestId('problem').textContent(), patience)
    .toMatch(/comparison in the address could not be opened. “stable-fluids” is no solver for this scene/)
  expect(await page.getByTestId('compare').count()).toBe(0)
})

it('has no barriers on a screen and on a phone, in light and dark, and the phone shows one view above the other', async () => {
  const { at, address } = await stillPage({ viewport: { width: 1440, height: 900 } })
  const { page } = at
  await at.open(`${address}?view=canvas&scene=drop&compare={"values":{"timeStep":0.005},"difference":true}`)
  await expect.poll(() => text(at, 'label-b'), patience).toBe('B − A · time step 0.005')
  await at.steps(4)
  for (const width of [1440, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      await page.emulateMedia({ colorScheme })
      const rules = colorScheme === 'light' ? 'all' : 'of colors'
      expect(await violationsOf(page, { rules }), `${colorScheme} ${width}`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  await page.getByTestId('fold').click()
  const [first, second] = await Promise.all(
    ['.stage > canvas', '.second-view canvas'].map((place) => page.locator(place).boundingBox()),
  )
  expect(second!.y).toBeCloseTo(first!.y + first!.height, 0)
  expect(second!.width).toBe(390)
})

it('compares fluids by the dye that is displayed, and draws their difference with its scale', async () => {
  const { at, address } = await stillPage({ viewport })
  const { page } = at
  await at.open(`${address}?view=canvas&scene=ink-in-water&compare={"cells":64,"difference":true}`)
  await expect.poll(() => text(at, 'label-b'), patience).toBe('B − A · 64 × 48 cells')
  await hashes(at)
  await at.steps(12)
  await expect.poll(() => value(at, 'difference-rms'), patience).toBeGreaterThan(1e-4)
  expect(await text(at, 'compare')).toMatch(/Difference of the dye “blue”/)
  const scale = page.getByTestId('difference-scale')
  expect(Number(await scale.getAttribute('data-high'))).toBeGreaterThan(await value(at, 'difference-rms'))
  expect(Number(await scale.getAttribute('data-high'))).toBeLessThanOrEqual(await value(at, 'difference-maximum'))
  expect(at.complaints).toEqual([])
})

it('bodies float in both: with the same settings to the same bits, also one that a person adds, and it is gone in both when that is undone', async () => {
  const { at, address } = await stillPage({ viewport })
  const { page } = at
  await at.open(`${address}?view=canvas&scene=duck-and-ball`)
  await at.steps(4)
  await openSecond(at, () => page.keyboard.press('v'), 'B · as A')
  await at.steps(6)
  const [before] = await hashes(at)
  for (const key of ['n', 'ArrowLeft', 'ArrowLeft', 'Enter']) await page.keyboard.press(key)
  await at.steps(10)
  const [a, b] = await hashes(at)
  expect(a).toBe(b)
  expect(a).not.toBe(before)
  await expect.poll(() => value(at, 'difference-rms'), patience).toBe(0)

  await page.keyboard.press('Control+z')
  await expect.poll(() => text(at, 'hash'), patience).not.toBe(a)
  await expect.poll(() => text(at, 'b-hash'), patience).not.toBe(a)
  const [undone, repeated] = await hashes(at)
  expect(undone).toBe(repeated)

  await openSecond(at, () => page.getByTestId('b-solver').selectOption('columns'), 'B · columns')
  await at.steps(6)
  await expect.poll(() => value(at, 'difference-rms'), patience).toBeGreaterThan(1e-5)
  expect(at.complaints).toEqual([])
})
