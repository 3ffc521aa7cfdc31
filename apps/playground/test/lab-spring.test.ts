import { describe, expect, it } from 'vitest'
import { lessonTests } from '../testing/lesson-tests.js'

const open = lessonTests('spring')

describe('the lesson of the spring', () => {
  it('keeps its size between √2 and 2, and past 2 grows by the eigenvalue, then stops and goes back', async () => {
    const lab = await open('omega-dt=1.9')
    await lab.page.waitForTimeout(1500)
    expect(await lab.page.getByTestId('stopped').count()).toBe(0)
    await lab.set('omega-dt', 2.1)
    expect(await lab.stopped()).toContain('1000 times longer')
    const { value, theory } = await lab.reading('growth')
    expect(theory).toBeCloseTo(1.205 + Math.sqrt(1.205 ** 2 - 1), 9)
    expect(Math.abs(value / theory - 1)).toBeLessThan(0.02)
    expect(new URL(lab.page.url()).searchParams.get('omega-dt')).toBe('2.1')
    await lab.page.getByTestId('go-back').click()
    await lab.until('growth', (growth) => growth.theory === 1)
    expect(new URL(lab.page.url()).searchParams.get('omega-dt')).toBe('1.9')
  })

  it('shows frequency and energy of each scheme, and the merits of all five', async () => {
    const lab = await open('omega-dt=1.5')
    // 2 asin(ω dt/2)/(ω dt), where the slide has no real frequency any more.
    const { value, theory } = await lab.reading('frequency')
    expect(theory).toBeCloseTo((2 * Math.asin(0.75)) / 1.5, 9)
    expect(value).toBeCloseTo(theory, 6)
    expect((await lab.reading('slide-frequency')).value).toBeNaN()
    const verdict = (scheme: string) => lab!.page.getByTestId(`merits-${scheme}`).textContent()
    expect(await verdict('forward-euler')).toContain('keeps its size, runs fast')
    expect(await verdict('explicit-euler')).toContain('explodes')
    expect(await verdict('implicit-euler')).toContain('dies out')
    expect(await verdict('exponential')).toContain('keeps size and time')
    await lab.set('scheme', 'implicit-euler')
    const energy = await lab.until('energy', ({ value: now }) => now < 0.01)
    expect(energy.value).toBeGreaterThan(0)
    await lab.set('others', true)
    await lab.page.getByText('Leapfrog', { exact: true }).first().waitFor()
  })

  it('opens with its defaults and says so when the address is hostile', async () => {
    const lab = await open('omega-dt=1e999&scheme=<img src=x onerror=alert(1)>&a=b', {})
    expect(await lab.page.getByTestId('refused').textContent()).toContain('it goes from 0.02 to 2.2')
    expect(await lab.page.getByTestId('setting-omega-dt').inputValue()).toBe('0.3')
    expect(await lab.page.locator('img').count()).toBe(0)
  })

  it('has no barrier that axe knows, in light and dark, on a screen and on a phone', async () => {
    const lab = await open()
    expect(await lab.barriers()).toEqual([])
  })
})
