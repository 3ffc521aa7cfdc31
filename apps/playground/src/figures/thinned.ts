/** The points of a curve. */
export interface ThinnedCurve {
  x: Float64Array
  y: Float64Array
}

/**
 * The curve through values whose places `at` gives by their index. Of more than `most` values, the lowest and the highest of each piece are
 * kept, in their order: a chart of few pixels looks the same, and is drawn faster.
 */
export function thinned(values: ArrayLike<number>, at: (index: number) => number, most: number): ThinnedCurve {
  const count = values.length
  if (count <= most) {
    const y = Float64Array.from(values)
    return { x: y.map((_, k) => at(k)), y }
  }
  const pieces = Math.floor(most / 2)
  const curve = { x: new Float64Array(2 * pieces), y: new Float64Array(2 * pieces) }
  for (let piece = 0; piece < pieces; piece++) {
    const [from, to] = [Math.floor((piece * count) / pieces), Math.floor(((piece + 1) * count) / pieces)]
    let [low, high] = [from, from]
    for (let k = from; k < to; k++) {
      if (values[k]! < values[low]!) low = k
      if (values[k]! > values[high]!) high = k
    }
    for (const [n, k] of [Math.min(low, high), Math.max(low, high)].entries()) {
      curve.x[2 * piece + n] = at(k)
      curve.y[2 * piece + n] = values[k]!
    }
  }
  return curve
}
