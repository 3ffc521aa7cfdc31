// Cuts the triangles of a polyhedron, projected onto the x-z plane, along the lines of the grid.
// src/bodies/columns/polyhedron-columns.ts has the derivation.

/** A vertex: x and z in cells, y in metres above the body's origin. */
@unmanaged
export class Corner {
  x: f64
  y: f64
  z: f64
}
const CORNER: usize = offsetof<Corner>()
/** A triangle cut by four lines has at most seven corners. */
const POLYGON: usize = 12 * CORNER
/** Bytes of scratch for the polygons that a triangle is cut into. */
export const POLYGONS: usize = 5 * POLYGON
/** Offsets of x and z in a vertex. */
const X: usize = offsetof<Corner>('x')
const Z: usize = offsetof<Corner>('z')
/** Areas below this part of a cell are rounding. */
export const NO_AREA: f64 = 1e-12
/** Bytes of a page of memory. */
const PAGE: usize = 65536

/** A piece of a triangle over one cell. */
@unmanaged
export class Fragment {
  /** Cell of the box. */
  cell: i32
  pad: i32
  /** Area of the projection [cells]; negative if the triangle faces down. */
  area: f64
  /** Mean height and its mean square. */
  height: f64
  square: f64
}

/** Cells that the polyhedron can reach. */
@unmanaged
export class Box {
  i: i32
  j: i32
  nx: i32
  nz: i32
}

/** Sums of a cell over the fragments that face down, where columns enter a convex body, and over those that face up. */
@unmanaged
export class ConvexSums {
  entered: f64
  left: f64
  low: f64
  high: f64
  lowSquare: f64
  highSquare: f64
}

let fragments: usize = 0
let count: i32 = 0
/** Sums of the cells of the box, to which fragments are added; 0 if they are recorded. */
let sums: usize = 0

/**
 * Cuts all triangles, given by three vertex indices each. `polygons`: POLYGONS bytes of scratch. Returns the number of fragments
 * written from `out` on; the memory grows as needed.
 */
export function polyhedronFragments(
  corners: usize, triangles: usize, triangleCount: i32, box: Box, polygons: usize, out: usize,
): i32 {
  fragments = out
  count = 0
  sums = 0
  cutTriangles(corners, triangles, triangleCount, box, polygons)
  return count
}

/** Cuts all triangles of a convex polyhedron, and sums over each cell of the box in `out`, which has to be all 0. */
export function sumConvex(
  corners: usize, triangles: usize, triangleCount: i32, box: Box, polygons: usize, out: usize,
): void {
  sums = out
  cutTriangles(corners, triangles, triangleCount, box, polygons)
}

function cutTriangles(corners: usize, triangles: usize, triangleCount: i32, box: Box, polygons: usize): void {
  for (let k = 0; k < triangleCount; k++) {
    const at = triangles + 12 * <usize>k
    cutTriangle(
      corners + CORNER * <usize>i32.load(at), corners + CORNER * <usize>i32.load(at, 4), corners + CORNER * <usize>i32.load(at, 8),
      box, polygons,
    )
  }
}

@inline function x(corner: usize): f64 { return changetype<Corner>(corner).x }
@inline function y(corner: usize): f64 { return changetype<Corner>(corner).y }
@inline function z(corner: usize): f64 { return changetype<Corner>(corner).z }

@inline function put(to: usize, atX: f64, atY: f64, atZ: f64): void {
  const corner = changetype<Corner>(to)
  corner.x = atX
  corner.y = atY
  corner.z = atZ
}

/**
 * Splits a polygon at a line of constant x or z into the parts before and behind it. Returns the number of vertices of the former + 256 ×
 * that of the latter.
 */
function split(polygon: usize, corners: i32, axis: usize, line: f64, before: usize, behind: usize): i32 {
  let to = before, from = behind
  let corner = polygon + CORNER * <usize>(corners - 1)
  let there = f64.load(corner + axis) - line
  for (let k = 0; k < corners; k++) {
    const last = corner, was = there
    corner = polygon + CORNER * <usize>k
    there = f64.load(corner + axis) - line
    if (was * there < 0) {
      const t = was / (was - there)
      const cutX = axis === X ? line : x(last) + t * (x(corner) - x(last))
      const cutZ = axis === X ? z(last) + t * (z(corner) - z(last)) : line
      const cutY = y(last) + t * (y(corner) - y(last))
      put(to, cutX, cutY, cutZ)
      put(from, cutX, cutY, cutZ)
      to += CORNER
      from += CORNER
    }
    if (there <= 0) {
      put(to, x(corner), y(corner), z(corner))
      to += CORNER
    }
    if (there >= 0) {
      put(from, x(corner), y(corner), z(corner))
      from += CORNER
    }
  }
  return <i32>((to - before) / CORNER) | (<i32>((from - behind) / CORNER) << 8)
}

/** Cuts a triangle into rows, and each row into cells. */
function cutTriangle(a: usize, b: usize, c: usize, box: Box, polygons: usize): void {
  // A triangle that faces up has the orientation from z to x.
  const twice = (z(b) - z(a)) * (x(c) - x(a)) - (x(b) - x(a)) * (z(c) - z(a))
  if (twice === 0) return
  const triangle = polygons
  put(triangle, x(a), y(a), z(a))
  put(triangle + CORNER, x(b), y(b), z(b))
  put(triangle + 2 * CORNER, x(c), y(c), z(c))
  slice(triangle, 3, Z, 0, twice > 0 ? 1 : -1, box, polygons + POLYGON)
}

/** Cuts a polygon into rows, or its row j into cells. The two parts of a cut alternate between the buffers in `spares`: no copies. */
function slice(polygon: usize, given: i32, axis: usize, j: i32, sign: f64, box: Box, spares: usize): void {
  if (given < 3) return
  let low = f64.load(polygon + axis), high = low
  for (let k = 1; k < given; k++) {
    const here = f64.load(polygon + CORNER * <usize>k + axis)
    low = Math.min(low, here)
    high = Math.max(high, here)
  }
  const first = <f64>(axis === Z ? box.j : box.i), last = first + <f64>(axis === Z ? box.nz : box.nx) - 1
  const piece = spares
  let rest = polygon, spare = spares + POLYGON, corners = given
  if (low < first) {
    corners = split(rest, corners, axis, first, piece, spare) >> 8
    const cut = rest
    rest = spare
    spare = cut
  }
  const to = Math.min(last, Math.floor(high))
  for (let at = Math.max(first, Math.floor(low)); at <= to; at++) {
    const isLast = high <= at + 1
    const counts = isLast ? corners : split(rest, corners, axis, at + 1, piece, spare)
    const part = isLast ? rest : piece
    if (axis === Z) slice(part, counts & 255, X, <i32>at, sign, box, spares + 2 * POLYGON)
    else note(part, counts & 255, <i32>at, j, sign, box)
    if (isLast) break
    corners = counts >> 8
    const cut = rest
    rest = spare
    spare = cut
  }
}

/** Records area and mean height of a fragment, as the sum over the fan of triangles from its first vertex. */
function note(polygon: usize, corners: i32, i: i32, j: i32, sign: f64, box: Box): void {
  if (corners < 3) return
  const x0 = x(polygon), z0 = z(polygon), a = y(polygon)
  let area: f64 = 0, moment: f64 = 0, square: f64 = 0
  let lastX = x(polygon + CORNER) - x0, lastZ = z(polygon + CORNER) - z0, b = y(polygon + CORNER)
  for (let k = 2; k < corners; k++) {
    const corner = polygon + CORNER * <usize>k
    const nextX = x(corner) - x0, nextZ = z(corner) - z0, c = y(corner)
    const part = lastZ * nextX - lastX * nextZ
    area += part
    // Over a triangle the mean of y is (a + b + c)/3, that of y² is ((a + b + c)² + a² + b² + c²)/12.
    const sum = a + b + c
    moment += part * sum
    square += part * (sum * sum + a * a + b * b + c * c)
    lastX = nextX
    lastZ = nextZ
    b = c
  }
  if (!(area * sign > NO_AREA)) return
  const cell = (j - box.j) * box.nx + i - box.i
  if (sums != 0) {
    addTo(changetype<ConvexSums>(sums + offsetof<ConvexSums>() * <usize>cell), area / 2, moment / (3 * area), square / (12 * area))
    return
  }
  const at = fragments + offsetof<Fragment>() * <usize>count
  if (at + offsetof<Fragment>() > <usize>memory.size() * PAGE && memory.grow(1) < 0) unreachable()
  const fragment = changetype<Fragment>(at)
  fragment.cell = cell
  fragment.area = area / 2
  fragment.height = moment / (3 * area)
  fragment.square = square / (12 * area)
  count++
}

@inline function addTo(cell: ConvexSums, area: f64, height: f64, square: f64): void {
  if (area < 0) {
    cell.entered -= area
    cell.low -= area * height
    cell.lowSquare -= area * square
  } else {
    cell.left += area
    cell.high += area * height
    cell.highSquare += area * square
  }
}
