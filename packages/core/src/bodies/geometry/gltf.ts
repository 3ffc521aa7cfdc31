// Reads the triangles of glTF 2.0 files (Khronos Group, ISO/IEC 12113), binary (.glb) or as text (.gltf): those of all nodes of the
// scene, transformed by the nodes, and their colors. That is a small part of the format, so no library is needed.

import type { Mesh } from './closed-mesh.js'
import { matrixOf, type Quaternion } from './rotation.js'

const GLB = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BINARY_CHUNK = 0x004e4942
const FLOAT = 5126
const TRIANGLES = 4
/** Most corners of all meshes. Many nodes can share one mesh: a small file can stand for any number. */
const MOST_CORNERS = 5e6
/** Bytes of a whole number, by component type. */
const INDEX_BYTES: Record<number, 1 | 2 | 4> = { 5121: 1, 5123: 2, 5125: 4 }

type Rgb = readonly [red: number, green: number, blue: number]
const WHITE: Rgb = [1, 1, 1]

interface Gltf {
  asset?: { version?: string }
  extensionsRequired?: string[]
  scene?: number
  scenes?: { nodes?: number[] }[]
  nodes?: {
    mesh?: number
    children?: number[]
    matrix?: number[]
    translation?: number[]
    rotation?: number[]
    scale?: number[]
  }[]
  meshes?: {
    primitives?: {
      attributes?: { POSITION?: number; COLOR_0?: number }
      indices?: number
      mode?: number
      material?: number
    }[]
  }[]
  materials?: { pbrMetallicRoughness?: { baseColorFactor?: number[] } }[]
  accessors?: {
    bufferView?: number
    byteOffset?: number
    componentType?: number
    count?: number
    type?: string
    sparse?: unknown
  }[]
  bufferViews?: { buffer?: number; byteOffset?: number; byteLength?: number; byteStride?: number }[]
  buffers?: { uri?: string; byteLength?: number }[]
}

/** Transform of a node: three rows of four. */
type Placing = readonly number[]
const HERE: Placing = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

/**
 * Reads the triangles of a glTF 2.0 file: of all nodes of its scene, transformed by the nodes. Their colors are those of the corners
 * times that of the material; pictures on them are not read.
 *
 * @param bytes The file, binary (.glb) or text (.gltf).
 * @param beside Reads the files that a .gltf names.
 * @returns Corners and triangles, in the units of the file, and colors if it has any.
 * @throws Error that describes what is wrong with the file.
 *
 * @example
 * ```ts
 * import { readFile } from 'node:fs/promises'
 * import { readGltf } from 'seiche/bodies'
 *
 * const { triangles } = await readGltf(await readFile('duck.glb'), (file) => readFile(file))
 * console.log(`${triangles.length / 3} triangles`)
 * ```
 */
export async function readGltf(bytes: Uint8Array, beside: (file: string) => Promise<Uint8Array>): Promise<Mesh> {
  const { json, binary } = unpack(bytes)
  if (!json.asset) throw new Error('not a glTF file')
  if (!json.asset.version?.startsWith('2.'))
    throw new Error(`glTF of version ${json.asset.version ?? 'unknown'}; version 2 is read`)
  if (json.extensionsRequired?.length)
    throw new Error(`the file needs ${json.extensionsRequired.join(', ')}, which is not read: export it without`)
  const buffers: Uint8Array[] = []
  for (const { uri } of json.buffers ?? [])
    buffers.push(uri === undefined ? present(binary) : await fetched(uri, beside))
  const file = new GltfFile(json, buffers)
  const { scenes, nodes = [] } = json
  if (scenes) for (const node of scenes[json.scene ?? 0]?.nodes ?? []) file.addNode(node, HERE)
  else
    for (const node of nodes.keys())
      if (!nodes.some(({ children }) => children?.includes(node))) file.addNode(node, HERE)
  return {
    vertices: Float64Array.from(file.vertices),
    triangles: Uint32Array.from(file.triangles),
    ...(file.isColored && { colors: Float32Array.from(file.colors) }),
  }
}

function unpack(bytes: Uint8Array): { json: Gltf; binary: Uint8Array | undefined } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 12 || view.getUint32(0, true) !== GLB) return { json: parse(bytes), binary: undefined }
  let json: Gltf | undefined
  let binary: Uint8Array | undefined
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at, true)
    const kind = view.getUint32(at + 4, true)
    if (at + 8 + length > bytes.length) throw new Error('the glTF file is cut short')
    const chunk = bytes.subarray(at + 8, at + 8 + length)
    if (kind === JSON_CHUNK) json ??= parse(chunk)
    else if (kind === BINARY_CHUNK) binary ??= chunk
    at += 8 + length
  }
  if (!json) throw new Error('the glTF file is cut short')
  return { json, binary }
}

function parse(bytes: Uint8Array): Gltf {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof value === 'object' && value !== null) return value as Gltf
  } catch {}
  throw new Error('not a glTF file')
}

function present(binary: Uint8Array | undefined): Uint8Array {
  if (!binary) throw new Error('the glTF file has no binary part')
  return binary
}

async function fetched(uri: string, beside: (file: string) => Promise<Uint8Array>): Promise<Uint8Array> {
  if (!uri.startsWith('data:')) return beside(decodeURIComponent(uri))
  const comma = uri.indexOf(',')
  if (!uri.slice(0, comma).endsWith(';base64')) throw new Error('data within the glTF file that is not base64')
  return Uint8Array.from(atob(uri.slice(comma + 1)), (letter) => letter.charCodeAt(0))
}

class GltfFile {
  readonly vertices: number[] = []
  readonly triangles: number[] = []
  /** Linear red, green and blue of each corner of each triangle. */
  readonly colors: number[] = []
  /** Whether the file says anything about colors. */
  isColored = false
  readonly #json: Gltf
  readonly #buffers: readonly Uint8Array[]
  readonly #visited = new Set<number>()

  constructor(json: Gltf, buffers: readonly Uint8Array[]) {
    this.#json = json
    this.#buffers = buffers
  }

  addNode(index: number, parent: Placing): void {
    const node = this.#json.nodes?.[index]
    if (!node) throw new Error(`the glTF file has no node ${index}`)
    if (this.#visited.has(index)) throw new Error(`node ${index} of the glTF file has two parents`)
    this.#visited.add(index)
    const placing = after(parent, placingOf(node))
    if (node.mesh !== undefined) this.#addMesh(node.mesh, placing)
    for (const child of node.children ?? []) this.addNode(child, placing)
  }

  #addMesh(index: number, placing: Placing): void {
    const mesh = this.#json.meshes?.[index]
    if (!mesh) throw new Error(`the glTF file has no mesh ${index}`)
    for (const { attributes, indices, mode = TRIANGLES, material } of mesh.primitives ?? []) {
      if (mode !== TRIANGLES)
        throw new Error(`mesh ${index} of the glTF file has points, lines, strips or fans; triangles are read`)
      if (attributes?.POSITION === undefined) throw new Error(`mesh ${index} of the glTF file has no positions`)
      const first = this.vertices.length / 3
      if (Math.max(first, this.triangles.length / 3) > MOST_CORNERS)
        throw new Error(`the meshes of the glTF file have more than ${MOST_CORNERS} corners: simplify them`)
      const count = this.#addPositions(attributes.POSITION, placing)
      const corners = indices === undefined ? Array.from({ length: count }, (_, k) => k) : this.#indices(indices)
      // A mirrored mesh is inside out.
      const order = determinant(placing) < 0 ? [0, 2, 1] : [0, 1, 2]
      const colorOf = this.#colors(attributes.COLOR_0, material)
      for (let k = 0; k + 2 < corners.length; k += 3)
        for (const corner of order) {
          this.triangles.push(first + corners[k + corner]!)
          this.colors.push(...colorOf(corners[k + corner]!))
        }
    }
  }

  /** The color of a corner: its own times that of the material. */
  #colors(attribute: number | undefined, material: number | undefined): (corner: number) => Rgb {
    const factor = this.#json.materials?.[material ?? -1]?.pbrMetallicRoughness?.baseColorFactor
    const [red, green, blue] = isColor(factor) ? factor : WHITE
    if (isColor(factor)) this.isColored = true
    if (attribute === undefined) return () => [red, green, blue]
    this.isColored = true
    const type = this.#json.accessors?.[attribute]?.componentType ?? 0
    const bytes = type === FLOAT ? 4 : INDEX_BYTES[type]
    const parts = this.#json.accessors?.[attribute]?.type === 'VEC4' ? 4 : 3
    if (!bytes || (type !== FLOAT && bytes === 4))
      throw new Error('colors of the glTF file are no floats, bytes or shorts')
    const { view, count, step } = this.#values(attribute, parts * bytes)
    const part = (at: number): number =>
      type === FLOAT
        ? view.getFloat32(at, true)
        : bytes === 1
          ? view.getUint8(at) / 0xff
          : view.getUint16(at, true) / 0xffff
    return (corner) => {
      if (corner >= count) throw new Error(`corner ${corner} of the glTF file has no color, though others have`)
      const at = corner * step
      return [red * part(at), green * part(at + bytes), blue * part(at + 2 * bytes)]
    }
  }

  #addPositions(index: number, m: Placing): number {
    const { view, count, step, componentType, type } = this.#values(index, 12)
    if (componentType !== FLOAT || type !== 'VEC3')
      throw new Error('positions of the glTF file are not three floats each: export it without quantization')
    for (let k = 0; k < count; k++) {
      const [x, y, z] = [0, 4, 8].map((at) => view.getFloat32(k * step + at, true)) as [number, number, number]
      for (let row = 0; row < 12; row += 4)
        this.vertices.push(m[row]! * x + m[row + 1]! * y + m[row + 2]! * z + m[row + 3]!)
    }
    return count
  }

  #indices(index: number): number[] {
    const bytes = INDEX_BYTES[this.#json.accessors?.[index]?.componentType ?? 0]
    if (!bytes) throw new Error('corners of the glTF file are no whole numbers')
    const { view, count, step } = this.#values(index, bytes)
    return Array.from({ length: count }, (_, k) =>
      bytes === 1
        ? view.getUint8(k * step)
        : bytes === 2
          ? view.getUint16(k * step, true)
          : view.getUint32(k * step, true),
    )
  }

  /** The bytes of an accessor: `count` values of `size` bytes, `step` apart. */
  #values(index: number, size: number) {
    const accessor = this.#json.accessors?.[index]
    const part = this.#json.bufferViews?.[accessor?.bufferView ?? -1]
    const buffer = this.#buffers[part?.buffer ?? -1]
    if (!accessor || !part || !buffer || accessor.sparse)
      throw new Error(`the values ${index} of the glTF file are missing, or stored as differences, which is not read`)
    const { count = 0, byteOffset = 0, componentType, type } = accessor
    const step = part.byteStride ?? size
    // Values that lie on one another would take no bytes: their number would have no limit.
    if (!(Number.isInteger(count) && count >= 0 && Number.isInteger(step) && step >= size))
      throw new Error(
        `the glTF file has ${count} values ${step} bytes apart, which is no list of values of ${size} bytes`,
      )
    const start = (part.byteOffset ?? 0) + byteOffset
    if (start + (count - 1) * step + size > buffer.length) throw new Error('the glTF file is cut short')
    return { view: new DataView(buffer.buffer, buffer.byteOffset + start), count, step, componentType, type }
  }
}

function isColor(factor: number[] | undefined): factor is [number, number, number] {
  return factor !== undefined && factor.length >= 3 && factor.every(Number.isFinite)
}

function placingOf({
  matrix,
  translation = [0, 0, 0],
  rotation = [0, 0, 0, 1],
  scale = [1, 1, 1],
}: NonNullable<Gltf['nodes']>[number]): Placing {
  // Files have matrices column by column.
  if (matrix) return [0, 1, 2].flatMap((row) => [0, 1, 2, 3].map((column) => matrix[4 * column + row]!))
  const turned = matrixOf(rotation as unknown as Quaternion)
  return [0, 1, 2].flatMap((row) => [
    ...[0, 1, 2].map((column) => turned[3 * row + column]! * scale[column]!),
    translation[row]!,
  ])
}

/** First b, then a. */
function after(a: Placing, b: Placing): Placing {
  return [0, 4, 8].flatMap((row) =>
    [0, 1, 2, 3].map(
      (column) =>
        a[row]! * b[column]! +
        a[row + 1]! * b[column + 4]! +
        a[row + 2]! * b[column + 8]! +
        (column === 3 ? a[row + 3]! : 0),
    ),
  )
}

function determinant(m: Placing): number {
  return (
    m[0]! * (m[5]! * m[10]! - m[6]! * m[9]!) -
    m[1]! * (m[4]! * m[10]! - m[6]! * m[8]!) +
    m[2]! * (m[4]! * m[9]! - m[5]! * m[8]!)
  )
}
