// Waves of some frequencies on a grid: their quantities as fields at any time.
//
// A wave that keeps its frequency, whatever its shape, has at each cell the quantities X cos ωt + Y sin ωt, with two constant fields: X
// in phase and Y in quadrature (kernels/prescribed/trains.ts). Waves of one frequency share them. Waves that shoal on a beach
// (beach-waves.ts) and circular waves (circular-waves.ts) fill them.
//
// phi and the rise of the surface are mixed from X and Y of eta, a quarter period later, as long as the ratio of their amplitudes is
// the same everywhere: without surface tension it is g/ω.

import { type Pass, pass } from '../../backend/pass.js'
import type { Arena } from '../../fields/arena.js'
import { Field } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import { setCosSin } from '../../numerics/elementary.js'
import { restoringAcceleration, type Water } from '../../wave-theory/airy.js'
import { wrapped } from '../../wave-theory/train.js'
import type { QuantityName } from './quantity.js'
import type { WaveTargets } from './train-field.js'

/** A quantity with fields X and Y of its own; the others are mixed from those of eta. */
export type QuadratureQuantity = Exclude<QuantityName, 'rise'>

/** Amplitudes of a quantity relative to a phase P at a cell: X + iY = (inPhase + i quadrature) e^(iP). */
export interface PhaseAmplitudes {
  inPhase: number
  quadrature: number
}

/** A wave at a cell: e^(iP) of its phase P, and its amplitudes relative to it. */
export interface CellWave {
  readonly cosPhase: number
  readonly sinPhase: number
  amplitudesOf(name: QuadratureQuantity): PhaseAmplitudes
}

/** A wave of one frequency. */
export interface SteadyWave {
  /** Angular frequency ω [rad/s]. */
  readonly omega: number
  /** Visits every cell of the grid. */
  eachCell(grid: Grid, visit: (i: number, j: number, wave: CellWave) => void): void
}

/** One target, mixed from X and Y. */
interface Mix {
  readonly name: QuantityName
  readonly pass: Pass
  readonly shares: Field
  /** Factor of X and Y of eta, a quarter period later; undefined for a quantity with X and Y of its own. */
  readonly quarter: ((omega: number) => number) | undefined
}

export class QuadratureField {
  /** Everything that has to be bound to the memory, except the targets. */
  readonly resources: readonly Field[]
  readonly #waves: readonly SteadyWave[]
  readonly #grid: Grid
  /** Distinct angular frequencies of the waves [rad/s]. */
  readonly #frequencies: readonly number[]
  /** X and Y of each quantity, for one frequency after the other. */
  readonly #quadratures = new Map<QuadratureQuantity, Field>()
  readonly #mixes: readonly Mix[]
  /** Cosine and sine of the present rotation. */
  readonly #rotation = new Float64Array(2)

  /** `adds`: whether the waves are added to the values of the targets, instead of replacing them. */
  constructor(
    waves: readonly SteadyWave[],
    water: Water,
    grid: Grid,
    arena: Arena,
    targets: WaveTargets,
    { adds = false } = {},
  ) {
    const { nx, nz } = grid
    this.#waves = waves
    this.#grid = grid
    this.#frequencies = [...new Set(waves.map(({ omega }) => omega))]
    const count = 2 * this.#frequencies.length
    const table = (description: string, columns: number, rows: number) =>
      new Field(arena, { name: 'trains', unit: '', description: description }, columns, rows)
    const quadraturesOf = (name: QuadratureQuantity) => {
      const made = this.#quadratures.get(name) ?? table(`in-phase and quadrature fields of ${name}`, nx, count * nz)
      this.#quadratures.set(name, made)
      return made
    }
    const { surfaceTension = 0 } = water
    this.#mixes = Object.entries(targets).map(([key, target]) => {
      const name = key as QuantityName
      const quarter =
        name === 'rise'
          ? (omega: number) => omega
          : name === 'phi' && surfaceTension === 0
            ? (omega: number) => restoringAcceleration(0, water) / omega
            : undefined
      const basis = quarter ? 'eta' : (name as QuadratureQuantity)
      const shares = table('factors of the in-phase and quadrature fields', count, 1)
      return {
        name,
        shares,
        quarter,
        pass: pass('mixPhases', nz, { target, quadratures: quadraturesOf(basis), shares, adds: adds ? 1 : 0 }),
      }
    })
    this.resources = [...this.#quadratures.values(), ...this.#mixes.map(({ shares }) => shares)]
  }

  /** The passes that fill the named targets, or all targets if none is named. */
  passes(...names: QuantityName[]): Pass[] {
    return this.#mixes.filter(({ name }) => names.length === 0 || names.includes(name)).map((mix) => mix.pass)
  }

  /** Fills the fields X and Y. */
  start(): void {
    const { nz } = this.#grid
    for (const wave of this.#waves) {
      const first = 2 * this.#frequencies.indexOf(wave.omega) * nz
      wave.eachCell(this.#grid, (i, j, { cosPhase, sinPhase, amplitudesOf }) => {
        for (const [name, { data, offset, stride }] of this.#quadratures) {
          const { inPhase, quadrature } = amplitudesOf(name)
          const at = offset + (first + j) * stride + i
          data[at]! += inPhase * cosPhase - quadrature * sinPhase
          data[at + nz * stride]! += inPhase * sinPhase + quadrature * cosPhase
        }
      })
    }
    this.setTime(new Float64Array(1))
  }

  /** Sets the time for which the passes fill the targets: `clock[0]` [s]. */
  setTime(clock: Float64Array): void {
    const rotation = this.#rotation
    for (let n = 0; n < this.#frequencies.length; n++) {
      const omega = this.#frequencies[n]!
      rotation[0] = wrapped(omega * clock[0]!)
      setCosSin(rotation, 0)
      for (let mix = 0; mix < this.#mixes.length; mix++) {
        const { shares, quarter } = this.#mixes[mix]!
        const { data, offset } = shares
        // a sin(P - ωt) = Y cos ωt - X sin ωt.
        data[offset + 2 * n] = quarter ? -quarter(omega) * rotation[1]! : rotation[0]!
        data[offset + 2 * n + 1] = quarter ? quarter(omega) * rotation[0]! : rotation[1]!
      }
    }
  }
}
