// Exact columns through polyhedra. Every triangle, seen from above, is cut along the lines of the grid, and each fragment
// has an area and a mean height. In a cell, fragments that face down are where columns enter the body,
// those that face up where they leave it; the area entered equals the area left, and
//
//     volume in the cell = Σ up area × height - Σ down area × height.
//
// Sums are exact in every pose, up to rounding. A cell in which the body lies in layers has a span for each: going up,
// a layer ends where as much area has been left as was entered.

import { ScratchModule } from '../../backend/wasm/scratch-module.js'
import type { Grid } from '../../fields/grid.js'
import { Box, Corner, Fragment, NO_AREA, POLYGONS } from '../../generated/layouts/modules/polyhedra.js'
import { polyhedraWasm } from '../../generated/polyhedra.js'
import type { Polyhedron } from '../geometry/polyhedron.js'
import type { PiecePose } from './piece-pose.js'
import { type Spans, spreadOf } from './spans.js'

/** A layer ends where entered and left areas agree to this fraction of a cell. */
const SAME_AREA = 1e-9

// In the scratch of the kernel, in bytes: its record of the box, polygons, then corners, triangles and fragments.
const BOX = 8
const POLYGONS_AT = BOX + Box.bytes
const CORNERS = POLYGONS_AT + POLYGONS
/** Of a fragment, in doubles: area, negative if it faces down, mean height [m] and mean square of the height [m²]. */
const { area: AREA, height: HEIGHT, square: SQUARE } = Fragment.double

/** kernels/polyhedra. Arguments but for the count are addresses. */
const module = new ScratchModule<{
  /** Cuts triangles along the lines of the grid. Returns how many fragments there are. */
  polyhedronFragments(
    corners: number,
    triangles: number,
    triangleCount: number,
    box: number,
    polygons: number,
    out: number,
  ): number
}>(polyhedraWasm)

export class PolyhedronColumns {
  readonly #grid: Grid
  // Kept: a step allocates nothing once these have grown.
  #fragments = 0
  /** The fragments as the kernel wrote them, from `#first` on. */
  #doubles = new Float64Array(0)
  #integers = new Int32Array(0)
  #first = 0
  #order = new Int32Array(256)
  #starts = new Int32Array(0)
  /** Cells that the polyhedron can reach. */
  readonly #box = { i: 0, j: 0, nx: 0, nz: 0 }

  constructor(grid: Grid) {
    this.#grid = grid
  }

  add(polyhedron: Polyhedron, pose: PiecePose, spans: Spans): void {
    this.#cut(polyhedron, pose)
    if (this.#fragments === 0) return
    this.#sortByCell()
    const cells = this.#box.nx * this.#box.nz
    for (let cell = 0; cell < cells; cell++) {
      const from = this.#starts[cell]!
      const to = this.#starts[cell + 1]!
      if (from === to) continue
      if (!polyhedron.convex) this.#sortByHeight(from, to)
      this.#span(cell, from, to, polyhedron.convex, pose, spans)
    }
  }

  /** Lets the kernel cut the triangles at the present pose. */
  #cut({ vertices, triangles }: Polyhedron, pose: PiecePose): void {
    this.#fragments = 0
    const triangleBytes = CORNERS + 8 * vertices.length
    const out = triangleBytes + 8 * Math.ceil(triangles.length / 2)
    const before = module.room(out)
    placeCorners(before.doubles, CORNERS / 8, vertices, pose, this.#grid, this.#box)
    const { i, j, nx, nz } = this.#box
    if (nx <= 0 || nz <= 0) return
    before.integers[BOX / 4 + Box.word.i] = i
    before.integers[BOX / 4 + Box.word.j] = j
    before.integers[BOX / 4 + Box.word.nx] = nx
    before.integers[BOX / 4 + Box.word.nz] = nz
    before.integers.set(triangles, triangleBytes / 4)
    this.#fragments = module.kernels.polyhedronFragments(
      CORNERS,
      triangleBytes,
      triangles.length / 3,
      BOX,
      POLYGONS_AT,
      out,
    )
    // The kernel may have made the memory grow.
    const { doubles, integers } = module.room(out)
    this.#doubles = doubles
    this.#integers = integers
    this.#first = out / 8
    if (this.#order.length < this.#fragments) this.#order = new Int32Array(2 * this.#fragments)
  }

  /** Sorts the fragments by cell: those of a cell are order[starts[cell]] to order[starts[cell + 1] - 1]. */
  #sortByCell(): void {
    const cells = this.#box.nx * this.#box.nz
    if (this.#starts.length < cells + 2) this.#starts = new Int32Array(cells + 2)
    const starts = this.#starts.fill(0, 0, cells + 2)
    const integers = this.#integers
    const first = 2 * this.#first + Fragment.word.cell
    const end = first + Fragment.words * this.#fragments
    for (let at = first; at < end; at += Fragment.words) starts[integers[at]! + 2]! += 1
    for (let cell = 2; cell < cells + 2; cell++) starts[cell]! += starts[cell - 1]!
    for (let at = first; at < end; at += Fragment.words)
      this.#order[starts[integers[at]! + 1]!++] = (at - Fragment.word.cell) / 2
  }

  /** Shell's sort, with gaps of thirds. */
  #sortByHeight(from: number, to: number): void {
    const order = this.#order
    const doubles = this.#doubles
    let gap = 1
    while (3 * gap < to - from) gap = 3 * gap + 1
    for (; gap >= 1; gap = (gap - 1) / 3)
      for (let k = from + gap; k < to; k++) {
        const f = order[k]!
        let place = k
        for (; place >= from + gap && doubles[order[place - gap]! + HEIGHT]! > doubles[f + HEIGHT]!; place -= gap)
          order[place] = order[place - gap]!
        order[place] = f
      }
  }

  /** The spans of a cell, from its fragments in order of height; of a convex body there is one. */
  #span(cell: number, from: number, to: number, convex: boolean, { y }: PiecePose, spans: Spans): void {
    const { i, j, nx } = this.#box
    const doubles = this.#doubles
    const at = (j + Math.floor(cell / nx)) * this.#grid.nx + i + (cell % nx)
    let entered = 0
    let left = 0
    let low = 0
    let high = 0
    let lowSquare = 0
    let highSquare = 0
    for (let k = from; k < to; k++) {
      const f = this.#order[k]!
      const area = doubles[f + AREA]!
      if (area < 0) {
        entered -= area
        low -= area * doubles[f + HEIGHT]!
        lowSquare -= area * doubles[f + SQUARE]!
      } else {
        left += area
        high += area * doubles[f + HEIGHT]!
        highSquare += area * doubles[f + SQUARE]!
      }
      if (k < to - 1 && (convex || !(Math.abs(left - entered) < SAME_AREA && high > low))) continue
      if (entered < NO_AREA || left < NO_AREA || high <= low) continue
      // Layers that could not be separated cover the cell once; their volume is unchanged.
      const coverage = Math.min(1, entered)
      const bottom = low / entered
      const top = high / left
      const middle = (bottom + top) / 2
      const half = (top - bottom) * (entered / coverage / 2)
      spans.push(
        at,
        y + middle - half,
        y + middle + half,
        spreadOf(bottom, lowSquare / entered),
        spreadOf(top, highSquare / left),
        coverage,
      )
      entered = left = low = high = lowSquare = highSquare = 0
    }
  }
}

/** Cells of the grid from column i and row j on. */
interface CellBox {
  i: number
  j: number
  nx: number
  nz: number
}

/**
 * Writes corners at the present pose into `doubles`, from index `first` on: x and z in cells of the grid, y relative to the body's origin. Sets
 * `box` to the cells that they reach; it has no cells if that is beyond the grid.
 */
export function placeCorners(
  doubles: Float64Array,
  first: number,
  vertices: Float64Array,
  { x, z, matrix: m }: PiecePose,
  { nx, nz, cellSize }: Grid,
  box: CellBox,
): void {
  let x0 = Infinity
  let x1 = -Infinity
  let z0 = Infinity
  let z1 = -Infinity
  for (let v = 0; v < vertices.length; v += 3) {
    const a = vertices[v]!
    const b = vertices[v + 1]!
    const c = vertices[v + 2]!
    const atX = (x + m[0]! * a + m[1]! * b + m[2]! * c) / cellSize + nx / 2
    const atZ = (z + m[6]! * a + m[7]! * b + m[8]! * c) / cellSize + nz / 2
    const corner = first + v
    doubles[corner + Corner.double.x] = atX
    doubles[corner + Corner.double.y] = m[3]! * a + m[4]! * b + m[5]! * c
    doubles[corner + Corner.double.z] = atZ
    if (atX < x0) x0 = atX
    if (atX > x1) x1 = atX
    if (atZ < z0) z0 = atZ
    if (atZ > z1) z1 = atZ
  }
  box.i = Math.max(0, Math.floor(x0))
  box.j = Math.max(0, Math.floor(z0))
  box.nx = Math.min(nx - 1, Math.floor(x1)) - box.i + 1
  box.nz = Math.min(nz - 1, Math.floor(z1)) - box.j + 1
}
