// The difference of two fields, B − A, on the grid of B.

/** Cells around the origin: `counts` along each axis, the first one contiguous. */
export interface CellGrid {
  readonly counts: readonly number[]
  /** m */
  readonly cellSize: number
}

/** Numbers of a difference. */
export interface DifferenceNumbers {
  /** Root mean square and maximum of |B − A|, in the unit of the field. */
  readonly rms: number
  readonly maximum: number
  /** Root mean square of A at the same points. */
  readonly rmsOfA: number
}

/** Two neighbors along an axis, and the weight of the second one, for each cell of the other grid; the weight is NaN outside. */
interface Neighbors {
  readonly first: Int32Array
  readonly second: Int32Array
  readonly weight: Float64Array
}

/** Computes the values of a field on grid `from` at the centers of the cells of another grid. */
export class Resampling {
  readonly #from: CellGrid
  readonly #axes: readonly Neighbors[]
  readonly #isSame: boolean

  constructor(from: CellGrid, to: CellGrid) {
    this.#from = from
    this.#axes = to.counts.map((count, axis) => neighborsOf(from.counts[axis] ?? 1, from.cellSize, count, to.cellSize))
    this.#isSame = from.cellSize === to.cellSize && to.counts.every((count, axis) => count === from.counts[axis])
  }

  /**
   * Interpolates linearly along each axis; outside the outermost centers of cells it continues linearly, so that planes stay planes. Points
   * outside the box of the grid become NaN.
   */
  apply(values: Float32Array, into: Float32Array): void {
    if (this.#isSame) {
      into.set(values)
      return
    }
    const [x, y, z] = this.#axes as [Neighbors, Neighbors, Neighbors?]
    const [nx = 1, ny = 1] = this.#from.counts
    let at = 0
    for (let k = 0; k < (z?.weight.length ?? 1); k++)
      for (let j = 0; j < y.weight.length; j++)
        for (let i = 0; i < x.weight.length; i++) {
          const row = (layer: number, j: number): number => {
            const start = (layer * ny + j) * nx
            return mix(values[start + x.first[i]!]!, values[start + x.second[i]!]!, x.weight[i]!)
          }
          const plane = (layer: number): number => mix(row(layer, y.first[j]!), row(layer, y.second[j]!), y.weight[j]!)
          into[at++] = z ? mix(plane(z.first[k]!), plane(z.second[k]!), z.weight[k]!) : plane(0)
        }
  }
}

function mix(first: number, second: number, weight: number): number {
  return first + weight * (second - first)
}

function neighborsOf(count: number, cellSize: number, otherCount: number, otherSize: number): Neighbors {
  const first = new Int32Array(otherCount)
  const second = new Int32Array(otherCount)
  const weight = new Float64Array(otherCount)
  for (let i = 0; i < otherCount; i++) {
    // The center of the other cell, in cells from the center of the first one.
    const at = ((i + 0.5 - otherCount / 2) * otherSize) / cellSize + count / 2 - 0.5
    first[i] = Math.max(0, Math.min(count - 2, Math.floor(at)))
    second[i] = Math.min(count - 1, first[i]! + 1)
    const isInside = at > -0.5 - 1e-9 && at < count - 0.5 + 1e-9
    // A field of one cell is the same everywhere: both neighbors are that cell.
    weight[i] = isInside ? at - first[i]! : Number.NaN
  }
  return { first, second, weight }
}

/**
 * Subtracts A from B. Cells where either is not known, and solid cells of B, have the difference 0 and do not count.
 *
 * @param a - A at the cells of B, not a number outside its grid
 * @param openness - Openness of the cells of B; absent: all are open
 * @param into - Receives B − A
 */
export function subtract(
  a: Float32Array,
  b: Float32Array,
  openness: Float32Array | undefined,
  into: Float32Array,
): DifferenceNumbers {
  let [count, squares, maximum, squaresOfA] = [0, 0, 0, 0]
  for (let cell = 0; cell < b.length; cell++) {
    const difference = b[cell]! - a[cell]!
    if (Number.isNaN(difference) || (openness?.[cell] ?? 1) < 0.5) {
      into[cell] = 0
      continue
    }
    into[cell] = difference
    count++
    squares += difference * difference
    squaresOfA += a[cell]! * a[cell]!
    maximum = Math.max(maximum, Math.abs(difference))
  }
  const mean = (sum: number): number => (count > 0 ? Math.sqrt(sum / count) : 0)
  return { rms: mean(squares), maximum, rmsOfA: mean(squaresOfA) }
}

/** Quantities of either sign reach the last color at this many root mean squares: single cells at walls may have much more. */
const deviations = 5

/**
 * Values of the first and the last color of a slice of a fluid, as its views choose them.
 *
 * @param counts - Cells along x, y and z
 * @param at - Position of the slice along z, -1 to 1
 */
export function sliceRange(values: Float32Array, counts: readonly number[], at: number): [low: number, high: number] {
  const [nx = 1, ny = 1, nz = 1] = counts
  const layer = Math.round(((1 + at) * (nz - 1)) / 2)
  const slice = values.subarray(layer * nx * ny, (layer + 1) * nx * ny)
  const most = slice.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0)
  const squares = slice.reduce((sum, value) => sum + value * value, 0)
  const end = Math.min(most, deviations * Math.sqrt(squares / slice.length))
  return [-end, end]
}

/** Root mean squares over time. */
export interface DifferenceTrace {
  /** Simulated time [s]. */
  readonly time: readonly number[]
  readonly rms: readonly number[]
}

/** Samples kept: a minute at five a second. */
const capacity = 300

/** The trace with one more sample; one that goes back in time begins it anew. */
export function withDifference({ time, rms }: DifferenceTrace, at: number, value: number): DifferenceTrace {
  const last = time.at(-1) ?? Number.NEGATIVE_INFINITY
  if (at < last) return { time: [at], rms: [value] }
  const end = at === last ? time.length - 1 : time.length
  const from = Math.max(0, end + 1 - capacity)
  return { time: [...time.slice(from, end), at], rms: [...rms.slice(from, end), value] }
}
