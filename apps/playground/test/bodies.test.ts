// A person takes hold of what floats: drags and throws it, weighs it, adds more, and steers a boat.

import type { BrowserContextOptions } from 'playwright'
import { createSimulation } from 'seiche'
import { rapier } from 'seiche/bodies'
import { expect, it } from 'vitest'
import { atScene } from '../testing/pages/still-page.js'
import type { Visit } from '../testing/served-page.js'
import { patience } from '../testing/shared-browser.js'

/** Density of the ball over that of the water. */
const ratio = 0.25
const water = {
  seiche: 1,
  grid: { cells: [48, 48], cellSize: 0.05 },
  solver: { type: 'columns', depth: 1.5, damping: 4 },
}
/** A large ball in the middle of a tank. */
const tank = JSON.stringify({
  ...water,
  name: 'A ball in a tank',
  bodies: [{ name: 'ball', shape: 'sphere', radius: 0.3, density: 1000 * ratio, position: [0, 0.1, 0] }],
})
/** A boat in the middle of it, pointing along x. */
const harbour = JSON.stringify({
  ...water,
  name: 'A boat in a tank',
  bodies: [
    {
      name: 'boat',
      shape: 'box',
      size: [1, 0.4, 0.6],
      density: 400,
      outboard: { thrust: 60, position: [-0.4, -0.15, 0] },
    },
  ],
})

/** The page with a scene, and with the picture of it that a hand waits for. */
async function atTank(scene: string, options?: BrowserContextOptions): Promise<Visit> {
  const at = await atScene(scene, options)
  await expect.poll(async () => (await at.picture()).variety, patience).toBeGreaterThan(10)
  return at
}

/** The same from above on a plain canvas, where hands do the same and pictures take no time. */
const aboveTank = (scene: string) => atScene(scene, { viewport: { width: 1000, height: 620 } }, '?view=canvas')

type Recorded = { type: string; step: number; [key: string]: unknown }

/** The file of the run, the scene and everything that was done; and how many steps it took, while time stands still. */
async function savedRun(at: Visit): Promise<{ text: string; events: Recorded[]; steps: number }> {
  const text = await at.savedRun()
  const { events } = JSON.parse(text) as { events: Recorded[] }
  return { text, events, steps: Number(await at.page.getByTestId('hash').getAttribute('data-step')) }
}

/** Share of the chosen body that is under water. */
const submerged = async (at: Visit): Promise<number> =>
  Number(await at.page.getByTestId('submerged').getAttribute('data-share'))

/** How deep a ball lies in the water, in radii: a share s of its volume is under water at a depth d with d² (3 - d) = 4 s. */
function draughtOf(share: number): number {
  let [low, high] = [0, 2]
  for (let k = 0; k < 50; k++) {
    const middle = (low + high) / 2
    if (middle * middle * (3 - middle) < 4 * share) low = middle
    else high = middle
  }
  return low
}

const cursor = (at: Visit) => at.page.locator('.stage canvas').evaluate((canvas) => getComputedStyle(canvas).cursor)

it('drags a ball out of the water; let go, it bobs and comes to rest at its draught', async () => {
  const at = await atTank(tank)
  const { page } = at
  const [x, y] = await at.middle()
  const before = await at.picture()
  expect(await page.getByTestId('tool-grab').isChecked()).toBe(true)
  await page.mouse.move(x - 150, y)
  expect(await cursor(at)).toBe('crosshair')
  await page.mouse.move(x, y)
  expect(await cursor(at)).toBe('grab')
  await page.mouse.down()
  expect(await cursor(at)).toBe('grabbing')
  await page.mouse.move(x, y - 70, { steps: 5 })
  expect(await page.getByTestId('chosen-body').textContent()).toMatch(/^ball/)
  await page.keyboard.press(' ')
  await expect.poll(() => submerged(at), patience).toBe(0)
  await expect.poll(async () => (await at.picture()).differenceTo(before), patience).toBeGreaterThan(5)
  await page.mouse.up()

  // Ten seconds of its own time are enough to come to rest: some at double speed, the rest in single steps, which are not all drawn.
  await page.getByTestId('speed').selectOption('2')
  const until = (await at.stepCount()) + 30
  await expect.poll(() => at.stepCount(), patience).toBeGreaterThan(until)
  await at.pause()
  await at.steps(600)
  const misfit = (share: number) => Math.abs(draughtOf(share) / draughtOf(ratio) - 1)
  await expect.poll(async () => misfit(await submerged(at)), patience).toBeLessThan(0.02)
  const { text, events, steps } = await savedRun(at)
  const released = events.at(-1)!
  expect(released.type).toBe('release')
  expect(events.filter(({ type }) => type === 'grab').length).toBeGreaterThan(1)

  // Step by step in another simulation: it falls in deeper than it floats, and comes up again, more than once.
  const again = await createSimulation(text, { rigidBodies: rapier, threads: 1 })
  again.step(released.step)
  // Out of the water, but for a crest.
  expect(again.bodies[0]!.submerged).toBeLessThan(ratio / 10)
  const sides: boolean[] = []
  for (let step = released.step; step < steps; step++) {
    again.step()
    const share = again.bodies[0]!.submerged
    if (Math.abs(share - ratio) > 0.1 * ratio && sides.at(-1) !== share > ratio) sides.push(share > ratio)
    if (step >= steps - 120) expect(misfit(share)).toBeLessThan(0.02)
  }
  expect(sides.length).toBeGreaterThan(3)
  expect(again.hash()).toBe(await page.getByTestId('hash').textContent())
  again.dispose()
  expect(at.complaints).toEqual([])
})

it('repeats a throw bit for bit, here and elsewhere', async () => {
  const at = await aboveTank(tank)
  const { page } = at
  const [x, y] = await at.middle()
  const stepsOn = async (count: number) => {
    const until = (await at.stepCount()) + count
    await expect.poll(() => at.stepCount(), patience).toBeGreaterThan(until)
  }
  await page.keyboard.press(' ')
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 50, y - 30, { steps: 8 })
  await stepsOn(20)
  await page.mouse.move(x + 60, y + 30, { steps: 8 })
  await stepsOn(5)
  await page.mouse.up()
  await stepsOn(40)
  await at.pause()
  const { text, events, steps } = await savedRun(at)
  const grips = events.filter(({ type }) => type === 'grab').map(({ to }) => (to as number[])[0]!)
  expect(Math.max(...grips) - Math.min(...grips)).toBeGreaterThan(0.3)

  const again = await createSimulation(text, { rigidBodies: rapier, threads: 1 })
  again.step(steps)
  expect(again.hash()).toBe(await page.getByTestId('hash').textContent())
  again.dispose()
  expect(at.complaints).toEqual([])
})

it('adds a crate where the pointer is, and makes it sink', async () => {
  const at = await aboveTank(tank)
  const { page } = at
  const [x, y] = await at.middle()
  await page.keyboard.press('n')
  await page.getByTestId('shape-crate').check({ force: true })
  await page.getByTestId('brush-size').fill('0.1')
  await page.mouse.click(x - 80, y - 10)
  await at.steps(40)
  await page.keyboard.press('g')
  await page.mouse.click(x - 80, y - 10)
  await expect.poll(() => page.getByTestId('chosen-body').getAttribute('data-body'), patience).toBe('1')
  await page.getByTestId('density').fill('3.7')
  await at.steps(60)
  await expect.poll(() => submerged(at), patience).toBe(1)
  const { events } = await savedRun(at)
  const launched = events.find(({ type }) => type === 'addBody')!.body as { shape: string; position: number[] }
  expect(launched).toMatchObject({ shape: 'box', density: 400 })
  expect(launched.position[1]).toBeGreaterThan(0.2)
  const weighed = events.filter(({ type }) => type === 'setDensity').at(-1)!
  expect(weighed).toMatchObject({ body: 1 })
  expect(weighed.density).toBeCloseTo(10 ** 3.7, -2)

  // Begun anew, it never was.
  await at.reopen(() => page.keyboard.press('r'))
  expect((await savedRun(at)).events).toEqual([])
  expect(at.complaints).toEqual([])
})

it('steers a boat by keys', async () => {
  const at = await aboveTank(harbour)
  const { page } = at
  await page.keyboard.down('w')
  await at.steps(2)
  await page.keyboard.down('ArrowRight')
  await at.steps(3)
  await page.keyboard.up('ArrowRight')
  await at.steps(1)
  await page.keyboard.up('w')
  await at.steps(2)
  const { text, events } = await savedRun(at)
  expect(events.map(({ step, throttle, rudder }) => [step, throttle, rudder])).toEqual([
    [0, 1, 0],
    [2, 1, 1],
    [5, 1, 0],
    [6, 0, 0],
  ])
  const again = await createSimulation(text, { rigidBodies: rapier, threads: 1 })
  again.step(8)
  // Ahead is along x, and the rudder turns the bow to the right, which is along z.
  expect(again.bodies[0]!.velocity[0]).toBeGreaterThan(0)
  expect(again.bodies[0]!.angularVelocity[1]).toBeLessThan(0)
  again.dispose()
})

it('steers and drags by fingers on a phone, and the camera stays', async () => {
  const at = await atTank(harbour, { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true })
  const { page } = at
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })),
    })
  const ahead = (await page.getByTestId('helm-ahead').boundingBox())!
  expect(Math.min(ahead.width, ahead.height)).toBeGreaterThanOrEqual(44)
  await touch('touchStart', [ahead.x + 20, ahead.y + 20])
  await at.steps(2)
  await touch('touchEnd')
  await at.steps(1)

  const [x, y] = await at.middle()
  await touch('touchStart', [x, y])
  await touch('touchEnd')
  await page.getByTestId('chosen-body').waitFor({ state: 'attached' })
  const before = await at.picture()
  await touch('touchStart', [x, y])
  for (let k = 1; k <= 6; k++) await touch('touchMove', [x + 5 * k, y - 10 * k])
  await touch('touchEnd')
  // Time stands still: had the camera turned, another picture would be seen.
  await expect.poll(async () => (await at.picture()).differenceTo(before), patience).toBeLessThan(1)
  await page.getByTestId('fold').click()
  const { events } = await savedRun(at)
  const kinds = events.map(({ type }) => type).filter((type, k, all) => type !== all[k - 1])
  expect(kinds).toEqual(['steer', 'grab', 'release'])
  expect(events.filter(({ type }) => type === 'steer').map(({ throttle }) => throttle)).toEqual([1, 0])
  expect(at.complaints).toEqual([])
})
