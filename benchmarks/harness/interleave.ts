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
  /** Time after which no further round begins, if `FEWEST_ROUNDS` of them have counted [s]; a quarter of it ends the warm-up. Default 12. */
  budget?: number
}

/** Rounds that a race has however long they take, unless it asks for fewer. */
const FEWEST_ROUNDS = 5
/** A run that is this many times as long as the lead-in has no lead-in: its own beginning is one, and hardly a part of it. */
const LONG_RUN = 4

/** Seconds of every contender in every round that counted; index = round. */
export type Race = ReadonlyMap<string, readonly number[]>

export interface Spread {
  lowerQuartile: number
  median: number
  upperQuartile: number
}

export async function interleave(contenders: readonly Contender[], options: InterleaveOptions): Promise<Race> {
  const { rounds, warmups = 2, leadIn = 0, pause = 10, budget = 12 } = options
  const race = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  const start = performance.now()
  const isSpent = (share: number) => performance.now() - start > 1000 * share * budget
  /** Real seconds of each contender's last run. */
  const lengths = new Map<Contender, number>()
  /** Rests, then lets the contender work for the lead-in and once more; the seconds of the last time. */
  const take = async (contender: Contender, lead: number) => {
    await new Promise((resume) => setTimeout(resume, pause))
    const leadEnd = performance.now() + 1000 * lead
    while (performance.now() < leadEnd) await contender.run()
    const began = performance.now()
    const seconds = await contender.run()
    lengths.set(contender, (performance.now() - began) / 1000)
    return seconds
  }
  const inTurn = (round: number) => contenders.map((_, turn) => contenders[(turn + round) % contenders.length]!)
  for (let round = 0; round < warmups && !(round > 0 && isSpent(0.25)); round++)
    for (const contender of inTurn(round)) await take(contender, 0)
  for (let round = 0; round < rounds && !(round >= FEWEST_ROUNDS && isSpent(1)); round++)
    for (const contender of inTurn(round + warmups)) {
      const isLong = (lengths.get(contender) ?? 0) > LONG_RUN * leadIn
      race.get(contender.name)!.push(await take(contender, isLong ? 0 : leadIn))
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
