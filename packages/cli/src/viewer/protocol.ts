// The messages of the viewer's server, for the page (apps/playground/src/viewer).
//
//     run.json                      a `RunDescription`
//     run/frames/<n>/<field>.npy    values of a field in a frame
//     run/start/<field>.npy         values of `startFields`
//     run/poses.npy                 frames × bodies × `poseValues`, if there are bodies

import type { Grid, Scene } from 'seiche'

/** Numbers of a body in a frame: position [m], rotation as a quaternion, submerged share [1]. */
export const poseValues = 8

export interface RunDescription {
  /** Name of the folder. */
  name: string
  scene: Scene
  grid: Grid
  /** s */
  timeStep: number
  substeps: number
  threads: number
  steps: number
  hash: string
  /** Fields of the frames. */
  fields: Record<string, { unit: string; meaning: string; shape: readonly number[] }>
  /** Fields at the start that frames do not have: `openness` of cells, elevation of the `bed`. */
  startFields: string[]
  frames: { frame: number; step: number; time: number }[]
  /** Bodies in the order of their poses. */
  bodies: DescribedBody[]
  /** The log of the run: probes, and else the energy. */
  log: LoggedSeries
  /** Lowest and highest elevation of the run [m]; undefined for a fluid. */
  elevations?: [lowest: number, highest: number]
  /** Usual height of the waves above or below the rest level [m], by which heights are exaggerated. */
  waveHeight?: number
  /** Messages about parts that cannot be shown. */
  notices: string[]
}

/** Arrays in place of typed arrays: it is sent as JSON. */
export interface DescribedBody {
  name?: string
  color?: string
  pieces: unknown[]
}

export interface LoggedSeries {
  /** s */
  time: number[]
  series: { name: string; unit: string; values: number[] }[]
}
