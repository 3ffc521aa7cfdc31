import { describe, expect, it } from 'vitest'
import type { LabVisit } from '../testing/lab-page.js'
import { lessonTests } from '../testing/lesson-tests.js'

const open = lessonTests('stable-fluids')

/** Pixels of a canvas that differ from its corner. */
const drawn = (lesson: LabVisit, testId: string): Promise<number> =>
  lesson.page.getByTestId(testId).evaluate((element) => {
    const canvas = element as HTMLCanvasElement
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    let count = 0
    for (let n = 4; n < data.length; n += 4)
      if (Math.abs(data[n]! - data[0]!) + Math.abs(data[n + 1]! - data[1]!) + Math.abs(data[n + 3]! - data[3]!) > 30)
        count++
    return count / (data.length / 4)
  })

describe('the lesson of stable fluids', () => {
  it('leaves divergence where it was without the projection, and removes most of it with it', async () => {
    const lab = await open('projection=off&advection=off')
    await lab.until('left', ({ value }) => Math.abs(value - 1) < 1e-9)
    await lab.set('projection', true)
    await lab.until('left', ({ value }) => value < 0.7)
    await lab.set('by', 'engine')
    await lab.until('divergence', ({ value }) => value > 0 && value < 0.01)
  })

  it('adds exactly the dye of its sources when nothing else is on; the engine keeps it with all', async () => {
    const lab = await open('advection=off&diffusion=off&projection=off')
    await lab.until('amount', ({ value, theory }) => value > 0.01 && Math.abs(value / theory - 1) < 1e-5)
    await lab.set('by', 'engine')
    await lab.until('amount', ({ value, theory }) => value > 0.01 && Math.abs(value / theory - 1) < 1e-3)
  })

  it.each(['2', '3'])('shows the dye in five ways, in %s-D', async (dimension) => {
    const lab = await open(`by=engine&dimension=${dimension}`)
    await lab.until('amount', ({ value }) => value > 0.01)
    for (const view of ['cells', 'particles', 'metaballs', 'rays', 'surface']) {
      await lab.set('view', view)
      await lab.page.waitForTimeout(300)
      expect(await drawn(lab, 'fluid'), view).toBeGreaterThan(0.01)
    }
  })

  it('takes dye and motion by hand and by keys', async () => {
    const lab = await open('advection=off&diffusion=off&projection=off')
    await lab.page.getByTestId('play').click()
    await lab.page.waitForTimeout(200)
    const { value } = await lab.reading('amount')
    const picture = lab.page.getByTestId('fluid')
    await picture.press('ArrowUp')
    await picture.press('Enter')
    await lab.page.getByTestId('step').click()
    // A ball of radius 6 cm adds π/2 r² of dye, the plume of one step a third of that.
    const byKeys = await lab.until('amount', (amount) => amount.value > value + 0.005)
    await picture.click({ position: { x: 40, y: 40 } })
    await lab.page.getByTestId('step').click()
    await lab.until('amount', (amount) => amount.value > byKeys.value + 0.005)
  })

  it('has no barrier that axe knows, in light and dark, on a screen and on a phone', async () => {
    const lab = await open()
    expect(await lab.barriers()).toEqual([])
  })
})
