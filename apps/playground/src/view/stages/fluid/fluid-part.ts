import type { Object3D } from 'three/webgpu'

/** A view of a fluid on the stage. */
export interface FluidPart {
  readonly object: Object3D
  /** The fluid has changed: `simulated` [s] later in its own time, `seconds` [s] later on the clock. */
  update(simulated: number, seconds: number): void
  dispose(): void
}
