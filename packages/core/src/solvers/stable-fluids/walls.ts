// Where a fluid can be: its edges and its solids, as the kernels need them.
//
//   hold     what holds the flow on each face, as a number: kernels/fluids/boundary.ts has the table
//   target   the velocity of what holds or partly closes the face [m/s]
//   a        the open part of each face between cells, 0 to 1, from the distance of its centre to the nearest solid
//   open     the open part of each cell
//
// Faces less than a twentieth open are closed: water in slivers could leap. On the edges of the box a face is as open as the cell inside.
//
// Strokes paint over what stands in flat boxes: a field, 1 where they built, -1 where they opened, 0 where all is as the scene has it. It is
// linear between centres, and a surface lies where it is a half either way.

import type { Arena } from '../../fields/arena.js'
import type { Patch } from '../../fields/cell-box.js'
import { CENTER, type GridLocation, positionAlong, VolumeField, type VolumeGrid } from '../../fields/volume-field.js'
import { DEEP, FREE, HELD, MIRROR, SLIPPERY } from '../../generated/layouts/fluids/boundary.js'
import type { PoissonAxis, PoissonEdge } from '../../operators/poisson/axis.js'
import type { FluidFiles } from '../../scene/fluid-load.js'
import { SceneError } from '../../scene/parse/error.js'
import {
  type Distances,
  distancesOf,
  distancesOfSolidity,
  type Extent,
  extentOf,
  followMotion,
} from '../../scene/rasterize/signed-distance.js'
import type { FluidEdge, FluidEdges, FluidMotion, FluidScene, FluidSolid } from '../../scene/schema/fluid.js'

/** Least openness of a face or cell that is open at all. */
const MIN_OPENNESS = 0.05
/** Cells around a moving solid within which faces may change. */
const MARGIN = 3
/** Layers of faces that are filled inside slippery solids, as `hold` numbers them. */
export const SLIPPERY_LAYERS: readonly number[] = Array.from(
  { length: DEEP - SLIPPERY },
  (_, layer) => SLIPPERY + layer,
)

export const AXES = ['x', 'y', 'z'] as const
export type AxisNumber = 0 | 1 | 2

/** What strokes build: the fluid sticks to it. */
const PAINTED: FluidSolid = { npy: '', slip: 'no-slip' }

/** A solid with its place. */
interface Standing {
  readonly solid: FluidSolid
  readonly motion: FluidMotion | undefined
  /** Of a file known at the start. */
  distances: Distances
  /** Around it where it was drawn, if it moves. */
  readonly extent: Extent | undefined
  readonly by: number[]
  readonly velocity: number[]
}

/** Cells from `low` up to and not including `high`. */
interface Range {
  readonly low: [number, number, number]
  readonly high: [number, number, number]
}

/** Open part of a place whose centre is so many cells from a solid. */
function opennessAt(cells: number): number {
  const open = Math.min(1, Math.max(0, 0.5 + cells))
  return open < MIN_OPENNESS ? 0 : open
}

export class FluidWalls {
  readonly faceFlag: readonly VolumeField[]
  readonly faceVelocity: readonly VolumeField[]
  readonly openFaces: readonly VolumeField[]
  readonly open: VolumeField
  /** What strokes have built and opened, 1 to -1; undefined in a volume, where none can be. */
  readonly painted: VolumeField | undefined
  /** Whether any of them moves. */
  readonly moves: boolean
  readonly #grid: VolumeGrid
  readonly #dt: number
  /** Along x, y and z. */
  readonly #cells: readonly number[]
  readonly #edges: FluidEdges
  /** Before and after along x, y and z. */
  readonly #edgeList: readonly FluidEdge[]
  readonly #solids: Standing[]
  readonly #dimensions: number
  readonly #slippery: boolean
  /** A line of places: x, then y and z, and what is found there. */
  readonly #xs: Float64Array
  readonly #across = new Float64Array(2)
  readonly #found: Float64Array
  /** What strokes have made of the places. */
  readonly #paint: Float64Array
  /** The nearest solid of each place, and how far it is [m]; and of a single place. */
  readonly #nearest: Int32Array
  readonly #distance: Float64Array
  readonly #nearestAlone = new Int32Array(1)
  readonly #distanceAlone = new Float64Array(1)
  #isPainted = false
  readonly #last: Range = { low: [0, 0, 0], high: [0, 0, 0] }
  readonly #now: Range = { low: [0, 0, 0], high: [0, 0, 0] }

  /** `dt`: the time step [s]. */
  constructor(grid: VolumeGrid, { boundaries, solids }: FluidScene, dt: number, arena: Arena) {
    this.#grid = grid
    this.#dt = dt
    this.#cells = [grid.nx, grid.ny, grid.nz]
    this.#edges = boundaries
    this.#edgeList = AXES.flatMap((axis) => [boundaries[`${axis}-`], boundaries[`${axis}+`]])
    this.#dimensions = grid.nz > 1 ? 3 : 2
    this.#slippery = solids.some(({ slip }) => slip === 'free-slip')
    const longest = grid.nx + 1
    this.#xs = new Float64Array(longest)
    this.#found = new Float64Array(longest)
    this.#paint = new Float64Array(longest)
    this.#nearest = new Int32Array(longest)
    this.#distance = new Float64Array(longest)
    this.moves = solids.some((solid) => 'motion' in solid && solid.motion !== undefined)
    this.#solids = solids.map((solid) => ({
      solid,
      motion: 'motion' in solid ? solid.motion : undefined,
      distances: 'npy' in solid ? () => undefined : distancesOf(solid),
      extent: 'motion' in solid && solid.motion ? extentOf(solid) : undefined,
      by: [0, 0, 0],
      velocity: [0, 0, 0],
    }))
    const description = { name: 'walls', unit: '', description: 'where the fluid can be' }
    const each = (padded: boolean) =>
      Array.from(
        { length: this.#dimensions },
        (_, axis) => new VolumeField(arena, description, grid, padded ? (axis as GridLocation) : CENTER, padded),
      )
    this.faceFlag = each(true)
    this.faceVelocity = each(true)
    this.open = new VolumeField(
      arena,
      { name: 'open', unit: '', description: 'open part of a cell: 1 fluid, 0 solid' },
      grid,
      CENTER,
      false,
    )
    const flat = this.#dimensions === 2
    // In a volume without solids no kernel ever looks at the faces; one field stands for all.
    this.openFaces = this.hasSolids || flat ? each(false) : Array.from({ length: this.#dimensions }, () => this.open)
    this.painted = flat
      ? new VolumeField(
          arena,
          {
            name: 'painted',
            unit: '',
            description: 'what strokes made of a cell: 1 solid, -1 open, 0 as the scene has it',
          },
          grid,
          CENTER,
          false,
        )
      : undefined
  }

  get resources() {
    const painted = this.painted ? [this.painted] : []
    return [...this.faceFlag, ...this.faceVelocity, ...new Set([...this.openFaces, this.open]), ...painted]
  }

  /** Whether there are solids, or have been. */
  get hasSolids(): boolean {
    return this.#solids.length > 0
  }

  /** Whether strokes have built or opened anything. */
  get isPainted(): boolean {
    return this.#isPainted
  }

  /** After a snapshot; `start` then puts everything where it is. */
  set isPainted(painted: boolean) {
    if (painted && !this.#isPainted) this.#admitPaint()
    if (!painted) this.painted?.fill(0)
    this.#isPainted = painted
  }

  edge(axis: AxisNumber, after: boolean): FluidEdge {
    return this.#edgeList[2 * axis + Number(after)]!
  }

  wraps(axis: AxisNumber): number {
    return Number(axis < this.#dimensions && this.edge(axis, false) === 'periodic')
  }

  /** The axes of the pressure's problem. */
  get poissonAxes(): PoissonAxis[] {
    const kind = (axis: AxisNumber, after: boolean): PoissonEdge => {
      const edge = this.edge(axis, after)
      return edge === 'open' ? 'fixed' : edge === 'periodic' ? 'periodic' : 'reflect'
    }
    const cells = [this.#grid.nx, this.#grid.ny, this.#grid.nz]
    return [0, 1, 2].slice(0, this.#dimensions).map((axis) => ({
      cells: cells[axis]!,
      before: kind(axis as AxisNumber, false),
      after: kind(axis as AxisNumber, true),
    }))
  }

  /** What a velocity component is held to on an edge that it lies along; undefined where it is free. */
  heldAlong(component: AxisNumber, axis: AxisNumber, after: boolean): number | undefined {
    const edge = this.edge(axis, after)
    if (edge === 'no-slip') return 0
    if (typeof edge === 'string') return undefined
    return ('lid' in edge ? edge.lid : edge.inflow)[component] ?? 0
  }

  /** Gives solids from files their shape. */
  load(files: FluidFiles): void {
    for (const standing of this.#solids)
      if ('npy' in standing.solid) standing.distances = distancesOfSolidity(files.get(standing.solid.npy)!, this.#grid)
  }

  /** Puts walls and solids where they are at a time [s]. */
  start(time: number): void {
    const { nx, ny, nz } = this.#grid
    for (const { motion, by, velocity } of this.#solids) followMotion(motion, time, by, velocity)
    for (const faces of this.hasSolids || this.painted ? this.openFaces : []) faces.data.fill(1)
    const all: Range = { low: [0, 0, 0], high: [nx, ny, nz] }
    this.#fill(all)
    this.#reach(this.#last)
  }

  /** Brings moving solids to where they are after so many steps. */
  moveTo(steps: number): void {
    const time = (steps - 1) * this.#dt + this.#dt
    const now = this.#now
    const last = this.#last
    for (let s = 0; s < this.#solids.length; s++) {
      const { motion, by, velocity } = this.#solids[s]!
      if (motion) followMotion(motion, time, by, velocity)
    }
    this.#reach(now)
    for (let axis = 0; axis < 3; axis++) {
      const low = now.low[axis]!
      const high = now.high[axis]!
      now.low[axis] = Math.min(low, last.low[axis]!)
      now.high[axis] = Math.max(high, last.high[axis]!)
      last.low[axis] = low
      last.high[axis] = high
    }
    this.#fill(now)
  }

  /**
   * Builds or opens solids under a brush: what is painted goes the part of the way to 1 or to -1. What moves stays as it is. Throws `SceneError`, and
   * changes nothing, if fluid that comes in could not get out any more, or if there were no room left.
   */
  paint(kind: 'build' | 'erase', { i, j, nx, nz, values }: Patch, strength: number): void {
    const painted = this.painted!
    const before = new Float32Array(values.length)
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) {
        const at = painted.index(i + column, j + row, 0)
        const now = painted.data[at]!
        before[row * nx + column] = now
        const share = strength * values[row * nx + column]!
        painted.data[at] = now + ((kind === 'build' ? 1 : -1) - now) * share
      }
    if (!this.#isPainted) this.#admitPaint()
    const wasPainted = this.#isPainted
    this.#isPainted = true
    const range = this.#around(i, j, nx, nz)
    this.#fill(range)
    try {
      this.#checkRoom()
    } catch (error) {
      for (let row = 0; row < nz; row++)
        for (let column = 0; column < nx; column++)
          painted.data[painted.index(i + column, j + row, 0)] = before[row * nx + column]!
      this.#isPainted = wasPainted
      this.#fill(range)
      throw error
    }
  }

  /** What strokes build is one solid more, as soon as there is a stroke. */
  #admitPaint(): void {
    if (this.#solids.some(({ solid }) => solid === PAINTED)) return
    const { cellSize } = this.#grid
    this.#solids.push({
      solid: PAINTED,
      motion: undefined,
      // Where nothing is built there is no solid, however near.
      distances: (xs, across, count, out) => {
        this.#paintAlong(xs, across, count, out)
        for (let p = 0; p < count; p++) out[p] = out[p]! > 0 ? (0.5 - out[p]!) * cellSize : Number.POSITIVE_INFINITY
      },
      extent: undefined,
      by: [0, 0, 0],
      velocity: [0, 0, 0],
    })
  }

  /** What strokes have made of the places of a line, linear between centres. */
  #paintAlong(xs: Float64Array, across: Float64Array, count: number, out: Float64Array): void {
    const { nx, ny, cellSize } = this.#grid
    const { data, offset, stride } = this.painted!
    const row = Math.min(ny - 1, Math.max(0, across[0]! / cellSize + ny / 2 - 0.5))
    const j = Math.floor(row)
    const t = row - j
    const below = offset + j * stride
    const above = offset + Math.min(ny - 1, j + 1) * stride
    for (let p = 0; p < count; p++) {
      const column = Math.min(nx - 1, Math.max(0, xs[p]! / cellSize + nx / 2 - 0.5))
      const i = Math.floor(column)
      const s = column - i
      const right = Math.min(nx - 1, i + 1)
      const low = data[below + i]! * (1 - s) + data[below + right]! * s
      out[p] = low * (1 - t) + (data[above + i]! * (1 - s) + data[above + right]! * s) * t
    }
  }

  /** Cells whose faces a brush may change. */
  #around(i: number, j: number, nx: number, ny: number): Range {
    const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value))
    return {
      low: [clamp(i - MARGIN, this.#grid.nx), clamp(j - MARGIN, this.#grid.ny), 0],
      high: [clamp(i + nx + MARGIN, this.#grid.nx), clamp(j + ny + MARGIN, this.#grid.ny), 1],
    }
  }

  /** `check` for strokes; going through all cells is left out where no fluid comes in. */
  #checkRoom(): void {
    const hasInflow = Object.values(this.#edges).some((edge) => typeof edge !== 'string' && 'inflow' in edge)
    if (!hasInflow && this.open.read().some((open) => open > 0)) return
    try {
      this.check()
    } catch (error) {
      if (!(error instanceof SceneError)) throw error
      const [issue] = error.issues
      throw new SceneError([{ path: '', message: `this stroke cannot be: ${issue?.message}` }], 'event')
    }
  }

  /** Cells that moving solids may change. */
  #reach(range: Range): void {
    const { cellSize } = this.#grid
    const cells = this.#cells
    range.low.fill(Number.POSITIVE_INFINITY)
    range.high.fill(Number.NEGATIVE_INFINITY)
    for (let s = 0; s < this.#solids.length; s++) {
      const { extent, by } = this.#solids[s]!
      if (!extent) continue
      const { low, high } = extent
      for (let axis = 0; axis < 3; axis++) {
        range.low[axis] = Math.min(range.low[axis]!, (low[axis]! + by[axis]!) / cellSize + cells[axis]! / 2)
        range.high[axis] = Math.max(range.high[axis]!, (high[axis]! + by[axis]!) / cellSize + cells[axis]! / 2)
      }
    }
    for (let axis = 0; axis < 3; axis++) {
      range.low[axis] = Math.max(0, Math.min(cells[axis]!, Math.floor(range.low[axis]!) - MARGIN))
      range.high[axis] = Math.max(0, Math.min(cells[axis]!, Math.ceil(range.high[axis]!) + MARGIN))
    }
  }

  #fill(range: Range): void {
    if (this.hasSolids) this.#fillOpenness(range)
    else this.open.fill(1)
    for (let axis = 0; axis < this.#dimensions; axis++) this.#fillFaces(axis as AxisNumber, range)
    if (this.hasSolids) this.#closeCells(range)
    if (this.#slippery) for (let axis = 0; axis < this.#dimensions; axis++) this.#layer(axis as AxisNumber, range)
  }

  /**
   * Looks for the nearest solid at `count` places of a line along x from (i, j, k) on: faces across an axis, or with 3 centres. Finds which
   * it is, -1 for none, and how far [m].
   */
  #look(
    place: GridLocation,
    i: number,
    j: number,
    k: number,
    count: number,
    nearest: Int32Array,
    distance: Float64Array,
  ): void {
    const { nx, ny, nz, cellSize } = this.#grid
    const xs = this.#xs
    const across = this.#across
    const found = this.#found
    const painted = this.#isPainted
    if (painted) {
      for (let p = 0; p < count; p++) xs[p] = positionAlong(nx, cellSize, i + p, place === 0)
      across[0] = positionAlong(ny, cellSize, j, place === 1)
      this.#paintAlong(xs, across, count, this.#paint)
    }
    for (let p = 0; p < count; p++) {
      nearest[p] = -1
      distance[p] = Number.POSITIVE_INFINITY
    }
    for (let s = 0; s < this.#solids.length; s++) {
      const { distances, by, motion } = this.#solids[s]!
      for (let p = 0; p < count; p++) xs[p] = positionAlong(nx, cellSize, i + p, place === 0) - by[0]!
      across[0] = positionAlong(ny, cellSize, j, place === 1) - by[1]!
      across[1] = positionAlong(nz, cellSize, k, place === 2) - by[2]!
      distances(xs, across, count, found)
      for (let p = 0; p < count; p++) {
        let d = found[p]!
        // How far what strokes have opened reaches around the place; what moves stays as it is.
        if (painted && !motion && this.#paint[p]! < 0) d = Math.max(d, (-this.#paint[p]! - 0.5) * cellSize)
        if (!(d < distance[p]!)) continue
        distance[p] = d
        nearest[p] = s
      }
    }
  }

  #fillOpenness({ low, high }: Range): void {
    const { cellSize } = this.#grid
    const count = high[0] - low[0]
    for (let k = low[2]; k < high[2]; k++)
      for (let j = low[1]; j < high[1]; j++) {
        this.#look(CENTER, low[0], j, k, count, this.#nearest, this.#distance)
        const row = this.open.index(low[0], j, k)
        for (let p = 0; p < count; p++) this.open.data[row + p] = opennessAt(this.#distance[p]! / cellSize)
      }
  }

  /** A cell is open as soon as one of its faces is, and closed when none is. */
  #closeCells({ low, high }: Range): void {
    for (let k = low[2]; k < high[2]; k++)
      for (let j = low[1]; j < high[1]; j++)
        for (let i = low[0]; i < high[0]; i++) {
          let through = 0
          for (let axis = 0; axis < this.#dimensions; axis++) {
            const ei = Number(axis === 0)
            const ej = Number(axis === 1)
            const ek = Number(axis === 2)
            const place = axis === 0 ? i : axis === 1 ? j : k
            const around = this.wraps(axis as AxisNumber)
            const faces = this.openFaces[axis]!
            if (place > 0 || around) through += faces.at(i, j, k)
            if (place < this.#cells[axis]! - 1) through += faces.at(i + ei, j + ej, k + ek)
            else if (around) through += faces.at(i - ei * i, j - ej * j, k - ek * k)
          }
          const at = this.open.index(i, j, k)
          this.open.data[at] = through > 0 ? Math.max(MIN_OPENNESS, this.open.data[at]!) : 0
        }
  }

  #fillFaces(axis: AxisNumber, { low, high }: Range): void {
    const { cellSize } = this.#grid
    const faceFlag = this.faceFlag[axis]!
    const faceVelocity = this.faceVelocity[axis]!
    const faces = this.openFaces[axis]!
    const ei = Number(axis === 0)
    const ej = Number(axis === 1)
    const ek = Number(axis === 2)
    const n = this.#cells[axis]!
    const count = high[0] + ei - low[0]
    for (let k = low[2]; k < high[2] + ek; k++)
      for (let j = low[1]; j < high[1] + ej; j++) {
        if (this.hasSolids) this.#look(axis, low[0], j, k, count, this.#nearest, this.#distance)
        for (let p = 0; p < count; p++) {
          const i = low[0] + p
          const place = axis === 0 ? i : axis === 1 ? j : k
          const onEdge = (place === 0 || place === n) && !this.wraps(axis)
          let held: number = FREE
          let velocity = 0
          if (onEdge) {
            // The cell inside decides whether fluid comes through the edge.
            const inside = this.open.at(i - (place ? ei : 0), j - (place ? ej : 0), k - (place ? ek : 0))
            const edge = this.edge(axis, place > 0)
            held = edge === 'open' && inside > 0 ? FREE : HELD
            if (typeof edge !== 'string' && 'inflow' in edge && inside > 0)
              velocity = (edge.inflow[axis] ?? 0) * (edge.profile === 'parabolic' ? this.#parabola(axis, i, j, k) : 1)
          } else if (this.hasSolids) {
            // Where strokes are all there is, most places have no solid near: any stands for it, and nothing is taken of it.
            const standing = this.#solids[Math.max(0, this.#nearest[p]!)]!
            const depth = -this.#distance[p]! / cellSize
            const slips = standing.solid.slip === 'free-slip'
            // What sticks to a solid stands still from its surface on.
            const open = !slips && depth >= 0 ? 0 : opennessAt(-depth)
            if (open < 1) velocity = standing.velocity[axis]!
            if (open === 0) held = slips ? DEEP : HELD - MIRROR * (depth < 1.5 ? this.#mirror(axis, i, j, k, p) : 0)
            if (place < n) faces.data[faces.index(i, j, k)] = open
            // Around a periodic axis the face beyond the last cell is the first.
            if (axis === 0 && place === 0 && this.wraps(0)) faces.data[faces.index(n, j, k)] = open
          }
          const at = faceFlag.index(i, j, k)
          faceFlag.data[at] = held
          faceVelocity.data[at] = velocity
        }
      }
  }

  /**
   * How much of the flow beside a face inside a solid, place p of the line that is looked at, is mirrored there: so much that the flow is still on
   * the surface itself. Never more than all of it, which would amplify.
   */
  #mirror(axis: AxisNumber, i: number, j: number, k: number, p: number): number {
    const { cellSize } = this.#grid
    const depth = -this.#distance[p]! / cellSize
    let sum = 0
    let count = 0
    for (let side = 0; side < 2 * this.#dimensions; side++) {
      const step = side % 2 ? 1 : -1
      const along = side >> 1
      this.#look(
        axis,
        i + (along === 0 ? step : 0),
        j + (along === 1 ? step : 0),
        k + (along === 2 ? step : 0),
        1,
        this.#nearestAlone,
        this.#distanceAlone,
      )
      const distance = this.#distanceAlone[0]!
      if (distance <= 0) continue
      sum += distance / cellSize
      count++
    }
    return count > 0 ? Math.min(1, (depth * count) / sum) : 0
  }

  /** Fastest in the middle of an edge, zero at its rims, 1 in the mean. */
  #parabola(axis: AxisNumber, i: number, j: number, k: number): number {
    const { nx, ny, nz } = this.#grid
    let product = 1
    for (let other = 0; other < this.#dimensions; other++) {
      if (other === axis) continue
      const n = other === 0 ? nx : other === 1 ? ny : nz
      const s = (2 * (other === 0 ? i : other === 1 ? j : k) + 1) / n - 1
      // The mean of 1 - s² over n cells' centres is (2/3)(1 + 1/(2n²)).
      product *= (1 - s * s) / ((2 / 3) * (1 + 1 / (2 * n * n)))
    }
    return product
  }

  /** Numbers the two layers of faces inside slippery solids next to the fluid. */
  #layer(axis: AxisNumber, { low, high }: Range): void {
    const faceFlag = this.faceFlag[axis]!
    const { data } = faceFlag
    const columns = faceFlag.extent[0]
    const rows = faceFlag.extent[1]
    const planes = faceFlag.extent[2]
    const plane = planes > 1 ? faceFlag.index(0, 0, 1) - faceFlag.index(0, 0, 0) : 0
    for (let layer: number = SLIPPERY; layer < DEEP; layer++)
      for (let k = low[2]; k < Math.min(planes, high[2] + 1); k++)
        for (let j = low[1]; j < Math.min(rows, high[1] + 1); j++)
          for (let i = low[0]; i < Math.min(columns, high[0] + 1); i++) {
            const at = faceFlag.index(i, j, k)
            if (data[at] !== DEEP) continue
            const nearer = layer === SLIPPERY ? FREE : layer - 1
            if (
              (i > 0 && data[at - 1] === nearer) ||
              (i < columns - 1 && data[at + 1] === nearer) ||
              (j > 0 && data[at - faceFlag.stride] === nearer) ||
              (j < rows - 1 && data[at + faceFlag.stride] === nearer) ||
              (k > 0 && planes > 1 && data[at - plane] === nearer) ||
              (k < planes - 1 && data[at + plane] === nearer)
            )
              data[at] = layer
          }
  }

  /** Open cells, and whether what comes in can go out again, in each part of the box that solids cut off. Throws `SceneError`. */
  check(): void {
    const { nx, ny, nz, cellSize } = this.#grid
    const cells = nx * ny * nz
    const part = new Int32Array(cells).fill(-1)
    const queue = new Int32Array(cells)
    let parts = 0
    for (let first = 0; first < cells; first++) {
      if (part[first]! >= 0 || !this.#isOpen(first)) continue
      let [gained, moved, free] = [0, 0, false]
      let end = 0
      queue[end++] = first
      part[first] = parts
      for (let at = 0; at < end; at++) {
        const cell = queue[at]!
        const [i, j, k] = [cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / (nx * ny))]
        for (let axis = 0; axis < this.#dimensions; axis++) {
          const [n, step, place] = axis === 0 ? [nx, 1, i] : axis === 1 ? [ny, nx, j] : [nz, nx * ny, k]
          for (const side of [0, 1]) {
            const face = [
              i + (axis === 0 ? side : 0),
              j + (axis === 1 ? side : 0),
              k + (axis === 2 ? side : 0),
            ] as const
            const onEdge = place + side === 0 || place + side === n
            if (onEdge && !this.wraps(axis as AxisNumber)) {
              const speed = this.faceVelocity[axis]!.at(...face)
              if (this.faceFlag[axis]!.at(...face) === 0) free = true
              else gained += side ? -speed : speed
              if (speed !== 0) moved += Math.abs(speed)
              continue
            }
            const next = cell + (side ? 1 : -1) * step + (onEdge ? (side ? -n : n) * step : 0)
            if (part[next]! < 0 && this.#isOpen(next) && this.#faceOpen(axis, face, onEdge && side === 1)) {
              part[next] = parts
              queue[end++] = next
            }
          }
        }
      }
      parts++
      if (!free && Math.abs(gained) > 1e-6 * moved) this.#refuseImbalance(gained, cellSize)
    }
    if (parts === 0)
      throw SceneError.at(
        ['fluid', 'solids'],
        'the solids fill the whole box: there is no room for the fluid; make them smaller, or the box larger',
      )
  }

  #isOpen(cell: number): boolean {
    const { nx, ny } = this.#grid
    return this.open.at(cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / (nx * ny))) > 0
  }

  #faceOpen(axis: number, [i, j, k]: readonly [number, number, number], around: boolean): boolean {
    if (!this.hasSolids) return true
    const at = [i, j, k]
    if (around) at[axis] = 0
    return this.openFaces[axis]!.at(at[0]!, at[1]!, at[2]!) > 0
  }

  #refuseImbalance(gained: number, cellSize: number): never {
    const flat = this.#dimensions === 2
    const rate = Math.abs(gained) * cellSize * (flat ? 1 : cellSize)
    const [comes, cannot] = gained > 0 ? ['comes in', 'leave'] : ['is drawn off', 'come in']
    const names = Object.entries(this.#edges)
      .filter(([, edge]) => typeof edge !== 'string' && 'inflow' in edge)
      .map(([name]) => name)
    throw SceneError.at(
      ['fluid', 'boundaries'],
      `${Number(rate.toPrecision(4))} ${flat ? 'm²/s' : 'm³/s'} ${comes} through ${names.join(' and ')} and nothing can ${cannot}: a fluid cannot be pressed together; make an edge "open", or let inflows sum to zero`,
    )
  }
}
