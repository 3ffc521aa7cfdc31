// Writes a mesh as a binary PLY file (Stanford polygon format, G. Turk 1994): a header as text, vertices, then triangles.

import type { TriangleMesh } from 'seiche'

/**
 * Writes a mesh as a binary .ply file. The format knows no axes: y is up, as everywhere in Seiche.
 *
 * @param mesh The mesh.
 * @param values Further properties of the vertices by name, a number for each vertex.
 * @returns The bytes of the file.
 * @throws RangeError if a property has more or fewer values than there are vertices.
 * @example
 * ```ts
 * import { writeFile } from 'node:fs/promises'
 * import { isosurface } from 'seiche'
 * import { writePly } from '@seiche/export'
 *
 * await writeFile('smoke.ply', writePly(isosurface(volume, 0.2)))
 * ```
 */
export function writePly(mesh: TriangleMesh, values: Readonly<Record<string, Float32Array>> = {}): Uint8Array {
  const { positions, normals, indices, uvs } = mesh
  const count = positions.length / 3
  for (const [name, list] of Object.entries(values))
    if (list.length !== count) throw new RangeError(`"${name}" has ${list.length} values for ${count} vertices`)
  const extra = Object.values(values)
  const names = ['x', 'y', 'z', 'nx', 'ny', 'nz', ...(uvs ? ['s', 't'] : []), ...Object.keys(values)]
  const head = [
    'ply',
    'format binary_little_endian 1.0',
    'comment seiche, metres, y up',
    `element vertex ${count}`,
    ...names.map((name) => `property float ${name}`),
    `element face ${indices.length / 3}`,
    'property list uchar uint vertex_indices',
    'end_header\n',
  ].join('\n')
  const text = new TextEncoder().encode(head)
  const bytes = new Uint8Array(text.length + 4 * names.length * count + (13 * indices.length) / 3)
  bytes.set(text)
  const view = new DataView(bytes.buffer)
  let at = text.length
  const float = (value: number) => {
    view.setFloat32(at, value, true)
    at += 4
  }
  for (let v = 0; v < count; v++) {
    for (let axis = 0; axis < 3; axis++) float(positions[3 * v + axis]!)
    for (let axis = 0; axis < 3; axis++) float(normals[3 * v + axis]!)
    if (uvs) {
      float(uvs[2 * v]!)
      // Texture coordinates of this format begin at the lower left corner.
      float(1 - uvs[2 * v + 1]!)
    }
    for (const list of extra) float(list[v]!)
  }
  for (let k = 0; k < indices.length; k += 3) {
    view.setUint8(at, 3)
    for (let corner = 0; corner < 3; corner++) view.setUint32(at + 1 + 4 * corner, indices[k + corner]!, true)
    at += 13
  }
  return bytes
}
