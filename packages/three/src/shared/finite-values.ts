import { sayOnce } from './say-once.js'

/**
 * Replaces values that are NaN or infinite by 0, and says so once. One of them in a height would make the whole mesh vanish, because three
 * measures it, and in a slope black holes that spread over the reflection.
 *
 * A sum is finite only if all its terms are; four of them keep the additions from waiting for each other.
 * @param values Values of the cells, `channels` for each.
 * @param nx Cells along x, for the message.
 * @param quantity What the values are, for the message.
 */
export function replaceNonFinite(values: Float32Array, nx: number, quantity: string, channels = 1): void {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  const whole = values.length & ~3
  for (let k = 0; k < whole; k += 4) {
    a += values[k]!
    b += values[k + 1]!
    c += values[k + 2]!
    d += values[k + 3]!
  }
  for (let k = whole; k < values.length; k++) a += values[k]!
  if (Number.isFinite(a + b + c + d)) return
  let first = -1
  for (let k = 0; k < values.length; k++) {
    if (Number.isFinite(values[k]!)) continue
    values[k] = 0
    if (first < 0) first = Math.floor(k / channels)
  }
  sayNotFinite(quantity, nx, first)
}

/** Says once that a quantity is not finite, and in which cell. */
export function sayNotFinite(quantity: string, nx: number, cell: number): void {
  sayOnce(
    quantity,
    `@seiche/three: ${quantity} is not finite in cell [${cell % nx}, ${Math.floor(cell / nx)}]. Such cells are drawn at 0.`,
  )
}
