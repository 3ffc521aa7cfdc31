/**
 * The x between `low` and `high` where f changes its sign, to the last bit.
 *
 * Halving needs some sixty values of f, never leaves the bracket, and so never finds another root: the flows here have a
 * second one, the supercritical twin, that Newton falls into. Throws when f has the same sign at both ends.
 */
export function bisect(f: (x: number) => number, low: number, high: number): number {
  const rising = f(low) < 0
  if (rising === f(high) < 0) throw new Error(`no change of sign between ${low} and ${high}`)
  let below = low
  let above = high
  for (;;) {
    const middle = below + (above - below) / 2
    if (middle === below || middle === above) return middle
    if (f(middle) < 0 === rising) below = middle
    else above = middle
  }
}
