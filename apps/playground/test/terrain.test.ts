// A person shapes the ground: digs a channel with mouse and finger, heaps up earth, and sees the water follow.

import type { BrowserContextOptions } from 'playwright'
import { expect, it } from 'vitest'
import { atScene } from '../testing/pages/still-page.js'
import type { Visit } from '../testing/served-page.js'
import { patience } from '../testing/shared-browser.js'

/**
 * A basin 12 m wide behind a dam along z through the middle; beyond it the land falls to the edge, where water leaves. All of the lake
 * lies to the left of the dam, 1.5 m deep and 1 m below its crest.
 */
const lake = JSON.stringify({
  seiche: 1,
  name: 'A lake behind a dam',
  grid: { cells: [60, 40], cellSize: 0.5 },
  timeStep: 0.2,
  solver: { type: 'shallow-water' },
  terrain: [
    { shape: 'plane', height: 1.5 },
    { shape: 'box', center: [8, 0], size: [14, 40], height: -1 },
    { shape: 'box', center: [0, 0], size: [2, 40], height: 2.5 },
  ],
  initial: { eta: [{ shape: 'box', center: [-8, 0], size: [14, 40], height: 3 }] },
  boundaries: { 'x+': 'absorb' },
})

/** The page with the lake in it. */
async function atLake(options?: BrowserContextOptions, view?: string): Promise<Visit> {
  const at = await atScene(lake, options, view)
  // A hand waits until it sees the land, which takes a while where shaders are built in software.
  await expect.poll(async () => (await at.picture()).variety, patience).toBeGreaterThan(10)
  return at
}

/** The same from above on a plain canvas, where hands do the same and pictures take no time. */
const aboveLake = () => atLake({}, '?view=canvas')

const volume = async (at: Visit): Promise<number> =>
  Number(await at.page.getByTestId('volume').getAttribute('data-cubic-metres'))

/** What has been done so far, as the file of the run has it. */
async function recorded(at: Visit): Promise<{ type: string; level?: number }[]> {
  const { events } = JSON.parse(await at.savedRun()) as { events: { type: string }[] }
  return events
}

it('keeps a lake behind its dam, and drains it through a channel that the pointer digs', async () => {
  const at = await atLake()
  const { page } = at
  expect(await page.getByTestId('tool-dig').count()).toBe(1)
  const full = await volume(at)
  expect(full).toBeCloseTo(1.5 * 14 * 20, 0)
  await at.steps(10)
  expect(await volume(at)).toBeCloseTo(full, 3)
  expect(await at.highest()).toBe(3)

  const before = await at.picture()
  await page.keyboard.press('c')
  await page.getByTestId('brush-size').fill('0.1')
  // From the lake across the dam, down into the valley.
  await at.drag([-70, -20], [-20, -5], [50, 25])
  await expect.poll(async () => (await at.picture()).differenceTo(before), patience).toBeGreaterThan(2)

  await at.steps(30)
  const soon = await volume(at)
  await at.steps(90)
  const later = await volume(at)

  const digs = (await recorded(at)).filter(({ type }) => type === 'dig')
  expect(digs.length).toBeGreaterThan(3)
  // The floor of the channel never rises on its way.
  const levels = digs.map(({ level }) => level!)
  expect(levels).toEqual([...levels].sort((a, b) => b - a))
  const [sill = 3] = levels
  expect(sill).toBeLessThan(3)
  // Water has left the land at its low edge, and less than half of the lake's depth above the sill is left.
  expect(later).toBeLessThan(soon)
  expect(later).toBeLessThan(0.8 * full)
  expect(await at.highest()).toBeLessThan(sill + 0.5 * (3 - sill))
  expect(at.complaints).toEqual([])
})

it('shows ground and water on a plain canvas, too, and repeats a run with digging bit for bit', async () => {
  const at = await aboveLake()
  const { page } = at
  const hash = () => page.getByTestId('hash').textContent()
  const untouched = await hash()
  await page.keyboard.press('u')
  await at.drag([-60, 10], [-30, 20])
  await expect.poll(hash, patience).not.toBe(untouched)
  await at.steps(3)
  const before = await at.picture()
  await page.keyboard.press('c')
  await at.drag([-60, 0], [60, 24])
  await expect.poll(async () => (await at.picture()).differenceTo(before), patience).toBeGreaterThan(1)
  await at.steps(5)
  const shaped = await hash()
  const text = await at.savedRun()
  const { events } = JSON.parse(text) as { events: { type: string; step: number }[] }
  expect(new Set(events.map(({ type, step }) => `${type} ${step}`))).toEqual(new Set(['raise 0', 'dig 3']))
  const file = { name: 'again.json', mimeType: 'application/json', buffer: Buffer.from(text) }
  await at.reopen(() => page.getByTestId('file').setInputFiles(file))
  await at.steps(8)
  await expect.poll(hash, patience).toBe(shaped)
})

it('shapes the ground by the keyboard alone, and offers that only where there is ground', async () => {
  const at = await aboveLake()
  const { page } = at
  const hash = () => page.getByTestId('hash').textContent()
  for (const [key, tool] of [
    ['u', 'raise'],
    ['j', 'lower'],
    ['s', 'smooth'],
    ['c', 'dig'],
  ] as const) {
    const before = await hash()
    await page.keyboard.press(key)
    expect(await page.getByTestId(`tool-${tool}`).isChecked()).toBe(true)
    for (const press of ['ArrowRight', 'Enter', 'Enter']) await page.keyboard.press(press)
    await expect.poll(hash, patience).not.toBe(before)
  }
  const types = (await recorded(at)).map(({ type }) => type)
  expect(new Set(types)).toEqual(new Set(['raise', 'lower', 'smooth', 'dig']))

  await at.reopen(() => page.getByTestId('scene').selectOption('playground'))
  expect(await page.getByTestId('tool-dig').count()).toBe(0)
  expect(await page.getByTestId('tool-push').isChecked()).toBe(true)
  await page.keyboard.press('c')
  expect(await page.getByTestId('tool-push').isChecked()).toBe(true)
  expect(at.complaints).toEqual([])
})

it('pours water on dry land', async () => {
  const at = await atLake()
  const before = await volume(at)
  await at.page.keyboard.press('d')
  const [x, y] = await at.middle()
  // Right of the dam there is no water.
  await at.page.mouse.click(x + 60, y)
  await expect.poll(() => volume(at), patience).toBeGreaterThan(before)
  const [poured] = await recorded(at)
  expect(poured).toMatchObject({ type: 'drop' })
  expect((poured as { x?: number }).x).toBeGreaterThan(1)
})

it('digs with a finger on a phone, with room for every tool', async () => {
  const at = await atLake({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const { page } = at
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  for (const tool of ['push', 'drop', 'build', 'erase', 'raise', 'lower', 'smooth', 'dig', 'look']) {
    const box = await page.getByTestId(`tool-${tool}`).locator('..').boundingBox()
    expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44)
    expect(box!.x + box!.width).toBeLessThanOrEqual(390)
  }
  await page.getByTestId('tool-dig').locator('..').tap()
  const before = await page.getByTestId('hash').textContent()
  const session = await page.context().newCDPSession(page)
  const [x, y] = await at.middle()
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([dx, dy], id) => ({ x: x + dx, y: y + dy, id })),
    })
  await touch('touchStart', [-30, -60])
  for (let k = 1; k <= 6; k++) await touch('touchMove', [-30 + 8 * k, -60 + 18 * k])
  await touch('touchEnd')
  await expect.poll(() => page.getByTestId('hash').textContent(), patience).not.toBe(before)
  expect(at.complaints).toEqual([])
})
