// A person paints: with mouse, pen, fingers and keys, in the built page and a real browser.

import type { BrowserContextOptions } from 'playwright'
import { expect, it } from 'vitest'
import { atScene, openScene, stillPage } from '../testing/pages/still-page.js'
import type { Visit } from '../testing/served-page.js'
import { patience } from '../testing/shared-browser.js'

/** Still water with open edges: what is made in it leaves, unless something keeps it. */
const stillWater = JSON.stringify({
  seiche: 1,
  name: 'Still water',
  grid: { cells: [96, 72], cellSize: 0.05 },
  solver: { type: 'columns', depth: 0.5 },
  boundaries: { 'x-': 'absorb', 'x+': 'absorb', 'z-': 'absorb', 'z+': 'absorb' },
})

/** The page with still water in it. */
const atStillWater = (options?: BrowserContextOptions) => atScene(stillWater, options)

/** The same from above on a plain canvas, where hands do the same and pictures take no time. */
const aboveStillWater = () => atScene(stillWater, {}, '?view=canvas')

/** Solid ground once the last piece of a stroke has arrived [m²]. */
async function settledArea(on: Visit): Promise<number> {
  let last = 0
  const unchanged = async (): Promise<boolean> => {
    const before = last
    last = await on.solidArea()
    return last > 0 && last === before
  }
  await expect.poll(unchanged, { ...patience, interval: 700 }).toBe(true)
  return last
}

it('builds where the mouse drags, shows it, and takes it away again', async () => {
  const at = await atStillWater()
  const { page } = at
  const before = await at.picture()
  await page.getByTestId('tool-build').check({ force: true })
  await at.drag([-60, 0], [60, 24])
  await expect.poll(() => at.solidArea(), patience).toBeGreaterThan(0.2)
  await expect.poll(async () => (await at.picture()).differenceTo(before), patience).toBeGreaterThan(5)
  const built = await settledArea(at)
  await page.keyboard.press('e')
  expect(await page.getByTestId('tool-erase').isChecked()).toBe(true)
  await page.getByTestId('brush-size').fill('0.1')
  await at.drag([-70, -12], [70, 16])
  await expect.poll(() => at.solidArea(), patience).toBeLessThan(0.3 * built)
  expect(at.complaints).toEqual([])
})

it('throws waves back from what is built', async () => {
  const at = await aboveStillWater()
  const dropAndWait = async (): Promise<number> => {
    await at.page.keyboard.press('d')
    const [x, y] = await at.middle()
    await at.page.mouse.click(x, y)
    await expect.poll(() => at.highest(), patience).toBeGreaterThan(0.01)
    await at.steps(90)
    return at.highest()
  }
  const open = await dropAndWait()
  await at.reopen(() => at.page.keyboard.press('r'))
  await at.page.keyboard.press('b')
  await at.drag([-70, -30], [70, -30], [70, 35], [-70, 35], [-70, -30])
  await expect.poll(() => at.solidArea(), patience).toBeGreaterThan(0.5)
  const enclosed = await dropAndWait()
  expect(enclosed).toBeGreaterThan(4 * open)
  expect(at.complaints).toEqual([])
})

it('shows what is built on a plain canvas, too, and saves a run that repeats bit for bit', async () => {
  const at = await aboveStillWater()
  const { page } = at
  const hash = () => page.getByTestId('hash').textContent()
  const before = await at.picture()
  await page.keyboard.press('b')
  await at.drag([-60, 0], [60, 24])
  await expect.poll(() => at.solidArea(), patience).toBeGreaterThan(0.1)
  await expect.poll(async () => (await at.picture()).differenceTo(before), patience).toBeGreaterThan(5)
  await at.steps(3)
  await page.keyboard.press('p')
  await at.drag([-30, -15], [40, -10])
  await expect.poll(() => at.highest(), patience).toBeGreaterThan(0)
  await at.steps(6)
  const painted = await hash()
  const text = await at.savedRun()
  const { events } = JSON.parse(text) as { events: { type: string; step: number }[] }
  expect(new Set(events.map(({ type, step }) => `${type} ${step}`))).toEqual(new Set(['build 0', 'stroke 3']))
  expect(events.length).toBeGreaterThan(6)
  await openScene(at, text)
  expect(await hash()).not.toBe(painted)
  await at.steps(9)
  await expect.poll(hash, patience).toBe(painted)
})

it('can be painted on by the keyboard alone', async () => {
  const at = await aboveStillWater()
  const { page } = at
  const slider = (name: string) => page.getByTestId(name).inputValue().then(Number)
  for (const tool of ['push', 'drop', 'build', 'erase', 'look']) {
    await page.keyboard.press(tool[0]!)
    expect(await page.getByTestId(`tool-${tool}`).isChecked()).toBe(true)
  }
  await page.keyboard.press('b')
  const [size, softness] = [await slider('brush-size'), await slider('brush-softness')]
  await page.keyboard.press(']')
  await page.keyboard.press('}')
  expect(await slider('brush-size')).toBeGreaterThan(size)
  expect(await slider('brush-softness')).toBeGreaterThan(softness)
  for (const key of ['[', '{']) await page.keyboard.press(key)
  expect(await slider('brush-size')).toBeCloseTo(size, 6)
  expect(await slider('brush-softness')).toBe(softness)
  for (const key of ['ArrowLeft', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => at.solidArea(), patience).toBeGreaterThan(0)
})

it('draws wider the harder a pen presses', async () => {
  const at = await aboveStillWater()
  await at.page.keyboard.press('b')
  const session = await at.page.context().newCDPSession(at.page)
  const [x, y] = await at.middle()
  const touchWithPen = async (force: number): Promise<number> => {
    const before = await at.solidArea()
    const pen = { x: x - 60 + 120 * force, y, pointerType: 'pen', force, button: 'left', clickCount: 1 } as const
    await session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...pen, buttons: 1 })
    await session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...pen, buttons: 0 })
    await expect.poll(() => at.solidArea(), patience).toBeGreaterThan(before)
    return (await at.solidArea()) - before
  }
  const light = await touchWithPen(0.25)
  const hard = await touchWithPen(1)
  expect(hard).toBeGreaterThan(4 * light)
})

it('paints with one finger and moves the camera with two, on a phone, and never scrolls', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const at = await atStillWater(phone)
  const { page } = at
  const bar = await page.getByTestId('toolbar').boundingBox()
  expect(bar!.x).toBeGreaterThanOrEqual(0)
  expect(bar!.x + bar!.width).toBeLessThanOrEqual(390)
  for (const tool of ['push', 'drop', 'build', 'erase', 'look']) {
    const box = await page.getByTestId(`tool-${tool}`).locator('..').boundingBox()
    expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44)
  }
  expect(await page.getByTestId('brush-size').isVisible()).toBe(false)
  await page.getByTestId('brush-toggle').tap()
  expect(await page.getByTestId('brush-size').isVisible()).toBe(true)
  await page.getByTestId('brush-toggle').tap()

  await page.getByTestId('tool-build').locator('..').tap()
  const session = await page.context().newCDPSession(page)
  const [x, y] = await at.middle()
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([dx, dy], id) => ({ x: x + dx, y: y + dy, id })),
    })
  await touch('touchStart', [-40, 20])
  for (let k = 1; k <= 5; k++) await touch('touchMove', [-40 + 16 * k, 20 - 10 * k])
  await touch('touchEnd')

  const [built, before] = [await settledArea(at), await at.picture()]
  await touch('touchStart', [-40, 0])
  await touch('touchStart', [-40, 0], [40, 0])
  for (let k = 1; k <= 5; k++) await touch('touchMove', [-40 + 12 * k, 0], [40 + 12 * k, 0])
  await touch('touchEnd')
  await expect.poll(async () => (await at.picture()).differenceTo(before), patience).toBeGreaterThan(5)
  expect(await settledArea(at)).toBe(built)
  expect(await page.evaluate(() => [window.scrollX, window.scrollY, window.visualViewport?.scale])).toEqual([0, 0, 1])
  expect(at.complaints).toEqual([])
})

it('says why when the water takes no strokes, and keeps only the camera', async () => {
  const { at: made, address } = await stillPage({ addsScripts: true })
  const { page } = made
  // A solver that takes no events answers like this.
  await page.addInitScript(() => {
    const post: (this: Worker, message: { type: string }, transfer: Transferable[]) => void =
      Worker.prototype.postMessage
    Worker.prototype.postMessage = function (this: Worker, message: { type: string }, transfer: Transferable[]) {
      const data = { type: 'readOnly', message: 'this water cannot be touched' }
      if (message.type === 'events') this.dispatchEvent(new MessageEvent('message', { data }))
      else post.call(this, message, transfer)
    } as typeof Worker.prototype.postMessage
  })
  await made.open(`${address}?view=canvas`)
  await made.drag()
  await expect.poll(() => page.getByTestId('read-only').textContent(), patience).toMatch(/cannot be touched/)
  for (const tool of ['push', 'drop', 'build', 'erase'])
    expect(await page.getByTestId(`tool-${tool}`).isDisabled()).toBe(true)
  expect(await page.getByTestId('tool-look').isChecked()).toBe(true)
  await made.reopen(() => page.getByTestId('scene').selectOption('rain'))
  expect(await page.getByTestId('tool-build').isDisabled()).toBe(false)
})
