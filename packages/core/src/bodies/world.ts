// The rigid-body engine as the water knows it. Everything else of the engine stays behind this.

import type { Grid } from '../fields/grid.js'
import type { Body, Joint } from '../scene/schema/body.js'
import type { Solid } from './geometry/solid.js'

/** A body of the scene and what it is made of. */
export interface LoadedBody {
  readonly body: Body
  readonly solid: Solid
}

/** What bodies lie on and bump into, besides each other. */
export interface Tank {
  readonly grid: Grid
  /** Height of the floor [m]; bodies never fall through it. */
  readonly floor: number
  /** Which edges of the grid are walls, without end upward. */
  readonly walls: { readonly 'x-': boolean; readonly 'x+': boolean; readonly 'z-': boolean; readonly 'z+': boolean }
  /** Heights of the ground at the centres of the cells [m], nz rows of nx; undefined if it is level. */
  readonly bed?: ArrayLike<number> | undefined
  /** Friction and restitution of walls, floor and ground [1]. */
  readonly friction?: number | undefined
  readonly restitution?: number | undefined
}

export interface BodyWorldSetup {
  readonly bodies: readonly LoadedBody[]
  readonly joints: readonly Joint[]
  readonly tank: Tank
  /** [m/s²] */
  readonly gravity: number
}

/**
 * Rigid bodies in motion. The arrays are live: set anew by `step` and `restore`, in the order of the scene's bodies; `add` and
 * `restore` may replace them by longer ones. The same calls give the same bits on every machine.
 */
export interface BodyWorld {
  readonly count: number
  /** x, y, z of each body's origin [m]. */
  readonly positions: Float64Array
  /** Unit quaternion x, y, z, w of each body. */
  readonly rotations: Float64Array
  /** x, y, z of each centre of mass [m]. */
  readonly centers: Float64Array
  /** Velocity of each centre of mass [m/s]. */
  readonly velocities: Float64Array
  /** Angular velocity of each body [rad/s], about the scene's axes. */
  readonly angularVelocities: Float64Array
  /** Mass of each body [kg]; Infinity for those that nothing moves. */
  readonly masses: Float64Array
  /** Time that the bodies are at [s]. */
  readonly time: number
  /**
   * Gives a body momentum [N s] and, about its centre of mass, angular momentum [N m s], evenly in the course of the next
   * step. Pushes add up; bodies that nothing moves ignore them.
   */
  push(body: number, x: number, y: number, z: number, turnX: number, turnY: number, turnZ: number): void
  /** Puts one more body into the scene, behind the others. Throws `SceneError` if another is in its place. */
  add(body: LoadedBody): void
  /** Makes a body that many times as heavy as it was made [1]. */
  setDensity(body: number, factor: number): void
  /** Changes the ground (`Tank.bed`). */
  setTerrain(bed: ArrayLike<number>): void
  /** Moves everything on by a time [s]. */
  step(seconds: number): void
  /** The whole state between two steps; pushes that no step has taken up are not in it. */
  snapshot(): Uint8Array
  /** Goes back to a snapshot. `bodies`: those of that moment. Throws for a snapshot of another engine or of other bodies, and then has changed nothing. */
  restore(state: Uint8Array, bodies: readonly LoadedBody[]): void
  dispose(): void
}

/** Makes the bodies of a scene. Throws `SceneError` for bodies that cannot be where they are. */
export type CreateBodyWorld = (setup: BodyWorldSetup) => Promise<BodyWorld>
