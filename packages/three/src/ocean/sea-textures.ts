import {
  DataTexture,
  HalfFloatType,
  MirroredRepeatWrapping,
  NearestFilter,
  RedFormat,
  RepeatWrapping,
  RGBAFormat,
  RGFormat,
} from 'three/webgpu'
import { replaceNonFinite, sayNotFinite } from '../shared/finite-values.js'
import { createFoamNoise } from '../shared/foam-noise.js'
import { type FieldView, packHalves, toHalf } from '../shared/half-float.js'
import { repeated } from '../shared/texture-filters.js'
import { createRipples } from '../surface/shading/ripples.js'
import { FoamTrail } from './foam-trail.js'
import type { SeaSource, SeaTile } from './sea-source.js'

/** Textures of one cascade. */
export interface CascadeTextures {
  /** Side of the tile along x and z [m]. */
  readonly size: readonly [number, number]
  /** slopeX, slopeZ, dxx, dzz. */
  readonly slopes: DataTexture
  /**
   * dxz, and the square of the slope. Mipmaps contain means: the mean square less the square of the mean is the variance of
   * unresolved slopes (Olano and Baker, "LEAN mapping", 2010).
   */
  readonly moments: DataTexture
}

/** Textures of a sea other than its heights. */
export class SeaTextures {
  /** dx and dz [m] of each cell; undefined for purely vertical waves. */
  readonly sideways: Float32Array | undefined
  /**
   * The same for the vertices of the mesh, as half floats: their rounding, 1 mm at a displacement of 2 m, moves a vertex within the surface
   * by less than a hundredth of a cell. Shading does not read it.
   */
  readonly displacement: DataTexture | undefined
  readonly cascades: readonly CascadeTextures[]
  /** Share of each cell under foam; undefined without foam. */
  readonly foam: DataTexture | undefined
  readonly foamNoise: DataTexture | undefined
  /** Ripples for a sea without tiles. */
  readonly ripples: DataTexture | undefined
  /** Time in which foam fades to 1/e [s]. */
  foamLifetime: number
  readonly #trail: FoamTrail
  readonly #nx: number
  readonly #nz: number

  constructor(source: SeaSource, nx: number, nz: number, foamLifetime: number) {
    this.#nx = nx
    this.#nz = nz
    this.foamLifetime = foamLifetime
    this.sideways = source.displacement && new Float32Array(2 * nx * nz)
    this.displacement = source.displacement && unfiltered(this.#halves('water displacement', 2))
    this.cascades = source.cascades.map(({ cellSize }) => ({
      size: [nx * cellSize, nz * cellSize],
      slopes: this.#halves('slopes', 4),
      moments: this.#halves('moments of slopes', 2),
    }))
    if (source.cascades.length === 0) this.ripples = createRipples()
    this.#trail = new FoamTrail(nx, nz)
    if (source.foam) {
      const wrapping = source.displacement ? RepeatWrapping : MirroredRepeatWrapping
      this.foam = repeated(new DataTexture(this.#trail.bytes, nx, nz, RedFormat), 'foam', wrapping)
      this.foamNoise = createFoamNoise()
    }
  }

  write(source: SeaSource): void {
    if (this.sideways && this.displacement && source.displacement)
      this.#writePairs(this.sideways, this.displacement, source.displacement)
    this.cascades.forEach((textures, c) => {
      this.#writeTile(textures, source.cascades[c]!)
    })
    if (this.foam && source.foam) {
      this.#trail.add(source.foam, source.time, this.foamLifetime)
      this.foam.needsUpdate = true
    }
  }

  dispose(): void {
    for (const texture of [this.displacement, this.foam, this.foamNoise, this.ripples]) texture?.dispose()
    for (const { slopes, moments } of this.cascades) {
      slopes.dispose()
      moments.dispose()
    }
  }

  #writePairs(target: Float32Array, texture: DataTexture, [dx, dz]: readonly [FieldView, FieldView]): void {
    let to = 0
    for (let j = 0; j < this.#nz; j++)
      for (let i = 0; i < this.#nx; i++) {
        target[to++] = dx.data[dx.offset + j * dx.stride + i]!
        target[to++] = dz.data[dz.offset + j * dz.stride + i]!
      }
    replaceNonFinite(target, this.#nx, 'the horizontal displacement of the water', 2)
    const packed = { stride: 2 * this.#nx, offset: 0, data: target }
    packHalves(packed, 2 * this.#nx, this.#nz, texture.image.data as Uint16Array, 1, 0)
    texture.needsUpdate = true
  }

  #writeTile({ slopes, moments }: CascadeTextures, tile: SeaTile): void {
    const [nx, nz] = [this.#nx, this.#nz]
    const four = slopes.image.data as Uint16Array
    for (const [channel, name] of (['slopeX', 'slopeZ', 'dxx', 'dzz'] as const).entries()) {
      const bad = packHalves(tile[name], nx, nz, four, 4, channel)
      if (bad >= 0) sayNotFinite(`${name} of a tile of the sea`, nx, bad)
    }
    slopes.needsUpdate = true
    const two = moments.image.data as Uint16Array
    packHalves(tile.dxz, nx, nz, two, 2, 0)
    const { slopeX, slopeZ } = tile
    for (let j = 0, to = 1; j < nz; j++)
      for (let i = 0; i < nx; i++, to += 2) {
        const x = slopeX.data[slopeX.offset + j * slopeX.stride + i]!
        const z = slopeZ.data[slopeZ.offset + j * slopeZ.stride + i]!
        two[to] = toHalf(x * x + z * z)
      }
    moments.needsUpdate = true
  }

  #halves(name: string, channels: 2 | 4): DataTexture {
    const [nx, nz] = [this.#nx, this.#nz]
    const format = channels === 2 ? RGFormat : RGBAFormat
    return repeated(new DataTexture(new Uint16Array(channels * nx * nz), nx, nz, format, HalfFloatType), name)
  }
}

/** The texture as the vertices read it: by cells, which the shader interpolates. */
function unfiltered(texture: DataTexture): DataTexture {
  texture.minFilter = texture.magFilter = NearestFilter
  texture.generateMipmaps = false
  return texture
}
