// The bed: elevation of the ground, as a field for the kernels, and its changes by events.
//
// Heights are whole multiples of a quantum. It is a power of two, too small to be visible, and so large that the difference of any two
// heights in the range of the scene is exact in a float. A level surface therefore stays level to the bit: depth + bed gives the same
// float in every cell.

import type { Arena } from '../../fields/arena.js'
import type { Boundaries } from '../../fields/boundaries.js'
import type { Patch } from '../../fields/cell-box.js'
import { Field, type FieldInfo } from '../../fields/field.js'
import { cellX, cellZ, columnAt, type Grid, rowAt } from '../../fields/grid.js'
import type { EventOf } from '../../scene/schema/event.js'

const BED: FieldInfo = { name: 'bed', unit: 'm', description: 'elevation of the ground over the rest level' }

/** All whole numbers up to this are exact in a float. */
const WHOLE = 16_777_216
/** Largest reach to either side of the mean that `smooth` approaches [cells]. */
const WIDEST_MEAN = 4

export class Bed {
  readonly field: Field
  readonly #grid: Grid
  readonly #wrapX: boolean
  readonly #wrapZ: boolean
  /** [m] */
  #quantum = 1
  /** The bed of the scene, without events. */
  #initial = new Float64Array(0)
  #reshaped = false

  constructor(boundaries: Boundaries, grid: Grid, arena: Arena) {
    this.#grid = grid
    this.#wrapX = boundaries['x-'] === 'periodic'
    this.#wrapZ = boundaries['z-'] === 'periodic'
    this.field = new Field(arena, BED, grid.nx, grid.nz)
  }

  /** The fields that belong to the state: the bed from its first change on. */
  get state(): Field[] {
    return this.#reshaped ? [this.field] : []
  }

  /** Fills the bed. `extent`: the largest height or depth that has to be exact [m]. */
  start(bed: Float64Array, extent: number): void {
    this.#quantum = quantumOf(extent)
    this.#initial = bed.map((height) => this.snap(height))
    this.#reset()
  }

  /** The nearest multiple of the quantum to a height [m]. */
  snap(height: number): number {
    return Math.round(height / this.#quantum) * this.#quantum
  }

  at(i: number, j: number): number {
    return this.field.at(i, j)
  }

  /** Changes the bed under a brush. The depth stays, so that the water rises and sinks with the bed. */
  reshape(event: EventOf<'terrain'>, brush: Patch): void {
    const { i, j, nx, nz, values } = brush
    if (nx === 0 || nz === 0) return
    this.#reshaped = true
    const { data, stride, offset } = this.field
    const changeAt = this.#changeOf(event, brush)
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) {
        const cell = offset + (j + row) * stride + i + column
        const share = values[row * nx + column]!
        if (share > 0) data[cell] = this.snap(data[cell]! + share * changeAt(i + column, j + row, data[cell]!))
      }
    this.field.extend(this.#wrapX, this.#wrapZ)
  }

  /** Change of the height of a cell under the full brush [m]. */
  #changeOf(event: EventOf<'terrain'>, brush: Patch): (i: number, j: number, height: number) => number {
    switch (event.type) {
      case 'raise':
        return () => event.height
      case 'lower':
        return () => -event.height
      case 'smooth': {
        const mean = this.#meansAround(brush, event.radius)
        return (i, j, height) => event.strength * (mean(i, j) - height)
      }
      case 'dig': {
        const floor = this.#floorOf(event)
        return (i, j, height) => Math.min(0, floor(i, j) - height)
      }
    }
  }

  /** Height of the floor of a channel [m]: a given level, or linear between the heights of its ends. */
  #floorOf({ from, to, level }: Extract<EventOf<'terrain'>, { type: 'dig' }>): (i: number, j: number) => number {
    if (level !== undefined) return () => level
    const [start, end] = [this.#heightAt(from), this.#heightAt(to)]
    const [ux, uz] = [to[0] - from[0], to[1] - from[1]]
    const length2 = ux * ux + uz * uz
    return (i, j) => {
      const along = (cellX(this.#grid, i) - from[0]) * ux + (cellZ(this.#grid, j) - from[1]) * uz
      const share = length2 > 0 ? Math.min(1, Math.max(0, along / length2)) : 0
      return start + share * (end - start)
    }
  }

  /** Height of the cell nearest to a point [m]. */
  #heightAt([x, z]: readonly [number, number]): number {
    const { nx, nz } = this.#grid
    const i = Math.min(nx - 1, Math.max(0, Math.round(columnAt(this.#grid, x))))
    const j = Math.min(nz - 1, Math.max(0, Math.round(rowAt(this.#grid, z))))
    return this.at(i, j)
  }

  /** Means of the bed over squares of cells [m], computed before the brush changes it. */
  #meansAround({ i, j, nx, nz }: Patch, radius: number): (i: number, j: number) => number {
    const reach = Math.min(WIDEST_MEAN, Math.max(1, Math.round(radius / this.#grid.cellSize / 2)))
    const means = new Float64Array(nx * nz)
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) {
        let [sum, count] = [0, 0]
        for (let l = Math.max(0, j + row - reach); l <= Math.min(this.#grid.nz - 1, j + row + reach); l++)
          for (let k = Math.max(0, i + column - reach); k <= Math.min(this.#grid.nx - 1, i + column + reach); k++) {
            sum += this.at(k, l)
            count++
          }
        means[row * nx + column] = sum / count
      }
    return (k, l) => means[(l - j) * nx + k - i]!
  }

  /** State besides the field. */
  get scalars(): number[] {
    return [this.#reshaped ? 1 : 0]
  }

  /** Restores a snapshot whose bed, if it has one, has been filled in. */
  set scalars([reshaped = 0]: number[]) {
    this.#reshaped = reshaped === 1
    if (!this.#reshaped) this.#reset()
    else this.field.extend(this.#wrapX, this.#wrapZ)
  }

  #reset(): void {
    this.field.write(this.#initial)
    this.field.extend(this.#wrapX, this.#wrapZ)
  }
}

/** The smallest power of two of which `extent` is fewer than 2^24 multiples. */
function quantumOf(extent: number): number {
  let quantum = 1
  while (quantum * WHOLE <= extent) quantum *= 2
  while (quantum * WHOLE > 2 * extent && quantum > 1e-30) quantum /= 2
  return quantum
}
