// A horizontally displaced surface: the water that is at a cell's centre at rest is at (x + dx, z + dz). Between four neighbours,
// position and values are bilinear. A mesh whose vertices are the displaced centres is this surface; a query finds its point
// above (x, z).

import type { Field } from './field.js'
import { columnAt, type Grid, rowAt } from './grid.js'

/** Newton steps before the patches are searched one by one. */
const MOST_STEPS = 16
/** Tolerance of the position [cells]. */
const NEAR = 1e-10

export class DisplacedSurface {
  readonly #grid: Grid
  readonly #eta: Field
  readonly #dx: Field
  readonly #dz: Field
  /** Position at rest that the last search found, in cells: fractional column and row. */
  #column = 0
  #row = 0
  /** Largest displacement of any point [cells]; undefined until it is needed. */
  #reach: number | undefined

  /** `dx`, `dz`: displacement of the water of each cell along x and z [m]. All fields are periodic. */
  constructor(grid: Grid, eta: Field, dx: Field, dz: Field) {
    this.#grid = grid
    this.#eta = eta
    this.#dx = dx
    this.#dz = dz
  }

  /** Invalidates cached values. To be called when the fields have changed. */
  changed(): void {
    this.#reach = undefined
  }

  /**
   * Finds the point of the surface above (x, z) [m], for `valueOf`. Where a crest has folded over there are several such points: it is the one to
   * which Newton's method converges, or the highest one if it does not converge.
   */
  find(x: number, z: number): void {
    const column = columnAt(this.#grid, x)
    const row = rowAt(this.#grid, z)
    if (!this.#follow(column, row)) this.#search(column, row)
  }

  /** Value of a field at the point that was found last. */
  valueOf(field: Field): number {
    return this.#between(field, this.#column, this.#row)
  }

  /** Newton's method for the position at rest whose displaced point is (column, row). Returns whether it converged. */
  #follow(column: number, row: number): boolean {
    const { nx, nz, cellSize } = this.#grid
    const [dx, dz] = [this.#dx, this.#dz]
    let a = column
    let b = row
    for (let step = 0; step < MOST_STEPS; step++) {
      const i = Math.floor(a)
      const j = Math.floor(b)
      const s = a - i
      const t = b - j
      const left = around(i, nx)
      const right = around(i + 1, nx)
      const back = around(j, nz)
      const front = around(j + 1, nz)
      // p + s e + t f + s t g, for the displacement along x and along z.
      const px = dx.at(left, back)
      const ex = dx.at(right, back) - px
      const fx = dx.at(left, front) - px
      const gx = dx.at(right, front) - px - ex - fx
      const pz = dz.at(left, back)
      const ez = dz.at(right, back) - pz
      const fz = dz.at(left, front) - pz
      const gz = dz.at(right, front) - pz - ez - fz
      const missX = column - a - (px + s * (ex + t * gx) + t * fx) / cellSize
      const missZ = row - b - (pz + s * (ez + t * gz) + t * fz) / cellSize
      if (Math.abs(missX) <= NEAR && Math.abs(missZ) <= NEAR) {
        this.#column = a
        this.#row = b
        return true
      }
      const xa = 1 + (ex + t * gx) / cellSize
      const xb = (fx + s * gx) / cellSize
      const za = (ez + t * gz) / cellSize
      const zb = 1 + (fz + s * gz) / cellSize
      const area = xa * zb - xb * za
      if (!(area > 0)) return false
      a += (missX * zb - missZ * xb) / area
      b += (missZ * xa - missX * za) / area
    }
    return false
  }

  /** Searches all patches within the largest displacement and takes the highest point. */
  #search(column: number, row: number): void {
    this.#reach ??= this.#farthest()
    const reach = Math.ceil(this.#reach) + 1
    let highest = Number.NEGATIVE_INFINITY
    this.#column = column
    this.#row = row
    for (let j = Math.floor(row) - reach; j <= Math.floor(row) + reach; j++)
      for (let i = Math.floor(column) - reach; i <= Math.floor(column) + reach; i++)
        for (const [s, t] of this.#within(i, j, column, row)) {
          const height = this.#between(this.#eta, i + s, j + t)
          if (height <= highest) continue
          highest = height
          this.#column = i + s
          this.#row = j + t
        }
  }

  /**
   * Positions (s, t) in the unit square of patch (i, j) whose displaced point is (column, row). The patch is p + s e + t f + s t g;
   * the cross product with f + s g gives a quadratic equation for s.
   */
  #within(i: number, j: number, column: number, row: number): [number, number][] {
    const { cellSize } = this.#grid
    const [x00, x10, x01, x11] = this.#corners(this.#dx, i, j)
    const [z00, z10, z01, z11] = this.#corners(this.#dz, i, j)
    const [px, pz] = [column - i - x00 / cellSize, row - j - z00 / cellSize]
    const [ex, ez] = [1 + (x10 - x00) / cellSize, (z10 - z00) / cellSize]
    const [fx, fz] = [(x01 - x00) / cellSize, 1 + (z01 - z00) / cellSize]
    const [gx, gz] = [(x11 - x10 - x01 + x00) / cellSize, (z11 - z10 - z01 + z00) / cellSize]
    const square = ez * gx - ex * gz
    const linear = px * gz - pz * gx - (ex * fz - ez * fx)
    const constant = px * fz - pz * fx
    const found: [number, number][] = []
    for (const s of roots(square, linear, constant)) {
      const [wx, wz] = [fx + s * gx, fz + s * gz]
      const t = Math.abs(wx) > Math.abs(wz) ? (px - s * ex) / wx : (pz - s * ez) / wz
      if (s >= -NEAR && s <= 1 + NEAR && t >= -NEAR && t <= 1 + NEAR) found.push([s, t])
    }
    return found
  }

  /** Largest displacement [cells]. */
  #farthest(): number {
    let square = 0
    const { nx, nz, cellSize } = this.#grid
    for (let j = 0; j < nz; j++)
      for (let i = 0; i < nx; i++) {
        const [x, z] = [this.#dx.at(i, j), this.#dz.at(i, j)]
        square = Math.max(square, x * x + z * z)
      }
    return Math.sqrt(square) / cellSize
  }

  /** Bilinear interpolation at a fractional column and row. */
  #between(field: Field, column: number, row: number): number {
    const { nx, nz } = this.#grid
    const i = Math.floor(column)
    const j = Math.floor(row)
    const s = column - i
    const t = row - j
    const left = around(i, nx)
    const right = around(i + 1, nx)
    const back = around(j, nz)
    const front = around(j + 1, nz)
    const near = field.at(left, back) * (1 - s) + field.at(right, back) * s
    const far = field.at(left, front) * (1 - s) + field.at(right, front) * s
    return near * (1 - t) + far * t
  }

  /** Values at the corners (i, j), (i + 1, j), (i, j + 1), (i + 1, j + 1), wrapped at the edges. */
  #corners(field: Field, i: number, j: number): [number, number, number, number] {
    const { nx, nz } = this.#grid
    const [left, right, back, front] = [around(i, nx), around(i + 1, nx), around(j, nz), around(j + 1, nz)]
    return [field.at(left, back), field.at(right, back), field.at(left, front), field.at(right, front)]
  }
}

function around(index: number, count: number): number {
  return ((index % count) + count) % count
}

/** Real roots of a s² + b s + c, the large one without cancellation and the small one from their product. */
function roots(a: number, b: number, c: number): number[] {
  const square = b * b - 4 * a * c
  if (square < 0) return []
  const sum = -0.5 * (b + (b < 0 ? -Math.sqrt(square) : Math.sqrt(square)))
  return [sum / a, c / sum].filter(Number.isFinite)
}
