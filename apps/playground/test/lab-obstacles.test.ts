import { describe, expect, it } from 'vitest'
import { lessonTests } from '../testing/lesson-tests.js'

const open = lessonTests('obstacles')

describe('the lesson of obstacles', () => {
  it('reflects upside down from a sharp matte, and swallows in a wide rim, by an amount that depends on the time step', async () => {
    const lab = await open()
    await lab.set('rim', 0)
    // The theory is that of the new setting at once, the value that of the last frame.
    await lab.until('phase', ({ value, theory }) => theory === 150 && Math.abs(value - theory) < 2)
    expect((await lab.reading('reflection')).value).toBeGreaterThan(0.99)
    await lab.set('rim', 12)
    const wide = await lab.until('reflection', ({ value }) => value < 0.5)
    expect((await lab.reading('energy')).value).toBeLessThan(0.2)
    await lab.set('time-step', 0.02)
    const short = await lab.until('reflection', ({ value }) => value > 0.5)
    expect(short.value / wide.value).toBeGreaterThan(1.7)
  })

  it('reflects upright and keeps the energy with the walls of the engine', async () => {
    const lab = await open('rim=0')
    await lab.set('by', 'engine')
    await lab.until('phase', ({ value, theory }) => theory === 0 && value < 15)
    await lab.until('energy', ({ value, theory }) => Math.abs(value - theory) < 1e-3)
  })

  it('covers the area of its shape, and what a person builds by pointer or keys', async () => {
    const lab = await open('size=10&brush=2')
    const { value, theory } = await lab.reading('covered')
    expect(theory).toBeCloseTo(Math.PI * 25, 9)
    expect(Math.abs(value - theory)).toBeLessThan(0.5)
    const pond = lab.page.getByTestId('pond')
    await pond.scrollIntoViewIfNeeded()
    const box = (await pond.boundingBox())!
    await lab.page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.25)
    await lab.page.mouse.down()
    await lab.page.mouse.up()
    const stroke = Math.PI * 4
    const built = await lab.until('covered', ({ value: now }) => now > value + 1)
    expect(Math.abs(built.value - value - stroke)).toBeLessThan(0.3)
    await pond.focus()
    for (let press = 0; press < 6; press++) await lab.page.keyboard.press('ArrowDown')
    await lab.page.keyboard.press('Enter')
    const again = await lab.until('covered', ({ value: now }) => now > built.value + 1)
    expect(Math.abs(again.value - value - 2 * stroke)).toBeLessThan(0.6)
    expect((await lab.reading('rim-cells')).value).toBeGreaterThan(20)
  })

  it('has no barrier that axe knows, in light and dark, on a screen and on a phone', async () => {
    const lab = await open()
    expect(await lab.barriers()).toEqual([])
  })
})
