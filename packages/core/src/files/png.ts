// Reads the lightness and opacity of the pixels of PNG pictures (W3C, Portable Network Graphics, third edition), for solidity
// and terrain. Grey, grey + alpha, RGB, RGBA and palette at any depth; not interlaced. The colour space is ignored: pixels
// are numbers here, not visible colours.

/** A picture, from its top row down. */
export interface PngPicture {
  readonly width: number
  readonly height: number
  /** 0 black to 1 white, Rec. 709 weights of the stored values. */
  readonly luminance: Float64Array
  /** 0 clear to 1 opaque. */
  readonly alpha: Float64Array
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** Largest compression ratio of deflate: the longest match is 258 bytes and takes at least two bits. */
const MOST_SHRUNK = 1032

/** Samples per pixel and allowed bit depths, by colour type. */
const COLOUR_TYPES: Record<number, { samples: number; depths: readonly number[] }> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}
const PALETTE = 3

interface Header {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colourType: number
  readonly samples: number
  /** Bytes of a row, without the filter byte. */
  readonly rowBytes: number
}

/** Width and height from the header of a PNG file; no decompression. Throws an Error that describes what is wrong with the file. */
export function pngSize(bytes: Uint8Array): { width: number; height: number } {
  const { width, height } = readHeader(bytes)
  return { width, height }
}

/** Reads a picture. Throws an Error that describes what is wrong with the file. */
export async function readPng(bytes: Uint8Array): Promise<PngPicture> {
  const header = readHeader(bytes)
  let palette: Uint8Array | undefined
  let clear: Uint8Array | undefined
  const packed: Uint8Array[] = []
  for (const { type, data } of chunks(bytes)) {
    if (type === 'PLTE') palette = data
    else if (type === 'tRNS') clear = data
    else if (type === 'IDAT') packed.push(data)
    else if (type === 'IEND') break
  }
  if (header.colourType === PALETTE && !palette) throw new Error('the PNG file has no palette')
  const rows = await inflate(packed, header.height * (header.rowBytes + 1))
  unfilter(rows, header)
  return toPicture(rows, header, palette, clear)
}

function readHeader(bytes: Uint8Array): Header {
  if (SIGNATURE.some((byte, k) => bytes[k] !== byte)) throw new Error('not a PNG file')
  const first = chunks(bytes).next().value
  if (first?.type !== 'IHDR' || first.data.length !== 13) throw new Error('the PNG file does not begin with its header')
  const view = viewOf(first.data)
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  const [depth, colourType, , , interlace] = first.data.subarray(8)
  if (width === 0 || height === 0) throw new Error('the PNG file has no pixels')
  const kind = COLOUR_TYPES[colourType!]
  if (!kind?.depths.includes(depth!))
    throw new Error(`the PNG file has colour type ${colourType} with ${depth} bits, which PNG does not allow`)
  if (interlace !== 0) throw new Error('the PNG file is interlaced; save it without interlacing')
  const rowBytes = Math.ceil((width * kind.samples * depth!) / 8)
  return { width, height, depth: depth!, colourType: colourType!, samples: kind.samples, rowBytes }
}

function* chunks(bytes: Uint8Array): Generator<{ type: string; data: Uint8Array }, undefined> {
  const view = viewOf(bytes)
  for (let at = SIGNATURE.length; at < bytes.length; ) {
    const end = at + 12 <= bytes.length ? at + 8 + view.getUint32(at) : Number.POSITIVE_INFINITY
    if (end + 4 > bytes.length) throw new Error('the PNG file is cut short')
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (checksum(bytes.subarray(at + 4, end)) !== view.getUint32(end))
      throw new Error(`the PNG file is damaged: the checksum of its ${JSON.stringify(type)} does not fit`)
    yield { type, data: bytes.subarray(at + 8, end) }
    at = end + 4
  }
}

/** CRC-32 of ISO 3309, bit by bit. */
function checksum(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

/** Decompresses to exactly `size` bytes. More bytes are an error. The output is allocated only if the compressed data can expand to `size` bytes. */
async function inflate(packed: readonly Uint8Array[], size: number): Promise<Uint8Array> {
  const cutShort = () => new Error('the PNG file is cut short: it holds fewer pixels than its header says')
  if (size > MOST_SHRUNK * packed.reduce((sum, { length }) => sum + length, 0)) throw cutShort()
  const out = new Uint8Array(size)
  const input = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const part of packed) controller.enqueue(new Uint8Array(part))
      controller.close()
    },
  })
  const reader = input.pipeThrough(new DecompressionStream('deflate')).getReader()
  let at = 0
  while (true) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw new Error(`the PNG file is damaged: ${error instanceof Error ? error.message : String(error)}`)
    })
    if (done) break
    if (at + value.length > size) {
      await reader.cancel().catch(() => {})
      throw new Error('the PNG file is damaged: it holds more pixels than its header says')
    }
    out.set(value, at)
    at += value.length
  }
  if (at < size) throw cutShort()
  return out
}

/** Undoes the filters in place: each byte is stored as its difference from a prediction by its neighbours. */
function unfilter(rows: Uint8Array, { height, rowBytes, samples, depth }: Header): void {
  const pixel = Math.max(1, (samples * depth) >> 3)
  for (let row = 0; row < height; row++) {
    const start = row * (rowBytes + 1) + 1
    const filter = rows[start - 1]!
    if (filter > 4) throw new Error(`the PNG file is damaged: row ${row} has the unknown filter ${filter}`)
    for (let k = 0; k < rowBytes; k++) {
      const at = start + k
      const left = k >= pixel ? rows[at - pixel]! : 0
      const up = row > 0 ? rows[at - rowBytes - 1]! : 0
      const corner = row > 0 && k >= pixel ? rows[at - rowBytes - 1 - pixel]! : 0
      rows[at]! += foretold(filter, left, up, corner)
    }
  }
}

function foretold(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter === 0) return 0
  // Paeth: the neighbour nearest to left + up - corner.
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

function toPicture(
  rows: Uint8Array,
  { width, height, depth, colourType, samples, rowBytes }: Header,
  palette: Uint8Array | undefined,
  clear: Uint8Array | undefined,
): PngPicture {
  const luminance = new Float64Array(width * height)
  const alpha = new Float64Array(width * height).fill(1)
  const most = (1 << depth) - 1
  const hasAlpha = colourType === 4 || colourType === 6
  // Without an alpha channel, one colour may be declared transparent.
  const key = clear && colourType !== PALETTE && clear.length >= 2 * samples ? viewOf(clear) : undefined
  const sample = (row: number, k: number) => {
    const bit = k * depth
    const at = row * (rowBytes + 1) + 1 + (bit >> 3)
    if (depth === 16) return (rows[at]! << 8) | rows[at + 1]!
    return (rows[at]! >> (8 - depth - (bit & 7))) & most
  }
  const values = [0, 0, 0, 0]
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const place = row * width + column
      for (let k = 0; k < samples; k++) values[k] = sample(row, column * samples + k)
      if (colourType === PALETTE) {
        const entry = values[0]!
        if (3 * entry + 2 >= palette!.length)
          throw new Error(`the PNG file is damaged: a pixel has colour ${entry}, which its palette does not have`)
        luminance[place] = lightness(palette![3 * entry]!, palette![3 * entry + 1]!, palette![3 * entry + 2]!, 255)
        alpha[place] = (clear?.[entry] ?? 255) / 255
        continue
      }
      luminance[place] = samples < 3 ? values[0]! / most : lightness(values[0]!, values[1]!, values[2]!, most)
      if (hasAlpha) alpha[place] = values[samples - 1]! / most
      else if (key && values.slice(0, samples).every((value, k) => value === key.getUint16(2 * k))) alpha[place] = 0
    }
  return { width, height, luminance, alpha }
}

/** Rec. 709 luminance with integer weights: white is exactly 1. */
function lightness(red: number, green: number, blue: number, most: number): number {
  return (2126 * red + 7152 * green + 722 * blue) / (10000 * most)
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
