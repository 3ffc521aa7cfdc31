/** What a case is meant to reach, and whether this run reached it. */
import { type Race, spreadOfRatios } from './interleave.js'
import { renderRatio } from './report.js'

/** A bound on the time of `over` divided by the time of `under`, which are contenders' names. */
export interface Target {
  /** What the ratio is, in words: "window as fast as the slides' loop". */
  what: string
  over: string
  under: string
  sense: 'at least' | 'at most'
  limit: number
}

/** One sentence: the bound, the measured ratio with its quartiles, and the verdict, which is the median's. */
export function renderTarget(race: Race, { what, over, under, sense, limit }: Target): string {
  const asked = `Target: ${what}, ${sense} ${limit}×.`
  if (!race.has(over) || !race.has(under)) return `${asked} Not measured.`
  const ratio = spreadOfRatios(race, over, under)
  const met = sense === 'at least' ? ratio.median >= limit : ratio.median <= limit
  return `${asked} Measured ${renderRatio(ratio)}: ${met ? 'met' : 'missed'}.`
}
