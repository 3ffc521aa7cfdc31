import { describe, expect, it } from 'vitest'
import { lessonTests } from '../testing/lesson-tests.js'

const open = lessonTests('pushing')

describe('the lesson of pushing water', () => {
  it('loses 2 c d of water a second by the first try, and none by the others', async () => {
    const lab = await open('depth=0.2')
    const loss = await lab.until('loss', ({ value }) => value > 0)
    expect(loss.theory).toBeCloseTo(2 * Math.sqrt(9.81 * 0.5) * 0.2, 9)
    expect(Math.abs(loss.value / loss.theory - 1)).toBeLessThan(0.02)
    await lab.set('coupling', 'virtual-height')
    await lab.until('spike', ({ value, theory }) => Math.abs(value - theory) < 1e-9)
    expect(Math.abs((await lab.reading('gained')).value)).toBeLessThan(1e-9)
    await lab.set('coupling', 'displacement')
    await lab.until('gained', ({ value, theory }) => theory < -0.03 && Math.abs(value / theory - 1) < 0.1)
    await lab.set('alpha', 1)
    await lab.until('gained', ({ value, theory }) => theory === 0 && Math.abs(value) < 1e-9)
  })

  it('is carried by the pressure, and not by the force of the slide', async () => {
    const free = 'coupling=virtual-height&motion=free&depth=0'
    const lab = await open(`${free}&force=slide`)
    await lab.until('draught', ({ value, theory }) => value > 2.5 * theory)
    await lab.set('force', 'pressure')
    await lab.page.waitForTimeout(2500)
    const { value, theory } = await lab.reading('draught')
    expect(value).toBeLessThan(1.8 * theory)
    await lab.set('by', 'engine')
    await lab.until('draught', (draught) => Math.abs(draught.value / draught.theory - 1) < 0.03)
    expect(Math.abs((await lab.reading('gained')).value)).toBeLessThan(1e-3)
  })

  it('solves the covered cells in as many iterations as half of them', async () => {
    const lab = await open('coupling=virtual-height')
    await lab.until('iterations', ({ value }) => value >= 9 && value <= 11)
    expect((await lab.reading('residual')).value).toBeLessThan(1e-9)
  })

  it('is lowered by keys and by dragging', async () => {
    const lab = await open()
    const section = lab.page.getByTestId('section')
    await section.press('ArrowDown')
    await section.press('ArrowDown')
    expect(await lab.page.getByTestId('setting-depth').inputValue()).toBe('0.12')
    const box = (await section.boundingBox())!
    await lab.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await lab.page.mouse.down()
    await lab.page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.7)
    await lab.page.mouse.up()
    expect(Number(await lab.page.getByTestId('setting-depth').inputValue())).toBeGreaterThan(0.2)
  })

  it('has no barrier that axe knows, in light and dark, on a screen and on a phone', async () => {
    const lab = await open('coupling=virtual-height')
    expect(await lab.barriers()).toEqual([])
  })
})
