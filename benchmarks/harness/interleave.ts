/**
 * Timing of contenders against each other, interleaved.
 *
 * A machine's speed drifts (clock, temperature, neighbours on the same host), often by more than the difference in
 * question. Timing first all of A and then all of B turns that drift into a result. Here every round runs each
 * contender once, the drift hits both alike, and the ratio is formed inside the round; the median over rounds
 * is reported with its quartiles. The order rotates from round to round, so that nobody always follows the same neighbour.
 */
import { performance } from 'node:perf_hooks'

/** Somebody who does a fixed amount of work. */
export interface Contender {
  name: string
  /** Does the work once; the seconds it took, as measured by the contender itself. */
  run(): Promise<number>
}

export interface InterleaveOptions {
  /** Rounds that count. */
  rounds: number
  /** Rounds before them that do not count (compilers, caches and page tables get warm). Default 2. */
  warmups?: number
  /**
   * For how long a contender works unrecorded before each recorded run [s]. Default 0.
   *
   * Its own data comes back into the caches, and its threads come apart: systems often wake a worker on the very core
   * that called it, and take tens of milliseconds to move one of the two to the idle core.
   */
  leadIn?: number
  /** Rest between two contenders [ms], in which idle worker threads stop spinning and go to sleep. Default 10. */
  pause?: number
}

/** Seconds of every contender in every round that counted; index = round. */
export type Race = ReadonlyMap<string, readonly number[]>

export interface Spread {
  lowerQuartile: number
  median: number
  upperQuartile: number
}

export async function interleave(contenders: readonly Contender[], options: InterleaveOptions): Promise<Race> {
  const { rounds, warmups = 2, leadIn = 0, pause = 10 } = options
  const race = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  for (let round = -warmups; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const contender = contenders[(turn + round + warmups) % contenders.length]!
      const leadInEnd = performance.now() + 1000 * leadIn
      while (performance.now() < leadInEnd) await contender.run()
      const seconds = await contender.run()
      if (round >= 0) race.get(contender.name)!.push(seconds)
      await new Promise((resume) => setTimeout(resume, pause))
    }
  }
  return race
}

/** Seconds of one contender over the rounds. */
export function spreadOfTimes(race: Race, name: string): Spread {
  return spread(timesOf(race, name))
}

/** How many times as long `slower` took as `faster`, formed round by round. */
export function spreadOfRatios(race: Race, slower: string, faster: string): Spread {
  const fasterTimes = timesOf(race, faster)
  return spread(timesOf(race, slower).map((seconds, round) => seconds / fasterTimes[round]!))
}

/** Median and quartiles, linearly interpolated between the neighbours in rank. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (quantile: number) => {
    const rank = quantile * (sorted.length - 1)
    const below = Math.floor(rank)
    const above = Math.ceil(rank)
    return sorted[below]! + (rank - below) * (sorted[above]! - sorted[below]!)
  }
  return { lowerQuartile: at(0.25), median: at(0.5), upperQuartile: at(0.75) }
}

function timesOf(race: Race, name: string): readonly number[] {
  const times = race.get(name)
  if (times === undefined) throw new Error(`no contender is called "${name}"`)
  return times
}
