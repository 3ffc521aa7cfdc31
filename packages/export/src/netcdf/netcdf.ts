// A NetCDF-4 file: an HDF5 file whose dimensions are dimension scales. Time is its unlimited dimension; a frame appends one chunk to each
// variable, and the file is flushed after it, so memory does not depend on the number of frames.
//
// docs/decisions/0018-netcdf-through-hdf5.md has the reasons for this way.

import { type Attributes, type Coordinate, chunkShapeOf, type DataSet, describeDataSet } from '../dataset.js'
import type { Format, FrameWriter } from '../format.js'
import type { Frame } from '../frame.js'
import { PartFile } from '../part-file.js'
import { type Dataset, type File, type Group, Hdf5File } from './hdf5.js'

/** Name of the file. */
const fileName = 'run.nc'

/** Higher levels make fields of floats smaller by less than 1 %. */
const deflateLevel = 1

/** Times in one chunk. */
const timesPerChunk = 512

/**
 * NetCDF-4: `run.nc`, one file with all frames, for xarray, ncdump, MATLAB and others. Fields are compressed; a frame is one chunk, and
 * frames of more than 4 million values are divided along their slowest axis.
 */
export const netcdf: Format = {
  name: 'netcdf',
  summary: 'NetCDF-4 file run.nc with all frames, coordinates and units, for xarray and others',
  fieldsFor: (_run, _available, asked) => [...asked],
  filesOf: () => [],
  async open(run, fields, output) {
    const part = new PartFile(output.path, fileName)
    try {
      const file = await Hdf5File.create(part.path, fileName)
      const dataSet = describeDataSet(run, fields)
      file.write((hdf5) => describe(hdf5, dataSet))
      return new NetcdfWriter(part, file, dataSet)
    } catch (error) {
      await part.discard()
      throw error
    }
  },
}

class NetcdfWriter implements FrameWriter {
  readonly #part: PartFile
  readonly #file: Hdf5File
  readonly #dataSet: DataSet
  #count = 0

  constructor(part: PartFile, file: Hdf5File, dataSet: DataSet) {
    this.#part = part
    this.#file = file
    this.#dataSet = dataSet
  }

  async add(frame: Frame): Promise<void> {
    const { variables, time } = this.#dataSet
    const all = await Promise.all(variables.map(({ field }) => frame.values(field)))
    this.#file.write((file) => {
      append(file, time.name, this.#count, [], Float64Array.of(frame.time))
      variables.forEach(({ name, shape }, k) => {
        append(file, name, this.#count, shape, all[k]!)
      })
      file.flush()
    })
    this.#count++
  }

  async finish(): Promise<Readonly<Record<string, unknown>>> {
    this.#file.close()
    await this.#part.complete()
    return { file: fileName, variables: this.#dataSet.variables.map(({ name }) => name) }
  }

  async dispose(): Promise<void> {
    try {
      this.#file.close()
    } catch {
      // An error before it has been reported, and the file is removed.
    }
    await this.#part.discard()
  }
}

/** Creates dimensions, variables and attributes. */
function describe(file: File, { attributes, time, space, variables }: DataSet): void {
  describeObject(file, attributes)
  file.create_dataset({
    name: time.name,
    data: new Float64Array(0),
    shape: [0],
    maxshape: [null],
    chunks: [timesPerChunk],
    track_order: true,
  })
  for (const { name, values } of space) file.create_dataset({ name, data: values, track_order: true })
  for (const coordinate of [time, ...space]) describeScale(dataset(file, coordinate.name), coordinate)
  for (const { name, shape, dimensions, attributes } of variables) {
    file.create_dataset({
      name,
      data: new Float32Array(0),
      shape: [0, ...shape],
      maxshape: [null, ...shape],
      chunks: [1, ...chunkShapeOf(shape)],
      compression: 'gzip',
      compression_opts: deflateLevel,
      track_order: true,
    })
    const variable = dataset(file, name)
    dimensions.forEach((dimension, axis) => {
      variable.attach_scale(axis, `/${dimension}`)
    })
    describeObject(variable, attributes)
  }
}

function describeScale(scale: Dataset, { name, attributes }: Coordinate): void {
  scale.make_scale(name)
  describeObject(scale, attributes)
}

/** Text of fixed length: readers see characters (NC_CHAR), which all of them know, and not strings (NC_STRING). */
function describeObject(object: Group | Dataset, attributes: Attributes): void {
  for (const [name, text] of Object.entries(attributes))
    object.create_attribute(name, text, null, `S${Math.max(1, Buffer.byteLength(text))}`)
}

/** Appends a record to an array with unlimited first dimension. */
function append(
  file: File,
  name: string,
  index: number,
  shape: readonly number[],
  values: Float32Array | Float64Array,
) {
  const array = dataset(file, name)
  array.resize([index + 1, ...shape])
  array.write_slice([[index, index + 1], ...shape.map((): [] => [])], values)
}

function dataset(file: File, name: string): Dataset {
  return file.get(name) as Dataset
}
