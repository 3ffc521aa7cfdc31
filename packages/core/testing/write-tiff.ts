// Writes elevation models as others do: GeoTIFF (TIFF 6.0, OGC 19-008r4) of one band, in strips or tiles, plain or
// deflated, with or without predictor. For tests and for the models among the scenes.

import { deflateSync } from 'node:zlib'

export type Samples = Float32Array | Float64Array | Int16Array | Uint16Array | Int32Array | Uint8Array

export interface TiffOptions {
  readonly width: number
  readonly height: number
  readonly data: Samples
  /** Tiles of this many pixels, multiples of 16; default strips. */
  readonly tile?: readonly [number, number]
  /** Default all rows in one strip. */
  readonly rowsPerStrip?: number
  readonly deflate?: boolean
  /** 2: differences of neighbours, 3: of the bytes of floats, the most significant first. */
  readonly predictor?: 2 | 3
  readonly bigEndian?: boolean
  /** Geo keys by number; a value that is no whole number goes among the doubles. */
  readonly keys?: Record<number, number>
  readonly pixelScale?: readonly number[]
  readonly tiePoint?: readonly number[]
  readonly transformation?: readonly number[]
  readonly noData?: string
  /** GDAL's metadata, XML. */
  readonly metadata?: string
  /** 1 grey, 2 RGB. */
  readonly photometric?: number
}

const SHORT = 3
const LONG = 4
const ASCII = 2
const DOUBLE = 12
const SIZES: Record<number, number> = { [ASCII]: 1, [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8 }

interface Entry {
  readonly tag: number
  readonly type: number
  readonly values: readonly number[]
}

export function writeTiff(options: TiffOptions): Uint8Array {
  const little = !options.bigEndian
  const blocks = blocksOf(options).map((block) => {
    const bytes = encodeBlock(block, options, little)
    return options.deflate ? new Uint8Array(deflateSync(bytes)) : bytes
  })
  // Header, blocks, then the directory and what does not fit into it.
  let at = 8
  const offsets = blocks.map(({ length }) => {
    const offset = at
    at += length + (length % 2)
    return offset
  })
  const entries = entriesOf(options, offsets, blocks)
  const overflow = entries.reduce((sum, { type, values }) => {
    const size = SIZES[type]! * values.length
    return sum + (size > 4 ? size + (size % 2) : 0)
  }, 0)
  const directory = at
  let beyond = directory + 2 + 12 * entries.length + 4
  const file = new Uint8Array(beyond + overflow)
  const view = new DataView(file.buffer)
  file.set(little ? [0x49, 0x49] : [0x4d, 0x4d])
  view.setUint16(2, 42, little)
  view.setUint32(4, directory, little)
  for (const [k, block] of blocks.entries()) file.set(block, offsets[k]!)
  view.setUint16(directory, entries.length, little)
  for (const [k, { tag, type, values }] of entries.entries()) {
    const entry = directory + 2 + 12 * k
    view.setUint16(entry, tag, little)
    view.setUint16(entry + 2, type, little)
    view.setUint32(entry + 4, values.length, little)
    const size = SIZES[type]! * values.length
    let place = entry + 8
    if (size > 4) {
      view.setUint32(entry + 8, beyond, little)
      place = beyond
      beyond += size + (size % 2)
    }
    for (const [index, value] of values.entries()) {
      const where = place + SIZES[type]! * index
      if (type === ASCII) view.setUint8(where, value)
      else if (type === SHORT) view.setUint16(where, value, little)
      else if (type === LONG) view.setUint32(where, value, little)
      else view.setFloat64(where, value, little)
    }
  }
  return file
}

interface Block {
  readonly width: number
  readonly height: number
  readonly values: Samples
}

/** Strips, the last as high as is left, or tiles, the last filled up with zeros. */
function blocksOf({ width, height, data, tile, rowsPerStrip = height }: TiffOptions): Block[] {
  const blocks: Block[] = []
  const [w, h] = tile ?? [width, rowsPerStrip]
  for (let top = 0; top < height; top += h)
    for (let left = 0; left < width; left += w) {
      const rows = tile ? h : Math.min(h, height - top)
      const values = new (data.constructor as new (length: number) => Samples)(w * rows)
      for (let row = 0; row < Math.min(rows, height - top); row++) {
        const start = (top + row) * width + left
        values.set(data.subarray(start, Math.min(start + w, (top + row + 1) * width)), row * w)
      }
      blocks.push({ width: w, height: rows, values })
    }
  return blocks
}

function encodeBlock({ width, height, values }: Block, { predictor }: TiffOptions, little: boolean): Uint8Array {
  const size = values.BYTES_PER_ELEMENT
  const bytes = new Uint8Array(values.length * size)
  const view = new DataView(bytes.buffer)
  const write = (at: number, value: number, asLittle: boolean) => {
    if (values instanceof Float32Array) view.setFloat32(at, value, asLittle)
    else if (values instanceof Float64Array) view.setFloat64(at, value, asLittle)
    else if (size === 4) view.setInt32(at, value, asLittle)
    else if (size === 2) view.setInt16(at, value, asLittle)
    else view.setUint8(at, value)
  }
  for (let row = 0; row < height; row++) {
    const start = row * width
    for (let k = 0; k < width; k++) {
      const before = predictor === 2 && k > 0 ? values[start + k - 1]! : 0
      write((start + k) * size, values[start + k]! - before, predictor === 3 ? false : little)
    }
    if (predictor === 3) planes(bytes.subarray(start * size, (start + width) * size), size)
  }
  return bytes
}

/** All first bytes of a row, all second ones, and so on; then each byte as its difference from the one before. */
function planes(row: Uint8Array, size: number): void {
  const width = row.length / size
  const sorted = Uint8Array.from(row, (_, k) => row[(k % width) * size + Math.floor(k / width)]!)
  for (let k = sorted.length - 1; k > 0; k--) sorted[k]! -= sorted[k - 1]!
  row.set(sorted)
}

function entriesOf(options: TiffOptions, offsets: readonly number[], blocks: readonly Uint8Array[]): Entry[] {
  const { width, height, data, tile, rowsPerStrip = height, keys = {} } = options
  const text = (value: string) => [...value].map((letter) => letter.charCodeAt(0)).concat(0)
  const float = data instanceof Float32Array || data instanceof Float64Array
  const signed = data instanceof Int16Array || data instanceof Int32Array
  const lengths = blocks.map(({ length }) => length)
  const doubles: number[] = []
  const directory = Object.entries(keys).flatMap(([key, value]) => {
    if (Number.isInteger(value)) return [Number(key), 0, 1, value]
    doubles.push(value)
    return [Number(key), 34736, 1, doubles.length - 1]
  })
  const entries: (Entry | false)[] = [
    { tag: 256, type: LONG, values: [width] },
    { tag: 257, type: LONG, values: [height] },
    { tag: 258, type: SHORT, values: [8 * data.BYTES_PER_ELEMENT] },
    { tag: 259, type: SHORT, values: [options.deflate ? 8 : 1] },
    { tag: 262, type: SHORT, values: [options.photometric ?? 1] },
    !tile && { tag: 273, type: LONG, values: offsets },
    { tag: 277, type: SHORT, values: [1] },
    !tile && { tag: 278, type: LONG, values: [rowsPerStrip] },
    !tile && { tag: 279, type: LONG, values: lengths },
    options.predictor !== undefined && { tag: 317, type: SHORT, values: [options.predictor] },
    tile !== undefined && { tag: 322, type: LONG, values: [tile[0]] },
    tile !== undefined && { tag: 323, type: LONG, values: [tile[1]] },
    tile !== undefined && { tag: 324, type: LONG, values: offsets },
    tile !== undefined && { tag: 325, type: LONG, values: lengths },
    { tag: 339, type: SHORT, values: [float ? 3 : signed ? 2 : 1] },
    options.pixelScale !== undefined && { tag: 33550, type: DOUBLE, values: options.pixelScale },
    options.tiePoint !== undefined && { tag: 33922, type: DOUBLE, values: options.tiePoint },
    options.transformation !== undefined && { tag: 34264, type: DOUBLE, values: options.transformation },
    directory.length > 0 && { tag: 34735, type: SHORT, values: [1, 1, 0, directory.length / 4, ...directory] },
    doubles.length > 0 && { tag: 34736, type: DOUBLE, values: doubles },
    options.metadata !== undefined && { tag: 42112, type: ASCII, values: text(options.metadata) },
    options.noData !== undefined && { tag: 42113, type: ASCII, values: text(options.noData) },
  ]
  return entries.filter((entry) => entry !== false)
}
