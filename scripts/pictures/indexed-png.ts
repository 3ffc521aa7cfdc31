// Pictures of few colours, as small files: PNG with a palette (W3C PNG, third edition).

import { crc32, deflateSync } from 'node:zlib'

/** A box of colours: the pixels from `begin` to `end` of an order. */
interface Box {
  begin: number
  end: number
  /** Channel in which the colours differ most, and by how much. */
  channel: number
  spread: number
}

/** Encodes red, green, blue, opacity of each pixel (opacity is left out) with at most 256 colours. */
export function encodeIndexedPng(pixels: Uint8Array, width: number, height: number, most = 256): Buffer {
  const { palette, indices } = cut(pixels, width * height, most)
  const rows = Buffer.alloc((width + 1) * height)
  for (let row = 0; row < height; row++)
    rows.set(indices.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits, palette.
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(12 + data.length)
  whole.writeUInt32BE(data.length, 0)
  whole.write(name, 4, 'latin1')
  whole.set(data, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length)
  return whole
}

/** The box whose colours differ most is cut at the median, again and again (P. Heckbert, "Color image quantization", SIGGRAPH 1982). */
function cut(pixels: Uint8Array, count: number, most: number): { palette: Buffer; indices: Uint8Array } {
  const order = Uint32Array.from({ length: count }, (_, pixel) => pixel)
  const measured = (begin: number, end: number): Box => {
    const [low, high] = [
      [255, 255, 255],
      [0, 0, 0],
    ]
    for (let n = begin; n < end; n++)
      for (let c = 0; c < 3; c++) {
        const value = pixels[4 * order[n]! + c]!
        if (value < low![c]!) low![c] = value
        if (value > high![c]!) high![c] = value
      }
    const spreads = high!.map((value, c) => value - low![c]!)
    const spread = Math.max(...spreads)
    return { begin, end, channel: spreads.indexOf(spread), spread }
  }
  const boxes = [measured(0, count)]
  while (boxes.length < most) {
    // Wide boxes first, and of those the fuller ones.
    const next = boxes.reduce((best, box, n) => (weight(box) > weight(boxes[best]!) ? n : best), 0)
    const { begin, end, channel, spread } = boxes[next]!
    if (spread === 0) break
    order.subarray(begin, end).sort((a, b) => pixels[4 * a + channel]! - pixels[4 * b + channel]!)
    const middle = (begin + end) >> 1
    boxes.splice(next, 1, measured(begin, middle), measured(middle, end))
  }
  const palette = Buffer.alloc(3 * boxes.length)
  const indices = new Uint8Array(count)
  boxes.forEach(({ begin, end }, index) => {
    const sums = [0, 0, 0]
    for (let n = begin; n < end; n++) {
      indices[order[n]!] = index
      for (let c = 0; c < 3; c++) sums[c]! += pixels[4 * order[n]! + c]!
    }
    palette.set(
      sums.map((sum) => Math.round(sum / (end - begin))),
      3 * index,
    )
  })
  return { palette, indices }
}

function weight({ begin, end, spread }: Box): number {
  return end - begin > 1 ? spread * (end - begin) ** 0.4 : 0
}
