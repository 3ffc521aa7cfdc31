/** What a case is meant to reach, and whether this run reached it. */
import { type Race, spreadOfRatios, spreadOfTimes } from './interleave.js'
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

/** One sentence about a rate on n × n cells, in million cells a second, of a contender whose times are seconds of a step. */
export function renderRateTarget(race: Race, n: number, name: string, limit: number): string {
  const asked = `Target: ${n}², ${name}, at least ${limit} million cells a second.`
  if (!race.has(name)) return `${asked} Not measured.`
  const rate = (n * n) / spreadOfTimes(race, name).median / 1e6
  return `${asked} Measured ${rate.toFixed(1)}: ${rate >= limit ? 'met' : 'missed'}.`
}

/** Grids of n × n cells and the median seconds of a step on each. */
export interface StepTime {
  n: number
  seconds: number
}

/** One sentence about the cost per cell of a contender: the dearest grid over the cheapest. */
export function renderEvenness(name: string, times: readonly StepTime[], limit: number): string {
  const costs = times.map(({ n, seconds }) => ({ n, cost: seconds / (n * n) })).toSorted((a, b) => a.cost - b.cost)
  const [cheapest, dearest] = [costs.at(0)!, costs.at(-1)!]
  const ratio = dearest.cost / cheapest.cost
  const asked = `Target: ${name}, cost per cell of the dearest grid over the cheapest, at most ${limit}×.`
  return `${asked} Measured ${ratio.toFixed(2)}× (${dearest.n}² over ${cheapest.n}²): ${ratio <= limit ? 'met' : 'missed'}.`
}
