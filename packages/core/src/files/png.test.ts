import { encode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { pngSize, readPng } from './png.js'

const [width, height] = [5, 3]

/** The same numbers on every run, 0 to `most`. */
function samples(count: number, most: number): number[] {
  let state = 12345
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) % (most + 1)
  })
}

describe('readPng', () => {
  for (const depth of [8, 16] as const)
    for (const channels of [1, 2, 3, 4] as const)
      it(`reads ${depth} bits in ${channels} channels`, async () => {
        const most = depth === 8 ? 255 : 65535
        const values = samples(width * height * channels, most)
        const data = depth === 8 ? Uint8Array.from(values) : Uint16Array.from(values)
        const picture = await readPng(encode({ width, height, data, depth, channels }))
        expect([picture.width, picture.height]).toEqual([width, height])
        for (let k = 0; k < width * height; k++) {
          const pixel = values.slice(k * channels, (k + 1) * channels)
          const light =
            channels < 3 ? pixel[0]! / most : (0.2126 * pixel[0]! + 0.7152 * pixel[1]! + 0.0722 * pixel[2]!) / most
          expect(picture.luminance[k]).toBeCloseTo(light, 12)
          expect(picture.alpha[k]).toBe(channels % 2 === 0 ? pixel[channels - 1]! / most : 1)
        }
      })

  it('white is exactly 1, black exactly 0', async () => {
    const data = Uint8Array.from([255, 255, 255, 0, 0, 0])
    const { luminance } = await readPng(encode({ width: 2, height: 1, data, depth: 8, channels: 3 }))
    expect([...luminance]).toEqual([1, 0])
  })

  it('reads a palette with clear colours', async () => {
    // fast-png wants clear colours first.
    const palette = [
      [255, 0, 0, 51],
      [0, 0, 0, 255],
      [255, 255, 255, 255],
    ]
    const data = Uint8Array.from([2, 1, 0, 0, 1, 2])
    const { luminance, alpha } = await readPng(encode({ width: 3, height: 2, data, depth: 8, channels: 1, palette }))
    expect([...luminance]).toEqual([1, 0, 0.2126, 0.2126, 0, 1])
    expect([...alpha]).toEqual([1, 1, 0.2, 0.2, 1, 1])
  })

  it('reads one bit a pixel and the filters that a picture may use', async () => {
    // 9 × 2 pixels of grey at one bit, the second row as its difference from the first.
    const rows = [0, 0b10110010, 0b10000000, 2, 0b11111111, 0b10000000]
    const { luminance } = await readPng(await png({ width: 9, height: 2, depth: 1, type: 0 }, rows))
    const bits = [...luminance].join('')
    expect(bits).toBe('101100101' + '101100010')
  })

  it('undoes every filter', async () => {
    const rows = [1, 10, 20, 30, 2, 1, 2, 3, 3, 5, 6, 7, 4, 1, 1, 1, 0, 9, 8, 7]
    const { luminance } = await readPng(await png({ width: 3, height: 5, depth: 8, type: 0 }, rows))
    const [a, b] = [
      [10, 30, 60],
      [11, 32, 63],
    ]
    const c = [5 + (11 >> 1), 0, 0]
    c[1] = 6 + ((c[0]! + 32) >> 1)
    c[2] = 7 + ((c[1]! + 63) >> 1)
    // Paeth by hand: the nearest of left, up, corner to left + up - corner, in this order.
    const d = [1 + c[0]!, 0, 0]
    for (const k of [1, 2]) {
      const [left, up, corner] = [d[k - 1]!, c[k]!, c[k - 1]!]
      const guess = left + up - corner
      const nearest = [left, up, corner].sort((x, y) => Math.abs(guess - x) - Math.abs(guess - y))[0]!
      d[k] = 1 + nearest
    }
    expect([...luminance].map((light) => Math.round(light * 255))).toEqual([...a, ...b, ...c, ...d, 9, 8, 7])
  })

  it('says what is wrong with a file', async () => {
    const good = encode({ width, height, data: new Uint8Array(width * height), depth: 8, channels: 1 })
    await expect(readPng(new TextEncoder().encode('GIF89a, not this'))).rejects.toThrow('not a PNG file')
    await expect(readPng(good.subarray(0, 40))).rejects.toThrow('cut short')
    const damaged = good.slice()
    damaged[18]! ^= 1
    expect(() => pngSize(damaged)).toThrow('the checksum of its "IHDR" does not fit')
    await expect(readPng(await png({ width: 1, height: 1, depth: 8, type: 0, interlace: 1 }, [0, 0]))).rejects.toThrow(
      'interlaced; save it without interlacing',
    )
    await expect(readPng(await png({ width: 1, height: 1, depth: 3, type: 0 }, [0, 0]))).rejects.toThrow(
      'colour type 0 with 3 bits',
    )
    await expect(readPng(await png({ width: 0, height: 1, depth: 8, type: 0 }, [0]))).rejects.toThrow('no pixels')
    await expect(readPng(await png({ width: 1, height: 1, depth: 8, type: 3 }, [0, 0]))).rejects.toThrow('no palette')
    await expect(readPng(await png({ width: 1, height: 1, depth: 8, type: 0 }, [7, 0]))).rejects.toThrow(
      'unknown filter 7',
    )
  })

  it('takes no room for pixels that are not there, and unpacks no more than there may be', async () => {
    const bomb = await png({ width: 2, height: 2, depth: 8, type: 0 }, new Uint8Array(1 << 24))
    await expect(readPng(bomb)).rejects.toThrow('more pixels than its header says')
    const claim = await png({ width: 30000, height: 30000, depth: 16, type: 6 }, [0])
    await expect(readPng(claim)).rejects.toThrow('fewer pixels than its header says')
    const short = await png({ width: 4, height: 4, depth: 8, type: 0 }, [0, 1, 2, 3, 4])
    await expect(readPng(short)).rejects.toThrow('fewer pixels than its header says')
  })
})

/** A PNG file around filtered rows, as any header may claim them to be. */
async function png(
  header: { width: number; height: number; depth: number; type: number; interlace?: number },
  rows: ArrayLike<number>,
): Promise<Uint8Array> {
  const packed = new Blob([Uint8Array.from(rows)]).stream().pipeThrough(new CompressionStream('deflate'))
  const data = new Uint8Array(await new Response(packed).arrayBuffer())
  const ihdr = new DataView(new ArrayBuffer(13))
  ihdr.setUint32(0, header.width)
  ihdr.setUint32(4, header.height)
  for (const [k, byte] of [header.depth, header.type, 0, 0, header.interlace ?? 0].entries()) ihdr.setUint8(8 + k, byte)
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  return Uint8Array.from([
    ...signature,
    ...chunk('IHDR', new Uint8Array(ihdr.buffer)),
    ...chunk('IDAT', data),
    ...chunk('IEND', new Uint8Array(0)),
  ])
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(data, 8)
  let crc = 0xffffffff
  for (const byte of bytes.subarray(4, 8 + data.length)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  view.setUint32(8 + data.length, ~crc >>> 0)
  return bytes
}
