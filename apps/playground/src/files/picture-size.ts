// Width and height of PNG and JPEG files from their headers: a small file can claim a picture that no memory holds, so it is asked before it is decoded.

/** Undefined if the header is cut short or damaged. */
export function pictureSize(bytes: Uint8Array): [width: number, height: number] | undefined {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return bytes[0] === 0x89 ? pngSize(view) : jpegSize(view)
  } catch {
    // Beyond the end of the file.
    return undefined
  }
}

/** The header comes first (W3C PNG, 11.2.1). */
function pngSize(view: DataView): [number, number] | undefined {
  const isHeader = view.getUint32(12) === 0x49484452
  return isHeader ? [view.getUint32(16), view.getUint32(20)] : undefined
}

/** Segments up to the frame header SOF0…SOF15 (ITU-T T.81, B.2.2); DHT, JPG and DAC have numbers in between. */
function jpegSize(view: DataView): [number, number] | undefined {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return [view.getUint16(at + 7), view.getUint16(at + 5)]
    const length = view.getUint16(at + 2)
    if (length < 2) return undefined
    at += 2 + length
  }
}
