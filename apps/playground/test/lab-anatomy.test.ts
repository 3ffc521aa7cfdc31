import { describe, expect, it } from 'vitest'
import { lessonTests } from '../testing/lesson-tests.js'

const open = lessonTests('anatomy')

/** C of a wave by its length and depth [m/s]. */
function speedOf(length: number, depth: number): number {
  const k = (2 * Math.PI) / length
  return Math.sqrt((9.81 / k) * Math.tanh(k * depth))
}

describe('the lesson of the anatomy of a wave', () => {
  it.each(['textbook', 'engine'])('measures the speed of Airy in deep and shallow water, by the %s', async (by) => {
    const lab = await open(`by=${by}&length=40&depth=100`)
    const deep = await lab.until('speed', ({ value, theory }) => Math.abs(value / theory - 1) < 0.02)
    expect(deep.theory).toBeCloseTo(speedOf(40, 100), 6)
    // The slider of the depth is logarithmic.
    await lab.set('depth', 0)
    const shallow = await lab.until(
      'speed',
      ({ value, theory }) => Math.abs(theory - speedOf(40, 1)) < 1e-6 && Math.abs(value / theory - 1) < 0.02,
    )
    expect(shallow.value).toBeLessThan(deep.value / 2)
    const misprint = await lab.reading('slide-speed')
    expect(misprint.value).toBeCloseTo(Math.sqrt((9.81 * 40) / (2 * Math.PI)) * Math.tanh((2 * Math.PI) / 40), 6)
  })

  it('breaks by Miche where it holds by the slide', async () => {
    const lab = await open('length=40&depth=100&height=8')
    const breaking = lab.page.getByTestId('breaking')
    expect(await breaking.getAttribute('data-breaks')).toBe('true')
    await lab.set('rule', 'slides')
    await lab.page.locator('[data-testid="breaking"][data-breaks="false"]').waitFor()
    expect(await breaking.textContent()).toContain('limit by this rule 12.7 m')
  })

  it('spreads rings by the chosen law, and moves a source by the keyboard', async () => {
    const lab = await open('view=plan')
    expect((await lab.reading('ring-ratio')).value).toBeCloseTo(1, 6)
    await lab.set('law', 'energy')
    await lab.until('ring-ratio', ({ value }) => Math.abs(value - Math.sqrt(0.4)) < 1e-6)
    await lab.set('by', 'engine')
    await lab.until('ring-ratio', ({ value }) => Math.abs(value - 0.5) < 0.005)
    await lab.page.getByTestId('play').click()
    await lab.page.waitForTimeout(300)
    const canvas = lab.page.getByTestId('plan')
    const picture = () => canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL())
    const before = await picture()
    await canvas.focus()
    await lab.page.keyboard.press('ArrowUp')
    await expect.poll(picture).not.toBe(before)
  })

  it('turns and shortens the wave on a beach as Snell and the dispersion relation say', async () => {
    const lab = await open('view=beach&length=60&depth=10&height=1.5')
    const angle = await lab.until('refracted-angle', ({ value }) => Number.isFinite(value))
    expect(Math.abs(angle.value / angle.theory - 1)).toBeLessThan(0.03)
    expect(angle.value).toBeLessThan(30)
    const length = await lab.reading('shoaled-length')
    expect(Math.abs(length.value / length.theory - 1)).toBeLessThan(0.03)
    const [miche, slide] = [await lab.reading('breaker-depth'), await lab.reading('breaker-depth-slides')]
    expect(slide.value).toBeLessThan(miche.value / 4)
  })

  it('shows the three fakes, of which only the third has crests', async () => {
    const lab = await open('view=fakes')
    expect((await lab.reading('highest-normals')).value).toBe(0)
    expect((await lab.reading('highest-heights')).value).toBeGreaterThan(0.5)
    for (const fake of ['still', 'normals', 'heights']) await lab.page.getByTestId(`fake-${fake}`).waitFor()
  })

  it('has no barrier that axe knows, in light and dark, on a screen and on a phone', async () => {
    const lab = await open()
    expect(await lab.barriers()).toEqual([])
    for (const view of ['section', 'plan', 'beach', 'fakes']) {
      await lab.set('view', view)
      await lab.page.waitForTimeout(200)
      expect(await lab.page.evaluate(() => document.documentElement.scrollWidth), view).toBe(390)
    }
  })
})
