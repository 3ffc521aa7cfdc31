import { setMatrix, setProduct } from '../geometry/rotation.js'
import type { Piece } from '../geometry/solid.js'

/** The pose of a piece of a body in the scene. One object is set for each piece in turn. */
export class PiecePose {
  /** Position of its origin [m]. */
  x = 0
  y = 0
  z = 0
  /** Rotation from its own axes to the scene's, row by row. */
  readonly matrix = new Float64Array(9)
  readonly #body = new Float64Array(9)

  /** Sets the rotation of the body, number `body` of all, x, y, z, w each. */
  setBody(rotations: ArrayLike<number>, body: number): void {
    setMatrix(this.#body, rotations, 4 * body)
  }

  /** Sets the pose of a piece of that body. `positions`: of all bodies, x, y, z each. */
  setPiece({ position, matrix }: Piece, positions: ArrayLike<number>, body: number): void {
    const m = this.#body
    const px = position[0]
    const py = position[1]
    const pz = position[2]
    this.x = positions[3 * body]! + m[0]! * px + m[1]! * py + m[2]! * pz
    this.y = positions[3 * body + 1]! + m[3]! * px + m[4]! * py + m[5]! * pz
    this.z = positions[3 * body + 2]! + m[6]! * px + m[7]! * py + m[8]! * pz
    setProduct(this.matrix, m, matrix)
  }
}
