import type { TriangleMesh } from './triangle-mesh.js'

/** Nine digits distinguish all single-precision numbers. */
const digits = (value: number): string => String(Number(value.toPrecision(9)))

/**
 * Writes a mesh as a Wavefront .obj file. It is text, larger and slower to read than the file of {@link writeGlb}: for programs that read
 * no other format.
 *
 * @param mesh The mesh.
 * @returns The text of the file.
 *
 * @example
 * ```ts
 * import { metaballs, writeObj } from 'seiche'
 *
 * const text = writeObj(metaballs([0, 0, 0, 0.1, 0, 0], { radius: 0.1 }))
 * ```
 */
export function writeObj({ positions, normals, indices, uvs }: TriangleMesh): string {
  const lines = ['# seiche']
  const triples = (key: string, values: Float32Array) => {
    for (let v = 0; v < values.length; v += 3)
      lines.push(`${key} ${digits(values[v]!)} ${digits(values[v + 1]!)} ${digits(values[v + 2]!)}`)
  }
  triples('v', positions)
  triples('vn', normals)
  // Texture coordinates of this format begin at the lower left corner.
  for (let v = 0; uvs && v < uvs.length; v += 2) lines.push(`vt ${digits(uvs[v]!)} ${digits(1 - uvs[v + 1]!)}`)
  // Vertices count from 1; a corner is vertex/texture/normal.
  const corner = (k: number) => {
    const vertex = indices[k]! + 1
    return uvs ? `${vertex}/${vertex}/${vertex}` : `${vertex}//${vertex}`
  }
  for (let k = 0; k < indices.length; k += 3) lines.push(`f ${corner(k)} ${corner(k + 1)} ${corner(k + 2)}`)
  return `${lines.join('\n')}\n`
}
