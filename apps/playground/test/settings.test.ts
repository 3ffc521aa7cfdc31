// A person changes the settings of a scene, which the page makes from the scene format.

import { expect, it } from 'vitest'
import { openScene, stillPage } from '../testing/pages/still-page.js'
import type { Visit } from '../testing/served-page.js'
import { patience } from '../testing/shared-browser.js'

/** The page with a scene, from above on a plain canvas. */
async function at(scene: string): Promise<Visit> {
  const { at: visit, address } = await stillPage()
  await visit.open(`${address}?view=canvas&scene=${scene}`)
  await visit.page.getByTestId('solver').waitFor()
  return visit
}

const value = (visit: Visit, path: string) => visit.page.getByTestId(`setting-${path}`)
const saved = async (visit: Visit) => JSON.parse(await visit.savedRun())
const hash = (visit: Visit) => visit.page.getByTestId('hash').textContent()

/** Types a number, as a person does. */
async function type(visit: Visit, path: string, text: string): Promise<void> {
  await value(visit, path).fill(text)
  await value(visit, path).press('Enter')
  // The keys of the water, such as that of a single step, act again.
  await visit.page.getByTestId('stage').focus()
}

it('restarts with another value, keeps all events, says so, and goes back to the scene', async () => {
  const visit = await at('drop')
  const { page } = visit
  const begin = await hash(visit)
  await visit.steps(3)
  await page.keyboard.press('d')
  await page.mouse.click(...(await visit.middle()))
  await expect.poll(async () => (await saved(visit)).events.length, patience).toBe(1)
  await visit.reopen(() => type(visit, 'solver.depth', '0.75'))
  expect(await page.getByTestId('restart-notice').textContent()).toMatch(/Restarted.*One event is kept/)
  expect(await visit.stepCount()).toBe(0)
  expect(await value(visit, 'solver.depth').inputValue()).toBe('0.75')
  await visit.steps(5)
  const run = await saved(visit)
  expect(run.solver.depth).toBe(0.75)
  expect(run.events).toMatchObject([{ type: 'drop', step: 3 }])

  await visit.reopen(() => page.getByTestId('reset-solver.depth').click())
  expect(await value(visit, 'solver.depth').inputValue()).not.toBe('0.75')
  expect(await page.getByTestId('reset-solver.depth').isDisabled()).toBe(true)
  await visit.reopen(() => page.keyboard.press('r'))
  await expect.poll(() => hash(visit), patience).toBe(begin)
  expect(visit.complaints).toEqual([])
})

it('a run with changed settings, saved and opened again, repeats bit for bit', async () => {
  const visit = await at('drop')
  await visit.reopen(() => visit.page.getByTestId('slider-solver.damping').fill('1.5'))
  await visit.page.getByTestId('more-settings').locator('summary').click()
  await visit.reopen(() => value(visit, 'boundaries.x+').selectOption('absorb'))
  await visit.steps(8)
  const [painted, text] = [await hash(visit), await visit.savedRun()]
  expect(JSON.parse(text)).toMatchObject({ solver: { damping: 1.5 }, boundaries: { 'x+': 'absorb' } })
  await openScene(visit, text)
  await visit.steps(8)
  await expect.poll(() => hash(visit), patience).toBe(painted)
})

it('explains a setting by the text of the format; joins opposite edges together, and parts them together', async () => {
  const visit = await at('drop')
  const about = visit.page.getByRole('button', { name: 'About Damping' })
  await about.click()
  expect(await about.getAttribute('aria-expanded')).toBe('true')
  await expect.poll(() => visit.page.getByText('to 1/e in 1/damping seconds').isVisible(), patience).toBe(true)

  await visit.page.getByTestId('more-settings').locator('summary').click()
  await visit.reopen(() => value(visit, 'boundaries.x-').selectOption('periodic'))
  expect(await value(visit, 'boundaries.x+').inputValue()).toBe('periodic')
  await visit.reopen(() => value(visit, 'boundaries.x+').selectOption('fixed'))
  expect(await value(visit, 'boundaries.x-').inputValue()).toBe('fixed')
  expect(await visit.page.getByTestId('problem').count()).toBe(0)
})

it('changes the solver and its method, and offers what the new one has', async () => {
  const visit = await at('drop')
  const { page } = visit
  expect(await value(visit, 'solver.method').count()).toBe(0)
  await visit.reopen(() => page.getByTestId('solver').selectOption('iwave'))
  await visit.reopen(() => value(visit, 'solver.method').selectOption('window'))
  await visit.reopen(() => type(visit, 'solver.surfaceTension', '0.0728'))
  await page.getByTestId('more-settings').locator('summary').click()
  await visit.reopen(() => type(visit, 'solver.halfWidth', '4'))
  // Without a depth the water is deep.
  await visit.reopen(() => type(visit, 'solver.depth', ''))
  expect((await saved(visit)).solver).toMatchObject({
    type: 'iwave',
    method: 'window',
    halfWidth: 4,
    surfaceTension: 0.0728,
  })
  expect((await saved(visit)).solver).not.toHaveProperty('depth')
  await visit.reopen(() => page.getByTestId('solver').selectOption('shallow-water'))
  await visit.steps(2)
  expect(await value(visit, 'solver.manning').count()).toBe(1)
  await visit.reopen(() => page.getByTestId('solver').selectOption('columns'))
  expect((await saved(visit)).solver).not.toHaveProperty('manning')
  expect(await page.getByTestId('problem').count()).toBe(0)
  expect(visit.complaints).toEqual([])
})

it('a value that the format does not allow is refused with its reason; wind and swell change the sea at once, without a restart', async () => {
  const visit = await at('ocean-breeze')
  await value(visit, 'solver.spectrum').selectOption('tma')
  await expect.poll(() => visit.page.getByTestId('problem').textContent(), patience).toMatch(/depth.*tma/)
  expect(await value(visit, 'solver.spectrum').inputValue()).toBe('jonswap')

  // The scene goes on.
  await visit.steps(12)
  const before = await visit.highest()
  await visit.reopen(() => type(visit, 'solver.windSpeed', '24'))
  await expect.poll(() => visit.stepCount(), patience).toBe(12)
  await expect.poll(() => visit.highest(), patience).toBeGreaterThan(1.5 * before)
  await visit.page.getByTestId('more-settings').locator('summary').click()
  await visit.reopen(() => value(visit, 'solver.swell').click())
  expect(await value(visit, 'solver.swell.height').count()).toBe(0)
  await visit.reopen(() => value(visit, 'solver.swell').click())
  expect(await value(visit, 'solver.swell.height').inputValue()).toBe('1.5')
  expect(await visit.page.getByTestId('restart-notice').count()).toBe(0)
})

it('switches the coupling of bodies, and splashes where there are none', async () => {
  const visit = await at('balls-in-a-tank')
  await visit.reopen(() => value(visit, 'coupling').selectOption('virtual-height'))
  await visit.steps(2)
  expect((await saved(visit)).coupling).toBe('virtual-height')
  await visit.reopen(() => visit.page.getByTestId('scene').selectOption('drop'))
  expect(await value(visit, 'coupling').count()).toBe(0)
  await visit.reopen(() => value(visit, 'splashes').click())
  expect((await saved(visit)).splashes).toBe(true)
})

it('changes the fluid: scheme, viscosity, edges and the diffusivity of a dye', async () => {
  const visit = await at('ink-in-water')
  await visit.reopen(() => value(visit, 'solver.advection').selectOption('quick'))
  await visit.reopen(() => type(visit, 'solver.viscosity', '0.001'))
  await visit.page.getByTestId('more-settings').locator('summary').click()
  await visit.reopen(() => type(visit, 'fluid.dyes.blue.diffusivity', '0.002'))
  await visit.steps(1)
  expect(await saved(visit)).toMatchObject({
    solver: { advection: 'quick', viscosity: 0.001 },
    fluid: { dyes: { blue: { diffusivity: 0.002 } } },
  })
  await visit.reopen(() => visit.page.getByTestId('reset-all').click())
  expect(await value(visit, 'solver.advection').inputValue()).not.toBe('quick')
})
