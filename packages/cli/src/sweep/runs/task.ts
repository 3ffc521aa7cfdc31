// The work of one run, as it is handed to another process or another computer, and its result.

import type { Metric } from '../results/metrics.js'

/** All paths follow from the folder of the sweep and the name of the run. */
export interface Task {
  /** Name of the run. */
  run: string
  metrics: readonly Metric[]
  /** Steps between lines of the diagnostics. */
  sampleEvery: number
  /** Outputs to keep; null to keep the metrics only. */
  keep: Keep | null
}

/** Outputs that are kept in the folder of a run, as the options of `seiche run` name them. */
export interface Keep {
  formats: readonly string[]
  /** Null for the default fields of the scene. */
  fields: readonly string[] | null
  /** Simulated time between frames [s]; null for the default. */
  every: number | null
}

/** Result of a run. */
export interface RunRecord {
  run: string
  /** Version of the engine. */
  seiche: string
  /** Hash of the final state. */
  hash: string
  steps: number
  /** Simulated time [s]. */
  time: number
  /** Real time [s]. */
  wallTime: number
  metrics: Record<string, number>
}

export type Outcome = { ok: true; record: RunRecord } | LostRun

/** A run without a result. */
export interface LostRun {
  ok: false
  message: string
  /** Whether another attempt would fail in the same way. */
  isFinal: boolean
}
