import {
  LinearFilter,
  LinearMipmapLinearFilter,
  type MirroredRepeatWrapping,
  RepeatWrapping,
  type Texture,
} from 'three/webgpu'

/** Linear interpolation without mipmaps, for values of cells that are drawn about as large as pixels. Rows are packed to single bytes. */
export function interpolated<T extends Texture>(texture: T, name: string): T {
  texture.name = name
  texture.magFilter = texture.minFilter = LinearFilter
  texture.generateMipmaps = false
  texture.unpackAlignment = 1
  return texture
}

/** Repeated without end and minified by mipmaps, for noise and for tiles of a sea. Rows are packed to single bytes. */
export function repeated<T extends Texture>(
  texture: T,
  name: string,
  wrapping: typeof RepeatWrapping | typeof MirroredRepeatWrapping = RepeatWrapping,
): T {
  texture.name = name
  texture.wrapS = texture.wrapT = wrapping
  texture.magFilter = LinearFilter
  texture.minFilter = LinearMipmapLinearFilter
  texture.generateMipmaps = true
  texture.unpackAlignment = 1
  return texture
}
