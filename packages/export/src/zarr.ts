// A Zarr v3 store (https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html): a folder with an array for each field and each
// coordinate. Every array has a `zarr.json`, and the chunk of frame 12 is the file `eta/c.12.0.0`: with
// slashes, the default of the format, every frame would have folders of its own.
//
// The metadata is plain JSON and a chunk is exactly a frame, or a part of a large frame, so nothing is read back while writing. The
// library zarrita was tried as a writer: its gzip cannot encode, and its blosc takes the shuffle of v3 metadata, a word, for none. Its
// compressor alone, numcodecs, is used here, with the shuffle as the number that it expects.

import { type Coordinate, chunkShapeOf, type DataSet, describeDataSet, type Variable } from './dataset.js'
import type { Format, FrameWriter, OutputFolder } from './format.js'
import type { Frame } from './frame.js'

/** The folder of the store. */
const store = 'run.zarr'

/** Compressor of the fields. Bytes of equal significance are grouped (shuffle): those of a smooth field repeat. */
const compression = { cname: 'zstd', clevel: 5, blocksize: 0 }
const shuffled = 1

/** Reader's view of an array, `zarr.json`. */
type ArrayMetadata = Readonly<Record<string, unknown>>

/**
 * Zarr v3: `run.zarr`, a store for xarray and other readers. A frame is one chunk; frames of more than 4 million values are divided
 * along their slowest axis. A frame that was never added reads as NaN.
 */
export const zarr: Format = {
  name: 'zarr',
  summary: 'Zarr v3 store run.zarr with all frames, coordinates and units, for xarray',
  fieldsFor: (_run, _available, asked) => [...asked],
  filesOf: () => [],
  async open(run, fields, output) {
    const { default: Blosc } = await import('numcodecs/blosc')
    const blosc = Blosc.fromConfig({ id: 'blosc', ...compression, shuffle: shuffled })
    const writer = new ZarrWriter(describeDataSet(run, fields), output, async (bytes) => blosc.encode(bytes))
    await writer.writeCoordinates()
    return writer
  },
}

class ZarrWriter implements FrameWriter {
  readonly #dataSet: DataSet
  readonly #output: OutputFolder
  readonly #compress: (bytes: Uint8Array) => Promise<Uint8Array>
  readonly #arrays = new Map<string, ArrayMetadata>()
  #count = 0

  constructor(dataSet: DataSet, output: OutputFolder, compress: (bytes: Uint8Array) => Promise<Uint8Array>) {
    this.#dataSet = dataSet
    this.#output = output
    this.#compress = compress
  }

  async writeCoordinates(): Promise<void> {
    const { time, space, variables } = this.#dataSet
    for (const coordinate of [time, ...space]) {
      await this.#writeArray(coordinate.name, metadataOfCoordinate(coordinate))
      await this.#output.write(`${store}/${coordinate.name}/c.0`, littleEndian(coordinate.values))
    }
    for (const variable of variables)
      await this.#writeArray(variable.name, metadataOfVariable(variable, time.values.length))
  }

  async add(frame: Frame): Promise<void> {
    for (const { field, name, shape } of this.#dataSet.variables) {
      const values = await frame.values(field)
      const chunkShape = chunkShapeOf(shape)
      const length = chunkShape.reduce((product, extent) => product * extent, 1)
      for (let part = 0; part * length < values.length; part++) {
        const key = ['c', this.#count, part, ...shape.slice(1).map(() => 0)].join('.')
        const chunk = wholeChunk(values.subarray(part * length, (part + 1) * length), length)
        await this.#output.write(`${store}/${name}/${key}`, await this.#compress(littleEndian(chunk)))
      }
    }
    this.#count++
  }

  /** The metadata of the group comes last: a store without it is unfinished. It repeats that of all arrays, and readers open one file. */
  async finish(): Promise<Readonly<Record<string, unknown>>> {
    const expected = this.#dataSet.time.values.length
    if (this.#count !== expected)
      throw new Error(`${store} was opened for ${expected} frames, and ${this.#count} have been added`)
    const group = {
      zarr_format: 3,
      node_type: 'group',
      attributes: this.#dataSet.attributes,
      consolidated_metadata: {
        kind: 'inline',
        must_understand: false,
        metadata: Object.fromEntries(this.#arrays),
      },
    }
    await this.#output.write(`${store}/zarr.json`, json(group))
    return { file: store, variables: this.#dataSet.variables.map(({ name }) => name) }
  }

  async #writeArray(name: string, metadata: ArrayMetadata): Promise<void> {
    this.#arrays.set(name, metadata)
    await this.#output.write(`${store}/${name}/zarr.json`, json(metadata))
  }
}

function metadataOfCoordinate({ name, values, attributes }: Coordinate): ArrayMetadata {
  return arrayMetadata('float64', [values.length], [values.length], [], [name], attributes)
}

function metadataOfVariable({ shape, dimensions, attributes }: Variable, frames: number): ArrayMetadata {
  const blosc = { name: 'blosc', configuration: { ...compression, shuffle: 'shuffle', typesize: 4 } }
  return arrayMetadata('float32', [frames, ...shape], [1, ...chunkShapeOf(shape)], [blosc], dimensions, attributes)
}

function arrayMetadata(
  dataType: 'float32' | 'float64',
  shape: readonly number[],
  chunkShape: readonly number[],
  compressors: readonly unknown[],
  dimensionNames: readonly string[],
  attributes: Variable['attributes'],
): ArrayMetadata {
  return {
    zarr_format: 3,
    node_type: 'array',
    shape,
    data_type: dataType,
    chunk_grid: { name: 'regular', configuration: { chunk_shape: chunkShape } },
    chunk_key_encoding: { name: 'default', configuration: { separator: '.' } },
    fill_value: 'NaN',
    codecs: [{ name: 'bytes', configuration: { endian: 'little' } }, ...compressors],
    dimension_names: dimensionNames,
    attributes,
  }
}

/** The last part of a divided frame may be short, but chunks on disk all have the same extents. */
function wholeChunk(values: Float32Array, length: number): Float32Array {
  if (values.length === length) return values
  const chunk = new Float32Array(length).fill(Number.NaN)
  chunk.set(values)
  return chunk
}

/** The bytes of numbers. Every machine that runs this engine stores numbers with the low byte first, as WebAssembly does. */
function littleEndian({ buffer, byteOffset, byteLength }: Float32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
