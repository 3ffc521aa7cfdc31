// Bodies as columns of the grid, at their present pose.

import type { Grid } from '../../fields/grid.js'
import type { Solid } from '../geometry/solid.js'
import { PiecePose } from './piece-pose.js'
import { PolyhedronColumns } from './polyhedron-columns.js'
import { RoundColumns } from './round-columns.js'
import type { Spans } from './spans.js'

export class BodyColumns {
  readonly #round: RoundColumns
  readonly #polyhedra: PolyhedronColumns
  readonly #pose = new PiecePose()

  constructor(grid: Grid) {
    this.#round = new RoundColumns(grid)
    this.#polyhedra = new PolyhedronColumns(grid)
  }

  /**
   * Adds the spans of a body. Over the cells of the grid, Σ coverage × (top - bottom) × cellSize² is the volume of the body
   * above them, up to rounding. `positions`, `rotations`: of all bodies, x, y, z and x, y, z, w each.
   */
  add(solid: Solid, positions: ArrayLike<number>, rotations: ArrayLike<number>, body: number, spans: Spans): void {
    const pose = this.#pose
    pose.setBody(rotations, body)
    const { pieces } = solid
    for (let piece = 0; piece < pieces.length; piece++) {
      const { shape } = pieces[piece]!
      pose.setPiece(pieces[piece]!, positions, body)
      if ('polyhedron' in shape) this.#polyhedra.add(shape.polyhedron, pose, spans)
      else this.#round.add(shape, pieces[piece]!, pose, spans)
    }
  }
}
