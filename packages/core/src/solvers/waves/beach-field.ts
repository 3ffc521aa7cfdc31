// Wave trains that shoal and refract over a slope, on a grid: their quantities as fields at any time.
//
// A train keeps its frequency on its way up the beach. A quantity of it is therefore X cos ωt + Y sin ωt, with two constant fields: X
// in phase and Y in quadrature (kernels/prescribed/trains.ts). Trains of one frequency share them. With amplitude a and phase P at a point:
//
//   eta       a cos(P - ωt)               X = a cos P                        Y = a sin P
//   slopeX    d/dx of it                  X = a' cos P - a kx sin P          Y = a' sin P + a kx cos P     a' = da/dx
//   phi       b sin(P - ωt)               X = b sin P                        Y = -b cos P
//
// phi and the rise of the surface are mixed from X and Y of eta, a quarter period later, as long as b/a is the same
// everywhere: without surface tension it is g/ω.

import { type Pass, pass } from '../../backend/pass.js'
import type { Arena } from '../../fields/arena.js'
import { Field } from '../../fields/field.js'
import { cellX, cellZ, type Grid } from '../../fields/grid.js'
import { cos, sin } from '../../numerics/elementary.js'
import { restoringAcceleration, type Water } from '../../wave-theory/airy.js'
import type { ShoalingTrain } from '../../wave-theory/shoaling.js'
import { wrapped } from '../../wave-theory/train.js'
import { type BreakingRule, greatestAmplitude, type QuantityName } from './quantity.js'
import type { WaveTargets } from './train-field.js'

/** Amplitudes of a quantity relative to the phase P at a cell: X + iY = (inPhase + i quadrature) e^(iP). */
interface PhaseAmplitudes {
  inPhase: number
  quadrature: number
}

/** A train at a cell. */
interface LocalWave {
  readonly amplitude: number
  readonly unbroken: number
  readonly depth: number
  readonly k: number
  readonly kx: number
  readonly kz: number
  readonly growthX: number
  readonly growthZ: number
  readonly omega: number
}

/** A quantity with fields X and Y of its own; the others are mixed from those of eta. */
type QuadratureQuantity = Exclude<QuantityName, 'rise'>

/** One target, mixed from X and Y. */
interface Mix {
  readonly name: QuantityName
  readonly pass: Pass
  readonly shares: Field
  /** Factor of X and Y of eta, a quarter period later; undefined for a quantity with X and Y of its own. */
  readonly quarter: ((omega: number) => number) | undefined
}

export class BeachField {
  readonly resources: readonly Field[]
  readonly #trains: readonly ShoalingTrain[]
  readonly #water: Water
  readonly #grid: Grid
  readonly #breaking: BreakingRule
  /** Distinct angular frequencies of the trains [rad/s]. */
  readonly #frequencies: readonly number[]
  /** X and Y of each quantity, for one frequency after the other. */
  readonly #quadratures = new Map<QuadratureQuantity, Field>()
  readonly #mixes: readonly Mix[]

  constructor(
    trains: readonly ShoalingTrain[],
    water: Water,
    grid: Grid,
    arena: Arena,
    targets: WaveTargets,
    breaking: BreakingRule = 'miche',
  ) {
    const { nx, nz } = grid
    this.#trains = trains
    this.#water = water
    this.#grid = grid
    this.#breaking = breaking
    this.#frequencies = [...new Set(trains.map(({ omega }) => omega))]
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
        pass: pass('mixPhases', nz, { target, quadratures: quadraturesOf(basis), shares }),
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
    for (const train of this.#trains) this.#addTrain(train)
    this.setTime(0)
  }

  #addTrain(train: ShoalingTrain): void {
    const { nx, nz } = this.#grid
    const first = 2 * this.#frequencies.indexOf(train.omega) * nz
    // Along the shore only the phase changes: where a side of the grid is parallel to the shore, its lines are evaluated once.
    const [shoreX, shoreZ] = train.turned(1, 0)
    const columnsFirst = Math.abs(shoreX) > Math.abs(shoreZ)
    const [outer, inner] = columnsFirst ? [nx, nz] : [nz, nx]
    let local: (LocalWave & { phase: number }) | undefined
    let sLocal = Number.NaN
    for (let m = 0; m < outer; m++)
      for (let n = 0; n < inner; n++) {
        const [i, j] = columnsFirst ? [m, n] : [n, m]
        const { s, along } = train.placeOf(cellX(this.#grid, i), cellZ(this.#grid, j))
        if (s !== sLocal || !local) {
          local = localWave(train, s)
          sLocal = s
        }
        const phase = wrapped(local.phase + train.kAlong * along)
        const [c, d] = [cos(phase), sin(phase)]
        for (const [name, { data, offset, stride }] of this.#quadratures) {
          const { inPhase, quadrature } = this.#amplitudesOf(name, local)
          const at = offset + (first + j) * stride + i
          data[at]! += inPhase * c - quadrature * d
          data[at + nz * stride]! += inPhase * d + quadrature * c
        }
      }
  }

  #amplitudesOf(name: QuadratureQuantity, local: LocalWave): PhaseAmplitudes {
    const { amplitude, unbroken, depth, k, omega } = local
    if (!(depth > 0)) return { inPhase: 0, quadrature: 0 }
    switch (name) {
      case 'eta':
        return { inPhase: amplitude, quadrature: 0 }
      case 'slopeX':
        return { inPhase: local.growthX, quadrature: amplitude * local.kx }
      case 'slopeZ':
        return { inPhase: local.growthZ, quadrature: amplitude * local.kz }
      case 'breaking':
        return { inPhase: unbroken / greatestAmplitude(k, depth, this.#breaking), quadrature: 0 }
      case 'tensionTerm':
        return { inPhase: amplitude * k * k, quadrature: 0 }
      case 'phi':
        return { inPhase: 0, quadrature: (-amplitude * restoringAcceleration(k, this.#water)) / omega }
    }
  }

  /** Sets the time for which the passes fill the targets [s]. */
  setTime(time: number): void {
    for (const { shares, quarter } of this.#mixes) {
      const { data, offset } = shares
      for (let n = 0; n < this.#frequencies.length; n++) {
        const omega = this.#frequencies[n]!
        const angle = wrapped(omega * time)
        // a sin(P - ωt) = Y cos ωt - X sin ωt.
        data[offset + 2 * n] = quarter ? -quarter(omega) * sin(angle) : cos(angle)
        data[offset + 2 * n + 1] = quarter ? quarter(omega) * cos(angle) : sin(angle)
      }
    }
  }
}

function localWave(train: ShoalingTrain, s: number): LocalWave & { phase: number } {
  const { depth, kAcross, amplitude, unbroken, phase } = train.across(s)
  const [kx, kz] = train.turned(kAcross, train.kAlong)
  const [growthX, growthZ] = train.turned(train.growthAt(s), 0)
  const k = Math.sqrt(kx * kx + kz * kz)
  return { depth, kx, kz, k, amplitude, unbroken, growthX, growthZ, phase, omega: train.omega }
}
