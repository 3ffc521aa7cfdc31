// Drag presses on the water around a body, over a circle wide enough for the water to take it on: in shallow water a pressure over
// radius r moves ρ π r⁴/(8 depth) of water, little under a small body on deep water, which would fly up as a jet. The
// circle is so wide that this is at least the body's added mass.

import { columnAt, rowAt } from '../fields/grid.js'
import { WATER_DENSITY } from '../numerics/constants.js'
import type { WaterCoupling } from './water-coupling.js'

/** Depth that takes part in the flow under a body on deep water, in radii: 4/3 ρ r³ is the added mass of half a disc. */
const PART_OF_DEPTH = (3 * Math.PI) / 32

/** Depth of the water that flows when a pressure over a radius [m] moves it. */
export function flowingDepth({ isDispersive }: WaterCoupling, depth: number, radius: number): number {
  return isDispersive ? Math.min(depth, PART_OF_DEPTH * radius) : depth
}

/** Radius over which a body of some wet volume [m³] and area [m²] presses, in water of some depth [m]. */
export function pressingRadius(water: WaterCoupling, depth: number, volume: number, area: number): number {
  const radius = Math.sqrt(area / Math.PI)
  const wide = Math.sqrt(Math.sqrt((4 * volume * flowingDepth(water, depth, radius)) / Math.PI))
  return Math.max(wide, radius) + water.grid.cellSize
}

/** Presses on the water around bodies. */
export class Pressing {
  readonly #water: WaterCoupling
  /** Cells of the circle at hand, how much of the pressure they get, and how open they are. */
  #cells = new Int32Array(256)
  #weights = new Float64Array(256)
  #openness = new Float64Array(256)
  #count = 0

  constructor(water: WaterCoupling) {
    this.#water = water
  }

  /** Presses down by a momentum [N s] around (x, z), most in the middle. Returns what was felt [N s]. */
  around(x: number, z: number, radius: number, momentum: number): number {
    const water = this.#water
    this.#gather(x, z, radius)
    let total = 0
    for (let k = 0; k < this.#count; k++) total += this.#weights[k]! * this.#openness[k]!
    if (total === 0) return 0
    const area = water.grid.cellSize * water.grid.cellSize
    const impulse = momentum / (WATER_DENSITY * area * total)
    let felt = 0
    for (let k = 0; k < this.#count; k++) {
      felt += water.press(this.#cells[k]!, impulse * this.#weights[k]!) * this.#openness[k]!
    }
    return felt * WATER_DENSITY * area
  }

  /** Finds the wet cells of a circle. */
  #gather(x: number, z: number, radius: number): void {
    const { grid } = this.#water
    const { nx, nz, cellSize } = grid
    const reach = radius / cellSize
    const row = rowAt(grid, z)
    const column = columnAt(grid, x)
    const front = Math.min(nz - 1, Math.floor(row + reach))
    this.#count = 0
    for (let j = Math.max(0, Math.ceil(row - reach)); j <= front; j++) {
      const half = Math.sqrt(Math.max(0, reach * reach - (j - row) * (j - row)))
      const right = Math.min(nx - 1, Math.floor(column + half))
      for (let i = Math.max(0, Math.ceil(column - half)); i <= right; i++) {
        const away = ((i - column) * (i - column) + (j - row) * (j - row)) / (reach * reach)
        if (away >= 1) continue
        const openness = this.#water.wetnessAt(j * nx + i)
        if (openness > 0) this.#push(j * nx + i, (1 - away) * (1 - away), openness)
      }
    }
  }

  #push(cell: number, weight: number, openness: number): void {
    if (this.#count === this.#cells.length) this.#grow()
    this.#cells[this.#count] = cell
    this.#openness[this.#count] = openness
    this.#weights[this.#count++] = weight
  }

  #grow(): void {
    const length = 2 * this.#count
    const [cells, weights, openness] = [this.#cells, this.#weights, this.#openness]
    this.#cells = new Int32Array(length)
    this.#cells.set(cells)
    this.#weights = new Float64Array(length)
    this.#weights.set(weights)
    this.#openness = new Float64Array(length)
    this.#openness.set(openness)
  }
}
