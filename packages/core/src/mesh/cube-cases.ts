// The 256 cases of marching cubes (Lorensen and Cline 1987): the triangles that separate the inner corners of a cube from the outer
// ones. No table is typed in; it follows from one rule for the faces of the cube.
//
//   Corner c is at (c & 1, c >> 1 & 1, c >> 2), so an edge along axis a joins corner c to c + 2^a. A vertex lies on every
//   edge whose ends differ.
//
//   Go round a face counter-clockwise, seen from outside the cube. Every run of inner corners is cut off by a line of its
//   own, from the edge where the run is entered to the edge where it is left.
//
// Where a face has two inner corners on a diagonal, the rule separates them: the inside is connected along the axes only.
//
// Why surfaces have no holes:
//   - The cube beyond the face goes round it the other way. It finds the same runs, with entry and exit swapped, and so draws
//     the same lines backwards. The lines depend only on the four corners of the face, which both cubes share.
//   - The two faces at an edge pass it in opposite directions: a crossed edge is entry of one face and exit of the other. One
//     line ends at each vertex and one begins, so the lines of a cube close to loops, and each loop is filled.
//   - A loop is filled by a fan from a vertex that shares no face with those it is joined to. Only this cube then has both
//     ends of such a joint, and only this loop. (A joint within a face could be drawn by both cubes, and would then have four
//     triangles.) Every loop has such a vertex; the construction would fail if one had none.
// Every edge of the mesh therefore has two triangles, which pass it in opposite directions: a closed, oriented surface. A vertex is
// shared by the four cubes around its edge, each with one loop: the surface does not touch itself there either.

/** The edges of a cube: axis, and the corner where it begins. Edge e is number e of these lists. */
export const EDGE_AXIS = Uint8Array.from({ length: 12 }, (_, e) => e >> 2)
export const EDGE_CORNER = Uint8Array.from({ length: 12 }, (_, e) => {
  const [axis, place] = [e >> 2, e & 3]
  return ((place & 1) << ((axis + 1) % 3)) | ((place >> 1) << ((axis + 2) % 3))
})

/** Most triangles of a case. */
export const MOST_TRIANGLES = 5
/** Distance between cases in the list of all cases [corners of triangles]. */
export const CASE_STRIDE = 3 * MOST_TRIANGLES

/** The four corners of each face, counter-clockwise seen from outside. */
const FACES: readonly (readonly number[])[] = [0, 1, 2].flatMap((axis) => {
  const [u, v] = [1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3)]
  const upper = [0, u, u | v, v].map((corner) => corner | (1 << axis))
  return [[0, v, u | v, u], upper]
})

function edgeBetween(a: number, b: number): number {
  const corner = Math.min(a, b)
  const axis = (a ^ b) >> 1
  return EDGE_CORNER.findIndex((begin, e) => begin === corner && EDGE_AXIS[e] === axis)
}

/** The edges around each face, in the order of its corners. */
const FACE_EDGES = FACES.map((corners) => corners.map((corner, k) => edgeBetween(corner, corners[(k + 1) % 4]!)))

const shareFace = (a: number, b: number): boolean => FACE_EDGES.some((edges) => edges.includes(a) && edges.includes(b))

/** Loops of vertices, each a list of the edges with the vertices. Bit c of `inner` is set if corner c is inside. */
export function loopsOf(inner: number): number[][] {
  const isInner = (corner: number) => ((inner >> corner) & 1) === 1
  /** The edge where the line ends, by the edge where it begins. */
  const next = new Map<number, number>()
  for (const [face, corners] of FACES.entries())
    for (let k = 0; k < 4; k++) {
      if (isInner(corners[k]!) || !isInner(corners[(k + 1) % 4]!)) continue
      let exit = k + 1
      while (isInner(corners[(exit + 1) % 4]!)) exit++
      next.set(FACE_EDGES[face]![k]!, FACE_EDGES[face]![exit % 4]!)
    }
  const loops: number[][] = []
  for (let first = 0; first < 12; first++) {
    const loop: number[] = []
    for (let edge = first; next.has(edge); ) {
      loop.push(edge)
      const following = next.get(edge)!
      next.delete(edge)
      edge = following
    }
    if (loop.length > 0) loops.push(loop)
  }
  return loops
}

/** Triangles over a loop, from the first vertex that shares no face with those it is joined to. */
function fan(loop: readonly number[]): number[] {
  const n = loop.length
  const apex = loop.findIndex((edge, a) =>
    loop.every((other, b) => [0, 1, n - 1].includes((b - a + n) % n) || !shareFace(edge, other)),
  )
  if (apex < 0) throw new Error(`the loop ${loop.join(', ')} has no fan across the cube`)
  return Array.from({ length: n - 2 }, (_, t) => [0, t + 1, t + 2].map((turn) => loop[(apex + turn) % n]!)).flat()
}

/** The triangles of every case. */
export interface CubeCases {
  /** Their corners, as edges: case c begins at `CASE_STRIDE * c`. */
  readonly edges: Uint8Array
  /** Number of corners of each case. */
  readonly corners: Uint8Array
}

let known: CubeCases | undefined

/** The cases, computed at the first call: programs without surfaces do not need them. */
export function cubeCases(): CubeCases {
  if (known) return known
  const edges = new Uint8Array(256 * CASE_STRIDE)
  const corners = Uint8Array.from({ length: 256 }, (_, inner) => {
    const triangles = loopsOf(inner).flatMap(fan)
    edges.set(triangles, CASE_STRIDE * inner)
    return triangles.length
  })
  known = { edges, corners }
  return known
}
