/** Races of the same work on grids of several sizes, and their tables. */
import { type Race, spreadOfRatios, spreadOfTimes } from './interleave.js'
import { renderRatio, type Table } from './report.js'

export interface SizeRace {
  /** Cells along a side of the grid. */
  n: number
  /** Whether the grid is a volume: n³ cells instead of n². */
  isVolume?: boolean
  /** Seconds of one step. */
  race: Race
}

/** Figures of one step, from its seconds and the cells along a side. */
export const perStep = {
  milliseconds: (seconds: number) => (1000 * seconds).toFixed(3),
  nanosecondsPerCell: (seconds: number, n: number) => ((1e9 * seconds) / (n * n)).toFixed(3),
  millionCellsPerSecond: (seconds: number, n: number) => ((1e-6 * n * n) / seconds).toFixed(1),
} as const

function gridName(n: number, isVolume = false): string {
  return `${n}${isVolume ? '³' : '²'}`
}

/** Medians of the contenders that took part at every size. */
export function timesTable(
  title: string,
  races: readonly SizeRace[],
  contenders: readonly string[],
  figure: (seconds: number, n: number) => string,
): Table {
  const names = contenders.filter((name) => races.every(({ race }) => race.has(name)))
  return {
    title,
    columns: ['grid', ...names],
    rows: races.map(({ n, isVolume, race }) => [
      gridName(n, isVolume),
      ...names.map((name) => figure(spreadOfTimes(race, name).median, n)),
    ]),
  }
}

/** The time of `over` divided by the time of `under`, contenders' names. */
export interface Ratio {
  title: string
  over: string
  under: string
}

/** "A : B", times as fast: B's time over A's. */
export function timesAsFast(faster: string, slower: string): Ratio {
  return { title: `${faster} : ${slower}`, over: slower, under: faster }
}

export function ratiosTable(title: string, races: readonly SizeRace[], ratios: readonly Ratio[]): Table {
  const present = ratios.filter(({ over, under }) => races.every(({ race }) => race.has(over) && race.has(under)))
  return {
    title,
    columns: ['grid', ...present.map((ratio) => ratio.title)],
    rows: races.map(({ n, isVolume, race }) => [
      gridName(n, isVolume),
      ...present.map(({ over, under }) => renderRatio(spreadOfRatios(race, over, under))),
    ]),
  }
}
