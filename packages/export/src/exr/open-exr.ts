// Writes OpenEXR files: one part, scanlines, 32-bit floats, any number of named channels. After the file layout of the Academy Software
// Foundation (https://openexr.com/en/latest/OpenEXRFileLayout.html):
//
//   magic number, version | header: attributes, each name, type, size, value | byte 0
//   offsets of the blocks | blocks: number of the first line, size, pixels of up to 16 lines
//
// Pixels lie line by line, in a line channel by channel in the alphabetical order of the names. A block is compressed in three steps: bytes at
// even places before those at odd places, differences of neighbouring bytes, deflate. In floats of a smooth field the first step brings the
// exponents together, and the second turns them into runs of equal bytes.
//
// EXRExporter of three.js writes R, G, B and A only, hence this writer.

import { promisify } from 'node:util'
import { deflate as deflateWithCallback } from 'node:zlib'

const deflate = promisify<Uint8Array, Buffer>(deflateWithCallback)

const MAGIC = 20000630
const VERSION = 2
/** Flag of files whose names have more than 31 characters. */
const LONG_NAMES = 0x400
const LONGEST_SHORT_NAME = 31
const LONGEST_NAME = 255
/** Code of 32-bit floats. */
const FLOAT = 2
/** Code of zip compression, and the number of lines in its blocks. */
const ZIP = 3
const LINES = 16
/** Largest coordinate of a pixel that readers accept. */
const LARGEST = 2 ** 30

/** A value of a header attribute. A number is written as a double. */
export type ExrValue =
  | number
  | string
  | { readonly int: number }
  | { readonly v2f: readonly [number, number] }
  | { readonly rational: readonly [number, number] }

/** A channel: a value for each pixel, line by line from the top. */
export interface ExrChannel {
  /** Channels with a common prefix before a dot, `normal.X` and `normal.Y`, are shown as a layer. */
  readonly name: string
  readonly values: Float32Array
}

/** A picture, or the part of a larger one that has pixels. */
export interface ExrPicture {
  /** Pixels of a line, and number of lines. */
  readonly width: number
  readonly height: number
  readonly channels: readonly ExrChannel[]
  /** The whole picture, and the place of the upper left pixel in it. Default: the pixels are the whole picture. */
  readonly whole?: { readonly width: number; readonly height: number; readonly x: number; readonly y: number }
  /** Further attributes of the header, by name. */
  readonly attributes?: Readonly<Record<string, ExrValue>>
}

/**
 * Encodes a picture as an OpenEXR file.
 *
 * @param picture Channels and attributes.
 * @returns The bytes of the file.
 * @throws RangeError for channels that do not fit the picture, and for names that the format does not allow.
 * @example
 * ```ts
 * import { writeFile } from 'node:fs/promises'
 * import { writeExr } from '@seiche/export'
 *
 * const values = Float32Array.of(0, 0.5, 1, 1.5)
 * await writeFile('height.exr', await writeExr({ width: 2, height: 2, channels: [{ name: 'height', values }] }))
 * ```
 */
export async function writeExr(picture: ExrPicture): Promise<Uint8Array> {
  validate(picture)
  const channels = [...picture.channels].sort((a, b) => (a.name < b.name ? -1 : 1))
  const header = headerOf(picture, channels)
  const blocks = await Promise.all(
    Array.from({ length: Math.ceil(picture.height / LINES) }, async (_, block) => {
      const pixels = linesOf(picture, channels, block * LINES)
      const packed = await deflate(predicted(pixels))
      // A block that would grow is stored as it is; readers tell by its size.
      return packed.length < pixels.length ? packed : pixels
    }),
  )
  return assemble(header, blocks, picture.whole?.y ?? 0)
}

function validate({ width, height, channels, whole, attributes }: ExrPicture): void {
  for (const count of [width, height, whole?.width ?? width, whole?.height ?? height])
    if (!Number.isInteger(count) || count < 1 || count > LARGEST)
      throw new RangeError(`a picture has 1 to ${LARGEST} pixels along a side, got ${count}`)
  if (channels.length === 0) throw new RangeError('a picture needs at least one channel')
  const seen = new Set<string>()
  for (const { name, values } of channels) {
    if (seen.has(name)) throw new RangeError(`two channels are named "${name}"`)
    seen.add(name)
    if (values.length !== width * height)
      throw new RangeError(`channel "${name}" has ${values.length} values for ${width} × ${height} pixels`)
  }
  for (const name of [...seen, ...Object.keys(attributes ?? {})])
    if (!/^[\x21-\x7e]+$/.test(name) || name.length > LONGEST_NAME)
      throw new RangeError(
        `"${name}" is no name for an OpenEXR file: 1 to ${LONGEST_NAME} letters, digits and signs of ASCII`,
      )
}

function headerOf(picture: ExrPicture, channels: readonly ExrChannel[]): Buffer {
  const { width, height, attributes = {} } = picture
  const whole = picture.whole ?? { width, height, x: 0, y: 0 }
  const names = [...channels.map(({ name }) => name), ...Object.keys(attributes)]
  const hasLongNames = names.some((name) => name.length > LONGEST_SHORT_NAME)
  const channelList = channels.map(({ name }) =>
    // Type, four bytes for perceptual linearity, then one sample for each pixel along x and y.
    Buffer.concat([text(name), ints(FLOAT, 0, 1, 1)]),
  )
  return Buffer.concat([
    ints(MAGIC, VERSION | (hasLongNames ? LONG_NAMES : 0)),
    attribute('channels', 'chlist', Buffer.concat([...channelList, Buffer.of(0)])),
    attribute('compression', 'compression', Buffer.of(ZIP)),
    attribute('dataWindow', 'box2i', ints(whole.x, whole.y, whole.x + width - 1, whole.y + height - 1)),
    attribute('displayWindow', 'box2i', ints(0, 0, whole.width - 1, whole.height - 1)),
    attribute('lineOrder', 'lineOrder', Buffer.of(0)),
    attribute('pixelAspectRatio', 'float', floats(1)),
    attribute('screenWindowCenter', 'v2f', floats(0, 0)),
    attribute('screenWindowWidth', 'float', floats(1)),
    ...Object.entries(attributes).map(([name, value]) => attribute(name, ...encoded(value))),
    Buffer.of(0),
  ])
}

function attribute(name: string, type: string, value: Uint8Array): Buffer {
  return Buffer.concat([text(name), text(type), ints(value.length), value])
}

/** Type and bytes of a value. */
function encoded(value: ExrValue): [string, Buffer] {
  if (typeof value === 'string') return ['string', Buffer.from(value, 'utf8')]
  if (typeof value === 'number') return ['double', Buffer.from(Float64Array.of(value).buffer)]
  if ('int' in value) return ['int', ints(value.int)]
  if ('v2f' in value) return ['v2f', floats(...value.v2f)]
  return ['rational', ints(...value.rational)]
}

/** Characters, ended by a zero. */
function text(characters: string): Buffer {
  return Buffer.from(`${characters}\0`, 'latin1')
}

// Typed arrays have the byte order of the machine; every machine that runs Node has that of the file.
function ints(...values: number[]): Buffer {
  return Buffer.from(Int32Array.from(values).buffer)
}

function floats(...values: number[]): Buffer {
  return Buffer.from(Float32Array.from(values).buffer)
}

/** The bytes of a block that begins at a line. */
function linesOf({ width, height }: ExrPicture, channels: readonly ExrChannel[], first: number): Uint8Array {
  const lines = Math.min(LINES, height - first)
  const block = new Float32Array(lines * channels.length * width)
  let to = 0
  for (let line = first; line < first + lines; line++)
    for (const { values } of channels) {
      block.set(values.subarray(line * width, (line + 1) * width), to)
      to += width
    }
  return new Uint8Array(block.buffer)
}

/** Bytes at even places, then those at odd places; each but the first as its difference from the one before, plus 128. */
function predicted(bytes: Uint8Array): Uint8Array {
  const half = (bytes.length + 1) >> 1
  const result = new Uint8Array(bytes.length)
  for (let at = 0; at < bytes.length; at++) result[(at & 1) * half + (at >> 1)] = bytes[at]!
  for (let at = bytes.length - 1; at > 0; at--) result[at] = result[at]! - result[at - 1]! + 128
  return result
}

function assemble(header: Buffer, blocks: readonly Uint8Array[], firstLine: number): Uint8Array {
  const start = header.length + 8 * blocks.length
  const file = new Uint8Array(blocks.reduce((sum, { length }) => sum + 8 + length, start))
  const view = new DataView(file.buffer)
  file.set(header)
  let at = start
  for (const [block, bytes] of blocks.entries()) {
    view.setBigUint64(header.length + 8 * block, BigInt(at), true)
    view.setInt32(at, firstLine + block * LINES, true)
    view.setInt32(at + 4, bytes.length, true)
    file.set(bytes, at + 8)
    at += 8 + bytes.length
  }
  return file
}
