import { describe, expect, it } from 'vitest'
import { lessonTests } from '../testing/lesson-tests.js'

const open = lessonTests('scale')

describe('the lesson of small seas', () => {
  it('runs √20 times too fast at 1:20, and slow motion mends the long waves alone', async () => {
    const lab = await open()
    const hurried = await lab.reading('long-ratio')
    expect(hurried.value).toBeCloseTo(Math.sqrt(20), 1)
    await lab.set('slow', true)
    await lab.until('long-ratio', ({ value }) => Math.abs(value - 1) < 0.01)
    const short = await lab.reading('short-ratio')
    expect(Math.abs(short.value / short.theory - 1)).toBeLessThan(0.02)
    expect(short.value).toBeGreaterThan(1.1)
    await lab.set('tension', false)
    await lab.until('short-ratio', ({ value }) => Math.abs(value - 1) < 0.001)
  })

  it('has shortest waves that are √2 too fast where gravity and tension are equal', async () => {
    const lab = await open('slow=on&shortest=0.6')
    // The slider is logarithmic: 0.6 m at 1:35 is 1.71 cm.
    await lab.set('scale', Math.round(100 * Math.log10(35)) / 100)
    const excess = await lab.until('excess', ({ value }) => value > 30)
    expect(excess.value).toBeGreaterThan(36)
    expect(excess.value).toBeLessThan(46)
  })

  it('has no barrier that axe knows, in light and dark, on a screen and on a phone', async () => {
    const lab = await open()
    expect(await lab.barriers()).toEqual([])
  })
})
