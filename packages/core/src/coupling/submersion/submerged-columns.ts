// The columns of all bodies, as the water sees them: one entry for each span, in parallel arrays.

import { Spans } from '../../bodies/columns/spans.js'
import { cellX, cellZ, type Grid, rowOf } from '../../fields/grid.js'
import type { WaterCoupling } from '../water-coupling.js'
import type { LocalLevel } from './local-level.js'
import type { SubmergedBody } from './submerged-body.js'

/** A value for each column. */
type ColumnValues = { readonly [column: number]: number }

/** The columns of all bodies, to be read. */
export interface ColumnsView {
  /** Cell, covered fraction, bottom and top of each column. */
  readonly spans: Spans
  /** Centre of the column's cell, seen from above, relative to the body's centre of mass [m]. */
  readonly x: ColumnValues
  readonly z: ColumnValues
  /** Openness of the cell. */
  readonly openness: ColumnValues
  /** Level of the cell, -Infinity where it is dry, and its depth [m], as last observed. */
  readonly level: ColumnValues
  readonly depth: ColumnValues
  /** Height of the column below the undisturbed level, and below the level that determines buoyancy, as means over the cell [m]. */
  readonly displacedHeight: ColumnValues
  readonly submergedHeight: ColumnValues
  /** Fraction of the cell that is waterplane, in dispersive water. */
  readonly waterplane: ColumnValues
}

/** `Submersion` owns the columns and is the only class that writes them. */
export class SubmergedColumns implements ColumnsView {
  readonly spans = new Spans()
  x = new Float64Array(256)
  z = new Float64Array(256)
  openness = new Float64Array(256)
  level = new Float64Array(256)
  depth = new Float64Array(256)
  displacedHeight = new Float64Array(256)
  submergedHeight = new Float64Array(256)
  waterplane = new Float64Array(256)
  readonly #water: WaterCoupling
  readonly #grid: Grid

  constructor(water: WaterCoupling) {
    this.#water = water
    this.#grid = water.grid
  }

  /** Makes the arrays as long as those of the spans. Only a growing number of columns allocates. */
  resize(): void {
    const { length } = this.spans.cell
    if (this.x.length === length) return
    this.x = new Float64Array(length)
    this.z = new Float64Array(length)
    this.openness = new Float64Array(length)
    this.level = new Float64Array(length)
    this.depth = new Float64Array(length)
    this.displacedHeight = new Float64Array(length)
    this.submergedHeight = new Float64Array(length)
    this.waterplane = new Float64Array(length)
  }

  /** Sets the positions of a body's columns, relative to its centre of mass at (centerX, centerZ), and the openness of their cells. */
  locate({ first, end }: SubmergedBody, centerX: number, centerZ: number): void {
    const { x, z, openness } = this
    const { cell } = this.spans
    const { nx } = this.#grid
    for (let k = first; k < end; k++) {
      const j = rowOf(this.#grid, cell[k]!)
      x[k] = cellX(this.#grid, cell[k]! - j * nx) - centerX
      z[k] = cellZ(this.#grid, j) - centerZ
      openness[k] = this.#water.opennessAt(cell[k]!)
    }
  }

  /** Reads level and depth of the water in a body's columns. */
  observe(submerged: SubmergedBody): void {
    const { level, depth } = this
    const { cell } = this.spans
    submerged.isOverWater = false
    for (let k = submerged.first; k < submerged.end; k++) {
      level[k] = this.#water.levelAt(cell[k]!)
      depth[k] = this.#water.depthAt(cell[k]!)
      if (level[k] !== Number.NEGATIVE_INFINITY) submerged.isOverWater = true
    }
  }

  /** Fills `heights` with the heights of a body's columns below a level. In shallow water a column displaces at most the depth. */
  measureBelow({ first, end, isOverWater }: SubmergedBody, level: LocalLevel, heights: Float64Array): void {
    const { spans, x, z, depth } = this
    for (let k = first; k < end; k++) {
      const hasWater = isOverWater && this.level[k]! !== Number.NEGATIVE_INFINITY
      heights[k] = hasWater ? Math.min(spans.below(k, level.at(x[k]!, z[k]!)), spans.coverage[k]! * depth[k]!) : 0
    }
  }

  /** Fills `waterplane` at a level. A column that reaches the floor displaces no more when the level rises. */
  measureWaterplane({ first, end, isOverWater }: SubmergedBody, level: LocalLevel): void {
    const { spans, x, z } = this
    for (let k = first; k < end; k++) {
      const hasWater = isOverWater && this.level[k]! !== Number.NEGATIVE_INFINITY
      this.waterplane[k] = hasWater ? spans.waterplane(k, level.at(x[k]!, z[k]!)) : 0
    }
  }
}
