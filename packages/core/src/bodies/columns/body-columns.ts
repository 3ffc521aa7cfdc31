// Bodies as columns of the grid, at their present pose.

import type { Grid } from '../../fields/grid.js'
import { setMatrix, setProduct } from '../geometry/rotation.js'
import type { Solid } from '../geometry/solid.js'
import { PolyhedronColumns } from './polyhedron-columns.js'
import { RoundColumns } from './round-columns.js'
import type { Spans } from './spans.js'

export class BodyColumns {
  readonly #round: RoundColumns
  readonly #polyhedra: PolyhedronColumns
  readonly #matrix = new Float64Array(9)
  readonly #turned = new Float64Array(9)

  constructor(grid: Grid) {
    this.#round = new RoundColumns(grid)
    this.#polyhedra = new PolyhedronColumns(grid)
  }

  /**
   * Adds the spans of a body. Over the cells of the grid, Σ coverage × (top - bottom) × cellSize² is the volume of the body
   * above them, up to rounding. `positions`, `rotations`: of all bodies, x, y, z and x, y, z, w each.
   */
  add(solid: Solid, positions: ArrayLike<number>, rotations: ArrayLike<number>, body: number, spans: Spans): void {
    const m = this.#matrix
    setMatrix(m, rotations, 4 * body)
    const { pieces } = solid
    for (let piece = 0; piece < pieces.length; piece++) {
      const { shape, position, matrix, volume } = pieces[piece]!
      const px = position[0]
      const py = position[1]
      const pz = position[2]
      const x = positions[3 * body]! + m[0]! * px + m[1]! * py + m[2]! * pz
      const y = positions[3 * body + 1]! + m[3]! * px + m[4]! * py + m[5]! * pz
      const z = positions[3 * body + 2]! + m[6]! * px + m[7]! * py + m[8]! * pz
      setProduct(this.#turned, m, matrix)
      if ('polyhedron' in shape) this.#polyhedra.add(shape.polyhedron, x, y, z, this.#turned, spans)
      else this.#round.add(shape, volume, x, y, z, this.#turned, spans)
    }
  }
}
