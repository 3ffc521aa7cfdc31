/**
 * A pseudo-random number that depends only on its arguments.
 * @param i First coordinate of a point, a whole number.
 * @param j Second coordinate.
 * @param salt Selects one of many independent sequences.
 * @returns A number from 0 to less than 1.
 */
export function hashToUnit(i: number, j: number, salt: number): number {
  let word = Math.imul(i, 0x9e3779b1) ^ Math.imul(j, 0x85ebca77) ^ Math.imul(salt, 0xc2b2ae3d)
  word = Math.imul(word ^ (word >>> 15), 0x2c1b3c6d)
  word = Math.imul(word ^ (word >>> 12), 0x297a2d39)
  return ((word ^ (word >>> 15)) >>> 0) / 4294967296
}
