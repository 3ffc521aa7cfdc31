/** Red, green and blue of all pixels, 0 to 255, row by row from the top. */
export interface RgbPicture {
  width: number
  height: number
  data: Uint8Array
}

/** Differences of two pictures, in levels of 255. */
export interface PictureDifference {
  mean: number
  /** 99 of 100 values differ by at most this. */
  percentile99: number
}

/**
 * How much two pictures of the same size differ.
 * @param block Side of squares that are averaged first [px], which must divide width and height: edges that are smoothed differently do not
 * count, while a color, or a shadow elsewhere, does. Default 1.
 */
export function differenceOf(one: RgbPicture, other: RgbPicture, block = 1): PictureDifference {
  const { width, height } = one
  if (other.width !== width || other.height !== height) throw new RangeError('pictures of different sizes')
  const sums = new Float64Array(3 * (width / block) * (height / block))
  for (const [at, value] of one.data.entries()) {
    const [pixel, channel] = [Math.floor(at / 3), at % 3]
    const [column, row] = [Math.floor((pixel % width) / block), Math.floor(pixel / width / block)]
    sums[3 * (row * (width / block) + column) + channel]! += value - other.data[at]!
  }
  const differences = sums.map((sum) => Math.abs(sum) / block ** 2).sort()
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length
  return { mean, percentile99: differences[Math.floor(0.99 * differences.length)]! }
}

/** The difference as a picture, four times as strong: gray where both agree. */
export function drawDifference(one: RgbPicture, other: RgbPicture): RgbPicture {
  const data = one.data.map((value, at) => Math.min(255, Math.max(0, 128 + 4 * (value - other.data[at]!))))
  return { ...one, data }
}
