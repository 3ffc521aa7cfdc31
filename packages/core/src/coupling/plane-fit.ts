// The plane nearest to heights over points: least squares.

/** A plane over (x, z): its height at the origin and its slopes. */
interface Plane {
  height: number
  slopeX: number
  slopeZ: number
}

export class PlaneFit {
  /** A point stands for a square cell, which has an inertia of its own [m²]: the plane of a single cell is level. */
  readonly #own: number
  readonly #sums = new Float64Array(9)

  constructor(cellSize: number) {
    this.#own = (cellSize * cellSize) / 12
  }

  clear(): void {
    this.#sums.fill(0)
  }

  add(weight: number, x: number, z: number, height: number): void {
    const sums = this.#sums
    sums[0]! += weight
    sums[1]! += weight * x
    sums[2]! += weight * z
    sums[3]! += weight * x * x
    sums[4]! += weight * x * z
    sums[5]! += weight * z * z
    sums[6]! += weight * height
    sums[7]! += weight * height * x
    sums[8]! += weight * height * z
  }

  /** Sets a level plane, at the mean of the heights. Returns whether there was anything to fit it to; without, the plane stays as it was. */
  solveLevel(plane: Plane): boolean {
    const [total, , , , , , height] = this.#sums as unknown as readonly number[]
    if (total === 0) return false
    plane.height = height! / total!
    plane.slopeX = plane.slopeZ = 0
    return true
  }

  /** Sets a plane. Returns whether there was anything to fit it to; without, the plane stays as it was. */
  solve(plane: Plane): boolean {
    const sums = this.#sums
    const total = sums[0]!
    if (total === 0) return false
    // About the middle of the points height and slopes are independent.
    const [x, z, height] = [sums[1]! / total, sums[2]! / total, sums[6]! / total]
    const xx = sums[3]! - sums[1]! * x + this.#own * total
    const xz = sums[4]! - sums[1]! * z
    const zz = sums[5]! - sums[2]! * z + this.#own * total
    const [xh, zh] = [sums[7]! - sums[6]! * x, sums[8]! - sums[6]! * z]
    const determinant = xx * zz - xz * xz
    plane.slopeX = (zz * xh - xz * zh) / determinant
    plane.slopeZ = (xx * zh - xz * xh) / determinant
    plane.height = height - plane.slopeX * x - plane.slopeZ * z
    return true
  }
}
