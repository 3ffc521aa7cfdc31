// A glTF file as a body: its triangles in the event that adds it, so that a saved run needs no file.

import type { SimulationEvent } from 'seiche'
import type { Mesh } from 'seiche/bodies'
import { FileError } from './file-error.js'

/** Most triangles of a body: each is cut into columns at every step, and written into a saved run. */
const mostTriangles = 20_000

/** A body from a file, about the middle of its bounding box; its longest side is 1. */
export interface BodyMesh {
  /** Name of the file. */
  name: string
  vertices: [number, number, number][]
  triangles: [number, number, number][]
  /** Half of its extent along x, y and z. */
  reach: readonly [number, number, number]
}

/** Reads triangles from a file: `readGltf` of `seiche/bodies`. */
export type ReadMesh = (bytes: Uint8Array, beside: (file: string) => Promise<Uint8Array>) => Promise<Mesh>

/** Reads a body. `beside`: bytes of the files that were dropped with it. Throws `FileError`. */
export async function readBody(
  name: string,
  bytes: Uint8Array,
  beside: (file: string) => Promise<Uint8Array> | undefined,
  read: ReadMesh,
): Promise<BodyMesh> {
  const ask = (file: string): Promise<Uint8Array> => {
    const found = beside(file)
    if (!found) throw new Error(`it names the file “${file}”. Drop both together, or export a single .glb`)
    return found
  }
  const mesh = await read(bytes, ask).catch((error: unknown) => {
    throw FileError.of(name, ' cannot be read as a glTF file', error)
  })
  return normalized(name, mesh)
}

function normalized(name: string, { vertices, triangles }: Mesh): BodyMesh {
  const count = triangles.length / 3
  if (count < 4) throw FileError.of(name, ` has ${count} triangles. A body needs at least 4.`)
  if (count > mostTriangles)
    throw FileError.of(name, ` has ${count} triangles. A body has at most ${mostTriangles}: simplify the mesh.`)
  const corners = vertices.length / 3
  const wrong = triangles.find((corner) => corner >= corners)
  if (wrong !== undefined)
    throw FileError.of(name, ` is damaged: a triangle has the corner ${wrong} of ${corners} corners.`)
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  // Corners of no triangle do not count.
  for (const corner of triangles)
    for (const axis of [0, 1, 2]) {
      low[axis] = Math.min(low[axis]!, vertices[3 * corner + axis]!)
      high[axis] = Math.max(high[axis]!, vertices[3 * corner + axis]!)
    }
  const sides = high.map((value, axis) => value - low[axis]!)
  const longest = Math.max(...sides)
  if (!(longest > 0 && longest < 1e12 && vertices.every(Number.isFinite)))
    throw FileError.of(name, ' has no extent: its corners are at one place, or nowhere.')
  if (Math.min(...sides) <= 1e-4 * longest) throw FileError.of(name, ' is flat. A body needs a volume.')
  const place = (corner: number, axis: number): number =>
    Number(((vertices[3 * corner + axis]! - low[axis]! - sides[axis]! / 2) / longest).toFixed(6))
  // A corner of no triangle may lie anywhere, even beyond the numbers of a scene: it is left out.
  const used = [...new Set(triangles)].sort((a, b) => a - b)
  const index = new Map(used.map((corner, k) => [corner, k]))
  const corner = (k: number): number => index.get(triangles[k]!)!
  return {
    name,
    vertices: used.map((k) => [place(k, 0), place(k, 1), place(k, 2)]),
    triangles: Array.from({ length: count }, (_, k) => [corner(3 * k), corner(3 * k + 1), corner(3 * k + 2)]),
    reach: sides.map((side) => side / longest / 2) as [number, number, number],
  }
}

type AddBody = Extract<SimulationEvent, { type: 'addBody' }>

/** Adds the body at (0, 0), a little above `top` [m]. `length`: its longest side [m]; `density` [kg/m³]. */
export function addBodyEvent(mesh: BodyMesh, length: number, density: number, top: number): AddBody {
  return {
    type: 'addBody',
    body: {
      shape: 'mesh',
      vertices: mesh.vertices,
      triangles: mesh.triangles,
      scale: length,
      unclosed: 'hull',
      kind: 'dynamic',
      density,
      position: [0, top + (mesh.reach[1] + 0.05) * length, 0],
      rotation: [0, 0, 0, 1],
      velocity: [0, 0, 0],
      angularVelocity: [0, 0, 0],
      drag: 0.8,
      friction: 0.5,
      restitution: 0.2,
    },
  }
}
