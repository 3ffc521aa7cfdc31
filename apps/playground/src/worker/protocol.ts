import type { PieceLike } from '@seiche/three'
import type { Diagnostics, Grid, RecordedEvent, Scene, WaterEvent } from 'seiche'

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
  /** Things that happen to the water now, in this order. */
  | { type: 'events'; events: WaterEvent[] }
  /** Asks for everything that has happened so far. */
  | { type: 'record' }
  /** Fields of a fluid that its picture needs, from now on with every frame. */
  | { type: 'show'; fields: readonly string[] }
  /** Gives a frame's buffers back, so that steady running allocates nothing. */
  | ({ type: 'recycle' } & Pick<Frame, 'heights' | 'surfaceFields' | 'fluid' | 'openness' | 'bed' | 'poses'>)

/** One value for each cell, row-major, nz rows of nx. */
export type Values = Float32Array<ArrayBuffer>

/** Fields of a fluid by name, compact: planes of rows of values along x; velocities on the faces of cells. */
export type FluidFields = Record<string, Values>

/** A fluid in a box, as the page needs to know it. */
export interface FluidInfo {
  /** Cells along x, y and z; one along z is a flat fluid. */
  cells: [nx: number, ny: number, nz: number]
  /** What it has, by name. */
  fields: readonly string[]
}

/** What the page needs to know about a body before it moves. */
export interface BodyInfo {
  name?: string
  color?: string
  /** In the body's own axes. */
  pieces: readonly PieceLike[]
  /** Whether a hand can move it. */
  isMovable: boolean
  hasEngine: boolean
}

/** Numbers of a body in a frame: position [m], rotation as a quaternion, density [kg/m³], share of it that is under water. */
export const poseLength = 9

/** What the page needs to know about the simulation that runs. */
export interface SimulationInfo {
  scene: Scene
  grid: Grid
  /** s */
  timeStep: number
  substeps: number
  threads: number
  /** Names of the fields that every frame brings besides the heights. */
  surfaceFieldNames: readonly string[]
  /** Whether the water lies over ground that can be changed. */
  hasTerrain: boolean
  /** Whether there are bodies, or could be. */
  hasBodies: boolean
  /** Only of a fluid in a box, which has no surface. */
  fluid?: FluidInfo
  /** What was done to the scene's files so that they fit, and whether there is water. */
  remarks: readonly string[]
}

/** The surface, or the fluid, after a step. */
export interface Frame {
  type: 'frame'
  /** Heights above rest [m]; absent where there is no surface. */
  heights?: Values
  /** Fields of a fluid that were asked for; absent where there is a surface. */
  fluid?: FluidFields
  /** The fields of `SimulationInfo.surfaceFieldNames`, one after the other; absent where there are none. */
  surfaceFields?: Values
  /** How open each cell is, 1 water or fluid, 0 solid; only when it has changed since the last frame. */
  openness?: Values
  /** Elevation of the ground [m]; only when it has changed since the last frame. */
  bed?: Values
  /** `poseLength` numbers for each body; absent where bodies cannot be. */
  poses?: Values
  /** x, y, z and radius of each drop in the air [m]; absent when there are none. */
  spray?: Values
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
  | { type: 'opened'; info: SimulationInfo }
  | Frame
  | Report
  /** Everything that has happened, from the scene and by hand. */
  | { type: 'recorded'; events: RecordedEvent[] }
  /** All bodies there are, before the first frame in which they are. */
  | { type: 'bodies'; bodies: BodyInfo[] }
  /** This water takes no events; time goes on. */
  | { type: 'refused'; message: string }
  /** What was done to a body cannot be done, such as to put it where another is; time goes on. */
  | { type: 'declined'; message: string }
  /** The scene could not be opened, or the engine stopped. */
  | { type: 'failed'; message: string }
