import { encode } from 'fast-png'
import { sand, stone, toByte, waterColors, waterIndex } from './palette.js'

/** Direction of the light. */
export interface Light {
  /** Compass direction of the light [degrees], clockwise from the top of the picture (z-). */
  readonly azimuth: number
  /** Height of the light above the horizon [degrees], 90 is overhead. */
  readonly altitude: number
}

/** From the upper left, as maps are lit: light from below makes hills look like hollows. */
export const defaultLight: Light = { azimuth: 315, altitude: 45 }

/** The look shared by all frames of a run. */
export interface ReliefLook extends Light {
  /** Factor on the slopes before shading. */
  exaggeration: number
  /** Height above rest [m] at which the colour is about 70 % of the way from still water to foam. */
  heightScale: number
}

/** The grid of the heights, row-major, `height` rows of `width`. */
export interface ReliefGrid {
  width: number
  height: number
  /** [m] */
  cellSize: number
  /** Openness of each cell, 1 water, 0 solid; undefined without solids. */
  openness: Float32Array | undefined
  /** Depth of the water in each cell [m]; undefined without dry land. On dry land the height is that of the ground. */
  depth?: Float32Array | undefined
}

/** Water of less depth lets the ground show through [m]. */
const clearDepth = 0.02

/** Part of a cell's colour that is the water's: 0 on dry land, 1 from the clear depth on. */
function wetness({ depth }: ReliefGrid, cell: number): number {
  return depth === undefined ? 1 : Math.min(1, depth[cell]! / clearDepth)
}

/**
 * Typical height and slope of the moving part of the water: √(Σ h⁴ / Σ h²), the root mean square weighted by h². A plain mean would
 * depend on the amount of still water around a wave, and an extreme on a single splash.
 */
export class ReliefStatistics {
  #height2 = 0
  #height4 = 0
  #slope2 = 0
  #slope4 = 0

  /** @param eta heights [m] */
  add(eta: Float32Array, grid: ReliefGrid): void {
    const slopes = new Slopes(eta, grid)
    for (let j = 0; j < grid.height; j++) {
      for (let i = 0; i < grid.width; i++) {
        const cell = j * grid.width + i
        if (wetness(grid, cell) === 0) continue
        const h2 = eta[cell]! ** 2
        const s2 = slopes.alongX(i, j) ** 2 + slopes.alongZ(i, j) ** 2
        this.#height2 += h2
        this.#height4 += h2 * h2
        this.#slope2 += s2
        this.#slope4 += s2 * s2
      }
    }
  }

  /**
   * Look of the relief. The default exaggeration brings the typical slope to 0.45, about 24 degrees: clearly visible in a light at
   * 45 degrees, without black shadows. Steeper water is not flattened.
   */
  look(light: Light, exaggeration?: number): ReliefLook {
    const slope = Math.sqrt(this.#slope4 / this.#slope2)
    const height = Math.sqrt(this.#height4 / this.#height2)
    return {
      azimuth: light.azimuth,
      altitude: light.altitude,
      exaggeration: exaggeration ?? (slope > 0 ? Number(Math.max(1, 0.45 / slope).toPrecision(2)) : 1),
      heightScale: height > 0 ? Number(height.toPrecision(3)) : 1,
    }
  }
}

/** Central differences, one-sided beside edges and solids, where heights have no meaning. */
class Slopes {
  readonly #eta: Float32Array
  readonly #grid: ReliefGrid

  constructor(eta: Float32Array, grid: ReliefGrid) {
    this.#eta = eta
    this.#grid = grid
  }

  alongX(i: number, j: number): number {
    const cell = j * this.#grid.width + i
    return this.#difference(cell, i > 0 ? cell - 1 : cell, i < this.#grid.width - 1 ? cell + 1 : cell)
  }

  alongZ(i: number, j: number): number {
    const { width, height } = this.#grid
    const cell = j * width + i
    return this.#difference(cell, j > 0 ? cell - width : cell, j < height - 1 ? cell + width : cell)
  }

  #difference(cell: number, before: number, after: number): number {
    if (this.#isSolid(cell)) return 0
    const from = this.#isSolid(before) ? cell : before
    const to = this.#isSolid(after) ? cell : after
    const cells = (from === cell ? 0 : 1) + (to === cell ? 0 : 1)
    return cells === 0 ? 0 : (this.#eta[to]! - this.#eta[from]!) / (cells * this.#grid.cellSize)
  }

  #isSolid(cell: number): boolean {
    const { openness } = this.#grid
    return openness !== undefined && openness[cell]! < 0.5
  }
}

/** Share of ambient light, in which slopes in shadow keep their colour. */
const ambient = 0.35
/** Exponent and strength of the specular highlight (Blinn–Phong, seen from straight above). */
const glintSharpness = 40
const glintStrength = 0.5

/**
 * The relief as a PNG file.
 * @param text written into the file's tEXt chunks
 */
export function encodeRelief(
  eta: Float32Array,
  grid: ReliefGrid,
  look: ReliefLook,
  text: Readonly<Record<string, string>> = {},
): Uint8Array {
  const { width, height } = grid
  return encode({ width, height, data: shadeRelief(eta, grid, look), depth: 8, channels: 3, text })
}

/**
 * The surface seen from above: coloured by height, lit from one side (Lambert) with a specular highlight; dry ground is sand. The light
 * is scaled: still water has its palette colour for any altitude of the light. Returns red, green and blue bytes (sRGB) of each cell.
 * @param eta heights above rest [m]
 */
export function shadeRelief(eta: Float32Array, grid: ReliefGrid, look: ReliefLook): Uint8Array {
  const { width, height, openness } = grid
  const azimuth = (look.azimuth * Math.PI) / 180
  const altitude = (look.altitude * Math.PI) / 180
  // Direction towards the light; north, azimuth 0, is the top of the picture, which is z-.
  const lx = Math.cos(altitude) * Math.sin(azimuth)
  const ly = Math.sin(altitude)
  const lz = -Math.cos(altitude) * Math.cos(azimuth)
  // Half-way vector between the light and a viewer straight above.
  const half = Math.hypot(lx, ly + 1, lz)

  const pixels = new Uint8Array(3 * width * height)
  const slopes = new Slopes(eta, grid)
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      const cell = j * width + i
      // Ground is far steeper than waves, and needs no exaggeration.
      const factor = wetness(grid, cell) === 0 ? 1 : look.exaggeration
      const nx = -slopes.alongX(i, j) * factor
      const nz = -slopes.alongZ(i, j) * factor
      const length = Math.sqrt(nx * nx + 1 + nz * nz)
      const lit = Math.max(0, (nx * lx + ly + nz * lz) / length) / ly
      const facing = Math.max(0, (nx * lx + ly + 1 + nz * lz) / (length * half))
      const glint = glintStrength * facing ** glintSharpness
      const brightness = ambient + (1 - ambient) * lit
      const h = eta[cell]! / look.heightScale
      const color = waterIndex(h / Math.sqrt(1 + h * h))
      const open = openness?.[cell] ?? 1
      const wet = wetness(grid, cell)
      for (let c = 0; c < 3; c++) {
        const lightOfWater = (wet * waterColors[color + c]! + (1 - wet) * sand[c]!) * brightness + wet * glint
        pixels[3 * cell + c] = toByte(open * lightOfWater + (1 - open) * stone[c]!)
      }
    }
  }
  return pixels
}
