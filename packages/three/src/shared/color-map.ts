// Perceptually uniform colour maps. A map is a smooth curve through a few colours, parametrized by its length in Oklab, so that equal
// steps look equally different. Lightness is monotonic: a map can be read in greyscale and with colour blindness (P. Kovesi, "Good colour
// maps: how to design them", 2015). Both arms of a diverging map have the same lightness.

import { float, texture, vec2 } from 'three/tsl'
import { ClampToEdgeWrapping, DataTexture, LinearFilter, type Node, RGBAFormat, SRGBColorSpace } from 'three/webgpu'
import { encoded, linearOf, type Triple, toned, untoned, withinScreens } from './oklab.js'

/** Colours that a map passes through, two or more: lightness (0 to 1, as CIE L*), chroma (0 to about 0.3) and hue [degrees] in Oklab. */
export type ColorPath = readonly Readonly<Triple>[]

/** The named colour maps. `balance` and `night` are diverging, for values of either sign; the others are sequential. */
export const colorPaths = {
  /** Deep blue by teal and green to yellow. */
  lagoon: [
    [0.07, 0.07, 285],
    [0.26, 0.13, 265],
    [0.47, 0.11, 220],
    [0.65, 0.14, 165],
    [0.81, 0.17, 120],
    [0.94, 0.15, 105],
  ],
  /** Black by red and orange to white, like glowing embers. */
  ember: [
    [0.03, 0.02, 20],
    [0.2, 0.12, 24],
    [0.44, 0.2, 32],
    [0.65, 0.18, 55],
    [0.84, 0.16, 88],
    [0.98, 0.05, 102],
  ],
  /** White to dark blue, for light pages. */
  ink: [
    [0.99, 0.004, 230],
    [0.79, 0.07, 225],
    [0.54, 0.13, 245],
    [0.31, 0.15, 265],
    [0.12, 0.09, 280],
  ],
  /** Nearly black to white. */
  gray: [
    [0.04, 0, 0],
    [0.99, 0, 0],
  ],
  /** Blue by white to red. */
  balance: [
    [0.24, 0.13, 262],
    [0.48, 0.14, 250],
    [0.73, 0.08, 235],
    [0.95, 0.005, 100],
    [0.73, 0.1, 45],
    [0.48, 0.17, 30],
    [0.24, 0.13, 22],
  ],
  /** Cyan by black to orange. */
  night: [
    [0.88, 0.1, 200],
    [0.61, 0.13, 230],
    [0.31, 0.12, 255],
    [0.05, 0.01, 280],
    [0.31, 0.13, 25],
    [0.61, 0.18, 48],
    [0.88, 0.12, 85],
  ],
} satisfies Record<string, ColorPath>

/** Name of a colour map. */
export type ColorMapName = keyof typeof colorPaths

/** Colours in the table. */
const size = 256
/** Points of the curve between two given colours. */
const fine = 64

/**
 * A colour map: colours of the numbers from 0 to 1, for shaders and for programs.
 *
 * @example
 * ```ts
 * const map = new ColorMap('ember')
 * const [red, green, blue] = map.at(0.5)
 * const plane = new DensityPlane(sim, { map }) // shared: dispose of it after the views
 * ```
 */
export class ColorMap {
  /** Lookup table of 256 colours, sRGB. */
  readonly texture: DataTexture

  /**
   * @param path Name of a map, or colours to pass through. Default `lagoon`.
   * @throws RangeError if there is no map of this name, or if there are fewer than two colours.
   */
  constructor(path: ColorMapName | ColorPath = 'lagoon') {
    const colors: ColorPath | undefined = typeof path === 'string' ? colorPaths[path] : path
    if (!colors || colors.length < 2)
      throw new RangeError(
        typeof path === 'string'
          ? `there is no colour map “${path}”: use one of ${Object.keys(colorPaths).join(', ')}, or a list of colours`
          : 'a colour map needs at least two colours',
      )
    this.texture = new DataTexture(tableOf(colors), size, 1, RGBAFormat)
    this.texture.name = 'colour map'
    this.texture.colorSpace = SRGBColorSpace
    this.texture.magFilter = this.texture.minFilter = LinearFilter
    this.texture.wrapS = this.texture.wrapT = ClampToEdgeWrapping
    this.texture.generateMipmaps = false
    this.texture.needsUpdate = true
  }

  /**
   * The colour of a number.
   * @param number The number, clamped to 0 to 1.
   * @returns Red, green and blue in sRGB, 0 to 1.
   */
  at(number: number): Triple {
    const bytes = this.texture.image.data as Uint8Array
    const place = Math.min(1, Math.max(0, number)) * (size - 1)
    const first = Math.min(size - 2, Math.floor(place))
    const channel = (c: number) => {
      const [before, after] = [bytes[4 * first + c]!, bytes[4 * first + 4 + c]!]
      return (before + (place - first) * (after - before)) / 255
    }
    return [channel(0), channel(1), channel(2)]
  }

  /**
   * The colour of a number in a shader.
   * @param number The number, clamped to 0 to 1.
   * @returns Red, green and blue in linear light, not sRGB, 0 to 1.
   */
  color(number: Node<'float'>): Node<'vec3'> {
    const place = number
      .clamp(0, 1)
      .mul((size - 1) / size)
      .add(0.5 / size)
    return texture(this.texture, vec2(place, 0.5)).level(float(0)).rgb
  }

  /** Frees the texture on the graphics device. */
  dispose(): void {
    this.texture.dispose()
  }
}

/** The map of an option. `own`: whether the view made it and has to dispose of it. */
export function colorMapOf(map: ColorMap | ColorMapName): { map: ColorMap; own: boolean } {
  return map instanceof ColorMap ? { map, own: false } : { map: new ColorMap(map), own: true }
}

/** Colours at equal distances along the curve, as bytes. */
function tableOf(path: ColorPath): Uint8Array {
  const knots = path.map(([lightness, chroma, hue]): Triple => {
    const angle = (hue * Math.PI) / 180
    return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]
  })
  const points: Triple[] = []
  const pieces = knots.length - 1
  for (let point = 0; point <= pieces * fine; point++) {
    const piece = Math.min(pieces - 1, Math.floor(point / fine))
    points.push(toned(withinScreens(untoned(curveAt(knots, piece, point / fine - piece)))))
  }
  const travelled = [0]
  for (let point = 1; point < points.length; point++) {
    const [before, now] = [points[point - 1]!, points[point]!]
    travelled.push(travelled[point - 1]! + Math.hypot(now[0] - before[0], now[1] - before[1], now[2] - before[2]))
  }
  const whole = travelled.at(-1)!
  const bytes = new Uint8Array(4 * size).fill(255)
  let piece = 0
  for (let entry = 0; entry < size; entry++) {
    const distance = (whole * entry) / (size - 1)
    while (piece < points.length - 2 && travelled[piece + 1]! < distance) piece++
    const share = Math.min(1, (distance - travelled[piece]!) / (travelled[piece + 1]! - travelled[piece]! || 1))
    const [from, to] = [points[piece]!, points[piece + 1]!]
    const color = from.map((value, axis) => value + share * (to[axis]! - value)) as Triple
    bytes.set(
      linearOf(untoned(color)).map((light) => Math.round(255 * encoded(light))),
      4 * entry,
    )
  }
  return bytes
}

/** A curve through the knots: lightness is linear between them, hue and chroma follow a Catmull–Rom spline (1974). */
function curveAt(knots: readonly Triple[], piece: number, t: number): Triple {
  const [start, end] = [knots[piece]!, knots[piece + 1]!]
  const [before, after] = [knots[piece - 1] ?? start, knots[piece + 2] ?? end]
  const smooth = (axis: 1 | 2) => {
    const [p, q, r, s] = [before[axis], start[axis], end[axis], after[axis]]
    return q + 0.5 * t * (r - p + t * (2 * p - 5 * q + 4 * r - s + t * (3 * (q - r) + s - p)))
  }
  return [start[0] + t * (end[0] - start[0]), smooth(1), smooth(2)]
}
