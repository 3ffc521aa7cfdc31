// A person plays with smoke, ink and flow: adds ink, draws a wall, looks at it in other ways, turns a volume about.

import { createSimulation } from 'seiche'
import { expect, it } from 'vitest'
import { openScene, stillPage } from '../testing/pages/still-page.js'
import type { Visit } from '../testing/served-page.js'
import { patience } from '../testing/shared-browser.js'

/** The middle of a box of fluid and how many pixels a metre has, from where the page lets the fluid lie. */
async function sheet(at: Visit, width: number, height: number) {
  const [x, y] = await at.middle()
  // The page leaves a margin around.
  const scale = Math.min((2 * x) / width, (2 * y) / height) / 1.13
  return (fluidX: number, fluidY: number): [number, number] => [x + fluidX * scale, y - fluidY * scale]
}

/** The file of the run: the scene and everything that was done. */
async function savedRun(at: Visit): Promise<{ text: string; events: { type: string; [key: string]: unknown }[] }> {
  const text = await at.savedRun()
  return { text, events: (JSON.parse(text) as { events: { type: string }[] }).events }
}

const amount = async (at: Visit, dye: string): Promise<number> =>
  Number(await at.page.getByTestId(`amount-${dye}`).getAttribute('data-total'))

/** A current from left to right with a dye that nobody emits, small enough for quick steps. */
const current = JSON.stringify({
  seiche: 1,
  name: 'A current',
  grid: { cells: [64, 48], cellSize: 0.02 },
  timeStep: 0.02,
  solver: { type: 'stable-fluids', viscosity: 1e-4 },
  fluid: {
    boundaries: { 'x-': { inflow: [0.5, 0] }, 'x+': 'open' },
    dyes: { green: { color: '#10a050' }, pink: { color: '#e04090' } },
    flow: [{ flow: 'uniform', velocity: [0.5, 0] }],
  },
})

it('leaves ink where somebody drags, and nothing flows through a wall that is drawn', async () => {
  const { at, address } = await stillPage()
  const { page } = at
  await at.open(`${address}?scene=ink-in-water`)
  await expect.poll(async () => (await at.picture()).variety, patience).toBeLessThan(3)
  expect(await page.getByTestId('tool-ink').isChecked()).toBe(true)
  const tank = await sheet(at, 0.512, 0.384)
  const [still, before] = [await at.picture(), await amount(at, 'red')]
  await page.getByTestId('ink-red').check({ force: true })
  await page.mouse.move(...tank(-0.1, 0))
  await page.mouse.down()
  await page.mouse.move(...tank(0.1, 0.05), { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => amount(at, 'red'), patience).toBeGreaterThan(before + 1e-4)
  await expect.poll(async () => (await at.picture()).differenceTo(still), patience).toBeGreaterThan(2)
  expect(await amount(at, 'blue')).toBe(0)
  const inked = await savedRun(at)
  const sim = await createSimulation(inked.text, { threads: 1 })
  sim.step(1)
  const red = sim.field('red')
  const dyeAt = (x: number, y: number) => red.at(Math.floor(x / 0.002 + 128), Math.floor(y / 0.002 + 96))
  for (const share of [0.1, 0.5, 0.9]) expect(dyeAt(-0.1 + 0.2 * share, 0.05 * share)).toBeGreaterThan(0.3)
  for (const [x, y] of [
    [-0.14, -0.1],
    [0.1, -0.05],
    [0, 0.1],
  ] as const)
    expect(dyeAt(x, y)).toBeLessThan(0.01)
  expect(sim.velocityAt(0, 0.025)[0]).toBeGreaterThan(0.02)
  sim.dispose()

  // A wall across the lower half of a current.
  await openScene(at, current)
  const box = await sheet(at, 1.28, 0.96)
  await page.keyboard.press('b')
  await page.mouse.move(...box(0, -0.46))
  await page.mouse.down()
  await page.mouse.move(...box(0, 0.1), { steps: 10 })
  await page.mouse.up()
  await expect
    .poll(async () => Number(await page.getByTestId('solid').getAttribute('data-square-metres')), patience)
    .toBeGreaterThan(0.02)
  // Ink by the keyboard: the cursor begins in the middle, which is solid.
  await page.keyboard.press('i')
  await page.getByTestId('brush-size').fill('0.08')
  await page.getByTestId('stage').focus()
  for (let k = 0; k < 6; k++) await page.keyboard.press('ArrowLeft')
  for (let k = 0; k < 6; k++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await at.steps(20)
  const { text, events } = await savedRun(at)
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['build', 'inject']))
  const again = await createSimulation(text, { threads: 1 })
  again.step(20)
  expect(again.hash()).toBe(await page.getByTestId('hash').textContent())
  // Everything that comes in goes over the wall.
  const u = again.field('u').read()
  const through = (column: number, from: number, to: number) =>
    Array.from({ length: to - from }, (_, row) => u[(from + row) * 65 + column]!).reduce((sum, speed) => sum + speed)
  expect(Math.abs(through(32, 0, 27))).toBeLessThan(1e-3)
  expect(through(64, 0, 48)).toBeCloseTo(24, 0)
  expect(Math.max(...again.field('green').read())).toBeGreaterThan(0.2)
  again.dispose()

  // A wall across all of it cannot be, and the page says why.
  await page.keyboard.press('b')
  await page.mouse.move(...box(0.3, -0.47))
  await page.mouse.down()
  await page.mouse.move(...box(0.3, 0.47), { steps: 12 })
  await page.mouse.up()
  await page.getByTestId('rejection').waitFor()
  expect(await page.getByTestId('rejection').textContent()).toMatch(/nothing can leave/)
  expect(at.complaints).toEqual([])
})

it('shows a flat fluid in every way, keeps the way in the address, and gives water back its own', async () => {
  const { at, address } = await stillPage()
  const { page } = at
  await at.open(`${address}?scene=taylor-green&show=speed`)
  expect(await page.getByTestId('display-show').inputValue()).toBe('speed')
  await at.steps(5)
  let last = await at.picture()
  const changes: [string, string][] = [
    ['display-flow', 'nothing'],
    ['display-show', 'vorticity'],
    ['display-colors', 'night'],
    ['display-show', 'dyes'],
    ['display-flow', 'arrows'],
    ['display-flow', 'particles'],
  ]
  for (const [control, value] of changes) {
    await page.getByTestId(control).selectOption(value)
    await expect.poll(async () => (await at.picture()).differenceTo(last), patience).toBeGreaterThan(0.5)
    last = await at.picture()
  }
  expect(new URL(page.url()).searchParams.get('flow')).toBe('particles')
  await at.reopen(() => page.getByTestId('scene').selectOption('playground'))
  expect(new URL(page.url()).search).toBe('?scene=playground')
  expect(await page.getByTestId('display').count()).toBe(0)
  await expect.poll(async () => (await at.picture()).differenceTo(last), patience).toBeGreaterThan(5)
  expect(await page.getByTestId('tool-push').isChecked()).toBe(true)
  expect(at.complaints).toEqual([])
})

it('turns a volume about beside its box, and stirs it inside, by fingers on a phone', async () => {
  const { at, address } = await stillPage({ viewport: { width: 390, height: 600 }, hasTouch: true, isMobile: true })
  const { page } = at
  await at.open(`${address}?scene=rising-smoke`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })
  await expect.poll(async () => (await at.picture()).variety, patience).toBeGreaterThan(5)
  const [x, y] = await at.middle()
  const dragRight = async () => {
    await touch('touchStart', [x, y])
    for (let k = 1; k <= 6; k++) await touch('touchMove', [x + 8 * k, y])
    await touch('touchEnd')
    await at.steps(1)
  }
  await dragRight()
  const before = await at.picture()
  // Beside the box one finger turns the camera.
  await touch('touchStart', [16, 24])
  for (let k = 1; k <= 6; k++) await touch('touchMove', [16 + 20 * k, 24])
  await touch('touchEnd')
  await expect.poll(async () => (await at.picture()).differenceTo(before), patience).toBeGreaterThan(0.3)
  await dragRight()
  await page.getByTestId('fold').click()
  const { text, events } = await savedRun(at)
  // In a plane that faces the camera: where to the right is tells how the camera has turned.
  const turns = [0, 1].map((step) => {
    const stirs = events.filter((event) => event.type === 'stir' && event.step === step)
    expect(stirs.length).toBeGreaterThan(1)
    // The first piece: later ones end at a wall of the box, or turn with the camera, which comes to rest softly.
    const [along, up, outwards] = stirs[0]!.velocity as [number, number, number]
    if (step === 0) expect(Math.abs(up)).toBeLessThan(1e-6)
    expect(along).toBeGreaterThan(0)
    return Math.atan2(-outwards, along)
  })
  expect(turns[0]).toBeCloseTo(0.55, 2)
  expect(turns[0]! - turns[1]!).toBeGreaterThan(0.1)
  const again = await createSimulation(text, { threads: 1 })
  again.step(2)
  expect(again.hash()).toBe(await page.getByTestId('hash').textContent())
  again.dispose()
  expect(at.complaints).toEqual([])
})
