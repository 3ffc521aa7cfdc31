// Heights carried outwards from the edge of a grid, smoother and smoother with the distance.

/** Columns of the table, around the grid, and rows, outwards. */
const [around, outwards] = [512, 40]
/** Half the width of the blur, over the distance from the edge [1]. */
const blurred = 0.55

/** What is known along the edge of a grid: a height and its outward slope at a point of the edge. */
export interface EdgeHeights {
  /** Height at a point of the edge [m]. */
  height(x: number, z: number): number
  /** Slope outwards there [1]. */
  slope(x: number, z: number): number
}

/**
 * Heights beyond the edges of a grid. At a small distance they are those of the nearest point of the edge, carried on along their slope
 * for a while; further out they are means over longer and longer pieces of the edge. Valleys and coasts go on, and no straight ridges lead
 * away from the grid.
 *
 * Points at one distance lie on the curve that is offset from the rectangle: four straight lines and four quarters of a circle. The table
 * has the heights along such curves, by the part of their length.
 */
export class EdgeTable {
  readonly #halfX: number
  readonly #halfZ: number
  readonly #far: number
  readonly #values = new Float32Array(around * (outwards + 1))

  /**
   * @param extent Extents of the grid along x and z [m].
   * @param far Largest distance from the grid [m].
   */
  constructor(extent: readonly [number, number], far: number) {
    this.#halfX = extent[0] / 2
    this.#halfZ = extent[1] / 2
    this.#far = far
  }

  /**
   * Computes the heights anew.
   * @param reach Distance over which the slope at the edge goes on, to 1/e of it [m].
   */
  fill(edge: EdgeHeights, reach: number): void {
    const raw = new Float32Array(around)
    for (let row = 0; row <= outwards; row++) {
      const distance = this.#far * (row / outwards) ** 3
      const climb = reach * (1 - Math.exp(-distance / reach))
      for (let column = 0; column < around; column++) {
        const [x, z] = this.#nearestOnEdge(column / around, distance)
        raw[column] = edge.height(x, z) + climb * edge.slope(x, z)
      }
      const half = Math.min(around / 8, Math.round((blurred * distance * around) / this.#lengthAt(distance)))
      // Two means over a window are nearly as smooth as a Gaussian.
      this.#values.set(meanAround(meanAround(raw, half), half), row * around)
    }
  }

  /** The height at a point outside of the grid [m]. */
  at(x: number, z: number): number {
    const [besideX, besideZ] = [Math.max(0, Math.abs(x) - this.#halfX), Math.max(0, Math.abs(z) - this.#halfZ)]
    const distance = Math.hypot(besideX, besideZ)
    const row = Math.min(outwards, outwards * Math.cbrt(distance / this.#far))
    const column = around * this.#shareOf(x, z, distance)
    const [i, j] = [Math.floor(column), Math.min(outwards - 1, Math.floor(row))]
    const [s, t] = [column - i, row - j]
    const value = (a: number, b: number): number => this.#values[b * around + (a % around)]!
    const near = value(i, j) * (1 - s) + value(i + 1, j) * s
    const far = value(i, j + 1) * (1 - s) + value(i + 1, j + 1) * s
    return near * (1 - t) + far * t
  }

  /** Length of the curve at a distance [m]. */
  #lengthAt(distance: number): number {
    return 4 * (this.#halfX + this.#halfZ) + 2 * Math.PI * distance
  }

  /** Part of the length of its curve at which a point is, from the middle of the edge at large x towards large z [1]. */
  #shareOf(x: number, z: number, distance: number): number {
    const [a, b] = [this.#halfX, this.#halfZ]
    const quarter = a + b + (Math.PI / 2) * distance
    const [besideX, besideZ] = [Math.max(0, Math.abs(x) - a), Math.max(0, Math.abs(z) - b)]
    const turned = distance * Math.atan2(besideZ, besideX)
    // Way from the middle of an edge at |x|, over the corner, to the middle of an edge at |z|.
    const way = besideX > 0 ? Math.min(Math.abs(z), b) + turned : b + turned + a - Math.min(Math.abs(x), a)
    const whole = 4 * quarter
    const from = x >= 0 ? (z >= 0 ? way : whole - way) : z >= 0 ? 2 * quarter - way : 2 * quarter + way
    return Math.min(from / whole, 1 - 1e-9)
  }

  /** The point of the edge that is nearest to a point of a curve. */
  #nearestOnEdge(share: number, distance: number): [number, number] {
    const [a, b] = [this.#halfX, this.#halfZ]
    const corner = (Math.PI / 2) * distance
    const quarter = a + b + corner
    const at = share * 4 * quarter
    const turn = Math.min(3, Math.floor(at / quarter))
    const within = at - turn * quarter
    // Odd quarters are walked from the z axis on.
    const way = turn % 2 === 0 ? within : quarter - within
    const [x, z] = way < b ? [a, way] : way < b + corner ? [a, b] : [a - (way - b - corner), b]
    return [turn === 1 || turn === 2 ? -x : x, turn >= 2 ? -z : z]
  }
}

/** Mean over a window of 2 half + 1 values of a closed line. */
function meanAround(values: Float32Array, half: number): Float32Array {
  const count = values.length
  const mean = new Float32Array(count)
  let sum = 0
  for (let k = -half; k <= half; k++) sum += values[(k + count) % count]!
  for (let k = 0; k < count; k++) {
    mean[k] = sum / (2 * half + 1)
    sum += values[(k + half + 1) % count]! - values[(k - half + count) % count]!
  }
  return mean
}
