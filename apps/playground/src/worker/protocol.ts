// The messages between the page and the worker that runs the simulation.

import type { PieceLike } from '@seiche/three'
import type { Diagnostics, Grid, PlacedSource, RecordedEvent, Scene, SimulationEvent } from 'seiche'
import type { Probe } from '../instruments/probe.js'
import type { TracePart } from './instruments/probe-recorder.js'
import type { MeasuredDispersion } from './instruments/wave-recorder.js'
import type { ActionCounts, UndoDirection } from './undo/undo-history.js'

export type { PlacedSource } from 'seiche'

/** Starts a worker. One worker runs one scene; opening another scene starts another worker. */
export interface OpenRequest {
  type: 'open'
  /** The scene as JSON text. */
  scene: string
  /** Name of the scene file, for messages. */
  source: string
  /** Number of threads; absent: Seiche's default. */
  threads?: number
  /** URLs of the files that a scene may name, by file name. */
  files: Record<string, string>
  /** Steps to skip at the start; only of waves that are a function of time. */
  skip?: number
  /** Whether time runs from the start. */
  running: boolean
  /** Whether water is sent before its bodies are there: for a page that has nothing to show yet. */
  waterFirst?: boolean
  /** Whether the page alone moves time on, by `goTo`. */
  paced?: boolean
  /** A scene that needs more memory than this [bytes] is not opened, but asked about. Absent: any scene is opened. */
  mostBytes?: number
  /** State to begin with; absent: that of the scene. */
  snapshot?: Uint8Array
}

export type ToWorker =
  | OpenRequest
  /** Whether time runs. `paced`: the page alone moves it on, by `goTo`. */
  | { type: 'run'; running: boolean; paced: boolean }
  /** Simulated seconds per second. */
  | { type: 'speed'; speed: number }
  | { type: 'step'; count: number }
  /** Advances to a step. Messages that concern the run wait until it is reached. */
  | { type: 'goTo'; step: number }
  /** Events to apply now, in this order. They belong to the action of this number, which is undone as a whole. */
  | { type: 'events'; events: SimulationEvent[]; action: number }
  /** Undoes the last action, or redoes the one that was undone last. */
  | { type: 'undo'; direction: UndoDirection }
  /** Asks for all events so far. */
  | { type: 'record' }
  /** Asks for the whole state, and for all events so far. */
  | { type: 'snapshot' }
  /** Asks for a copy of a field as it is now. */
  | { type: 'field'; name: string }
  /** Asks for a mesh of the surface, or of a dye in a volume where it reaches `level`. */
  | { type: 'mesh'; dye?: string; level: number }
  /** The fields that every frame contains from now on, besides those that it always has. */
  | { type: 'show'; fields: readonly string[] }
  /** The instruments that are in use from now on. */
  | ({ type: 'instruments' } & InstrumentSettings)
  /** Returns the buffers of a frame, which are used again: a running simulation allocates nothing. */
  | ({ type: 'recycle' } & FrameBuffers)
  /** The page has drawn water; the connection is free for the bodies. */
  | { type: 'drawn' }

/** Instruments that look at every step. */
export interface InstrumentSettings {
  probes: readonly Probe[]
  /** Whether the waves are recorded for their dispersion. */
  dispersion: boolean
  /** Whether the time of each kernel is measured. */
  passes: boolean
}

/** One value for each cell, row-major, nz rows of nx. */
export type Values = Float32Array<ArrayBuffer>

/** Fields of a fluid by name, compact: planes of rows of values along x; velocities on the faces of cells. */
export type FluidFields = Record<string, Values>

/** Description of a fluid in a box for the page. */
export interface FluidInfo {
  /** Cells along x, y and z; a flat fluid has one along z. */
  cells: [nx: number, ny: number, nz: number]
  /** Names of its fields. */
  fields: readonly string[]
}

/** Constant properties of a body for the page. */
export interface BodyInfo {
  name?: string
  color?: string
  /** In the body's own axes. */
  pieces: readonly PieceLike[]
  /** Whether it can be dragged. */
  isMovable: boolean
  /** Whether it can be steered. */
  hasMotor: boolean
}

/** Numbers of a drop: position (3), radius, velocity (3). */
export const dropLength = 7

/** Number of values of a body in a frame: position [m], rotation as a quaternion, density [kg/m³], share of its volume under water [1]. */
export const poseLength = 9

/** Fields of each cascade of an ocean: slopes and derivatives of the displacement, named `slopeX_0`, `slopeX_1` and so on. */
export const cascadeFields = ['slopeX', 'slopeZ', 'dxx', 'dzz', 'dxz'] as const

/** Description of the running simulation for the page. */
export interface SimulationInfo {
  scene: Scene
  grid: Grid
  /** s */
  timeStep: number
  substeps: number
  threads: number
  /** Names of all fields. */
  fieldNames: readonly string[]
  /** Names of the fields in `Frame.surfaceFields`. */
  surfaceFieldNames: readonly string[]
  /** Whether the water lies on terrain that can be changed. */
  hasTerrain: boolean
  /** Whether there are bodies, or can be. */
  hasBodies: boolean
  /** Only of a fluid in a box, which has no surface. */
  fluid?: FluidInfo
  /** Warnings: files that were resampled or filled, and a scene without water. */
  warnings: readonly string[]
}

/** The surface, or the fluid, after a step. */
export interface Frame extends FrameBuffers {
  type: 'frame'
  step: number
  /** Simulated time [s]. */
  time: number
  /** x, y, z and radius [m] and velocity [m/s] of each drop in the air; absent when there are none. Not recycled: its length changes. */
  spray?: Values
}

/** Arrays that are transferred between worker and page and used again. */
export interface FrameBuffers {
  /** Heights above rest [m]; absent where there is no surface. */
  heights?: Values
  /** The other fields of a surface, in the order of `SimulationInfo.surfaceFieldNames`; absent where there are none. */
  surfaceFields?: Values
  /** Fields of a fluid that were asked for; absent where there is a surface. */
  fluid?: FluidFields
  /** Fields of a surface that were asked for. */
  fields?: FluidFields
  /** Openness of each cell, 1 water or fluid, 0 solid; only when it has changed since the last frame. */
  openness?: Values
  /** Elevation of the terrain [m]; only when it has changed since the last frame. */
  bed?: Values
  /** `poseLength` numbers for each body; absent where there can be no bodies. */
  poses?: Values
}

/** Numbers for the panel, a few times a second and after every single step. */
export interface Report {
  type: 'report'
  diagnostics: Diagnostics
  /** Mean duration of a step since the last report [ms]; absent when there was none. */
  stepDuration?: number
  /** Simulated seconds per second, of the last seconds; absent while paused, and until enough time has run. */
  pace?: number
  /** Time of each kernel per step [ms], the longest first; only while it is measured. */
  passes?: readonly KernelTime[]
  /** Hash of the whole state; only while paused, since it reads all memory. */
  hash?: string
}

/** Time of a kernel in a step [ms]. */
export interface KernelTime {
  kernel: string
  milliseconds: number
}

/** A field as it was when the page asked for it. */
export interface FieldCopy {
  type: 'field'
  name: string
  /** Rows along z of values along x; of a fluid: planes along z, unless it is flat, of rows along y of values along x. */
  values: Float32Array<ArrayBuffer>
  shape: readonly number[]
  /** Simulated time [s]. */
  time: number
}

/** A mesh as binary glTF, or the reason why there is none. */
export interface MeshFile {
  type: 'mesh'
  file?: Uint8Array<ArrayBuffer>
  problem?: string
  /** Simulated time [s]. */
  time: number
}

export type FromWorker =
  | { type: 'opened'; info: SimulationInfo }
  | Frame
  | Report
  /** All events so far, from the scene and from the tools, and the step that the run has reached. */
  | { type: 'recorded'; events: RecordedEvent[]; step: number }
  /** The whole state after a step, and the events that have led to it. */
  | { type: 'snapshot'; events: RecordedEvent[]; step: number; bytes: Uint8Array<ArrayBuffer> }
  | FieldCopy
  | MeshFile
  /** New values of all probes. Each replaces the values of its probe from its first step on. */
  | { type: 'traces'; traces: TracePart[] }
  /** The dispersion of the waves so far. */
  | ({ type: 'dispersion' } & MeasuredDispersion)
  /** The step of a `goTo` is reached; its frame was sent before. `duration`: time since the request arrived [ms]. */
  | { type: 'reached'; step: number; duration: number }
  /** All bodies, before the first frame that has others than the last one. */
  | { type: 'bodies'; bodies: BodyInfo[] }
  /** All sources that events have placed, after each change. */
  | { type: 'sources'; sources: readonly PlacedSource[] }
  /** The actions that can be undone and redone, after each change. */
  | ({ type: 'actions' } & ActionCounts)
  /** An action was not undone or redone because it would take too long; the simulation continues. */
  | { type: 'undoRefused'; message: string }
  /** This water cannot be changed by events; the simulation continues. */
  | { type: 'readOnly'; message: string }
  /** An event could not be applied, such as a body that would overlap another; the simulation continues. */
  | { type: 'eventRejected'; message: string }
  /** The scene was not opened because it needs more than `OpenRequest.mostBytes`. */
  | ({ type: 'large' } & SceneSize)
  /** The scene could not be opened, or the simulation stopped. */
  | { type: 'failed'; message: string }

/** Cells of a scene, and the memory of its simulation [bytes]. */
export interface SceneSize {
  cells: number
  bytes: number
}

/** Receiver of a worker's messages. */
export interface Port {
  postMessage(message: FromWorker, transfer?: Transferable[]): void
}
