// The fields of water over terrain, and operations on single cells.
//
// A cell holds openness × (depth + depth error) of water per area. The depth error is the rounding error of the depth: without it, a deep
// lake that fills slowly would not rise at all in floats.

import { type Pass, pass } from '../../backend/pass.js'
import type { Arena } from '../../fields/arena.js'
import type { Boundaries } from '../../fields/boundaries.js'
import type { CellBox } from '../../fields/cell-box.js'
import { Field, type FieldInfo } from '../../fields/field.js'
import { columnAt, type Grid, rowAt } from '../../fields/grid.js'
import { normalOf, Sampler } from '../../fields/sampling.js'
import type { Openness } from '../shared/openness.js'
import { Bed } from './bed.js'

const FIELDS = {
  eta: {
    name: 'eta',
    unit: 'm',
    description: 'elevation of the surface relative to the rest level; of the terrain in dry cells',
  },
  depth: { name: 'depth', unit: 'm', description: 'depth of the water' },
  depthError: { name: 'depthError', unit: 'm', description: 'rounding error of the depth' },
  qx: { name: 'qx', unit: 'm²/s', description: 'discharge along x per width' },
  qz: { name: 'qz', unit: 'm²/s', description: 'discharge along z per width' },
} satisfies Record<string, FieldInfo>

/** Properties of the discretization. */
export interface FlowDiscretization {
  /** Gravity [m/s²]. */
  readonly gravity: number
  /** Depth below which a cell counts as dry [m]. */
  readonly dry: number
  /** Whether qx and qz are located on the faces behind each cell (a staggered grid), or at its center. */
  readonly onFaces: boolean
}

export class FlowFields {
  readonly grid: Grid
  readonly eta: Field
  readonly depth: Field
  readonly depthError: Field
  readonly qx: Field
  readonly qz: Field
  readonly bed: Bed
  readonly openness: Openness
  readonly discretization: FlowDiscretization
  readonly #sampler: Sampler

  constructor(
    boundaries: Boundaries,
    grid: Grid,
    openness: Openness,
    discretization: FlowDiscretization,
    arena: Arena,
  ) {
    this.grid = grid
    this.openness = openness
    this.discretization = discretization
    const field = (info: FieldInfo) => new Field(arena, info, grid.nx, grid.nz)
    this.eta = field(FIELDS.eta)
    this.depth = field(FIELDS.depth)
    this.bed = new Bed(boundaries, grid, arena)
    this.qx = field(FIELDS.qx)
    this.qz = field(FIELDS.qz)
    this.depthError = field(FIELDS.depthError)
    this.#sampler = new Sampler(grid, boundaries, openness)
  }

  /** All fields, in the order in which users see them. */
  get all(): Field[] {
    return [this.eta, this.depth, this.bed.field, this.qx, this.qz, this.depthError, ...this.openness.fields]
  }

  get state(): Field[] {
    return [this.depth, this.depthError, this.qx, this.qz, ...this.bed.state, ...this.openness.state]
  }

  /** The pass that computes the surface from the depth. */
  surfacePass(): Pass {
    return pass('surface', this.grid.nz, { depth: this.depth, bed: this.bed.field, eta: this.eta })
  }

  /** Computes the surface from the depth within a box. */
  updateSurface({ i, j, nx, nz }: CellBox): void {
    // All fields of one grid have the same layout.
    const { data: depth, offset, stride } = this.depth
    const eta = this.eta.data
    const bed = this.bed.field.data
    for (let row = j; row < j + nz; row++) {
      const from = offset + row * stride + i
      for (let at = from; at < from + nx; at++) eta[at] = depth[at]! + bed[at]!
    }
  }

  /** Depth of a cell, including its rounding error [m]. */
  depthAt(i: number, j: number): number {
    return this.depth.at(i, j) + this.depthError.at(i, j)
  }

  /** Adds a depth to a cell; a negative one at most empties the cell. Returns the depth that was added [m]. */
  addDepth(i: number, j: number, value: number): number {
    return this.addDepthAt(this.depth.offset + j * this.depth.stride + i, value)
  }

  /** The same for the cell with this index in the fields, which all have the same layout. */
  addDepthAt(cell: number, value: number): number {
    const depth = this.depth.data
    const error = this.depthError.data
    const before = depth[cell]! + error[cell]!
    const after = Math.max(before + value, Math.min(before, 0))
    depth[cell] = Math.max(0, after)
    error[cell] = after - depth[cell]!
    // Water that is removed takes its momentum along; otherwise the rest would speed up.
    if (value < 0 && !this.discretization.onFaces) {
      const share = before > 0 ? Math.max(0, after) / before : 0
      this.qx.data[cell]! *= share
      this.qz.data[cell]! *= share
    }
    return depth[cell]! + error[cell]! - before
  }

  heightAt(x: number, z: number): number {
    return this.#sampler.at(this.eta, x, z)
  }

  normalAt(x: number, z: number): [number, number, number] {
    return normalOf(...this.#sampler.slopeAt(this.eta, x, z))
  }

  velocityAt(x: number, z: number): [number, number, number] {
    const { dry, onFaces } = this.discretization
    const depth = this.#sampler.at(this.depth, x, z)
    if (depth <= dry) return [0, 0, 0]
    if (onFaces) return this.#velocityOnFaces(x, z, depth)
    const [spreadX] = this.#sampler.slopeAt(this.qx, x, z)
    const [, spreadZ] = this.#sampler.slopeAt(this.qz, x, z)
    return [this.#sampler.at(this.qx, x, z) / depth, -(spreadX + spreadZ), this.#sampler.at(this.qz, x, z) / depth]
  }

  #velocityOnFaces(x: number, z: number, depth: number): [number, number, number] {
    const i = Math.min(this.grid.nx - 1, Math.max(0, Math.round(columnAt(this.grid, x))))
    const j = Math.min(this.grid.nz - 1, Math.max(0, Math.round(rowAt(this.grid, z))))
    const [left, right] = [this.qx.at(i - 1, j), this.qx.at(i, j)]
    const [back, front] = [this.qz.at(i, j - 1), this.qz.at(i, j)]
    const rise = (left - right + back - front) / this.grid.cellSize
    return [(0.5 * (left + right)) / depth, rise, (0.5 * (back + front)) / depth]
  }
}
