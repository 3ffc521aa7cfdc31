// Reads and writes NumPy's .npy format, version 1 to 3 (numpy.lib.format), the file format of fields. Results can be checked
// with other programs.

/** A typed array that a .npy file can hold. */
export type NpyData =
  | Float32Array
  | Float64Array
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array

/** An array of numbers from a .npy file. */
export interface NpyArray {
  /** Extent of each axis, slowest first. */
  readonly shape: number[]
  /** Values in row-major order. */
  readonly data: NpyData
}

const MAGIC = '\x93NUMPY'

const KINDS: Record<string, { new (buffer: ArrayBuffer): NpyData; readonly BYTES_PER_ELEMENT: number }> = {
  f4: Float32Array,
  f8: Float64Array,
  i1: Int8Array,
  u1: Uint8Array,
  b1: Uint8Array,
  i2: Int16Array,
  u2: Uint16Array,
  i4: Int32Array,
  u4: Uint32Array,
}

/**
 * Reads a .npy file of numbers, version 1 to 3 of NumPy's format. Big-endian and column-major files are converted.
 *
 * @param bytes The file.
 * @returns Shape and values, in memory of their own.
 * @throws Error that describes what is wrong with the file.
 *
 * @example
 * ```ts
 * import { readFile } from 'node:fs/promises'
 * import { readNpy } from 'seiche/npy'
 *
 * const { shape, data } = readNpy(await readFile('eta.npy'))
 * console.log(shape, data[0])
 * ```
 */
export function readNpy(bytes: Uint8Array): NpyArray {
  const magic = String.fromCharCode(...bytes.subarray(0, 6))
  if (magic !== MAGIC) throw new Error('not a .npy file: it does not begin with \\x93NUMPY')
  if (bytes.length < 12) throw new Error('the .npy file is cut short')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const wide = view.getUint8(6) >= 2
  const headerStart = wide ? 12 : 10
  const dataStart = headerStart + (wide ? view.getUint32(8, true) : view.getUint16(8, true))
  if (dataStart > bytes.length) throw new Error('the .npy file is cut short')
  const header = new TextDecoder().decode(bytes.subarray(headerStart, dataStart))
  const { type, bigEndian, fortran, shape } = readHeader(header)
  const Kind = KINDS[type]
  if (!Kind) throw new Error(`the .npy file holds ${type}; use one of ${Object.keys(KINDS).join(', ')}`)
  const count = shape.reduce((product, extent) => product * extent, 1)
  const size = count * Kind.BYTES_PER_ELEMENT
  if (bytes.length - dataStart < size)
    throw new Error(
      `the .npy file is cut short: ${shape.join(' × ')} values of ${type} need ${size} bytes, there are ${bytes.length - dataStart}`,
    )
  // A copy of its own: Node's Buffer has a `slice` that shares memory, and values must be aligned.
  const buffer = new Uint8Array(bytes.subarray(dataStart, dataStart + size)).buffer
  if (bigEndian) swapBytes(new Uint8Array(buffer), Kind.BYTES_PER_ELEMENT)
  const data = new Kind(buffer)
  return { shape, data: fortran ? toRowMajor(data, shape) : data }
}

/**
 * Writes numbers as a .npy file, little-endian and row-major.
 *
 * @param data The values in row-major order; the type of the array becomes that of the file.
 * @param shape Extent of each axis, slowest first.
 * @returns The bytes of the file.
 *
 * @example
 * ```ts
 * import { writeFile } from 'node:fs/promises'
 * import { writeNpy } from 'seiche/npy'
 *
 * const eta = sim.field('eta')
 * await writeFile('eta.npy', writeNpy(eta.read(), eta.shape))
 * ```
 */
export function writeNpy(data: NpyData, shape: readonly number[]): Uint8Array {
  const type = Object.keys(KINDS).find((key) => data instanceof KINDS[key]!)!
  const extents = shape.length === 1 ? `${shape[0]},` : shape.join(', ')
  const order = data.BYTES_PER_ELEMENT === 1 ? '|' : '<'
  const dictionary = `{'descr': '${order}${type}', 'fortran_order': False, 'shape': (${extents}), }`
  // The header ends in a newline and is padded so that the data starts at a multiple of 64.
  const length = Math.ceil((10 + dictionary.length + 1) / 64) * 64
  const file = new Uint8Array(length + data.byteLength)
  const header = `${dictionary.padEnd(length - 11)}\n`
  for (let k = 0; k < MAGIC.length; k++) file[k] = MAGIC.charCodeAt(k)
  file.set([1, 0], 6)
  new DataView(file.buffer).setUint16(8, length - 10, true)
  for (let k = 0; k < header.length; k++) file[10 + k] = header.charCodeAt(k)
  file.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), length)
  return file
}

function readHeader(header: string) {
  const descr = /'descr':\s*'([<>|=]?)([a-z]\d+)'/.exec(header)
  const order = /'fortran_order':\s*(True|False)/.exec(header)
  const extents = /'shape':\s*\(([\d,\sL]*)\)/.exec(header)
  if (!descr || !order || !extents) throw new Error('the .npy header does not describe a plain array of numbers')
  const shape = extents[1]!.split(',').flatMap((extent) => (extent.trim() === '' ? [] : [Number.parseInt(extent, 10)]))
  return { type: descr[2]!, bigEndian: descr[1] === '>', fortran: order[1] === 'True', shape }
}

function swapBytes(bytes: Uint8Array, size: number): void {
  for (let start = 0; start < bytes.length; start += size) bytes.subarray(start, start + size).reverse()
}

/** Reorders a column-major array. */
function toRowMajor(data: NpyData, shape: readonly number[]): NpyData {
  const out = data.slice()
  const index = shape.map(() => 0)
  for (let k = 0; k < data.length; k++) {
    let place = 0
    for (let axis = 0; axis < shape.length; axis++) place = place * shape[axis]! + index[axis]!
    out[place] = data[k]!
    for (let axis = 0; axis < shape.length; axis++) {
      if (++index[axis]! < shape[axis]!) break
      index[axis] = 0
    }
  }
  return out
}
