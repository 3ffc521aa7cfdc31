// The interface of the rigid-body engine. The rest of Seiche uses the engine through this only.

import type { Grid } from '../fields/grid.js'
import type { Body, Joint } from '../scene/schema/body.js'
import type { Solid } from './geometry/solid.js'

/** A body of the scene and its solid. */
export interface LoadedBody {
  readonly body: Body
  readonly solid: Solid
}

/** The static colliders: floor, walls and terrain. */
export interface Tank {
  readonly grid: Grid
  /** Height of the floor [m]; bodies never fall through it. */
  readonly floor: number
  /** Which edges of the grid are walls, of unlimited height. */
  readonly walls: { readonly 'x-': boolean; readonly 'x+': boolean; readonly 'z-': boolean; readonly 'z+': boolean }
  /** Heights of the terrain at the centres of the cells [m], nz rows of nx; undefined if it is level. */
  readonly bed?: ArrayLike<number> | undefined
  /** Friction and restitution of walls, floor and terrain [1]. */
  readonly friction?: number | undefined
  readonly restitution?: number | undefined
}

/** The bodies, joints and surroundings that a rigid-body engine starts with. */
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
  /** Mass of each body [kg]; Infinity for fixed and kinematic bodies. */
  readonly masses: Float64Array
  /** Time of the present state [s]. */
  readonly time: number
  /**
   * Gives a body momentum [N s] and, about its centre of mass, angular momentum [N m s], spread evenly over the next step.
   * Pushes add up; bodies of infinite mass ignore them.
   */
  push(body: number, x: number, y: number, z: number, turnX: number, turnY: number, turnZ: number): void
  /** Adds a body behind the others. Throws `SceneError` if it overlaps another one. */
  add(body: LoadedBody): void
  /** Sets the mass of a body to a multiple of its initial mass [1]. */
  setDensity(body: number, factor: number): void
  /** Replaces the terrain (`Tank.bed`). */
  setTerrain(bed: ArrayLike<number>): void
  /** Moves all bodies on by a time [s]. */
  step(seconds: number): void
  /** The whole state between two steps, without pushes since the last step. */
  snapshot(): Uint8Array
  /** Restores a snapshot. `bodies`: those of that time. Throws for a snapshot of another engine or of other bodies, and then has changed nothing. */
  restore(state: Uint8Array, bodies: readonly LoadedBody[]): void
  /** Frees the engine's memory. */
  dispose(): void
}

/**
 * A rigid-body engine, as {@link createSimulation} takes it: a function that creates the bodies of a scene. It throws
 * {@link SceneError} for bodies that overlap. `rapier` of `seiche/bodies` is one.
 */
export type CreateBodyWorld = (setup: BodyWorldSetup) => Promise<BodyWorld>
