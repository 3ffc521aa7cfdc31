// A person looks at quantities of the water: colors, scale, arrows, normals alone, spray.

import { expect, it } from 'vitest'
import { atScene, openScene, stillPage } from '../testing/pages/still-page.js'
import type { Visit } from '../testing/served-page.js'
import { patience } from '../testing/shared-browser.js'

async function at(query: string): Promise<Visit> {
  const { at: visit, address } = await stillPage()
  await visit.open(`${address}?${query}`)
  return visit
}

/** Both ends of the scale at one moment: read one after the other, they could be those of two frames. */
const scale = (visit: Visit): Promise<[low: number, high: number]> =>
  visit.page.getByTestId('color-scale').evaluate(({ dataset }) => [Number(dataset.low), Number(dataset.high)])

it('shows height, potential and vertical speed in colors, each with its scale, and arrows of the flow over them', async () => {
  const visit = await at('view=canvas&scene=drop')
  const { page } = visit
  await expect.poll(async () => (await visit.picture()).variety, patience).toBeGreaterThan(1)
  const water = await visit.picture()
  await page.getByTestId('surface-look').selectOption('height')
  await expect.poll(async () => (await visit.picture()).differenceTo(water), patience).toBeGreaterThan(20)
  // The scale ends at the highest water, as the panel measures it.
  const highest = await visit.highest()
  await expect.poll(async () => (await scale(visit))[1], patience).toBeCloseTo(highest, 4)
  const height = await visit.picture()

  await visit.steps(6)
  await page.getByTestId('surface-look').selectOption('potential')
  await expect.poll(async () => (await visit.picture()).differenceTo(height), patience).toBeGreaterThan(5)
  await expect
    .poll(() => page.getByTestId('color-scale').getAttribute('aria-label'), patience)
    .toMatch(/potential.*m²\/s/)

  await page.getByTestId('surface-look').selectOption('rise')
  await visit.steps(4)
  await expect.poll(async () => (await scale(visit))[1], patience).toBeGreaterThan(0.01)
  // The scale of the last frame, which may still be on its way, has zero in its middle.
  await expect.poll(async () => (await scale(visit)).reduce((sum, end) => sum + end), patience).toBeCloseTo(0, 9)
  expect(new URL(page.url()).searchParams.get('look')).toBe('rise')

  // The last frame, and the range of its colors, may still be on their way.
  const plain = await visit.restingPicture()
  await page.getByTestId('surface-arrows').check()
  await expect.poll(async () => (await visit.picture()).differenceTo(plain), patience).toBeGreaterThan(1)
  expect(visit.complaints).toEqual([])
})

it('an address with a look opens with it, and another scene opens without', async () => {
  const visit = await at('view=canvas&scene=river-pier&look=speed&colours=ember&arrows=1')
  const { page } = visit
  expect(await page.getByTestId('surface-look').inputValue()).toBe('speed')
  expect(await page.getByTestId('surface-colors').inputValue()).toBe('ember')
  expect(await page.getByTestId('surface-arrows').isChecked()).toBe(true)
  await visit.steps(3)
  await expect.poll(async () => (await scale(visit))[1], patience).toBeGreaterThan(0.1)
  await visit.reopen(() => page.getByTestId('scene').selectOption('ocean-breeze'))
  expect(await page.getByTestId('surface-look').inputValue()).toBe('water')
  expect(await page.getByTestId('surface-arrows').count()).toBe(0)
  expect(visit.complaints).toEqual([])
})

it('draws potential, arrows and normals alone in three dimensions', async () => {
  const visit = await at('scene=drop&look=potential&arrows=1')
  const { page } = visit
  await visit.steps(8)
  await expect.poll(async () => (await visit.picture()).variety, patience).toBeGreaterThan(10)
  const potential = await visit.picture()
  await page.getByTestId('surface-arrows').uncheck()
  await expect.poll(async () => (await visit.picture()).differenceTo(potential), patience).toBeGreaterThan(0.05)
  // Ten times as high, waves hide what is behind them; flat water does not.
  await page.getByTestId('height-scale').fill('1')
  await page.getByTestId('surface-look').selectOption('water')
  await expect.poll(async () => (await visit.picture()).differenceTo(potential), patience).toBeGreaterThan(10)
  const water = await visit.picture()
  await page.getByTestId('surface-look').selectOption('normals')
  await expect.poll(async () => (await visit.picture()).differenceTo(water), patience).toBeGreaterThan(0.3)
  expect(visit.complaints).toEqual([])
})

it('a sea of normals is flat and still has the shading of its waves', async () => {
  const bumpy = {
    seiche: 1,
    name: 'Bump mapping',
    grid: { cells: [64, 64], cellSize: 0.5 },
    solver: { type: 'waves', trains: [{ wavelength: 6, height: 0.6 }], surface: 'normals' },
  }
  const visit = await atScene(JSON.stringify(bumpy))
  await expect.poll(async () => (await visit.picture()).variety, patience).toBeGreaterThan(4)
  expect(await visit.highest()).toBe(0)
  const waves = await visit.picture()
  const calm = { ...bumpy, solver: { ...bumpy.solver, trains: [{ wavelength: 6, height: 1e-5 }] } }
  await openScene(visit, JSON.stringify(calm))
  await expect.poll(async () => (await visit.picture()).differenceTo(waves), patience).toBeGreaterThan(2)
  expect(visit.complaints).toEqual([])
})
