import { describe, expect, it } from 'vitest'
import { lessonTests } from '../testing/lesson-tests.js'
import { patience } from '../testing/shared-browser.js'

const open = lessonTests('diffusion')

describe('the lesson of diffusion', () => {
  it('explodes past the limit by the factor of the checkerboard, stops, and goes back', async () => {
    const lab = await open()
    await lab.until('growth', ({ value, theory }) => theory < 1 && value < 1)
    // The slider is in powers of ten.
    await lab.set('diffusivity', -0.4)
    expect(await lab.stopped()).toContain('1000 times the dye')
    const { value, theory } = await lab.reading('checkerboard')
    const a = Number(new URL(lab.page.url()).searchParams.get('diffusivity'))
    expect(a).toBeGreaterThan(0.35)
    expect(theory).toBeCloseTo(1 - 4 * a * 2 * Math.cos(Math.PI / 64) ** 2, 6)
    expect(Math.abs(value / theory - 1)).toBeLessThan(0.02)
    await lab.page.getByTestId('go-back').click()
    await lab.until('growth', (growth) => growth.theory < 1)
  })

  it('has the limit of 3-D at a sixth', async () => {
    const lab = await open('dimension=3&diffusivity=0.16')
    await lab.until('checkerboard', ({ theory }) => Math.abs(theory) < 1)
    await lab.set('dimension', '2')
    await lab.until('checkerboard', ({ theory }) => theory > -0.3)
    await lab.set('dimension', '3')
    await lab.set('diffusivity', -0.7)
    await lab.until('checkerboard', ({ value, theory }) => theory < -1 && Math.abs(value / theory - 1) < 0.02)
  })

  it('loses dye by few sweeps and keeps it by multigrid and the engine', async () => {
    const lab = await open('method=good&diffusivity=10&sweeps=10')
    await lab.until('kept', ({ value, theory }) => value < 0.5 && Math.abs(value / theory - 1) < 0.1)
    await lab.set('method', 'multigrid')
    await lab.until('kept', ({ value }) => Math.abs(value - 1) < 0.01)
    await lab.set('by', 'engine')
    await lab.until('growth', ({ value, theory }) => Math.abs(value / theory - 1) < 0.005)
    expect((await lab.reading('amount')).value).toBeCloseTo(1, 3)
  })

  it('walks to the solution of the slide, and away from it when the equations are exchanged', async () => {
    const lab = await open('part=equations')
    await lab.page.getByTestId('play').click()
    const before = (await lab.reading('sweeps')).value
    await lab.page.getByTestId('step').click()
    await lab.until('sweeps', ({ value }) => value === before + 1)
    await lab.page.getByTestId('step').click()
    await lab.page.getByTestId('step').click()
    await lab.until('factor', ({ value }) => Math.abs(value - 0.25) < 1e-9)
    await lab.set('order', 'exchanged')
    await lab.page.getByTestId('play').click()
    expect(await lab.stopped()).toContain('larger than 1000')
    expect((await lab.reading('factor')).value).toBeCloseTo(4, 6)
  })

  it('takes a puff by keys alone', async () => {
    const lab = await open()
    const picture = lab.page.getByTestId('dye')
    /** Part of the picture with the color of a full cell. */
    const full = () =>
      picture.evaluate((element) => {
        const canvas = element as HTMLCanvasElement
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
        let count = 0
        for (let n = 0; n < data.length; n += 4)
          if (Math.abs(data[n]! - 140) + Math.abs(data[n + 1]! - 58) + Math.abs(data[n + 2]! - 14) < 12) count++
        return count / (data.length / 4)
      })
    await lab.until('growth', ({ value }) => value > 0)
    await lab.page.getByTestId('play').click()
    await picture.focus()
    await picture.press('ArrowRight')
    await picture.press('ArrowUp')
    expect(await full()).toBeLessThan(0.005)
    await picture.press('Enter')
    // 5 × 5 of 32 × 32 cells, with the cross over some of them.
    await expect.poll(full, patience).toBeGreaterThan(0.012)
  })

  it('has no barrier that axe knows, in light and dark, on a screen and on a phone', async () => {
    const lab = await open()
    expect(await lab.barriers()).toEqual([])
  })
})
