// A mesh of all solids: marching squares over the openness of the cells (Lorensen and Cline 1987 in two dimensions), extruded to upright
// walls. The rims of obstacles are anti-aliased over a cell: the contour of openness 1/2 is the outline itself, not stairs.

/** Openness of a cell that is half water and half solid. */
const level = 0.5

/** Triangles over a grid of unit cells that begins at (0, 0): walls from y = 0 to 1, tops at y = 1. */
export interface SolidMesh {
  /** x, y, z of every corner [cells, 1, cells]. */
  positions: number[]
  /** Outward unit normal of every corner. */
  normals: number[]
  /** Three corners for each triangle, counterclockwise seen from outside. */
  indices: number[]
}

/** The mesh of the solids among nz rows of nx cells; openness 1 is water, 0 solid. */
export function solidMeshOf(openness: Float32Array, nx: number, nz: number): SolidMesh {
  const samples = new Samples(openness, nx, nz)
  const mesh: SolidMesh = { positions: [], normals: [], indices: [] }
  for (let b = 0; b < nz + 3; b++) {
    // Squares that are solid throughout are joined along x.
    let from = -1
    for (let a = 0; a <= nx + 3; a++) {
      const solid = a < nx + 3 ? samples.solidCorners(a, b) : 0
      if (solid === 4 && from < 0) from = a
      if (solid !== 4 && from >= 0) {
        addTop(mesh, rectangle(samples.x(from), samples.z(b), samples.x(a), samples.z(b + 1)))
        from = -1
      }
      if (solid > 0 && solid < 4) addSquare(mesh, samples, a, b)
    }
  }
  return mesh
}

type Point = [x: number, z: number]
/** A corner of the top of a square; on the outline: whether the outline leaves the square there, or returns. */
type Corner = { at: Point; outline?: 'leaves' | 'returns' }

/**
 * The openness at the centres of the cells, continued to the edge of the grid; beyond the edge it is open, so that solids end
 * in a wall there. Sample 0 lies on the edge and is open, sample 1 lies there too and continues the first cell.
 */
class Samples {
  readonly #openness: Float32Array
  readonly #nx: number
  readonly #nz: number

  constructor(openness: Float32Array, nx: number, nz: number) {
    this.#openness = openness
    this.#nx = nx
    this.#nz = nz
  }

  x = (a: number): number => Math.min(this.#nx, Math.max(0, a - 1.5))
  z = (b: number): number => Math.min(this.#nz, Math.max(0, b - 1.5))

  open(a: number, b: number): number {
    if (a === 0 || b === 0 || a === this.#nx + 3 || b === this.#nz + 3) return 1
    return this.#cell(a - 2, b - 2)
  }

  #cell(i: number, j: number): number {
    const column = Math.min(this.#nx - 1, Math.max(0, i))
    const row = Math.min(this.#nz - 1, Math.max(0, j))
    return this.#openness[row * this.#nx + column] ?? 1
  }

  /** Number of solid corners of the square whose first sample is (a, b). */
  solidCorners(a: number, b: number): number {
    let count = 0
    if (this.open(a, b) < level) count++
    if (this.open(a + 1, b) < level) count++
    if (this.open(a, b + 1) < level) count++
    if (this.open(a + 1, b + 1) < level) count++
    return count
  }

  /** Direction of the gradient of openness at a point, from the 3 × 3 cells around; zero where it is undefined. */
  opening([x, z]: Point): Point {
    const i = Math.floor(x)
    const j = Math.floor(z)
    let gx = 0
    let gz = 0
    for (let dj = -1; dj <= 1; dj++)
      for (let di = -1; di <= 1; di++) {
        const open = this.#cell(i + di, j + dj)
        gx += open * di
        gz += open * dj
      }
    const size = Math.hypot(gx, gz)
    return size > 1e-6 ? [gx / size, gz / size] : [0, 0]
  }
}

/** Top and walls of a square that is partly solid. */
function addSquare(mesh: SolidMesh, samples: Samples, a: number, b: number): void {
  const corners: Corner[] = []
  const round: Point[] = [
    [a, b],
    [a + 1, b],
    [a + 1, b + 1],
    [a, b + 1],
  ]
  for (const [k, here] of round.entries()) {
    const next = round[(k + 1) % 4]!
    const open = samples.open(...here)
    const openNext = samples.open(...next)
    const at: Point = [samples.x(here[0]), samples.z(here[1])]
    if (open < level) corners.push({ at })
    if (open < level === openNext < level) continue
    const share = (level - open) / (openNext - open)
    const to: Point = [samples.x(next[0]), samples.z(next[1])]
    corners.push({
      at: [at[0] + share * (to[0] - at[0]), at[1] + share * (to[1] - at[1])],
      outline: open < level ? 'leaves' : 'returns',
    })
  }
  addTop(
    mesh,
    corners.map(({ at }) => at),
  )
  for (const [k, { at, outline }] of corners.entries())
    if (outline === 'leaves') addWall(mesh, samples, at, corners[(k + 1) % corners.length]!.at)
}

/** A horizontal polygon; its corners go round from x towards z. */
function addTop({ positions, normals, indices }: SolidMesh, corners: readonly Point[]): void {
  const first = positions.length / 3
  for (const [x, z] of corners) {
    positions.push(x, 1, z)
    normals.push(0, 1, 0)
  }
  for (let k = 2; k < corners.length; k++) indices.push(first, first + k, first + k - 1)
}

/** An upright wall between two points, with the water at its left. */
function addWall({ positions, normals, indices }: SolidMesh, samples: Samples, from: Point, to: Point): void {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  if (length < 1e-6) return
  const flat: Point = [(to[1] - from[1]) / length, -(to[0] - from[0]) / length]
  const first = positions.length / 3
  for (const point of [from, to]) {
    const [nx, nz] = roundedNormal(flat, samples.opening(point))
    for (const y of [0, 1]) {
      positions.push(point[0], y, point[1])
      normals.push(nx, 0, nz)
    }
  }
  const [below, above, belowEnd, aboveEnd] = [first, first + 1, first + 2, first + 3] as const
  indices.push(below, above, aboveEnd, below, aboveEnd, belowEnd)
}

/** The gradient of openness, unless it differs much from the normal of the wall itself. */
function roundedNormal(flat: Point, opening: Point): Point {
  return flat[0] * opening[0] + flat[1] * opening[1] > 0.5 ? opening : flat
}

function rectangle(x0: number, z0: number, x1: number, z1: number): Point[] {
  return [
    [x0, z0],
    [x1, z0],
    [x1, z1],
    [x0, z1],
  ]
}
