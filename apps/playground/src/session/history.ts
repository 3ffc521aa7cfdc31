/** The last minute of a run, for the plot: columns of equal length. */
export interface History {
  /** Simulated time [s]. */
  time: number[]
  /** Kinetic plus potential energy [J]. */
  energy: number[]
  /** Change of the water's volume since the scene began, relative to it [1]; NaN for water without a bottom, and for fluids. */
  volumeChange: number[]
}

export const emptyHistory: History = { time: [], energy: [], volumeChange: [] }

/** Samples kept: a minute at five a second. */
const capacity = 300

/** The history with one more sample, the oldest gone if there are too many. */
export function withSample(history: History, time: number, energy: number, volumeChange: number): History {
  const from = Math.max(0, history.time.length + 1 - capacity)
  return {
    time: [...history.time.slice(from), time],
    energy: [...history.energy.slice(from), energy],
    volumeChange: [...history.volumeChange.slice(from), volumeChange],
  }
}
