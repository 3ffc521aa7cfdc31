import { DataTexture, FloatType, NearestFilter, RedFormat, RGFormat } from 'three/webgpu'
import { replaceNonFinite } from '../shared/finite-values.js'
import type { HeightSource } from './height-source.js'
import type { Shore } from './shore/shore.js'

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
  replaceNonFinite(target, nx, 'the slope of the water', 2)
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
  if (!shore && !differs(source, target)) return
  const { rows, cells } = rowsFor(texture, source)
  for (let row = 0; row < rows.length; row++) target.set(rows[row]!, row * cells)
  replaceNonFinite(target, nx, 'the height of the water')
  shore?.fill(target)
  texture.needsUpdate = true
}

/** Whether any height is another than that in `packed`. Of moving water one of the first cells tells. */
function differs({ nx, nz, stride, offset, data }: HeightSource, packed: Float32Array): boolean {
  for (let j = 0, cell = 0; j < nz; j++) {
    const start = offset + j * stride
    for (let i = start; i < start + nx; i++, cell++) if (data[i] !== packed[cell]) return true
  }
  return false
}

/** Views of the rows of a source. */
interface Rows {
  readonly source: HeightSource
  readonly rows: readonly Float32Array[]
  /** Cells of a view. */
  readonly cells: number
}

const rowsOfTextures = new WeakMap<DataTexture, Rows>()

/**
 * The rows of a source, or all of them in one view if they are packed. A copy of whole rows takes an eighth of the time of a loop over
 * cells. The views are kept: hundreds of them in each frame would be work for the garbage collector.
 */
function rowsFor(texture: DataTexture, source: HeightSource): Rows {
  const { nx, nz, stride, offset, data } = source
  const known = rowsOfTextures.get(texture)
  if (known && known.source.data === data && known.source.offset === offset && known.source.stride === stride)
    return known
  const [count, cells] = stride === nx ? [1, nx * nz] : [nz, nx]
  const rows = Array.from({ length: count }, (_, j) => {
    const start = offset + j * stride
    return data.subarray(start, start + cells)
  })
  const made = { source, rows, cells }
  rowsOfTextures.set(texture, made)
  return made
}
