/** The balances of a run at one time. */
export interface Balances {
  /** Simulated time [s]. */
  time: number
  /** Kinetic plus potential energy [J]. */
  energy: number
  /** Volume of the water [m³]; NaN for water without a bottom, and for fluids. */
  volume: number
  /** Momentum along the axes [kg m/s]. */
  momentum: readonly number[]
  /** Relative residual of the last solve for the pressure [1]; NaN where there is none. */
  residual: number
}

/** The last minute of a run, for charts: columns of equal length. */
export interface History {
  /** Simulated time [s]. */
  time: readonly number[]
  /** Kinetic plus potential energy [J]. */
  energy: readonly number[]
  /** Changes since the scene began, relative to the energy and the volume then [1]; NaN where that is 0 or unknown. */
  energyChange: readonly number[]
  volumeChange: readonly number[]
  /** Momentum along each axis [kg m/s]. */
  momentum: readonly (readonly number[])[]
  /** Relative residual of the solve for the pressure [1]. */
  residual: readonly number[]
  /** The first sample of the run. */
  first?: Balances
}

export const emptyHistory: History = {
  time: [],
  energy: [],
  energyChange: [],
  volumeChange: [],
  momentum: [],
  residual: [],
}

/** Samples kept: a minute at five a second. */
const capacity = 300

/** The history with one more sample, the oldest gone if there are too many. */
export function withSample(history: History, sample: Balances): History {
  const { first = sample } = history
  const from = Math.max(0, history.time.length + 1 - capacity)
  const longer = (values: readonly number[] = [], value: number): number[] => [...values.slice(from), value]
  return {
    time: longer(history.time, sample.time),
    energy: longer(history.energy, sample.energy),
    energyChange: longer(history.energyChange, change(first.energy, sample.energy)),
    volumeChange: longer(history.volumeChange, change(first.volume, sample.volume)),
    momentum: sample.momentum.map((value, axis) => longer(history.momentum[axis], value)),
    residual: longer(history.residual, sample.residual),
    first,
  }
}

function change(first: number, now: number): number {
  return first > 0 ? (now - first) / first : Number.NaN
}
