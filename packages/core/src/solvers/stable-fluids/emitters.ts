// Emitters: before each step they add dye and heat, and set the velocity within their shapes.

import { positionAlong, type VolumeField, type VolumeGrid } from '../../fields/volume-field.js'
import { FREE } from '../../generated/layouts/fluids/boundary.js'
import { SceneError } from '../../scene/parse/error.js'
import {
  type Distances,
  distancesOf,
  type Extent,
  extentOf,
  followMotion,
} from '../../scene/rasterize/signed-distance.js'
import type { FluidEmitter, FluidScene, FluidShape } from '../../scene/schema/fluid.js'

/**
 * Values of a field that a shape covers: their indices in its data, the covered fraction of each, and its signed distance from the surface
 * of the shape [m]. The arrays grow as needed and are reused.
 */
class FractionList {
  count = 0
  at = new Int32Array(64)
  part = new Float64Array(64)
  distance = new Float64Array(64)
  readonly #bounds = new Int32Array(6)
  readonly #across = new Float64Array(2)
  #xs = new Float64Array(0)
  #found = new Float64Array(0)

  /** Finds the values that a shape covers. `by`: its displacement [m]. `soft`: width of the ramp at its surface [m], at least a cell. */
  cover(
    field: VolumeField,
    { nx, ny, nz, cellSize }: VolumeGrid,
    distances: Distances,
    extent: Extent,
    soft: number,
    by: readonly number[],
  ): void {
    const { location } = field
    const wide = Math.max(soft, cellSize)
    for (let axis = 0; axis < 3; axis++) {
      const cells = axis === 0 ? nx : axis === 1 ? ny : nz
      const shift = by[axis]! / cellSize + cells / 2 - (location === axis ? 0 : 0.5)
      const last = field.extent[axis]! - 1
      const low = (extent.low[axis]! - wide / 2) / cellSize + shift
      const high = (extent.high[axis]! + wide / 2) / cellSize + shift
      this.#bounds[axis] = Math.floor(Math.min(last, Math.max(0, low)))
      this.#bounds[3 + axis] = Math.ceil(Math.min(last, Math.max(0, high)))
    }
    const bounds = this.#bounds
    const i0 = bounds[0]!
    const columns = bounds[3]! - i0 + 1
    if (this.#xs.length < columns) {
      this.#xs = new Float64Array(columns)
      this.#found = new Float64Array(columns)
    }
    for (let p = 0; p < columns; p++) this.#xs[p] = positionAlong(nx, cellSize, i0 + p, location === 0) - by[0]!
    this.count = 0
    for (let k = bounds[2]!; k <= bounds[5]!; k++)
      for (let j = bounds[1]!; j <= bounds[4]!; j++) {
        this.#across[0] = positionAlong(ny, cellSize, j, location === 1) - by[1]!
        this.#across[1] = positionAlong(nz, cellSize, k, location === 2) - by[2]!
        distances(this.#xs, this.#across, columns, this.#found)
        if (this.count + columns > this.at.length) this.#grow(columns)
        const row = field.index(i0, j, k)
        for (let p = 0; p < columns; p++) {
          const distance = this.#found[p]!
          const part = Math.min(1, Math.max(0, 0.5 - distance / wide))
          if (!(part > 0)) continue
          this.at[this.count] = row + p
          this.part[this.count] = part
          this.distance[this.count++] = distance
        }
      }
  }

  #grow(more: number): void {
    const room = 2 * (this.count + more)
    const [at, part, distance] = [new Int32Array(room), new Float64Array(room), new Float64Array(room)]
    at.set(this.at)
    part.set(this.part)
    distance.set(this.distance)
    this.at = at
    this.part = part
    this.distance = distance
  }
}

const NO_DISPLACEMENT: readonly number[] = [0, 0, 0]

/** Adds `amount` to a field within a shape, times the covered fraction of each value. */
export function addShape(
  field: VolumeField,
  grid: VolumeGrid,
  shape: FluidShape & { soft: number },
  amount: number,
): void {
  const patch = new FractionList()
  patch.cover(field, grid, distancesOf(shape), extentOf(shape), shape.soft, NO_DISPLACEMENT)
  for (let n = 0; n < patch.count; n++) field.data[patch.at[n]!]! += amount * patch.part[n]!
}

/** Adds to a field within a ball: `amount` at its center, decreasing to its surface as (1 - r²)². `free`: whether a value may change. */
export function addBall(
  field: VolumeField,
  grid: VolumeGrid,
  center: readonly number[],
  radius: number,
  amount: number,
  free: (at: number) => boolean,
): void {
  const wide = Math.max(radius, grid.cellSize)
  const ball: FluidShape = { shape: 'sphere', center: [...center], radius: wide }
  const patch = new FractionList()
  patch.cover(field, grid, distancesOf(ball), extentOf(ball), 0, NO_DISPLACEMENT)
  for (let n = 0; n < patch.count; n++) {
    const r = Math.min(1, 1 + patch.distance[n]! / wide)
    if (free(patch.at[n]!)) field.data[patch.at[n]!]! += amount * (1 - r * r) * (1 - r * r)
  }
}

/** The quantities that emitters act on. */
export interface Emitted {
  readonly velocity: readonly VolumeField[]
  readonly faceFlag: readonly VolumeField[]
  readonly open: VolumeField
  readonly dyes: ReadonlyMap<string, VolumeField>
  readonly temperature: VolumeField | undefined
}

/** An emitter and the values that it covers, at cell centers and on the faces of each component. */
interface Emitting {
  readonly emitter: FluidEmitter
  readonly dyes: readonly [name: string, rate: number][]
  readonly distances: Distances
  readonly extent: Extent
  readonly centers: FractionList
  readonly faces: readonly FractionList[]
  /** Whether the lists are valid for all steps, because the emitter does not move. */
  isFixed: boolean
}

export class FluidEmitters {
  readonly #grid: VolumeGrid
  readonly #dt: number
  readonly #emitters: readonly Emitting[]
  readonly #by = [0, 0, 0]
  readonly #speed = [0, 0, 0]

  /** `dt`: the time step [s]. */
  constructor(grid: VolumeGrid, { emitters }: FluidScene, dt: number) {
    this.#grid = grid
    this.#dt = dt
    this.#emitters = emitters.map((emitter) => ({
      emitter,
      dyes: Object.entries(emitter.dyes),
      distances: distancesOf(emitter),
      extent: extentOf(emitter),
      centers: new FractionList(),
      faces: Array.from({ length: grid.nz > 1 ? 3 : 2 }, () => new FractionList()),
      isFixed: false,
    }))
  }

  /**
   * Validates that each emitter that does not move covers some fluid.
   *
   * @throws SceneError
   */
  check(open: VolumeField): void {
    this.#emitters.forEach(({ emitter, distances, extent, centers }, index) => {
      if (emitter.motion) return
      centers.cover(open, this.#grid, distances, extent, emitter.soft, NO_DISPLACEMENT)
      if (centers.at.subarray(0, centers.count).some((cell) => open.data[cell]! > 0)) return
      const { nx, ny, nz, cellSize } = this.#grid
      const sides = [nx, ny, ...(nz > 1 ? [nz] : [])].map((cells) => Number(((cells * cellSize) / 2).toPrecision(6)))
      throw SceneError.at(
        ['fluid', 'emitters', index],
        centers.count > 0
          ? 'this emitter lies within solids, where there is no fluid'
          : `this emitter lies outside the box, which reaches ${sides.join(', ')} m from its middle along ${['x', 'y', 'z'].slice(0, sides.length).join(', ')}`,
      )
    })
  }

  /** Applies the emitters in the step of this number. Those that do not move cover the same values in every step. */
  act(step: number, { velocity, faceFlag, open, dyes, temperature }: Emitted): void {
    // Even the product would be allocated as long as this function is interpreted, as one with nothing to do is.
    if (this.#emitters.length === 0) return
    const dt = this.#dt
    const time = step * dt
    for (let e = 0; e < this.#emitters.length; e++) {
      const emitting = this.#emitters[e]!
      const { emitter, centers, faces } = emitting
      if (time < emitter.start || (emitter.end !== undefined && time >= emitter.end)) continue
      if (!emitting.isFixed) {
        followMotion(emitter.motion, time, this.#by, this.#speed)
        const { distances, extent } = emitting
        centers.cover(open, this.#grid, distances, extent, emitter.soft, this.#by)
        for (let axis = 0; axis < faces.length; axis++)
          faces[axis]!.cover(velocity[axis]!, this.#grid, distances, extent, emitter.soft, this.#by)
        emitting.isFixed = emitter.motion === undefined
      }
      for (let d = 0; d < emitting.dyes.length; d++)
        add(dyes.get(emitting.dyes[d]![0])!, centers, emitting.dyes[d]![1] * dt, open)
      if (temperature && emitter.heat !== 0) add(temperature, centers, emitter.heat * dt, open)
      if (emitter.velocity)
        for (let axis = 0; axis < velocity.length; axis++)
          drive(velocity[axis]!, faces[axis]!, emitter.velocity[axis] ?? 0, faceFlag[axis]!)
    }
  }
}

/** Adds an amount where there is fluid. */
function add({ data }: VolumeField, { at, part, count }: FractionList, amount: number, open: VolumeField): void {
  for (let k = 0; k < count; k++) if (open.data[at[k]!]! > 0) data[at[k]!]! += amount * part[k]!
}

/** Brings a velocity component to a target value, by the covered fraction, on the faces where the flow is free. */
function drive({ data }: VolumeField, { at, part, count }: FractionList, target: number, faceFlag: VolumeField): void {
  for (let k = 0; k < count; k++)
    if (faceFlag.data[at[k]!] === FREE) data[at[k]!]! += part[k]! * (target - data[at[k]!]!)
}
