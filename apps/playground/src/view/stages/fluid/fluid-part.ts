import type { Object3D, Renderer } from 'three/webgpu'

/** A part of the picture of a fluid: its rendering, or an overlay. */
export interface FluidPart {
  readonly object: Object3D
  /** Shows the new fields: `simulated` [s] later in simulated time, `seconds` [s] later on the wall clock. */
  update(simulated: number, seconds: number): void
  /** Forgets what it has carried on: time has jumped. */
  restart?(): void
  /** Renders textures for the next picture. */
  render?(renderer: Renderer): void
  /** Changes the level of its surface, where it has one. */
  setLevel?(level: number): void
  dispose(): void
}
