// Width and height of a TIFF file from its first directory (TIFF 6.0, and BigTIFF, whose numbers have 8 bytes).

const widthTag = 256
const heightTag = 257
const bytesOfType: Readonly<Record<number, number>> = { 3: 2, 4: 4, 16: 8 }

/** Undefined if the file is cut short or says nothing. */
export function tiffSize(bytes: Uint8Array): [width: number, height: number] | undefined {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const little = view.getUint8(0) === 0x49
    const isBig = view.getUint16(2, little) === 43
    const long = (at: number): number => Number(view.getBigUint64(at, little))
    const first = isBig ? long(8) : view.getUint32(4, little)
    const count = isBig ? long(first) : view.getUint16(first, little)
    const [begin, entry, inline] = isBig ? [first + 8, 20, 12] : [first + 2, 12, 8]
    const found = new Map<number, number>()
    for (let k = 0; k < count && found.size < 2; k++) {
      const at = begin + k * entry
      const tag = view.getUint16(at, little)
      if (tag !== widthTag && tag !== heightTag) continue
      const size = bytesOfType[view.getUint16(at + 2, little)]
      if (!size) return undefined
      const value = at + inline
      found.set(
        tag,
        size === 2 ? view.getUint16(value, little) : size === 4 ? view.getUint32(value, little) : long(value),
      )
    }
    const [width, height] = [found.get(widthTag), found.get(heightTag)]
    return width === undefined || height === undefined ? undefined : [width, height]
  } catch {
    // Beyond the end of the file.
    return undefined
  }
}
