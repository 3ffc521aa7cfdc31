// Writes OpenVDB files (K. Museth, "VDB: high-resolution sparse volumes with dynamic topology", ACM Transactions on Graphics 32, 2013), file
// version 224, which all programs of the last ten years read. There is no specification but the library's own source; the layout below was
// checked against its reader.
//
//   magic number, version of the file and of the library, identifier, metadata, number of grids, and for each grid
//   name, type, offsets | compression | metadata | transform | topology: root, nodes of 32³, nodes of 16³, masks of leaves | values of leaves
//
// A grid is a tree of fixed depth: the root has nodes of 32³ children, each of these has 16³ children, each of these is a leaf of 8³ values. In a
// node x is the slowest axis, z the fastest. Leaves without an active value are not stored; within a leaf only active values are, compressed.

import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/** " BDV" as a number of eight bytes. */
const MAGIC = 0x56444220n
const FILE_VERSION = 224
/** The library whose files these are like. */
const LIBRARY = [10, 0] as const
/** Flags: deflate, and only active values. */
const COMPRESSION = 1 | 2
/** Mark of a node whose inactive values are all the background. */
const INACTIVE_ARE_BACKGROUND = 0

/** Sides of leaf, lower and upper nodes, as powers of two of their children. */
const [LEAF, LOWER, UPPER] = [3, 4, 5] as const
/** Voxels along a leaf, a lower and an upper node. */
const LEAF_SIDE = 1 << LEAF
const LOWER_SIDE = LEAF_SIDE << LOWER
const UPPER_SIDE = LOWER_SIDE << UPPER

/** A grid of a file. */
export interface VdbGrid {
  readonly name: string
  /** Voxels along x, y and z. */
  readonly cells: readonly [number, number, number]
  /** Lists of values, x fastest, then y, then z: one for numbers, three for vectors. */
  readonly values: readonly [Float32Array] | readonly [Float32Array, Float32Array, Float32Array]
  /** Value of everything that is not stored. Default 0. */
  readonly background?: number
  /** Values this close to the background are not stored. Default 0. */
  readonly tolerance?: number
  /** Side of a voxel [m]. */
  readonly cellSize: number
  /** Centre of the first voxel [m]. */
  readonly origin: readonly [number, number, number]
  /** Further metadata, as text. */
  readonly metadata?: Readonly<Record<string, string>>
}

/**
 * Encodes volumes as an OpenVDB file. Files without values, of empty grids, are valid too.
 *
 * @param grids The grids, each with a name of its own.
 * @returns The bytes of the file.
 * @throws RangeError for values that do not fit the cells, and for more than 4096 cells along an axis.
 * @example
 * ```ts
 * import { writeFile } from 'node:fs/promises'
 * import { writeVdb } from '@seiche/export'
 *
 * const values: [Float32Array] = [density]
 * const grid = { name: 'density', cells: [64, 64, 64], values, cellSize: 0.01, origin: [0, 0, 0] } as const
 * await writeFile('smoke.vdb', writeVdb([grid]))
 * ```
 */
export function writeVdb(grids: readonly VdbGrid[]): Uint8Array {
  for (const grid of grids) validate(grid)
  const bodies = grids.map(encodeGrid)
  const hash = createHash('sha256')
  for (const { head, topology, values } of bodies) for (const part of [head, topology, values]) hash.update(part)
  const parts: Uint8Array[] = [
    int64(MAGIC),
    uint32(FILE_VERSION, ...LIBRARY),
    // Offsets of grids follow their names.
    Buffer.of(1),
    Buffer.from(identifier(hash.digest('hex')), 'latin1'),
    metadataOf({}),
    uint32(grids.length),
  ]
  let at = lengthOf(parts)
  for (const [k, { name, values: lists }] of grids.entries()) {
    const { head, topology, values } = bodies[k]!
    const title = [text(name), text(lists.length === 1 ? 'Tree_float_5_4_3' : 'Tree_vec3s_5_4_3'), text('')]
    const start = at + lengthOf(title) + 3 * 8
    const block = start + head.length + topology.length
    at = block + values.length
    parts.push(...title, int64(start), int64(block), int64(at), head, topology, values)
  }
  return Buffer.concat(parts)
}

function validate({ name, cells, values, cellSize }: VdbGrid): void {
  const count = cells[0] * cells[1] * cells[2]
  for (const list of values)
    if (list.length !== count)
      throw new RangeError(`grid "${name}" has ${list.length} values for ${cells.join(' × ')} cells`)
  if (!cells.every((n) => Number.isInteger(n) && n >= 1 && n <= UPPER_SIDE))
    throw new RangeError(`grid "${name}" must have 1 to ${UPPER_SIDE} cells along each axis, got ${cells.join(', ')}`)
  if (!(cellSize > 0)) throw new RangeError(`cellSize must be a positive number, got ${cellSize}`)
}

/** A leaf with active values: its position in leaves, which values are active, and these values. */
interface Leaf {
  readonly at: readonly [number, number, number]
  readonly mask: Uint8Array
  readonly values: Float32Array
  /** Lowest and highest active voxel. */
  readonly low: readonly [number, number, number]
  readonly high: readonly [number, number, number]
}

interface EncodedGrid {
  readonly head: Buffer
  readonly topology: Buffer
  readonly values: Buffer
}

function encodeGrid(grid: VdbGrid): EncodedGrid {
  const { background = 0, values: lists } = grid
  const leaves = leavesOf(grid)
  const width = lists.length
  const voxels = leaves.reduce((sum, leaf) => sum + leaf.values.length / width, 0)
  const head = Buffer.concat([
    uint32(COMPRESSION),
    metadataOf({
      class: ['string', Buffer.from(width === 1 ? 'fog volume' : 'unknown')],
      ...(leaves.length > 0 && boundsOf(leaves)),
      file_compression: ['string', Buffer.from('zip + active values')],
      file_voxel_count: ['int64', int64(voxels)],
      name: ['string', Buffer.from(grid.name)],
      ...(width === 3 && { vector_type: ['string', Buffer.from('contravariant relative')] }),
      ...Object.fromEntries(
        Object.entries(grid.metadata ?? {}).map(([key, value]) => [key, ['string', Buffer.from(value)]]),
      ),
    }),
    transformOf(grid),
  ])
  const lower = groupBy(leaves, ({ at }) => at.map((k) => k >> LOWER))
  const root = Buffer.concat([
    // One tree; background, tiles, children.
    uint32(1),
    float32(...lists.map(() => background)),
    uint32(0, leaves.length > 0 ? 1 : 0),
  ])
  const topology: Buffer[] = [root]
  const values: Buffer[] = []
  if (leaves.length > 0) {
    // The corner of the only upper node.
    topology.push(int32(0, 0, 0), node(UPPER, [...lower.keys()]))
    for (const members of lower.values()) {
      topology.push(
        node(
          LOWER,
          members.map(({ at }) => offsetIn(LOWER, at)),
        ),
      )
      for (const { mask } of members) topology.push(Buffer.from(mask))
      for (const leaf of members) values.push(Buffer.from(leaf.mask), compressed(leaf.values))
    }
  }
  return { head, topology: Buffer.concat(topology), values: Buffer.concat(values) }
}

/** Lowest and highest voxel of all leaves, as the library's metadata. Programs show a box of this size before they read the values. */
function boundsOf(leaves: readonly Leaf[]): Record<'file_bbox_max' | 'file_bbox_min', [string, Buffer]> {
  const along = (axis: 0 | 1 | 2, pick: (...values: number[]) => number, corner: 'low' | 'high') =>
    leaves.reduce((best, leaf) => pick(best, leaf[corner][axis]), leaves[0]![corner][axis])
  const axes = [0, 1, 2] as const
  return {
    file_bbox_max: ['vec3i', int32(...axes.map((axis) => along(axis, Math.max, 'high')))],
    file_bbox_min: ['vec3i', int32(...axes.map((axis) => along(axis, Math.min, 'low')))],
  }
}

/** A uniform scale and a translation, with the quantities that the library derives from the scale. */
function transformOf({ cellSize, origin }: VdbGrid): Buffer {
  const same = (value: number) => [value, value, value]
  const numbers = [
    ...origin,
    ...same(cellSize),
    ...same(cellSize),
    ...same(1 / cellSize),
    ...same(1 / (cellSize * cellSize)),
    ...same(0.5 / cellSize),
  ]
  return Buffer.concat([text('UniformScaleTranslateMap'), Buffer.from(Float64Array.from(numbers).buffer)])
}

/** Leaves with active values, in the order of the file: by upper offset, then by lower offset. */
function leavesOf({ cells, values: lists, background = 0, tolerance = 0 }: VdbGrid): Leaf[] {
  const [nx, ny, nz] = cells
  const leaves: Leaf[] = []
  const found = new Float32Array(LEAF_SIDE ** 3 * lists.length)
  for (const at of leafOrder(cells)) {
    const [x0, y0, z0] = at.map((k) => k << LEAF) as [number, number, number]
    const mask = new Uint8Array(LEAF_SIDE ** 3 / 8)
    let count = 0
    const low: [number, number, number] = [nx, ny, nz]
    const high: [number, number, number] = [0, 0, 0]
    for (let x = x0; x < Math.min(nx, x0 + LEAF_SIDE); x++)
      for (let y = y0; y < Math.min(ny, y0 + LEAF_SIDE); y++)
        for (let z = z0; z < Math.min(nz, z0 + LEAF_SIDE); z++) {
          const from = (z * ny + y) * nx + x
          if (!lists.some((list) => Math.abs(list[from]! - background) > tolerance)) continue
          const bit = ((x - x0) << (2 * LEAF)) | ((y - y0) << LEAF) | (z - z0)
          mask[bit >> 3]! |= 1 << (bit & 7)
          for (const list of lists) found[count++] = list[from]!
          for (const [axis, k] of [x, y, z].entries()) {
            low[axis] = Math.min(low[axis]!, k)
            high[axis] = Math.max(high[axis]!, k)
          }
        }
    if (count > 0) leaves.push({ at, mask, values: found.slice(0, count), low, high })
  }
  return leaves
}

/** Positions of all leaves of a grid, sorted as nodes sort their children: x slowest, within each lower node. */
function* leafOrder([nx, ny, nz]: VdbGrid['cells']): Generator<readonly [number, number, number]> {
  const blocks = (n: number) => Math.ceil(n / LOWER_SIDE)
  const leaves = (n: number, block: number) => Math.min(1 << LOWER, Math.ceil(n / LEAF_SIDE) - (block << LOWER))
  for (let bx = 0; bx < blocks(nx); bx++)
    for (let by = 0; by < blocks(ny); by++)
      for (let bz = 0; bz < blocks(nz); bz++)
        for (let x = 0; x < leaves(nx, bx); x++)
          for (let y = 0; y < leaves(ny, by); y++)
            for (let z = 0; z < leaves(nz, bz); z++) yield [(bx << LOWER) + x, (by << LOWER) + y, (bz << LOWER) + z]
}

/** Number of a child in its node. */
function offsetIn(side: number, at: readonly number[]): number {
  const within = (1 << side) - 1
  return ((at[0]! & within) << (2 * side)) | ((at[1]! & within) << side) | (at[2]! & within)
}

/** Leaves by the offset of their lower node in the upper one, in the order in which they come. */
function groupBy(leaves: readonly Leaf[], lowerOf: (leaf: Leaf) => number[]): Map<number, Leaf[]> {
  const groups = new Map<number, Leaf[]>()
  for (const leaf of leaves) {
    const offset = offsetIn(UPPER, lowerOf(leaf))
    const group = groups.get(offset)
    if (group) group.push(leaf)
    else groups.set(offset, [leaf])
  }
  return groups
}

/** A node whose values are all the background: the mask of its children, the empty mask of its values, no values. */
function node(side: number, children: readonly number[]): Buffer {
  const bytes = (1 << (3 * side)) / 8
  const mask = new Uint8Array(bytes)
  for (const child of children) mask[child >> 3]! |= 1 << (child & 7)
  return Buffer.concat([mask, new Uint8Array(bytes), compressed(new Float32Array(0))])
}

/** Active values of a node: mark, size, bytes. A negative size marks bytes that deflate would not shrink. */
function compressed(values: Float32Array): Buffer {
  const raw = Buffer.from(values.buffer, values.byteOffset, values.byteLength)
  const packed = deflateSync(raw)
  const isSmaller = packed.length < raw.length
  return Buffer.concat([
    Buffer.of(INACTIVE_ARE_BACKGROUND),
    int64(isSmaller ? packed.length : -raw.length),
    isSmaller ? packed : raw,
  ])
}

function metadataOf(entries: Readonly<Record<string, readonly [type: string, value: Buffer]>>): Buffer {
  const list = Object.entries(entries).map(([name, [type, value]]) =>
    Buffer.concat([text(name), text(type), uint32(value.length), value]),
  )
  return Buffer.concat([uint32(list.length), ...list])
}

/** An identifier of the file from a hash of its contents: the same values give the same bytes. */
function identifier(hash: string): string {
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

/** Characters after their number. */
function text(characters: string): Buffer {
  const bytes = Buffer.from(characters, 'utf8')
  return Buffer.concat([uint32(bytes.length), bytes])
}

// Typed arrays have the byte order of the machine; every machine that runs Node has that of the file.
function uint32(...values: number[]): Buffer {
  return Buffer.from(Uint32Array.from(values).buffer)
}

function int32(...values: number[]): Buffer {
  return Buffer.from(Int32Array.from(values).buffer)
}

function float32(...values: number[]): Buffer {
  return Buffer.from(Float32Array.from(values).buffer)
}

function int64(value: number | bigint): Buffer {
  return Buffer.from(BigInt64Array.of(BigInt(value)).buffer)
}
