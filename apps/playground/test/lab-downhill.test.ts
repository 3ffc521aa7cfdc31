import { describe, expect, it } from 'vitest'
import { lessonTests } from '../testing/lesson-tests.js'

const open = lessonTests('downhill')

describe('the lesson of water downhill', () => {
  it('the explicit step grows by the eigenvalue and stops, the implicit one dies out by its own', async () => {
    const lab = await open('method=explicit&dt=0.1&waves=10')
    expect(await lab.stopped()).toContain('more than 5 m')
    const explicit = await lab.reading('growth')
    expect(explicit.theory).toBeGreaterThan(1.05)
    expect(Math.abs(explicit.value / explicit.theory - 1)).toBeLessThan(0.02)
    await lab.set('method', 'implicit')
    const implicit = await lab.until('growth', ({ value }) => value < 1)
    expect(implicit.theory).toBeLessThan(0.95)
    expect(Math.abs(implicit.value / implicit.theory - 1)).toBeLessThan(0.02)
    await lab.set('tau', 0.4)
    const damped = await lab.until('growth', ({ value, theory }) => theory < implicit.theory - 0.05 && value < 1)
    expect(Math.abs(damped.value / damped.theory - 1)).toBeLessThan(0.02)
  })

  it('the engine stays in bounds with either solver, many cells a step', async () => {
    const lab = await open('by=engine&method=explicit&dt=0.5')
    await lab.until('time', ({ value }) => value >= 2)
    expect((await lab.reading('highest')).value).toBeLessThan(0.2)
    await lab.set('method', 'implicit')
    await lab.until('time', ({ value }) => value >= 2)
    expect((await lab.reading('highest')).value).toBeLessThan(0.2)
  })

  it('shows the elimination row by row, by keys alone', async () => {
    const lab = await open('dt=0.5')
    const text = lab.page.getByTestId('stage-text')
    expect(await text.textContent()).toContain('Every row sums to 1')
    await lab.page.getByTestId('stage-next').focus()
    for (let stage = 1; stage <= 8; stage++) await lab.page.keyboard.press('Enter')
    // Row 2 still has its neighbour, whose value is known: it is used up in the next stage.
    const rowTwo = await lab.page.getByTestId('matrix').locator('tbody tr').nth(2).locator('td').allTextContents()
    expect(rowTwo.map((cell) => cell !== '')).toEqual([false, true, true, true, false, false, true])
    for (let stage = 9; stage <= 11; stage++) await lab.page.keyboard.press('Enter')
    expect(await text.textContent()).toContain('All six heights of the next step are known')
    expect(new URL(lab.page.url()).searchParams.get('stage')).toBe('11')
    const cells = await lab.page.getByTestId('matrix').locator('tbody td').allTextContents()
    expect(cells.filter((cell) => cell === '1')).toHaveLength(6)
    await lab.page.getByTestId('section').focus()
    await lab.page.keyboard.press('ArrowRight')
    expect(await lab.page.getByTestId('staggered').getAttribute('aria-label')).toContain('Cell 11')
  })

  it('has no barrier that axe knows, in light and dark, on a screen and on a phone', async () => {
    const lab = await open('ground=beach')
    expect(await lab.barriers()).toEqual([])
  })
})
