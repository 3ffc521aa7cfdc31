// Fills the gaps of a raster with the smoothest surface that meets the known values around them: the solution of Laplace's
// equation with the known values as its boundary values. Deterministic: a fixed number of sweeps in a fixed order.

/** Sweeps at each resolution. The error left by the coarser resolutions has short waves, which relaxation removes first. */
const SWEEPS = 40

interface Level {
  readonly width: number
  readonly height: number
  readonly values: Float64Array
  /** 1 where the value is known. */
  readonly known: Uint8Array
}

/**
 * Fills, in place, every value whose `known` is 0. At least one must be known.
 *
 * From coarse to fine (cascadic multigrid, Bornemann & Deuflhard 1996): a raster of half the resolution is filled first, and
 * relaxation starts from it. Its pixels are means of the known ones among four. The work is proportional to the area of a
 * gap, for gaps of any width.
 */
export function fillUnknown(level: Level): void {
  const { width, height, values, known } = level
  const gaps: number[] = []
  for (let at = 0; at < known.length; at++) if (known[at] === 0) gaps.push(at)
  if (gaps.length === 0) return
  const coarse = halved(level)
  fillUnknown(coarse)
  for (const at of gaps) values[at] = interpolate(coarse, (at % width) / 2 - 0.25, Math.floor(at / width) / 2 - 0.25)
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    for (const at of gaps) {
      const column = at % width
      let sum = 0
      let count = 0
      if (column > 0) {
        sum += values[at - 1]!
        count++
      }
      if (column < width - 1) {
        sum += values[at + 1]!
        count++
      }
      if (at >= width) {
        sum += values[at - width]!
        count++
      }
      if (at < width * (height - 1)) {
        sum += values[at + width]!
        count++
      }
      values[at] = sum / count
    }
}

/** The raster at half the resolution; a pixel is known if any of its four is. */
function halved({ width, height, values, known }: Level): Level {
  const [w, h] = [Math.ceil(width / 2), Math.ceil(height / 2)]
  const half: Level = { width: w, height: h, values: new Float64Array(w * h), known: new Uint8Array(w * h) }
  for (let row = 0; row < h; row++)
    for (let column = 0; column < w; column++) {
      let sum = 0
      let count = 0
      for (let j = 2 * row; j < Math.min(height, 2 * row + 2); j++)
        for (let i = 2 * column; i < Math.min(width, 2 * column + 2); i++)
          if (known[j * width + i] === 1) {
            sum += values[j * width + i]!
            count++
          }
      if (count === 0) continue
      half.values[row * w + column] = sum / count
      half.known[row * w + column] = 1
    }
  return half
}

/** Bilinear interpolation at fractional indices; constant beyond the outermost pixels. */
function interpolate({ width, height, values }: Level, column: number, row: number): number {
  const x = Math.min(width - 1, Math.max(0, column))
  const z = Math.min(height - 1, Math.max(0, row))
  const [i, j] = [Math.floor(x), Math.floor(z)]
  const [u, w] = [x - i, z - j]
  const value = (a: number, b: number) => values[Math.min(height - 1, b) * width + Math.min(width - 1, a)]!
  const near = value(i, j) + u * (value(i + 1, j) - value(i, j))
  const far = value(i, j + 1) + u * (value(i + 1, j + 1) - value(i, j + 1))
  return near + w * (far - near)
}
