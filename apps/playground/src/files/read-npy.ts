import { readNpy } from 'seiche/npy'
import { FileError } from './file-error.js'
import { checkExtent, checkValues, type HeightMap } from './height-map.js'

/** A NumPy file of two axes. Throws `FileError`. */
export function npyMap(name: string, bytes: Uint8Array<ArrayBuffer>): HeightMap {
  const { shape, data } = attempt(name, bytes)
  if (shape.length !== 2)
    throw FileError.of(name, ` has ${shape.length} axes (${shape.join(' × ')}). A grid has two: rows and columns.`)
  const [height, width] = shape as [number, number]
  checkExtent(name, width, height, 'values')
  checkValues(name, data, width)
  const values = data instanceof Float32Array ? data : Float64Array.from(data)
  return { name, origin: 'npy', width, height, size: [width, height], values, file: { name, bytes } }
}

function attempt(name: string, bytes: Uint8Array) {
  try {
    return readNpy(bytes)
  } catch (error) {
    throw FileError.of(name, ' cannot be read', error)
  }
}
