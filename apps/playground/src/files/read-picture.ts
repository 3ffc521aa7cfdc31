import { FileError } from './file-error.js'
import { cellsFor, checkExtent, type HeightMap } from './height-map.js'
import { pictureSize } from './picture-size.js'

/** Decodes a picture into red, green, blue and opacity of each pixel, at the given size. */
export type DecodePicture = (
  bytes: Uint8Array<ArrayBuffer>,
  width: number,
  height: number,
) => Promise<ArrayLike<number>>

/** The lightness of a picture, resampled to at most `mostCells` along its longer side. Throws `FileError`. */
export async function pictureMap(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  decode: DecodePicture,
): Promise<HeightMap> {
  const size = pictureSize(bytes)
  if (!size) throw FileError.of(name, ' is damaged: its header has no width and height.')
  checkExtent(name, ...size, 'pixels')
  const [width, height] = cellsFor(...size)
  const pixels = await decode(bytes, width, height).catch((error: unknown) => {
    throw FileError.of(name, ' is damaged: the browser cannot decode it', error)
  })
  return { name, origin: 'picture', width, height, size, values: lightness(pixels, width * height) }
}

/** Rec. 709 weights of the stored values. Clear pixels are white, as paper is. */
function lightness(pixels: ArrayLike<number>, count: number): Float32Array {
  const values = new Float32Array(count)
  for (let k = 0; k < count; k++) {
    const [red, green, blue, alpha] = [pixels[4 * k]!, pixels[4 * k + 1]!, pixels[4 * k + 2]!, pixels[4 * k + 3]! / 255]
    values[k] = 1 - alpha + (alpha * (0.2126 * red + 0.7152 * green + 0.0722 * blue)) / 255
  }
  return values
}

/** Decodes by the browser. */
export const decodeInBrowser: DecodePicture = async (bytes, width, height) => {
  const bitmap = await createImageBitmap(new Blob([bytes]), {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'medium',
    colorSpaceConversion: 'none',
    premultiplyAlpha: 'none',
  })
  try {
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('there is no canvas to draw it on')
    context.drawImage(bitmap, 0, 0)
    return context.getImageData(0, 0, width, height).data
  } finally {
    bitmap.close()
  }
}
