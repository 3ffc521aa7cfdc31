// The potential beyond the edges of columns. The ghost cells of fixed and open edges are state: the kernels continue from them.
//
// Beyond a fixed edge the elevation is held, and the potential is kicked like that of a cell. Edges of one height set the level, and the
// potential beyond them stays 0. Beyond an edge of another height it falls by g (height - level) in every second. Without friction this has
// no end, and floats would lose the digits of the waves: after 500 s beside open water the level of a held 0.1 m had an error of 4 %. A
// constant changes no flow, so it is subtracted from all potentials from time to time. Damping bounds the potential instead, by
// g (height - level) / (2 damping).

import {
  type Boundaries,
  type EdgeKind,
  edgeKinds,
  heldHeights,
  outsideLevel,
  type SceneEdges,
} from '../../fields/boundaries.js'
import type { Field } from '../../fields/field.js'

const NAMES = ['x-', 'x+', 'z-', 'z+'] as const

export class EdgePotential {
  /** Whether the potential beyond some edge falls or rises with time. */
  readonly drifts: boolean
  readonly #phi: Field
  readonly #kinds: Boundaries
  /** Height of each fixed edge over the level [m]. */
  readonly #heights: Record<keyof Boundaries, number>

  constructor(edges: SceneEdges, phi: Field) {
    const [heights, level] = [heldHeights(edges), outsideLevel(edges)]
    this.#phi = phi
    this.#kinds = edgeKinds(edges)
    this.#heights = { ...heights }
    for (const name of NAMES) this.#heights[name] -= level
    this.drifts = NAMES.some((name) => this.#kinds[name] === 'fixed' && this.#heights[name] !== 0)
  }

  /** Fills the ghost cells after the potential was written. `halfKick`: as in `BasinSubstep`. */
  start(halfKick: number): void {
    this.#extend()
    this.#forEachGhost(['fixed'], (cell, name) => {
      this.#phi.data[cell] = halfKick * this.#heights[name]
    })
  }

  /** Subtracts the potential beyond the fixed edges, or the middle of several, from all. Nearly equal floats are subtracted without rounding. */
  rezero(shiftWater: (by: number) => void): void {
    const { data } = this.#phi
    let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    this.#forEachGhost(['fixed'], (cell) => {
      lowest = Math.min(lowest, data[cell]!)
      highest = Math.max(highest, data[cell]!)
    })
    const middle = Math.fround((lowest + highest) / 2)
    const shifted: number[] = []
    this.#forEachGhost(['fixed', 'absorb'], (cell) => shifted.push(data[cell]! - middle))
    shiftWater(-middle)
    this.#extend()
    let next = 0
    this.#forEachGhost(['fixed', 'absorb'], (cell) => {
      data[cell] = shifted[next++]!
    })
  }

  #extend(): void {
    this.#phi.extend(this.#kinds['x-'] === 'periodic', this.#kinds['z-'] === 'periodic')
  }

  /** Visits the ghost cells beyond the edges of some kinds, by their indices in the data of the potential. */
  #forEachGhost(kinds: readonly EdgeKind[], visit: (cell: number, name: keyof Boundaries) => void): void {
    const { offset, stride, nx, nz } = this.#phi
    const visitEdge = (name: keyof Boundaries, first: number, next: number, count: number) => {
      if (kinds.includes(this.#kinds[name])) for (let k = 0; k < count; k++) visit(first + k * next, name)
    }
    visitEdge('x-', offset - 1, stride, nz)
    visitEdge('x+', offset + nx, stride, nz)
    visitEdge('z-', offset - stride, 1, nx)
    visitEdge('z+', offset + nz * stride, 1, nx)
  }
}
