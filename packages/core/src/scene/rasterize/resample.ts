// Resamples a raster to a grid of another resolution, one axis at a time: every cell is a weighted sum of a few
// neighbouring pixels. Both kinds of weights reproduce planes, up to the rim of the raster.

/** Weights of the pixels of cell i along one axis: `weights[from[i]]…weights[from[i + 1] - 1]`, for the pixels from `first[i]` on. */
export interface AxisWeights {
  readonly first: Int32Array
  readonly from: Int32Array
  readonly weights: Float64Array
  /** Cells whose centre lies beyond the raster; they have the value at its rim. */
  readonly beyond: number
  /** The pixels used, from `low` up to `high` - 1. */
  readonly low: number
  readonly high: number
}

/**
 * Lengths in pixels: cell i extends from start + i step to start + (i + 1) step, pixel k from k to k + 1.
 * A grid as fine as the raster or finer (step <= 1) interpolates at cell centres; a coarser one takes means over its cells.
 */
export function weighAxis(pixels: number, start: number, step: number, cells: number): AxisWeights {
  const first = new Int32Array(cells)
  const from = new Int32Array(cells + 1)
  const weights: number[] = []
  let beyond = 0
  let low = pixels
  let high = 0
  for (let i = 0; i < cells; i++) {
    const left = start + i * step
    const centre = start + (i + 0.5) * step
    if (centre < 0 || centre > pixels) beyond++
    const run = step > 1 ? meanOver(left, left + step, pixels) : interpolatedAt(centre, pixels)
    first[i] = run.first
    weights.push(...run.weights)
    from[i + 1] = weights.length
    low = Math.min(low, run.first)
    high = Math.max(high, run.first + run.weights.length)
  }
  return { first, from, weights: Float64Array.from(weights), beyond, low, high }
}

interface Run {
  readonly first: number
  readonly weights: readonly number[]
}

/** Linear interpolation between pixel centres, extrapolated to the rim of the outermost pixels. */
function interpolatedAt(place: number, pixels: number): Run {
  if (pixels === 1) return { first: 0, weights: [1] }
  const index = Math.min(pixels, Math.max(0, place)) - 0.5
  const first = Math.min(pixels - 2, Math.max(0, Math.floor(index)))
  const share = index - first
  if (share === 0) return { first, weights: [1] }
  return share === 1 ? { first: first + 1, weights: [1] } : { first, weights: [1 - share, share] }
}

/**
 * Mean over the part of left…right that the raster covers. A whole pixel counts with its value. For a part of a pixel, the
 * value is linear, with the slope between the pixel's neighbours: planes stay planes.
 */
function meanOver(left: number, right: number, pixels: number): Run {
  const low = Math.max(0, left)
  const high = Math.min(pixels, right)
  // Wholly beyond the raster: the nearest pixel.
  if (high <= low) return { first: left < 0 ? 0 : pixels - 1, weights: [1] }
  const begin = Math.min(pixels - 1, Math.floor(low))
  const end = Math.max(begin + 1, Math.min(pixels, Math.ceil(high)))
  const first = Math.max(0, begin - 1)
  const weights = new Array<number>(Math.min(pixels, end + 1) - first).fill(0)
  for (let k = begin; k < end; k++) {
    const a = Math.max(low, k)
    const b = Math.min(high, k + 1)
    const share = (b - a) / (high - low)
    const before = Math.max(0, k - 1)
    const after = Math.min(pixels - 1, k + 1)
    // Distance from the middle of the pixel to the middle of the part, times the slope (value after - value before) / distance.
    const tilt = after > before ? (share * ((a + b) / 2 - (k + 0.5))) / (after - before) : 0
    weights[k - first]! += share
    weights[after - first]! += tilt
    weights[before - first]! -= tilt
  }
  return { first, weights }
}

/** A raster, row by row. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly values: Float32Array | Float64Array
}

/** Computes every cell as the weighted sum of its pixels, along x first. */
export function resample({ width, values }: Raster, alongX: AxisWeights, alongZ: AxisWeights): Float64Array {
  const nx = alongX.first.length
  const nz = alongZ.first.length
  const rows = new Float64Array(nx * (alongZ.high - alongZ.low))
  for (let row = alongZ.low; row < alongZ.high; row++)
    for (let i = 0; i < nx; i++) {
      const [from, end] = [alongX.from[i]!, alongX.from[i + 1]!]
      const at = row * width + alongX.first[i]! - from
      let sum = 0
      for (let k = from; k < end; k++) sum += alongX.weights[k]! * values[at + k]!
      rows[(row - alongZ.low) * nx + i] = sum
    }
  const out = new Float64Array(nx * nz)
  for (let j = 0; j < nz; j++) {
    const [from, end] = [alongZ.from[j]!, alongZ.from[j + 1]!]
    for (let k = from; k < end; k++) {
      const at = (alongZ.first[j]! + k - from - alongZ.low) * nx
      for (let i = 0; i < nx; i++) out[j * nx + i]! += alongZ.weights[k]! * rows[at + i]!
    }
  }
  return out
}

/** Resamples a raster that covers a whole grid of nx × nz cells. */
export function stretch(raster: Raster, nx: number, nz: number): Float64Array {
  const { width, height } = raster
  return resample(raster, weighAxis(width, 0, width / nx, nx), weighAxis(height, 0, height / nz, nz))
}

/**
 * Whether the sides have the same ratio, as far as whole numbers allow: the coarser raster has the ratio of the finer one,
 * with one side rounded. In a channel one cell wide, only the length is compared.
 */
export function sameRatio(width: number, height: number, nx: number, nz: number): boolean {
  if (width === 0 || height === 0) return false
  if ((height === 1 && nz === 1) || (width === 1 && nx === 1)) return true
  const [a, b, A, B] = width * height < nx * nz ? [width, height, nx, nz] : [nx, nz, width, height]
  return Math.abs(b - (a * B) / A) <= 0.5 || Math.abs(a - (b * A) / B) <= 0.5
}
