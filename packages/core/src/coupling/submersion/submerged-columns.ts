// The columns of all bodies, as the water sees them: one entry for each span, in parallel arrays.

import type { Spans } from '../../bodies/columns/spans.js'
import type { WaterCoupling } from '../water-coupling.js'
import { ColumnMemory } from './column-memory.js'
import type { LocalLevel } from './local-level.js'
import type { SubmergedBody } from './submerged-body.js'

/** A value for each column. */
type ColumnValues = Float64Array

/** The columns of all bodies, to be read. */
export interface ColumnsView {
  /** The memory that the columns are in, and the kernels that loop over them. */
  readonly memory: ColumnMemory
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
  readonly memory: ColumnMemory
  readonly #water: WaterCoupling

  constructor(water: WaterCoupling) {
    this.#water = water
    this.memory = new ColumnMemory(water.grid, water.room)
  }

  get spans(): Spans {
    return this.memory.spans
  }

  get x(): ColumnValues {
    return this.memory.x
  }

  get z(): ColumnValues {
    return this.memory.z
  }

  get openness(): ColumnValues {
    return this.memory.openness
  }

  get level(): ColumnValues {
    return this.memory.level
  }

  get depth(): ColumnValues {
    return this.memory.depth
  }

  get displacedHeight(): ColumnValues {
    return this.memory.displacedHeight
  }

  get submergedHeight(): ColumnValues {
    return this.memory.submergedHeight
  }

  get waterplane(): ColumnValues {
    return this.memory.waterplane
  }

  /**
   * Sets the positions of a body's columns, relative to its centre of mass at (centerX, centerZ), and the openness of their cells.
   * `memory.results` then has the amount of the body and its first moments.
   */
  locate({ first, end }: SubmergedBody, centerX: number, centerZ: number): void {
    const { memory } = this
    memory.place(first, end, centerX, centerZ)
    this.#water.readOpenness(memory.spans.cell, first, end, memory.openness)
  }

  /** Reads level and depth of the water in a body's columns. */
  observe(submerged: SubmergedBody): void {
    const { level, depth } = this.memory
    const { cell } = this.spans
    const { first, end } = submerged
    this.#water.readLevels(cell, first, end, level)
    this.#water.readDepths(cell, first, end, depth)
    let isOverWater = false
    for (let k = first; k < end && !isOverWater; k++) isOverWater = level[k] !== Number.NEGATIVE_INFINITY
    submerged.isOverWater = isOverWater
  }

  /**
   * Fills heights of a body's columns below a level. In shallow water a column displaces at most the depth. Returns the sum of the heights,
   * weighted by openness [m].
   */
  measureBelow(
    { first, end, isOverWater }: SubmergedBody,
    { height, slopeX, slopeZ }: LocalLevel,
    which: 'displacedHeight' | 'submergedHeight',
  ): number {
    if (isOverWater) return this.memory.measureBelow(first, end, height, slopeX, slopeZ, which)
    this.memory[which].fill(0, first, end)
    return 0
  }

  /** Fills `waterplane` at a level. A column that reaches the floor displaces no more when the level rises. */
  measureWaterplane({ first, end, isOverWater }: SubmergedBody, level: LocalLevel): void {
    const { waterplane } = this
    const { spans, x, z, level: levels } = this.memory
    for (let k = first; k < end; k++) {
      const hasWater = isOverWater && levels[k]! !== Number.NEGATIVE_INFINITY
      waterplane[k] = hasWater ? spans.waterplane(k, level.at(x[k]!, z[k]!)) : 0
    }
  }
}
