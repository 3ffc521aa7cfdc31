import { describe, expect, it } from 'vitest'
import { lessonTests } from '../testing/lesson-tests.js'

const open = lessonTests('sea')

describe('the lesson of the sea', () => {
  it.each(['textbook', 'engine'])('grows with the wind as the spectrum does, by the %s', async (by) => {
    const lab = await open(`by=${by}&wind=8&ship=off`)
    const calm = await lab.until('height', ({ value, theory }) => Math.abs(value / theory - 1) < 0.2)
    const calmPeriod = await lab.until('mean-period', ({ value, theory }) => Math.abs(value / theory - 1) < 0.15)
    await lab.set('wind', 18)
    await lab.until(
      'height',
      ({ value, theory }) =>
        theory > 1.5 * calm.theory && Math.abs(value / calm.value / (theory / calm.theory) - 1) < 0.15,
    )
    await lab.until('mean-period', ({ value }) => value > 1.2 * calmPeriod.value)
    await lab.until('frames', ({ value }) => value > 0)
  })

  it('carries a ship that heaves, and shows the textbook when it runs', async () => {
    const lab = await open()
    const { value } = await lab.reading('heave')
    await lab.until('heave', (heave) => Math.abs(heave.value - value) > 0.02)
    await lab.set('ship', false)
    await lab.page.getByTestId('reading-heave').waitFor({ state: 'detached' })
    await lab.set('by', 'textbook')
    await lab.page.getByTestId('listing-sea-spectrum.ts').waitFor()
    await lab.until('waves', (waves) => waves.value === 60)
  })

  it('has no barrier that axe knows, in light and dark, on a screen and on a phone', async () => {
    const lab = await open('ship=off')
    expect(await lab.barriers()).toEqual([])
  })
})
