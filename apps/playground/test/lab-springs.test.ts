import { describe, expect, it } from 'vitest'
import { lessonTests } from '../testing/lesson-tests.js'

const open = lessonTests('springs')

const relativeError = ({ value, theory }: { value: number; theory: number }) => Math.abs(value / theory - 1)

describe('the lesson of the grid of springs', () => {
  it('measures ω(k) on the curve of its window, for the wave that the slider chooses', async () => {
    const lab = await open()
    const short = await lab.until('omega-textbook', ({ value }) => value > 0)
    expect(relativeError(short)).toBeLessThan(1e-3)
    // Waves of 8 m: sqrt(g k) is 2.776 rad/s, the published window has three quarters of it.
    const engine = await lab.reading('omega-engine')
    expect(engine.theory).toBeCloseTo(Math.sqrt((9.81 * 2 * Math.PI) / 8), 6)
    expect(relativeError(engine)).toBeLessThan(0.02)
    expect(short.value / engine.theory).toBeCloseTo(0.75, 2)
    await lab.set('waves', 2)
    const long = await lab.until('omega-textbook', ({ value }) => value > 0 && value < 1.5)
    expect(relativeError(long)).toBeLessThan(1e-3)
    await lab.set('window', '5x5')
    const narrow = await lab.until('omega-textbook', ({ value, theory }) => theory > 1.9 && value > 0)
    expect(relativeError(narrow)).toBeLessThan(1e-3)
    expect(new URL(lab.page.url()).searchParams.get('window')).toBe('5x5')
  })

  it('sinks flat water by the published weights and not by those of the engine', async () => {
    const lab = await open()
    await lab.set('start', 'flat')
    const { value, theory } = await lab.until('mean-textbook', ({ value }) => value < -50)
    expect(Math.abs(value - theory)).toBeLessThan(1)
    const engine = await lab.reading('mean-engine')
    expect(engine.value).toBeCloseTo(100, 2)
    expect((await lab.reading('sum-textbook')).value).toBeCloseTo(2.0979, 3)
    expect((await lab.reading('sum-engine')).value).toBe(0)
  })

  it('grows stripes at the predicted rate', async () => {
    const lab = await open('start=stripes')
    const stripes = await lab.until('growth-stripes', ({ value }) => value > 0)
    expect(relativeError(stripes)).toBeLessThan(0.02)
  })

  it('explodes past the longest time step, at the predicted rate, stops and goes back', async () => {
    const lab = await open('by=textbook&start=wave&waves=7')
    const { value: limit } = await lab.reading('limit')
    expect(limit).toBeCloseTo(0.96, 2)
    await lab.set('time-step', 1)
    expect(await lab.stopped()).toContain('more than 10 m high')
    const growth = await lab.reading('growth-textbook')
    expect(growth.theory).toBeGreaterThan(0.1)
    expect(relativeError(growth)).toBeLessThan(0.02)
    await lab.page.getByTestId('go-back').click()
    await lab.until('omega-textbook', ({ value }) => value > 0)
  })

  it('runs Verlet, the printed rim and a lasting source, each with its code, by keyboard alone', async () => {
    const lab = await open('by=textbook&stepping=verlet&start=rest')
    expect(await lab.page.getByTestId('listing-iwave-verlet.ts').getAttribute('data-running')).toContain('iwaveVerlet')
    await lab.page.getByTestId('water-textbook').focus()
    for (const key of ['ArrowLeft', 'ArrowUp', 'Enter']) await lab.page.keyboard.press(key)
    await lab.until('omega-textbook', ({ value }) => value > 0)
    await lab.set('edges', 'interior')
    await lab.set('start', 'flat')
    await lab.set('source', 'height')
    await lab.until('mean-textbook', ({ value }) => value !== 0)
    expect(await lab.page.getByTestId('water-textbook').getAttribute('aria-label')).toContain('height of the water')
  })

  it('has no barrier that axe knows, in light and dark, on a screen and on a phone', async () => {
    const lab = await open()
    expect(await lab.barriers()).toEqual([])
  })
})
