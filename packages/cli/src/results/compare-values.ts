/** Differences between two arrays of equal length. */
export interface Difference {
  /** Largest absolute difference. */
  largest: number
  /** Root of the mean square of the differences. */
  rms: number
  /** Index of the largest difference. */
  at: number
  /** Number of values whose difference is larger than the tolerance. */
  count: number
}

/** Equal values do not differ, NaN from NaN neither; NaN from a number differs infinitely. */
export function compareValues(a: ArrayLike<number>, b: ArrayLike<number>, tolerance: number): Difference {
  let [largest, at, count, squares] = [0, 0, 0, 0]
  for (let k = 0; k < a.length; k++) {
    const difference = distance(a[k]!, b[k]!)
    if (difference > tolerance) count++
    squares += difference * difference
    if (difference <= largest) continue
    largest = difference
    at = k
  }
  return { largest, rms: Math.sqrt(squares / Math.max(1, a.length)), at, count }
}

function distance(a: number, b: number): number {
  if (Object.is(a, b) || a === b) return 0
  const difference = Math.abs(a - b)
  return Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference
}
