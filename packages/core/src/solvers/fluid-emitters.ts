// What emitters do to a fluid before a step: they add dye and heat, and drive the flow within.

import { positionAlong, type VolumeField, type VolumeGrid } from '../fields/volume.js'
import { SceneError } from '../scene/error.js'
import type { FluidEmitter, FluidScene, FluidShape } from '../scene/fluid-schema.js'
import { type Distance, distanceOf, extentOf, followMotion } from '../scene/fluid-shapes.js'

/** A box of cells or faces: from `low` up to `high`. */
type Bounds = [number, number, number, number, number, number]

/** How much of a place `distance` outside a rim lies within: a ramp one cell wide, or as wide as it fades. */
export function coverageAt(distance: number, soft: number, cellSize: number): number {
  return Math.min(1, Math.max(0, 0.5 - distance / Math.max(soft, cellSize)))
}

/** Adds `amount` to a field where a shape is, by how much of each place it covers. */
export function addShape(
  field: VolumeField,
  grid: VolumeGrid,
  shape: FluidShape & { soft: number },
  amount: number,
): void {
  visit(
    field,
    grid,
    distanceOf(shape),
    boundsOf(field, grid, shape, shape.soft, [0, 0, 0]),
    [0, 0, 0],
    shape.soft,
    (at, part) => {
      field.data[at]! += amount * part
    },
  )
}

/** Adds to a field within a ball, all of `amount` in its middle, fading to its rim as (1 - r²)²; `free` says where it may. */
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
  const distance = distanceOf(ball)
  const still = [0, 0, 0]
  visit(field, grid, distance, boundsOf(field, grid, ball, 0, still), still, 0, (at, _, d) => {
    const r = Math.min(1, 1 + d / wide)
    if (free(at)) field.data[at]! += amount * (1 - r * r) * (1 - r * r)
  })
}

/** Places of a field that a shape can reach. */
function boundsOf(
  field: VolumeField,
  grid: VolumeGrid,
  shape: FluidShape,
  soft: number,
  by: readonly number[],
): Bounds {
  const { low, high } = extentOf(shape)
  const cells = [grid.nx, grid.ny, grid.nz]
  const reach = Math.max(soft, grid.cellSize) / 2
  const bound = (axis: number, value: number) => {
    const index = (value + by[axis]!) / grid.cellSize + cells[axis]! / 2 - (field.place === axis ? 0 : 0.5)
    return Math.min(field.extent[axis]! - 1, Math.max(0, index))
  }
  const first = (axis: number) => Math.floor(bound(axis, low[axis]! - reach))
  const last = (axis: number) => Math.ceil(bound(axis, high[axis]! + reach))
  return [first(0), first(1), first(2), last(0), last(1), last(2)]
}

/** Calls for every place that is covered, with its index in the field's data and the part of it. */
function visit(
  field: VolumeField,
  { nx, ny, nz, cellSize }: VolumeGrid,
  distance: Distance,
  [i0, j0, k0, i1, j1, k1]: Bounds,
  by: readonly number[],
  soft: number,
  act: (at: number, part: number, distance: number) => void,
): void {
  const { place } = field
  for (let k = k0; k <= k1; k++)
    for (let j = j0; j <= j1; j++)
      for (let i = i0; i <= i1; i++) {
        const x = positionAlong(nx, cellSize, i, place === 0) - by[0]!
        const y = positionAlong(ny, cellSize, j, place === 1) - by[1]!
        const z = positionAlong(nz, cellSize, k, place === 2) - by[2]!
        const d = distance(x, y, z)
        const part = coverageAt(d, soft, cellSize)
        if (part > 0) act(field.index(i, j, k), part, d)
      }
}

/** The quantities that emitters act on. */
export interface Emitted {
  readonly velocity: readonly VolumeField[]
  readonly hold: readonly VolumeField[]
  readonly open: VolumeField
  readonly dyes: ReadonlyMap<string, VolumeField>
  readonly temperature: VolumeField | undefined
}

/** Places that an emitter covers: their indices in a field's data, and the part of each. */
interface Patch {
  readonly at: Int32Array
  readonly part: Float64Array
}

/** What an emitter covers, at centres and on the faces of each component. */
interface Covered {
  readonly centres: Patch
  readonly faces: readonly Patch[]
}

export class FluidEmitters {
  readonly #grid: VolumeGrid
  readonly #emitters: readonly FluidEmitter[]
  readonly #covered: (Covered | undefined)[] = []
  readonly #by = [0, 0, 0]
  readonly #speed = [0, 0, 0]

  constructor(grid: VolumeGrid, { emitters }: FluidScene) {
    this.#grid = grid
    this.#emitters = emitters
  }

  /** Refuses emitters that stand still where no fluid is. Throws `SceneError`. */
  check(open: VolumeField): void {
    this.#emitters.forEach((emitter, index) => {
      if (emitter.motion) return
      const { at } = this.#patch(open, emitter)
      if (at.some((cell) => open.data[cell]! > 0)) return
      const { nx, ny, nz, cellSize } = this.#grid
      const sides = [nx, ny, ...(nz > 1 ? [nz] : [])].map((cells) => Number(((cells * cellSize) / 2).toPrecision(6)))
      throw SceneError.at(
        ['fluid', 'emitters', index],
        at.length > 0
          ? 'this emitter lies within solids, where there is no fluid'
          : `this emitter lies outside the box, which reaches ${sides.join(', ')} m from its middle along ${['x', 'y', 'z'].slice(0, sides.length).join(', ')}`,
      )
    })
  }

  /** What they do in one step of dt [s] from `time` [s] on. Those that stand still cover the same places in every step. */
  act(time: number, dt: number, { velocity, hold, open, dyes, temperature }: Emitted): void {
    for (let e = 0; e < this.#emitters.length; e++) {
      const emitter = this.#emitters[e]!
      if (time < emitter.start || (emitter.end !== undefined && time >= emitter.end)) continue
      if (emitter.motion || !this.#covered[e]) {
        followMotion(emitter.motion, time, this.#by, this.#speed)
        this.#covered[e] = {
          centres: this.#patch(open, emitter),
          faces: velocity.map((field) => this.#patch(field, emitter)),
        }
      }
      const { centres, faces } = this.#covered[e]!
      for (const name in emitter.dyes) add(dyes.get(name)!, centres, emitter.dyes[name]! * dt, open)
      if (temperature && emitter.heat !== 0) add(temperature, centres, emitter.heat * dt, open)
      if (emitter.velocity)
        for (let axis = 0; axis < velocity.length; axis++)
          drive(velocity[axis]!, faces[axis]!, emitter.velocity[axis] ?? 0, hold[axis]!)
    }
  }

  /** The places of a field that an emitter covers where it is now. */
  #patch(field: VolumeField, emitter: FluidEmitter): Patch {
    const [places, parts]: [number[], number[]] = [[], []]
    const bounds = boundsOf(field, this.#grid, emitter, emitter.soft, this.#by)
    visit(field, this.#grid, distanceOf(emitter), bounds, this.#by, emitter.soft, (at, part) => {
      places.push(at)
      parts.push(part)
    })
    return { at: Int32Array.from(places), part: Float64Array.from(parts) }
  }
}

/** Adds an amount where there is fluid. */
function add({ data }: VolumeField, { at, part }: Patch, amount: number, open: VolumeField): void {
  for (let k = 0; k < at.length; k++) if (open.data[at[k]!]! > 0) data[at[k]!]! += amount * part[k]!
}

/** Brings a component to a velocity where the flow is free. */
function drive({ data }: VolumeField, { at, part }: Patch, wanted: number, hold: VolumeField): void {
  for (let k = 0; k < at.length; k++) if (hold.data[at[k]!] === 0) data[at[k]!]! += part[k]! * (wanted - data[at[k]!]!)
}
