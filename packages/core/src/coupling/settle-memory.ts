// Passes that end an exchange in water over terrain (kernels/bodies/settle-terrain.ts).

import type { Backend, Resource } from '../backend/backend.js'
import { pass } from '../backend/pass.js'
import { RowPass } from '../backend/row-pass.js'
import type { Arena } from '../fields/arena.js'
import type { CellBox } from '../fields/cell-box.js'
import { RowSums } from '../fields/field.js'

export class SettleMemory {
  readonly resources: readonly Resource[]
  readonly #speeds: RowSums
  readonly #applying: BoxPass
  readonly #clearing: BoxPass
  readonly #measuring: BoxPass

  /** `water`: the record of the water. */
  constructor(arena: Arena, nz: number, water: RowSums) {
    const speeds = new RowSums(arena, nz, 1)
    const args = { water, speeds, left: 0, back: 0, wide: 0 }
    this.#speeds = speeds
    this.#applying = new BoxPass(new RowPass(arena, pass('settleImpulses', nz, args)))
    this.#clearing = new BoxPass(new RowPass(arena, pass('clearImpulses', nz, args)))
    this.#measuring = new BoxPass(new RowPass(arena, pass('settleSpeeds', nz, args)))
    this.resources = [speeds, ...this.#passes.map((one) => one.pass)]
  }

  get #passes(): readonly BoxPass[] {
    return [this.#applying, this.#clearing, this.#measuring]
  }

  connect(backend: Backend): void {
    for (const { pass } of this.#passes) pass.connect(backend)
  }

  /** Applies the impulses of bodies within a box to the discharge, and clears them. */
  applyImpulses(box: CellBox): void {
    this.#applying.run(box)
    this.#clearing.run(box)
  }

  /** Largest |u| + |v| + 2 c within a box [m/s], at least `fastest`. */
  fastestWithin(box: CellBox, fastest: number): number {
    this.#measuring.run(box)
    const { data } = this.#speeds
    let most = fastest
    for (let j = box.j; j < box.j + box.nz; j++) most = Math.max(most, data[j]!)
    return most
  }
}

/** A pass over the rows of a box. */
class BoxPass {
  readonly pass: RowPass
  readonly #left
  readonly #back
  readonly #wide

  constructor(pass: RowPass) {
    this.pass = pass
    this.#left = pass.parameter('left')
    this.#back = pass.parameter('back')
    this.#wide = pass.parameter('wide')
  }

  run({ i, j, nx, nz }: CellBox): void {
    this.#left.set(i)
    this.#back.set(j)
    this.#wide.set(nx)
    this.pass.run(nz, Math.ceil((nx * nz) / CELLS_OF_WORK))
  }
}

/** Cells of a box that count as a part of work: some ten parts are worth waking a thread. */
const CELLS_OF_WORK = 1024
