import type { Diagnostics, Grid, Scene, WaterEvent } from 'seiche'

/** What a worker is started with. One worker runs one scene; opening another scene starts another worker. */
export interface OpenRequest {
  type: 'open'
  /** The scene as JSON text. */
  scene: string
  /** Name of the scene file, for messages. */
  source: string
  /** Threads wanted; absent leaves the choice to the engine. */
  threads?: number
  /** Addresses of the files a scene may name, by file name. */
  files: Record<string, string>
  /** Whether time runs from the start. */
  running: boolean
}

export type ToWorker =
  | OpenRequest
  | { type: 'run'; running: boolean }
  /** Simulated seconds per second of the clock. */
  | { type: 'speed'; speed: number }
  | { type: 'step'; count: number }
  | { type: 'event'; event: WaterEvent }
  /** Gives a frame's buffer back, so that steady running allocates nothing. */
  | { type: 'recycle'; heights: Heights }

export type Heights = Float32Array<ArrayBuffer>

/** What the page needs to know about the simulation that runs. */
export interface Opened {
  scene: Scene
  grid: Grid
  /** s */
  timeStep: number
  substeps: number
  threads: number
  /** How open each cell is, 1 water, 0 solid, packed; absent when there is water everywhere. */
  matte?: Float32Array
}

/** The surface after a step. */
export interface Frame {
  type: 'frame'
  /** Heights above rest [m], row-major, nz rows of nx. */
  heights: Heights
  step: number
  /** Simulated time [s]. */
  time: number
}

/** Numbers for the panel, a few times a second and after every single step. */
export interface Report {
  type: 'report'
  diagnostics: Diagnostics
  /** Mean duration of a step since the last report [ms]; absent when none was made. */
  stepDuration?: number
  /** Hash of the whole state; only when time stands still, since it reads all memory. */
  hash?: string
}

export type FromWorker =
  | { type: 'opened'; opened: Opened }
  | Frame
  | Report
  /** The scene could not be opened, or the engine stopped. */
  | { type: 'failed'; message: string }
