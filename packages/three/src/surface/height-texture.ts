import { DataTexture, FloatType, NearestFilter, RedFormat, RGFormat } from 'three/webgpu'
import { copyCells } from '../ground/ground-source.js'
import { replaceNonFinite } from '../shared/finite-values.js'
import type { HeightSource } from './height-source.js'
import type { Shore } from './shore.js'

/**
 * One 32-bit float per cell. Every device filters half floats, but their 11 bits turn a calm surface into stairs. The texture
 * is therefore unfiltered, and the shader interpolates.
 */
export function createHeightTexture(nx: number, nz: number): DataTexture {
  return unfiltered(new DataTexture(new Float32Array(nx * nz), nx, nz, RedFormat, FloatType), 'water height')
}

/** Slopes along x and z, two floats per cell. */
export function createSlopeTexture(nx: number, nz: number): DataTexture {
  return unfiltered(new DataTexture(new Float32Array(2 * nx * nz), nx, nz, RGFormat, FloatType), 'water slopes')
}

/** Copies slopes along x and z into their texture and marks it for upload. */
export function writeSlopes(texture: DataTexture, [alongX, alongZ]: readonly [HeightSource, HeightSource]): void {
  const { width: nx, height: nz } = texture.image
  const target = texture.image.data as Float32Array
  for (const [channel, { data, offset, stride }] of [alongX, alongZ].entries())
    for (let j = 0; j < nz; j++)
      for (let i = 0; i < nx; i++) target[2 * (j * nx + i) + channel] = data[offset + j * stride + i]!
  texture.needsUpdate = true
}

function unfiltered(texture: DataTexture, name: string): DataTexture {
  texture.name = name
  texture.minFilter = NearestFilter
  texture.magFilter = NearestFilter
  texture.generateMipmaps = false
  texture.unpackAlignment = 4
  // Later uploads depend on changes of the values.
  texture.needsUpdate = true
  return texture
}

/**
 * Copies the heights, continued beyond the shore if there is one, into the texture and marks it for upload. A copy is needed even
 * when rows are packed: memory of a simulation may be shared between threads, and graphics APIs reject shared memory.
 */
export function writeHeights(texture: DataTexture, source: HeightSource, shore?: Shore): void {
  const { nx, nz } = source
  const { width, height, data: target } = texture.image
  if (width !== nx || height !== nz || !(target instanceof Float32Array)) {
    throw new RangeError(`the surface was made for ${width} x ${height} cells and cannot show ${nx} x ${nz}`)
  }
  // Nothing is uploaded for water at rest. Solid cells differ from the source once the shore has filled them.
  if (!copyCells(source, nx, target) && !shore) return
  replaceNonFinite(target, nx, 'the height of the water')
  shore?.fill(target)
  texture.needsUpdate = true
}
