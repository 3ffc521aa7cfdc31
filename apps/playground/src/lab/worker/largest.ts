/** The largest size among values; NaN if one of them is, so that a run that has failed is noticed. */
export function largestOf(values: ArrayLike<number>): number {
  let largest = 0
  for (let n = 0; n < values.length; n++) {
    const size = Math.abs(values[n]!)
    if (!(size <= largest)) largest = size
  }
  return largest
}
