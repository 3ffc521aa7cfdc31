// The solids in the fluid: their shapes as signed distances, their motion, and the search for the nearest one.

import { type GridLocation, positionAlong, type VolumeGrid } from '../../../fields/volume-field.js'
import type { FluidFiles } from '../../../scene/fluid-load.js'
import {
  type Distances,
  distancesOf,
  distancesOfSolidity,
  type Extent,
  extentOf,
  followMotion,
} from '../../../scene/rasterize/signed-distance.js'
import type { FluidMotion, FluidSolid } from '../../../scene/schema/fluid.js'
import { type CellRange, coverFaces } from './cell-range.js'
import type { PaintedSolids } from './painted-solids.js'

/** A solid with its current position and velocity. */
export interface PlacedSolid {
  readonly isFreeSlip: boolean
  readonly motion: FluidMotion | undefined
  /** Name of the .npy file that has its shape. */
  readonly file: string | undefined
  /** Signed distances [m] from the position in the scene; set by `load` if the shape comes from a file. */
  distances: Distances
  /** Bounding box at the position in the scene; undefined if the solid does not move. */
  readonly extent: Extent | undefined
  /** From the position in the scene [m]. */
  readonly displacement: number[]
  /** [m/s] */
  readonly velocity: number[]
}

/** The nearest solid at each location of a line. */
export interface NearestSolids {
  /** Its number, or -1 if there is none. */
  readonly solid: Int32Array
  /** Signed distance to it [m], negative inside. */
  readonly distance: Float64Array
}

export function nearestSolidsOf(locations: number): NearestSolids {
  return { solid: new Int32Array(locations), distance: new Float64Array(locations) }
}

const NO_DISPLACEMENT: readonly number[] = [0, 0, 0]

export class Solids {
  readonly anyMoves: boolean
  readonly hasFreeSlip: boolean
  readonly #grid: VolumeGrid
  readonly #cells: readonly number[]
  readonly #painted: PaintedSolids | undefined
  readonly #placed: PlacedSolid[]
  #includesPainted = false
  /** A line of locations: x of each, then y and z of the line. */
  readonly #xs: Float64Array
  readonly #across = new Float64Array(2)
  /** Distances to one solid, and painted values, along the line. */
  readonly #found: Float64Array
  readonly #paint: Float64Array

  constructor(grid: VolumeGrid, solids: readonly FluidSolid[], painted: PaintedSolids | undefined) {
    this.#grid = grid
    this.#cells = [grid.nx, grid.ny, grid.nz]
    this.#painted = painted
    this.#placed = solids.map(place)
    this.anyMoves = this.#placed.some(({ motion }) => motion !== undefined)
    this.hasFreeSlip = this.#placed.some(({ isFreeSlip }) => isFreeSlip)
    const longest = grid.nx + 1
    this.#xs = new Float64Array(longest)
    this.#found = new Float64Array(longest)
    this.#paint = new Float64Array(longest)
  }

  get isEmpty(): boolean {
    return this.#placed.length === 0
  }

  at(index: number): PlacedSolid {
    return this.#placed[index]!
  }

  /** Adds what strokes build, as one more solid: no-slip and at rest. It stays when nothing is painted any more. */
  includePainted(painted: PaintedSolids): void {
    if (this.#includesPainted) return
    this.#includesPainted = true
    this.#placed.push({
      isFreeSlip: false,
      motion: undefined,
      file: undefined,
      distances: (xs, across, count, out) => painted.distances(xs, across, count, out),
      extent: undefined,
      displacement: [0, 0, 0],
      velocity: [0, 0, 0],
    })
  }

  /** Gives solids from files their shape. */
  load(files: FluidFiles): void {
    for (const placed of this.#placed)
      if (placed.file !== undefined) placed.distances = distancesOfSolidity(files.get(placed.file)!, this.#grid)
  }

  /** Brings moving solids to their positions at the time `clock[0]` [s]. */
  moveTo(clock: Float64Array): void {
    for (let s = 0; s < this.#placed.length; s++) {
      const { motion, displacement, velocity } = this.#placed[s]!
      if (motion) followMotion(motion, clock[0]!, displacement, velocity)
    }
  }

  /** Sets a range to the cells whose faces the moving solids can change at their current positions. */
  movingRange(range: CellRange): void {
    const { cellSize } = this.#grid
    const { low, high } = range
    low.fill(Number.POSITIVE_INFINITY)
    high.fill(Number.NEGATIVE_INFINITY)
    for (let s = 0; s < this.#placed.length; s++) {
      const { extent, displacement } = this.#placed[s]!
      if (!extent) continue
      for (let axis = 0; axis < 3; axis++) {
        const middle = this.#cells[axis]! / 2
        low[axis] = Math.min(low[axis]!, (extent.low[axis]! + displacement[axis]!) / cellSize + middle)
        high[axis] = Math.max(high[axis]!, (extent.high[axis]! + displacement[axis]!) / cellSize + middle)
      }
    }
    coverFaces(range, this.#cells)
  }

  /** Finds the nearest solid at the first `count` locations of a line along x that starts at (i, j, k). */
  nearestSolids(
    location: GridLocation,
    i: number,
    j: number,
    k: number,
    count: number,
    { solid, distance }: NearestSolids,
  ): void {
    const { cellSize } = this.#grid
    const found = this.#found
    const paint = this.#paint
    const painted = this.#painted?.isPainted ? this.#painted : undefined
    if (painted) {
      this.#setLine(location, i, j, k, count, NO_DISPLACEMENT)
      painted.valuesAlong(this.#xs, this.#across, count, paint)
    }
    for (let p = 0; p < count; p++) {
      solid[p] = -1
      distance[p] = Number.POSITIVE_INFINITY
    }
    for (let s = 0; s < this.#placed.length; s++) {
      const { distances, displacement, motion } = this.#placed[s]!
      this.#setLine(location, i, j, k, count, displacement)
      distances(this.#xs, this.#across, count, found)
      for (let p = 0; p < count; p++) {
        let d = found[p]!
        // Strokes subtract the erased region from solids at rest: the maximum of the distances to both surfaces.
        if (painted && !motion && paint[p]! < 0) d = Math.max(d, (-paint[p]! - 0.5) * cellSize)
        if (!(d < distance[p]!)) continue
        distance[p] = d
        solid[p] = s
      }
    }
  }

  /** Sets the line of locations from (i, j, k) on, in the coordinates of a solid with a displacement. */
  #setLine(
    location: GridLocation,
    i: number,
    j: number,
    k: number,
    count: number,
    displacement: readonly number[],
  ): void {
    const { nx, ny, nz, cellSize } = this.#grid
    const dx = displacement[0]!
    for (let p = 0; p < count; p++) this.#xs[p] = positionAlong(nx, cellSize, i + p, location === 0) - dx
    this.#across[0] = positionAlong(ny, cellSize, j, location === 1) - displacement[1]!
    this.#across[1] = positionAlong(nz, cellSize, k, location === 2) - displacement[2]!
  }
}

function place(solid: FluidSolid): PlacedSolid {
  const fromFile = 'npy' in solid
  const motion = fromFile ? undefined : solid.motion
  return {
    isFreeSlip: solid.slip === 'free-slip',
    motion,
    file: fromFile ? solid.npy : undefined,
    distances: fromFile ? () => undefined : distancesOf(solid),
    extent: !fromFile && motion ? extentOf(solid) : undefined,
    displacement: [0, 0, 0],
    velocity: [0, 0, 0],
  }
}
