// The first directory of a TIFF file (TIFF 6.0, and BigTIFF, whose numbers have 8 bytes), read before the library geotiff reads it: the
// library believes every number, and allocates what a damaged or hostile file claims, gigabytes for a file of 700 bytes.

/** Largest compression ratio of deflate: the longest match is 258 bytes and takes at least two bits. */
const MOST_SHRUNK = 1032
/** Bytes of a value, by the type of an entry. */
const SIZES: Readonly<Record<number, number>> = {
  ...{ 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8 },
  ...{ 13: 4, 16: 8, 17: 8, 18: 8 },
}
const WIDTH = 256
const HEIGHT = 257
const STRIP_OFFSETS = 273
const SAMPLES = 277
const ROWS_PER_STRIP = 278
const TILE_WIDTH = 322
const TILE_HEIGHT = 323
const TILE_OFFSETS = 324
/** Types of whole numbers that have no sign: 2, 4 and 8 bytes. */
const WHOLE = [3, 4, 16]

/**
 * Refuses a TIFF file whose first directory claims more than the file can hold.
 *
 * @param bytes The file, which begins as TIFF files do.
 * @throws Error that describes the claim.
 */
export function checkTiffDirectory(bytes: Uint8Array): void {
  const { numbers, counts } = claimsOf(bytes)
  const claimed = (tag: number, otherwise: number) => numbers.get(tag) ?? otherwise
  for (const [what, width, height] of [
    ['pixels', claimed(WIDTH, 0), claimed(HEIGHT, 0)],
    ['pixels in a tile', claimed(TILE_WIDTH, 0), claimed(TILE_HEIGHT, 0)],
  ] as const)
    if (width * height * claimed(SAMPLES, 1) > MOST_SHRUNK * bytes.length)
      throw new Error(
        `the TIFF file is damaged: it claims ${width} × ${height} ${what}, more than its ${bytes.length} bytes can hold`,
      )
  // The library looks for each piece, and takes a second for ten thousand that are not there.
  const isTiled = counts.has(TILE_OFFSETS)
  const [across, down] = isTiled
    ? [claimed(WIDTH, 0) / claimed(TILE_WIDTH, 1), claimed(HEIGHT, 0) / claimed(TILE_HEIGHT, 1)]
    : [1, claimed(HEIGHT, 0) / claimed(ROWS_PER_STRIP, claimed(HEIGHT, 1))]
  const listed = counts.get(isTiled ? TILE_OFFSETS : STRIP_OFFSETS) ?? 0
  if (Math.ceil(across) * Math.ceil(down) > listed)
    throw new Error(
      `the TIFF file is damaged: its pixels are in ${Math.ceil(across) * Math.ceil(down)} pieces, and it has ${listed}`,
    )
}

/** The whole numbers that stand in the directory itself, and how many values each entry has, by tag. Refuses entries whose values are not in the file. */
function claimsOf(bytes: Uint8Array): { numbers: Map<number, number>; counts: Map<number, number> } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = bytes[0] === 0x49
  /** Beyond the end of the file there is nothing. */
  const within = (at: number, size: number): number => {
    if (!(at + size <= bytes.length)) throw new Error('the TIFF file is damaged: its directory is cut short')
    return at
  }
  const short = (at: number) => view.getUint16(within(at, 2), little)
  const long = (at: number) => view.getUint32(within(at, 4), little)
  const longer = (at: number) => Number(view.getBigUint64(within(at, 8), little))
  const isBig = short(2) === 43
  const first = isBig ? longer(8) : long(4)
  const count = isBig ? longer(first) : short(first)
  const [begin, entry, inline] = isBig ? [first + 8, 20, 8] : [first + 2, 12, 4]
  const [numbers, counts] = [new Map<number, number>(), new Map<number, number>()]
  for (let k = 0; k < count; k++) {
    const at = within(begin + k * entry, entry)
    const [tag, type] = [short(at), short(at + 2)]
    const values = isBig ? longer(at + 4) : long(at + 4)
    const size = (SIZES[type] ?? 1) * values
    const value = at + entry - inline
    const place = size <= inline ? value : isBig ? longer(value) : long(value)
    if (!(place + size <= bytes.length))
      throw new Error(`the TIFF file is damaged: tag ${tag} claims ${values} values, more than the file has`)
    counts.set(tag, values)
    if (values === 1 && WHOLE.includes(type))
      numbers.set(tag, type === 3 ? short(value) : type === 4 ? long(value) : longer(value))
  }
  return { numbers, counts }
}
