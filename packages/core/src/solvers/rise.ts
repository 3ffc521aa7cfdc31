// Λ, the operator that turns the potential of a surface into its rise: deta/dt = Λphi. It multiplies a wave of
// wavenumber k by k tanh(k d).

import type { Pass } from '../backend/pass.js'
import type { Arena } from '../fields/arena.js'
import type { Field } from '../fields/field.js'
import { surfaceSymbol } from '../waves/airy.js'
import type { Domain } from './domain.js'
import { Modes } from './modes.js'

/** A way to apply Λ. */
export interface Rise {
  /** What has to be attached to the memory. */
  readonly tenants: readonly { attach(memory: ArrayBufferLike): void }[]
  /** Largest factor it multiplies a wave by [1/m]. */
  readonly largest: number
  /** Weight of a cell for itself [1/m]: the mean of its factors over all waves. */
  readonly own: number
  /** Passes that leave Λ`from` in `to`. */
  apply(from: Field, to: Field): Pass[]
  /** The same for two fields at once. */
  applyToBoth(from: readonly [Field, Field], to: readonly [Field, Field]): Pass[]
  /** Fills its tables. */
  start(): void
}

/** Λ by transforms: exact for every wave that the grid can hold. */
export class SpectralRise implements Rise {
  readonly modes: Modes
  readonly largest: number
  readonly own: number
  readonly #symbolOf: (kx: number, kz: number) => number
  readonly #multiply: ReturnType<Modes['multiply']>

  /** `depth` [m], Infinity for deep water. */
  constructor({ grid, boundaries }: Domain, depth: number, arena: Arena, threads: number) {
    this.modes = new Modes(arena, grid.nx, grid.nz, boundaries, threads)
    this.#multiply = this.modes.multiply()
    // The tables' wavenumbers are those of cells of size 1.
    this.#symbolOf = (kx, kz) => surfaceSymbol(Math.sqrt(kx * kx + kz * kz) / grid.cellSize, depth)
    this.largest = this.#symbolOf(grid.nx > 1 ? Math.PI : 0, grid.nz > 1 ? Math.PI : 0)
    this.own = this.modes.meanOf(this.#symbolOf)
  }

  get tenants() {
    return this.modes.tenants
  }

  apply(from: Field, to: Field): Pass[] {
    return this.applyToBoth([from, from], [to, to])
  }

  applyToBoth(from: readonly [Field, Field], to: readonly [Field, Field]): Pass[] {
    return [this.modes.forward(...from), this.#multiply.pass, this.modes.back(...to)]
  }

  start(): void {
    this.#multiply.fill(this.#symbolOf)
  }
}
