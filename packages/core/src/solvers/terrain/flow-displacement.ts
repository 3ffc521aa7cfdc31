// Water over terrain follows a change of the openness:
//
//   a cell that opens             fills from its own water, whose depth decreases: volume is conserved
//   a solid that was built        removes the water of its cells, which counts as added volume
//   a moving solid that closes    pushes the water onto cells near it (solvers/shared/spread.ts), but not onto terrain above its surface

import { type CellBox, type MutableCellBox, unite } from '../../fields/cell-box.js'
import type { OpennessChange } from '../shared/openness.js'
import { type Receiver, spreadAround, spreadNear } from '../shared/spread.js'
import type { FlowFields } from './flow-fields.js'

export class FlowDisplacement {
  /** The cells that the last change has affected. */
  readonly box: MutableCellBox = { i: 0, j: 0, nx: 0, nz: 0 }
  readonly #water: FlowFields
  readonly #receiver: Receiver
  /** Elevation of the surface from which water is pushed [m]. */
  #surface = 0
  #displaced = new Float64Array(0)
  readonly #cell: MutableCellBox = { i: 0, j: 0, nx: 1, nz: 1 }

  constructor(water: FlowFields) {
    this.#water = water
    const { bed, openness, grid } = water
    this.#receiver = {
      grid,
      capacityAt: (i, j) => (bed.at(i, j) <= this.#surface ? openness.at(i, j) : 0),
      raise: (i, j, height) => {
        this.#touch(i, j)
        return openness.at(i, j) * water.addDepth(i, j, height)
      },
    }
  }

  /** Adjusts the water to a change of the openness. Returns the volume that this adds [m of one cell]. */
  follow(change: OpennessChange): number {
    const { i, j, nx, nz, before, draught } = change
    this.#begin(change)
    // All of it is measured before any of it is moved.
    if (this.#displaced.length < nx * nz) this.#displaced = new Float64Array(nx * nz)
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) {
        const was = before[row * nx + column]!
        const open = this.#water.openness.at(i + column, j + row)
        const depth = this.#water.depthAt(i + column, j + row)
        this.#displaced[row * nx + column] = Math.max(0, was - open) * depth
        if (open > was) this.#water.addDepth(i + column, j + row, depth * (was / open - 1))
      }
    let added = 0
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) {
        const displaced = this.#displaced[row * nx + column]!
        if (displaced === 0) continue
        added -= displaced
        if (draught !== undefined) added += this.#push(i + column, j + row, displaced, change)
        if (this.#water.openness.at(i + column, j + row) === 0)
          this.#water.addDepth(i + column, j + row, -this.#water.depthAt(i + column, j + row))
      }
    return added
  }

  /** Spreads the water that a cell has lost. Returns the volume that found room [m of one cell]. */
  #push(i: number, j: number, displaced: number, change: CellBox): number {
    this.#surface = this.#water.bed.at(i, j) + this.#water.depth.at(i, j)
    return spreadNear(this.#receiver, i, j, displaced) ?? spreadAround(this.#receiver, change, displaced)
  }

  #begin({ i, j, nx, nz }: CellBox): void {
    this.box.i = i
    this.box.j = j
    this.box.nx = nx
    this.box.nz = nz
  }

  #touch(i: number, j: number): void {
    this.#cell.i = i
    this.#cell.j = j
    unite(this.box, this.#cell)
  }
}
