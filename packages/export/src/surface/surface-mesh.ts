// The surface of the water as a mesh: a vertex at the centre of each cell, two triangles between four neighbours. Cells of solids and dry
// land have no vertex. A periodic surface ends at a copy of its first cells, so that copies of the mesh fit together; a channel one cell
// wide becomes a band as wide as the cell.

import type { TriangleMesh } from 'seiche'
import type { SurfaceState } from './surface-fields.js'
import type { SurfaceAxis, SurfaceLayout } from './surface-layout.js'

/** A mesh of the surface. */
export interface SurfaceMesh extends TriangleMesh {
  readonly uvs: Float32Array
  /** The cell of each vertex. */
  readonly cells: Uint32Array
}

/** The rows or columns of vertices: the cells along the axis that they show, and their position [m]. */
interface Nodes {
  readonly cells: number[]
  readonly at: number[]
}

function nodesAlong({ count, first, wraps }: SurfaceAxis, cellSize: number): Nodes {
  if (count === 1 && !wraps) return { cells: [0, 0], at: [first - cellSize / 2, first + cellSize / 2] }
  const length = wraps ? count + 1 : count
  return {
    cells: Array.from({ length }, (_, k) => k % count),
    at: Array.from({ length }, (_, k) => first + k * cellSize),
  }
}

/** Vertices and triangles of a surface, without its heights. */
export interface SurfaceTopology {
  /** The cell of each vertex. */
  readonly cells: Uint32Array
  /** x and z of each vertex at rest [m]. */
  readonly rest: Float32Array
  readonly uvs: Float32Array
  readonly indices: Uint32Array
}

/**
 * Vertices and triangles between cells.
 *
 * @param layout Where the cells are.
 * @param isWater Whether a cell has water.
 * @returns The topology; vertices that no triangle uses are left out.
 */
export function surfaceTopology(layout: SurfaceLayout, isWater: (cell: number) => boolean): SurfaceTopology {
  const { x, z, cellSize } = layout
  const [columns, rows] = [nodesAlong(x, cellSize), nodesAlong(z, cellSize)]
  const width = columns.at.length
  const cellOf = (node: number) => rows.cells[Math.floor(node / width)]! * x.count + columns.cells[node % width]!
  const corners: number[] = []
  for (let j = 0; j + 1 < rows.at.length; j++)
    for (let i = 0; i + 1 < width; i++) {
      const at = j * width + i
      // Counter-clockwise seen from above. Three cells with water make a triangle: shores are smoother than the cells.
      const wet = [at, at + width, at + width + 1, at + 1].filter((node) => isWater(cellOf(node)))
      if (wet.length >= 3) corners.push(wet[0]!, wet[1]!, wet[2]!)
      if (wet.length === 4) corners.push(wet[0]!, wet[2]!, wet[3]!)
    }
  const vertexOf = new Int32Array(width * rows.at.length).fill(-1)
  const nodes: number[] = []
  const indices = Uint32Array.from(corners, (node) => {
    if (vertexOf[node] === -1) vertexOf[node] = nodes.push(node) - 1
    return vertexOf[node]!
  })
  const place = (node: number) => [columns.at[node % width]!, rows.at[Math.floor(node / width)]!] as const
  return {
    cells: Uint32Array.from(nodes, cellOf),
    rest: Float32Array.from(nodes.flatMap(place)),
    uvs: Float32Array.from(
      nodes.flatMap((node) => {
        const [atX, atZ] = place(node)
        // The centre of the first cell is the centre of the first pixel of a picture of the same cells.
        return [((atX - x.first) / cellSize + 0.5) / x.count, ((atZ - z.first) / cellSize + 0.5) / z.count]
      }),
    ),
    indices,
  }
}

/**
 * Positions and normals of the vertices at a time.
 *
 * @param topology The vertices.
 * @param state The surface.
 * @returns The mesh.
 */
export function surfaceMesh(
  { cells, rest, uvs, indices }: SurfaceTopology,
  { height, shift, normals }: Pick<SurfaceState, 'height' | 'shift' | 'normals'>,
): SurfaceMesh {
  const positions = new Float32Array(3 * cells.length)
  const directions = new Float32Array(3 * cells.length)
  for (let v = 0; v < cells.length; v++) {
    const cell = cells[v]!
    positions[3 * v] = rest[2 * v]! + (shift?.[0][cell] ?? 0)
    positions[3 * v + 1] = height[cell]!
    positions[3 * v + 2] = rest[2 * v + 1]! + (shift?.[1][cell] ?? 0)
    for (let axis = 0; axis < 3; axis++) directions[3 * v + axis] = normals[axis]![cell]!
  }
  return { positions, normals: directions, indices, uvs, cells }
}

/**
 * Which cells have water.
 *
 * @param state The surface.
 * @param dry Depth up to which a cell counts as dry [m].
 * @returns A function of the cell.
 */
export function waterIn({ openness, depth }: SurfaceState, dry: number): (cell: number) => boolean {
  return (cell) => openness?.[cell] !== 0 && (depth === undefined || depth[cell]! > dry)
}
