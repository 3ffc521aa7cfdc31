// Λ between impermeable walls from the bed to above the surface, as a polynomial of the five-point Laplacian
// (docs/decisions/0020-impermeable-walls.md). The kernels are in kernels/linear-waves/walls.ts.

import { type Pass, pass } from '../../backend/pass.js'
import type { Arena } from '../../fields/arena.js'
import { type EdgeKind, edgeArguments } from '../../fields/boundaries.js'
import type { Field } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import { sin } from '../../numerics/elementary.js'
import { fitSurfacePolynomial, polynomialSymbol, type SurfacePolynomial } from '../../numerics/surface-polynomial.js'
import type { Domain } from './domain.js'
import type { IwaveFields } from './fields.js'
import { ALPHA, WallFaces } from './wall-faces.js'

export class ImpermeableWalls {
  /** Upper bound of the eigenvalues [1/m]. */
  readonly spectralRadius: number
  readonly #fields: IwaveFields
  readonly #faces: WallFaces
  readonly #polynomial: SurfacePolynomial
  readonly #work: Record<'b' | 'next' | 'd' | 'g', Field>

  /**
   * `depth` [m], Infinity for deep water. `openness`: of every cell of the domain. The longest wave of the scene determines the
   * degree: sponge layers damp longer ones.
   */
  constructor(fields: IwaveFields, depth: number, openness: Field, arena: Arena) {
    const { cellSize } = fields.scene
    this.#fields = fields
    this.#faces = new WallFaces(fields, openness, arena)
    this.#polynomial = fitSurfacePolynomial(depth / cellSize, longestHalfWave(fields.scene, fields.domain))
    this.spectralRadius = this.#polynomial.spectralRadius / cellSize
    this.#work = { b: fields.make(), next: fields.make(), d: fields.make(), g: fields.make() }
  }

  /** Everything that has to be bound to the memory besides the fields. */
  get resources() {
    return [this.#faces.spans]
  }

  /** Adjusts the faces to a change of the solids. */
  followSolids(): void {
    this.#faces.fill()
  }

  /** Passes that leave Λ`phi` in `rise`. */
  apply(phi: Field, rise: Field): Pass[] {
    const { nz } = this.#fields.domain.grid
    const { coefficients } = this.#polynomial
    const terms = coefficients.length
    const { b, next } = this.#work
    // Both fields of b take turns: each step reads the one that the step before has written.
    const inTurn = (step: number) => (step % 2 === 0 ? { b, next } : { b: next, next: b })
    const argumentsOf = (step: number, term: number) => ({
      ...this.#arguments(phi, rise),
      ...inTurn(step),
      coefficient: coefficients[term]! / ALPHA,
    })
    const last = terms - 1
    return [
      pass('beginWalls', nz, argumentsOf(0, last)),
      pass('startWalls', nz, argumentsOf(0, last)),
      ...Array.from({ length: last - 1 }, (_, k) => pass('stepWalls', nz, argumentsOf(k + 1, last - 1 - k))),
      pass('finishWalls', nz, argumentsOf(last, 0)),
    ]
  }

  /** Symbol of Λ without solids [1/m], for wavenumbers times cell size [rad]. */
  symbolOf(kx: number, kz: number): number {
    const [x, z] = [sin(kx / 2), sin(kz / 2)]
    const { cellSize } = this.#fields.domain.grid
    return polynomialSymbol(this.#polynomial.coefficients, 4 * (x * x + z * z)) / cellSize
  }

  #arguments(phi: Field, rise: Field) {
    const { xFaces, zFaces, overArea, spans } = this.#faces
    const { grid, boundaries } = this.#fields.domain
    return {
      phi,
      rise,
      ...this.#work,
      xFaces,
      zFaces,
      overArea,
      spans,
      alpha: ALPHA,
      scale: 1 / grid.cellSize,
      ...edgeArguments(boundaries),
    }
  }
}

/** The same operator without any solids, for waves that cross the domain undisturbed. */
export class OpenWater {
  readonly #openness: Field
  readonly #operator: ImpermeableWalls

  constructor(fields: IwaveFields, depth: number, arena: Arena) {
    this.#openness = fields.make()
    this.#operator = new ImpermeableWalls(fields, depth, this.#openness, arena)
  }

  get resources() {
    return this.#operator.resources
  }

  /** Passes that leave Λ`phi` in `rise`. */
  apply(phi: Field, rise: Field): Pass[] {
    return this.#operator.apply(phi, rise)
  }

  /** Fills its tables. */
  start(): void {
    this.#openness.fill(1)
    this.#openness.extend(false, false)
    this.#operator.followSolids()
  }
}

/**
 * Longest half wave between the edges of the scene [cells]. Half of the cells along an axis with an open edge: its sponge layer reflects
 * longer waves anyway.
 */
function longestHalfWave({ nx, nz }: Grid, { grid, boundaries }: Domain): number {
  const along = (cells: number, hasSponge: boolean, before: EdgeKind, after: EdgeKind) => {
    if (before === 'periodic' || hasSponge) return cells / 2
    // A quarter of a wave fits between a wall and a fixed edge.
    return before === after ? cells : 2 * cells
  }
  return Math.max(
    along(nx, grid.nx > nx, boundaries['x-'], boundaries['x+']),
    along(nz, grid.nz > nz, boundaries['z-'], boundaries['z+']),
  )
}
