// Λ, the Dirichlet-to-Neumann operator: it maps the potential at the surface to the vertical velocity, deta/dt = Λphi. Its symbol is
// k tanh(k d).

import type { Pass } from '../../backend/pass.js'
import type { Arena } from '../../fields/arena.js'
import type { Field } from '../../fields/field.js'
import { meanSymbol } from '../../numerics/window-fit.js'
import { Transform } from '../../operators/transform.js'
import { WindowOperator, type WindowOperatorSettings, windowLevels } from '../../operators/window-operator.js'
import { SceneError } from '../../scene/parse/error.js'
import { surfaceSymbol } from '../../wave-theory/airy.js'
import type { Domain } from './domain.js'

/** An implementation of Λ. */
export interface SurfaceOperator {
  /** Everything that has to be bound to the memory. */
  readonly resources: readonly { bind(memory: ArrayBufferLike): void }[]
  /** Largest eigenvalue [1/m]. */
  readonly spectralRadius: number
  /** Weight of a cell for itself [1/m]: the mean of the symbol over all waves. */
  readonly diagonal: number
  /** Passes that leave Λ`from` in `to`. */
  apply(from: Field, to: Field): Pass[]
  /** Fills its tables. */
  start(): void
}

/** A symbol [1/m] as a function of wavenumbers times cell size [rad], the wavenumbers of the tables. */
type WaveSymbol = (kx: number, kz: number) => number

/** k tanh(k d). `depth` [m], Infinity for deep water. */
export function airySymbol({ grid }: Domain, depth: number): WaveSymbol {
  return (kx, kz) => surfaceSymbol(Math.sqrt(kx * kx + kz * kz) / grid.cellSize, depth)
}

/** Λ by transforms: with Airy's symbol exact for every wave that the grid resolves. */
export class SpectralOperator implements SurfaceOperator {
  readonly modes: Transform
  readonly spectralRadius: number
  readonly diagonal: number
  readonly #symbolOf: WaveSymbol
  readonly #multiply: ReturnType<Transform['multiply']>

  constructor({ grid, boundaries }: Domain, symbolOf: WaveSymbol, arena: Arena, threads: number) {
    this.modes = new Transform(arena, grid.nx, grid.nz, boundaries, threads)
    this.#multiply = this.modes.multiply()
    this.#symbolOf = symbolOf
    this.spectralRadius = this.#symbolOf(grid.nx > 1 ? Math.PI : 0, grid.nz > 1 ? Math.PI : 0)
    this.diagonal = this.modes.meanOf(this.#symbolOf)
  }

  get resources() {
    return this.modes.resources
  }

  // One complex transform could hold two fields, but this couples their rounding errors: with Λ of the solids beside the potential, a
  // query or a snapshot would compute other bits than the step.
  apply(from: Field, to: Field): Pass[] {
    return [this.modes.forward(from, from), this.#multiply.pass, this.modes.inverse(to, to)]
  }

  start(): void {
    this.#multiply.fill(this.#symbolOf)
  }
}

/** Default reach of a window to either side [cells], and the least reach. */
const HALF_WIDTH = 6
const LEAST_HALF_WIDTH = 2

/** Reach of a window to either side [cells] and number of grids of its pyramid, if the scene gives them. */
interface WindowSize {
  readonly halfWidth?: number | undefined
  readonly levels?: number | undefined
}

/** Λ by convolution windows on a pyramid of grids, for grids of any size. The symbol has errors of a few percent. */
export class WindowSurfaceOperator implements SurfaceOperator {
  readonly #settings: Omit<WindowOperatorSettings, 'phi' | 'lambdaPhi'>
  /** An operator for each pair of input and output fields, by their records: each has coarse grids of its own. */
  readonly #operators = new Map<string, WindowOperator>()

  constructor({ grid, boundaries }: Domain, depth: number, window: WindowSize, arena: Arena, threads: number) {
    const levels = window.levels ?? windowLevels(grid, depth)
    const longer = Math.max(grid.nx, grid.nz)
    const widest = Math.max(LEAST_HALF_WIDTH, longer)
    const halfWidth = window.halfWidth ?? Math.min(HALF_WIDTH, widest)
    if (halfWidth > widest)
      throw SceneError.at(
        ['solver', 'halfWidth'],
        `a window that reaches ${halfWidth} cells to either side is larger than the grid, whose longer side has ${longer}: use at most ${widest}`,
      )
    this.#settings = { grid, boundaries, arena, halfWidth, depth, levels, threads }
  }

  get resources() {
    return [...this.#operators.values()].flatMap(({ resources }) => resources)
  }

  get spectralRadius(): number {
    return this.#any().spectralRadius
  }

  get diagonal(): number {
    const { cellSize } = this.#settings.grid
    return meanSymbol(this.#any().fit) / cellSize
  }

  apply(from: Field, to: Field): Pass[] {
    const key = `${from.record} ${to.record}`
    const known = this.#operators.get(key)
    if (known) return [...known.passes]
    const [first] = this.#operators.values()
    const operator = new WindowOperator({ ...this.#settings, phi: from, lambdaPhi: to }, first?.fit)
    this.#operators.set(key, operator)
    return [...operator.passes]
  }

  start(): void {
    for (const operator of this.#operators.values()) operator.start()
  }

  #any(): WindowOperator {
    const [first] = this.#operators.values()
    if (!first) throw new Error('the operator has not been applied to anything yet')
    return first
  }
}
