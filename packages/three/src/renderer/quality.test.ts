import { describe, expect, it } from 'vitest'
import { AdaptiveQuality, qualityLevels } from './quality.js'

/** Shows frames of this duration [ms] to it for some seconds, and returns the levels and pixel ratios on the way. */
function watch(quality: AdaptiveQuality, duration: number, seconds: number): string[] {
  const seen: string[] = []
  for (let time = 0; time < 1000 * seconds; time += duration)
    if (quality.observe(duration)) seen.push(`${quality.settings.level} ${quality.settings.pixelRatio}`)
  return seen
}

/** A device that needs this time for a frame of each level [ms]. */
function play(quality: AdaptiveQuality, needed: Record<string, number>, seconds: number): string[] {
  const seen: string[] = []
  for (let time = 0; time < 1000 * seconds; ) {
    const duration = needed[quality.settings.level]!
    time += duration
    if (quality.observe(duration)) seen.push(quality.settings.level)
  }
  return seen
}

describe('levels', () => {
  it('cost more from low to high', () => {
    const { low, medium, high } = qualityLevels
    for (const name of ['pixelRatio', 'quads', 'causticsSide'] as const) {
      expect(medium[name]).toBeGreaterThan(low[name])
      expect(high[name]).toBeGreaterThan(medium[name])
    }
  })
})

describe('AdaptiveQuality', () => {
  it('begins with the highest level, and has no more pixels than the screen', () => {
    expect(new AdaptiveQuality({ devicePixelRatio: 3 }).settings).toEqual(qualityLevels.high)
    expect(new AdaptiveQuality({ devicePixelRatio: 1.25 }).settings).toEqual({
      ...qualityLevels.high,
      pixelRatio: 1.25,
    })
    expect(new AdaptiveQuality({ quality: 'low', devicePixelRatio: 2 }).settings).toEqual(qualityLevels.low)
  })

  it('goes down level by level while frames are slow, then to fewer pixels, and no further', () => {
    const quality = new AdaptiveQuality({ devicePixelRatio: 2 })
    expect(watch(quality, 50, 20)).toEqual(['medium 1.5', 'low 1', 'low 0.8', 'low 0.6'])
  })

  it('goes up again when there is time left', () => {
    const quality = new AdaptiveQuality({ devicePixelRatio: 2 })
    watch(quality, 50, 20)
    expect(watch(quality, 10, 60)).toEqual(['low 0.8', 'low 1', 'medium 1.5', 'high 2'])
  })

  it('stays where frames are neither slow nor quick', () => {
    const quality = new AdaptiveQuality({ devicePixelRatio: 2 })
    watch(quality, 50, 1.5)
    const { level } = quality.settings
    expect(watch(quality, 25, 600)).toEqual([])
    expect(quality.settings.level).toBe(level)
  })

  it('is not moved by single late frames, nor by the frames after a change', () => {
    const quality = new AdaptiveQuality({ devicePixelRatio: 2 })
    for (let n = 0; n < 200; n++) expect(quality.observe(n % 3 === 0 ? 200 : 16)).toBe(false)
    const compiling = new AdaptiveQuality({ devicePixelRatio: 2 })
    for (let n = 0; n < 10; n++) expect(compiling.observe(2000)).toBe(false)
    expect(watch(compiling, 16, 60)).toEqual([])
  })

  it('tries a level that is too slow less and less often', () => {
    const quality = new AdaptiveQuality({ devicePixelRatio: 2 })
    // A quick device except at the highest level, which a quick medium one makes it try.
    const needed = { high: 60, medium: 12, low: 8 }
    const triesInMinutes = [1, 2, 3, 4, 5, 6].map(
      () => play(quality, needed, 60).filter((level) => level === 'high').length,
    )
    expect(triesInMinutes[0]).toBeGreaterThan(2)
    expect(triesInMinutes.at(-1)).toBeLessThanOrEqual(2)
    expect(triesInMinutes.reduce((sum, tries) => sum + tries)).toBeLessThan(15)
  })

  it('keeps to a level that was chosen, until it may choose again', () => {
    const quality = new AdaptiveQuality({ devicePixelRatio: 2 })
    quality.choose('medium')
    expect(watch(quality, 100, 60)).toEqual([])
    expect(quality.settings).toEqual(qualityLevels.medium)
    quality.choose('auto')
    expect(quality.settings.level).toBe('high')
    expect(watch(quality, 100, 60).length).toBeGreaterThan(2)
  })
})
