import { DataTexture, FloatType, NearestFilter, RedFormat } from 'three/webgpu'
import type { HeightSource } from './height-source.js'
import type { Shore } from './shore.js'

/**
 * One 32-bit float per cell. Every device filters half floats, but their 11 bits turn a calm surface into stairs. The texture
 * is therefore unfiltered, and the shader interpolates.
 */
export function createHeightTexture(nx: number, nz: number): DataTexture {
  const texture = new DataTexture(new Float32Array(nx * nz), nx, nz, RedFormat, FloatType)
  texture.name = 'water height'
  texture.minFilter = NearestFilter
  texture.magFilter = NearestFilter
  texture.generateMipmaps = false
  texture.unpackAlignment = 4
  return texture
}

/**
 * Copies the heights, continued beyond the shore if there is one, into the texture and marks it for upload. A copy is needed even
 * when rows are packed: memory of a simulation may be shared between threads, and graphics APIs reject shared memory.
 */
export function writeHeights(texture: DataTexture, source: HeightSource, shore?: Shore): void {
  const { nx, nz, stride, offset, data } = source
  const { width, height, data: target } = texture.image
  if (width !== nx || height !== nz || !(target instanceof Float32Array)) {
    throw new RangeError(`the surface was made for ${width} x ${height} cells and cannot show ${nx} x ${nz}`)
  }
  if (stride === nx) {
    target.set(data.subarray(offset, offset + nx * nz))
  } else {
    for (let j = 0; j < nz; j++) {
      const start = offset + j * stride
      target.set(data.subarray(start, start + nx), j * nx)
    }
  }
  shore?.fill(target)
  texture.needsUpdate = true
}
