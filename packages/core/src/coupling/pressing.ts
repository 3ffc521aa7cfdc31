// Drag acts on the water as a pressure over a disc around the body. In shallow water a pressure over radius r accelerates a mass of
// ρ π r⁴/(8 depth). Under a small body on deep water this mass is small, and the water would rise as a jet. The disc is wide enough
// for the mass to be at least the body's added mass.

import { columnAt, rowAt } from '../fields/grid.js'
import { WATER_DENSITY } from '../numerics/constants.js'
import type { WaterCoupling } from './water-coupling.js'

/** Effective depth of the flow under a body on deep water, in radii: with it the mass above is 4/3 ρ r³, the added mass of one side of a disc. */
const DEPTH_PER_RADIUS = (3 * Math.PI) / 32

/** Effective depth of the flow that a pressure over a radius [m] causes [m]. */
export function flowingDepth({ isDispersive }: WaterCoupling, depth: number, radius: number): number {
  return isDispersive ? Math.min(depth, DEPTH_PER_RADIUS * radius) : depth
}

/** Radius of the disc for a body of a submerged volume [m³] and area [m²], in water of a depth [m]. */
export function pressingRadius(water: WaterCoupling, depth: number, volume: number, area: number): number {
  const radius = Math.sqrt(area / Math.PI)
  const wide = Math.sqrt(Math.sqrt((4 * volume * flowingDepth(water, depth, radius)) / Math.PI))
  return Math.max(wide, radius) + water.grid.cellSize
}

/** Pressure on the water around bodies. */
export class Pressing {
  readonly #water: WaterCoupling
  /** Cells of the present disc, their weights in the pressure, and their openness. */
  #cells = new Int32Array(256)
  #weights = new Float64Array(256)
  #openness = new Float64Array(256)
  #count = 0

  constructor(water: WaterCoupling) {
    this.#water = water
  }

  /** Gives the water a downward momentum [N s] around (x, z), most at the centre. Returns the momentum that the fields hold [N s]. */
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

  /** Finds the cells with water of a disc. */
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
        const distance = ((i - column) * (i - column) + (j - row) * (j - row)) / (reach * reach)
        if (distance >= 1) continue
        const openness = this.#water.wetnessAt(j * nx + i)
        if (openness > 0) this.#add(j * nx + i, (1 - distance) * (1 - distance), openness)
      }
    }
  }

  #add(cell: number, weight: number, openness: number): void {
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
