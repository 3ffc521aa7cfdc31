// Least-squares plane through heights at points.

/** A plane over (x, z): its height at the origin and its slopes. */
interface Plane {
  height: number
  slopeX: number
  slopeZ: number
}

export class PlaneFit {
  /** Second moment of a cell's area about its own centre, per area [m²]. Each point stands for a cell, so the plane of a single cell is level. */
  readonly #cellMoment: number
  /** Weighted sums of 1, x, z, xx, xz, zz, height, height x, height z. */
  readonly #sums = new Float64Array(9)

  constructor(cellSize: number) {
    this.#cellMoment = (cellSize * cellSize) / 12
  }

  clear(): void {
    this.#sums.fill(0)
  }

  /** Takes the sums of points that a kernel has added. */
  set(sums: Float64Array): void {
    for (let k = 0; k < 9; k++) this.#sums[k] = sums[k]!
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

  /** Sets a level plane at the mean of the heights. Returns false, and leaves the plane, if there are no points. */
  solveLevel(plane: Plane): boolean {
    const total = this.#sums[0]!
    if (total === 0) return false
    plane.height = this.#sums[6]! / total
    plane.slopeX = plane.slopeZ = 0
    return true
  }

  /** Sets the least-squares plane. Returns false, and leaves the plane, if there are no points. */
  solve(plane: Plane): boolean {
    const sums = this.#sums
    const total = sums[0]!
    if (total === 0) return false
    // About the centroid of the points, height and slopes are independent.
    const x = sums[1]! / total
    const z = sums[2]! / total
    const height = sums[6]! / total
    const xx = sums[3]! - sums[1]! * x + this.#cellMoment * total
    const xz = sums[4]! - sums[1]! * z
    const zz = sums[5]! - sums[2]! * z + this.#cellMoment * total
    const xh = sums[7]! - sums[6]! * x
    const zh = sums[8]! - sums[6]! * z
    const determinant = xx * zz - xz * xz
    plane.slopeX = (zz * xh - xz * zh) / determinant
    plane.slopeZ = (xx * zh - xz * xh) / determinant
    plane.height = height - plane.slopeX * x - plane.slopeZ * z
    return true
  }
}
