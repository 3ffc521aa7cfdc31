// Columns through polyhedra, exactly: every triangle, seen from above, is cut along the lines of the grid, and each
// fragment has its area and its mean height. In a cell, fragments that face down are where columns enter the body,
// those that face up where they leave it; the area entered equals the area left, and
//
//     volume in the cell = Σ up area × height - Σ down area × height.
//
// Sums are exact in every pose, up to rounding. A cell in which the body lies in layers has a span for each: going up,
// a layer ends where as much area has been left as was entered.

import type { Grid } from '../fields/grid.js'
import type { Polyhedron } from './polyhedron.js'
import { type Spans, spreadOf } from './spans.js'

/** Areas below this part of a cell are rounding. */
const NO_AREA = 1e-12
/** Layers are apart where entered and left areas agree to this part of a cell. */
const SAME_AREA = 1e-9
/** A triangle cut by four lines has at most seven corners. */
const MOST_CORNERS = 12

/** A polygon seen from above: x and z in cells, y in metres over the body's origin. */
class Polygon {
  count = 0
  readonly x = new Float64Array(MOST_CORNERS)
  readonly y = new Float64Array(MOST_CORNERS)
  readonly z = new Float64Array(MOST_CORNERS)

  add(x: number, y: number, z: number): void {
    const k = this.count++
    this.x[k] = x
    this.y[k] = y
    this.z[k] = z
  }

  addCorner(from: Polygon, k: number): void {
    this.add(from.x[k]!, from.y[k]!, from.z[k]!)
  }
}

/** Splits a polygon at x = line, or z = line, into what is before and what is behind. */
function split(polygon: Polygon, alongX: boolean, line: number, before: Polygon, behind: Polygon): void {
  const { count, x, y, z } = polygon
  const along = alongX ? x : z
  before.count = 0
  behind.count = 0
  for (let k = 0; k < count; k++) {
    const next = k + 1 === count ? 0 : k + 1
    const here = along[k]! - line
    const there = along[next]! - line
    if (here <= 0) before.addCorner(polygon, k)
    if (here >= 0) behind.addCorner(polygon, k)
    if (here * there < 0) {
      const t = here / (here - there)
      const cutX = alongX ? line : x[k]! + t * (x[next]! - x[k]!)
      const cutZ = alongX ? z[k]! + t * (z[next]! - z[k]!) : line
      const cutY = y[k]! + t * (y[next]! - y[k]!)
      before.add(cutX, cutY, cutZ)
      behind.add(cutX, cutY, cutZ)
    }
  }
}

export class PolyhedronColumns {
  readonly #grid: Grid
  // Used again: a step allocates nothing once these have grown to what it needs.
  #corners = new Float64Array(0)
  #fragments = 0
  #cell = new Int32Array(256)
  /** Seen from above, in cells; negative for fragments that face down. */
  #area = new Float64Array(256)
  #height = new Float64Array(256)
  /** Mean square of the height [m²]. */
  #square = new Float64Array(256)
  #order = new Int32Array(256)
  #starts = new Int32Array(0)
  readonly #rows: readonly [Polygon, Polygon, Polygon] = [new Polygon(), new Polygon(), new Polygon()]
  readonly #columns: readonly [Polygon, Polygon] = [new Polygon(), new Polygon()]
  /** Cells that the polyhedron can reach. */
  readonly #box = { i: 0, j: 0, nx: 0, nz: 0 }

  constructor(grid: Grid) {
    this.#grid = grid
  }

  /** `m`: from the polyhedron's own axes to the scene's. */
  add(polyhedron: Polyhedron, x: number, y: number, z: number, m: Float64Array, spans: Spans): void {
    this.#place(polyhedron.vertices, x, z, m)
    if (this.#box.nx <= 0 || this.#box.nz <= 0) return
    this.#fragments = 0
    const { triangles } = polyhedron
    for (let k = 0; k < triangles.length; k += 3)
      this.#cutTriangle(3 * triangles[k]!, 3 * triangles[k + 1]!, 3 * triangles[k + 2]!)
    this.#sortByCell()
    const cells = this.#box.nx * this.#box.nz
    for (let cell = 0; cell < cells; cell++) {
      const [from, to] = [this.#starts[cell]!, this.#starts[cell + 1]!]
      if (from === to) continue
      if (!polyhedron.convex) this.#sortByHeight(from, to)
      this.#span(cell, from, to, polyhedron.convex, y, spans)
    }
  }

  /** Corners where they are now: x and z in cells of the grid, y over the body's origin. */
  #place(vertices: Float64Array, x: number, z: number, m: Float64Array): void {
    const { nx, nz, cellSize } = this.#grid
    if (this.#corners.length < vertices.length) this.#corners = new Float64Array(vertices.length)
    const corners = this.#corners
    let [x0, x1, z0, z1] = [Infinity, -Infinity, Infinity, -Infinity]
    for (let v = 0; v < vertices.length; v += 3) {
      const [a, b, c] = [vertices[v]!, vertices[v + 1]!, vertices[v + 2]!]
      const atX = (x + m[0]! * a + m[1]! * b + m[2]! * c) / cellSize + nx / 2
      const atZ = (z + m[6]! * a + m[7]! * b + m[8]! * c) / cellSize + nz / 2
      corners[v] = atX
      corners[v + 1] = m[3]! * a + m[4]! * b + m[5]! * c
      corners[v + 2] = atZ
      if (atX < x0) x0 = atX
      if (atX > x1) x1 = atX
      if (atZ < z0) z0 = atZ
      if (atZ > z1) z1 = atZ
    }
    const box = this.#box
    box.i = Math.max(0, Math.floor(x0))
    box.j = Math.max(0, Math.floor(z0))
    box.nx = Math.min(nx - 1, Math.floor(x1)) - box.i + 1
    box.nz = Math.min(nz - 1, Math.floor(z1)) - box.j + 1
  }

  /** Cuts a triangle into rows, these into cells. What is cut off and what is left change places, so nothing is copied. */
  #cutTriangle(a: number, b: number, c: number): void {
    const v = this.#corners
    const ax = v[a]!
    const az = v[a + 2]!
    const bx = v[b]!
    const bz = v[b + 2]!
    const cx = v[c]!
    const cz = v[c + 2]!
    // Of a triangle that faces up, z turns to x.
    const twice = (bz - az) * (cx - ax) - (bx - ax) * (cz - az)
    if (twice === 0) return
    const sign = twice > 0 ? 1 : -1
    const strip = this.#rows[1]
    let rest = this.#rows[0]
    let spare = this.#rows[2]
    rest.count = 0
    rest.add(ax, v[a + 1]!, az)
    rest.add(bx, v[b + 1]!, bz)
    rest.add(cx, v[c + 1]!, cz)
    const { j: first, nz } = this.#box
    const low = Math.min(az, bz, cz)
    const high = Math.max(az, bz, cz)
    const from = Math.max(first, Math.floor(low))
    const to = Math.min(first + nz - 1, Math.floor(high))
    if (low < first) {
      split(rest, false, first, strip, spare)
      const cut = rest
      rest = spare
      spare = cut
    }
    for (let j = from; j <= to; j++) {
      if (high <= j + 1) {
        this.#cutStrip(rest, j, sign)
        break
      }
      split(rest, false, j + 1, strip, spare)
      this.#cutStrip(strip, j, sign)
      const cut = rest
      rest = spare
      spare = cut
    }
  }

  #cutStrip(strip: Polygon, j: number, sign: number): void {
    if (strip.count < 3) return
    let low = strip.x[0]!
    let high = low
    for (let k = 1; k < strip.count; k++) {
      const x = strip.x[k]!
      if (x < low) low = x
      if (x > high) high = x
    }
    const { i: first, nx } = this.#box
    const from = Math.max(first, Math.floor(low))
    const to = Math.min(first + nx - 1, Math.floor(high))
    let rest = strip
    const piece = this.#columns[0]
    let spare = this.#columns[1]
    if (low < first) {
      split(rest, true, first, piece, spare)
      const cut = rest
      rest = spare
      spare = cut
    }
    for (let i = from; i <= to; i++) {
      if (high <= i + 1) {
        this.#note(rest, i, j, sign)
        break
      }
      split(rest, true, i + 1, piece, spare)
      this.#note(piece, i, j, sign)
      const cut = rest
      rest = spare
      spare = cut
    }
  }

  /** Notes area and mean height of a fragment, as the sum over the triangles from its first corner. */
  #note({ count, x, y, z }: Polygon, i: number, j: number, sign: number): void {
    if (count < 3) return
    let area = 0
    let moment = 0
    let square = 0
    for (let k = 2; k < count; k++) {
      const part = (z[k - 1]! - z[0]!) * (x[k]! - x[0]!) - (x[k - 1]! - x[0]!) * (z[k]! - z[0]!)
      const a = y[0]!
      const b = y[k - 1]!
      const c = y[k]!
      area += part
      // Over a triangle the mean of y is (a + b + c)/3, that of y² is ((a + b + c)² + a² + b² + c²)/12.
      moment += part * (a + b + c)
      square += part * ((a + b + c) * (a + b + c) + a * a + b * b + c * c)
    }
    if (!(area * sign > NO_AREA)) return
    if (this.#fragments === this.#cell.length) this.#grow()
    const f = this.#fragments++
    this.#cell[f] = (j - this.#box.j) * this.#box.nx + i - this.#box.i
    this.#area[f] = area / 2
    this.#height[f] = moment / (3 * area)
    this.#square[f] = square / (12 * area)
  }

  #grow(): void {
    const length = 2 * this.#cell.length
    const [cell, area, height, square] = [this.#cell, this.#area, this.#height, this.#square]
    this.#cell = new Int32Array(length)
    this.#cell.set(cell)
    this.#area = new Float64Array(length)
    this.#area.set(area)
    this.#height = new Float64Array(length)
    this.#height.set(height)
    this.#square = new Float64Array(length)
    this.#square.set(square)
    this.#order = new Int32Array(length)
  }

  /** Lists the fragments cell by cell: those of a cell are order[starts[cell]] to order[starts[cell + 1] - 1]. */
  #sortByCell(): void {
    const cells = this.#box.nx * this.#box.nz
    if (this.#starts.length < cells + 2) this.#starts = new Int32Array(cells + 2)
    const starts = this.#starts.fill(0, 0, cells + 2)
    for (let f = 0; f < this.#fragments; f++) starts[this.#cell[f]! + 2]! += 1
    for (let cell = 2; cell < cells + 2; cell++) starts[cell]! += starts[cell - 1]!
    for (let f = 0; f < this.#fragments; f++) this.#order[starts[this.#cell[f]! + 1]!++] = f
  }

  /** Shell's sort, with gaps of thirds. */
  #sortByHeight(from: number, to: number): void {
    const order = this.#order
    const height = this.#height
    let gap = 1
    while (3 * gap < to - from) gap = 3 * gap + 1
    for (; gap >= 1; gap = (gap - 1) / 3)
      for (let k = from + gap; k < to; k++) {
        const f = order[k]!
        let place = k
        for (; place >= from + gap && height[order[place - gap]!]! > height[f]!; place -= gap)
          order[place] = order[place - gap]!
        order[place] = f
      }
  }

  /** The spans of a cell, from its fragments in order of height; of a convex body there is one. */
  #span(cell: number, from: number, to: number, convex: boolean, y: number, spans: Spans): void {
    const { i, j, nx } = this.#box
    const at = (j + Math.floor(cell / nx)) * this.#grid.nx + i + (cell % nx)
    let entered = 0
    let left = 0
    let low = 0
    let high = 0
    let lowSquare = 0
    let highSquare = 0
    for (let k = from; k < to; k++) {
      const f = this.#order[k]!
      const area = this.#area[f]!
      if (area < 0) {
        entered -= area
        low -= area * this.#height[f]!
        lowSquare -= area * this.#square[f]!
      } else {
        left += area
        high += area * this.#height[f]!
        highSquare += area * this.#square[f]!
      }
      if (k < to - 1 && (convex || !(Math.abs(left - entered) < SAME_AREA && high > low))) continue
      if (entered < NO_AREA || left < NO_AREA || high <= low) continue
      // Layers that could not be told apart cover the cell once; what lies in them stays the same.
      const coverage = Math.min(1, entered)
      const [bottom, top] = [low / entered, high / left]
      const [middle, half] = [(bottom + top) / 2, (top - bottom) * (entered / coverage / 2)]
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
