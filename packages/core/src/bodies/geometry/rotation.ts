// Rotations as unit quaternions (x, y, z, w), w the real part, and as matrices, row by row, that take a body's own axes to
// the scene's. Only + - * / and square roots, so the same bits everywhere.

import { RADIANS_PER_DEGREE } from '../../numerics/constants.js'
import { cos, sin } from '../../numerics/elementary.js'
import type { Rotation } from '../../scene/schema/body.js'

export type Vector = readonly [x: number, y: number, z: number]
export type Quaternion = readonly [x: number, y: number, z: number, w: number]

/** The unit quaternion of a rotation as a scene writes it. */
export function quaternionOf(rotation: Rotation): Quaternion {
  if (!('axis' in rotation)) return unit(rotation)
  const [x, y, z] = rotation.axis
  return rotate([x, y, z], rotation.angle * RADIANS_PER_DEGREE)
}

/** Rotation by an angle [rad] about an axis of any length. */
export function rotate([x, y, z]: Vector, angle: number): Quaternion {
  const length = Math.sqrt(x * x + y * y + z * z)
  if (length === 0) return [0, 0, 0, 1]
  const s = sin(angle / 2) / length
  return [x * s, y * s, z * s, cos(angle / 2)]
}

export function unit([x, y, z, w]: Quaternion): Quaternion {
  const length = Math.sqrt(x * x + y * y + z * z + w * w)
  return [x / length, y / length, z / length, w / length]
}

/** out = a b, all quaternions: first b, then a. `out` is neither. */
export function setQuaternionProduct(out: Float64Array, a: ArrayLike<number>, b: ArrayLike<number>): void {
  out[0] = a[3]! * b[0]! + a[0]! * b[3]! + a[1]! * b[2]! - a[2]! * b[1]!
  out[1] = a[3]! * b[1]! - a[0]! * b[2]! + a[1]! * b[3]! + a[2]! * b[0]!
  out[2] = a[3]! * b[2]! + a[0]! * b[1]! - a[1]! * b[0]! + a[2]! * b[3]!
  out[3] = a[3]! * b[3]! - a[0]! * b[0]! - a[1]! * b[1]! - a[2]! * b[2]!
}

/** Fills `matrix` (9 values) with the rotation of the quaternion at `q[offset]`, which need not be of length one. */
export function setMatrix(matrix: Float64Array, q: ArrayLike<number>, offset = 0): void {
  const x = q[offset]!
  const y = q[offset + 1]!
  const z = q[offset + 2]!
  const w = q[offset + 3]!
  const s = 2 / (x * x + y * y + z * z + w * w)
  matrix[0] = 1 - s * (y * y + z * z)
  matrix[1] = s * (x * y - z * w)
  matrix[2] = s * (x * z + y * w)
  matrix[3] = s * (x * y + z * w)
  matrix[4] = 1 - s * (x * x + z * z)
  matrix[5] = s * (y * z - x * w)
  matrix[6] = s * (x * z - y * w)
  matrix[7] = s * (y * z + x * w)
  matrix[8] = 1 - s * (x * x + y * y)
}

export function matrixOf(q: Quaternion): Float64Array {
  const matrix = new Float64Array(9)
  setMatrix(matrix, q)
  return matrix
}

/** out = a b, all of 9 values; `out` is neither. */
export function setProduct(out: Float64Array, a: Float64Array, b: Float64Array): void {
  for (let row = 0; row < 9; row += 3)
    for (let column = 0; column < 3; column++)
      out[row + column] = a[row]! * b[column]! + a[row + 1]! * b[column + 3]! + a[row + 2]! * b[column + 6]!
}

/** Transforms a vector from the body's own axes to the scene's. */
export function rotated(m: Float64Array, [x, y, z]: Vector): Vector {
  return [m[0]! * x + m[1]! * y + m[2]! * z, m[3]! * x + m[4]! * y + m[5]! * z, m[6]! * x + m[7]! * y + m[8]! * z]
}

/** Sets `out` to a vector in the scene's axes. `vector`: in the body's own axes; it may be `out`. */
export function setRotated(out: Float64Array, m: Float64Array, vector: ArrayLike<number>): void {
  const x = vector[0]!
  const y = vector[1]!
  const z = vector[2]!
  for (let row = 0; row < 3; row++) out[row] = m[3 * row]! * x + m[3 * row + 1]! * y + m[3 * row + 2]! * z
}

/** The quaternion of a rotation matrix, by its largest part: no cancellation (Shepperd 1978). */
export function quaternionOfMatrix(m: Float64Array): Quaternion {
  const xx = m[0]!
  const yy = m[4]!
  const zz = m[8]!
  const parts = [1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz]
  const largest = parts.indexOf(Math.max(...parts))
  const xy = m[1]! + m[3]!
  const xz = m[2]! + m[6]!
  const yz = m[5]! + m[7]!
  const xw = m[7]! - m[5]!
  const yw = m[2]! - m[6]!
  const zw = m[3]! - m[1]!
  const rows: Quaternion[] = [
    [parts[0]!, xy, xz, xw],
    [xy, parts[1]!, yz, yw],
    [xz, yz, parts[2]!, zw],
    [xw, yw, zw, parts[3]!],
  ]
  return unit(rows[largest]!)
}
