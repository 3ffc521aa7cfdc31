// A flow and its memory layout: velocities on the faces of cells, as in solvers, or at the centres, as in files.
//
//        +----- v -----+       u, v, w on the faces towards lower x, y, z, one more along their own axis than there are cells;
//        |             |       the middle of the box is the origin, y up. One cell along z is a flat flow.
//        u             u
//        |             |
//        +----- v -----+

/** Cells of a flow along x, y and z. */
export type FlowCells = readonly [nx: number, ny: number, nz: number]

/** Values of a field, which may have padding between rows and planes, as the fields of a simulation. */
export interface FlowValues {
  readonly data: Float32Array
  /** Index of the first value in `data`. Default 0. */
  readonly offset?: number
  /** Distance from one row along x to the next. Default: rows are contiguous. */
  readonly stride?: number
  /** Distance from one plane to the next along z. Default: planes are contiguous. */
  readonly plane?: number
  /** Index of value (i, j, k) in `data`; if present, it determines offset, stride and plane. */
  index?(i: number, j: number, k: number): number
  /**
   * Grid location. 0, 1, 2: on the faces normal to x, y, z. 3: at the centres. Default: on the faces normal to the component's axis;
   * contiguous values may also be at the centres, as their number tells.
   */
  readonly place?: number
}

/** The axes along which a flow is periodic. */
export type Periodic = readonly [x: boolean, y: boolean, z: boolean]

/** A flow as arrays, for example from a worker. They may be replaced between two uses. */
export interface FlowArrays {
  /** Cells along x, y, and in a volume z. */
  readonly cells: readonly [nx: number, ny: number, nz?: number]
  /** Side of a cell [m]. */
  readonly cellSize: number
  /**
   * Fields by name: `u`, `v` and, in a volume, `w` are velocities [m/s]; `open`, if there are solids, is 1 in fluid and 0 in solids.
   * Others, such as dyes, are for views.
   */
  readonly fields: Readonly<Record<string, FlowValues | Float32Array>>
}

/** A simulation of a fluid; `Simulation` fits. */
export interface FlowSimulation {
  readonly grid: { readonly nx: number; readonly ny?: number; readonly nz: number; readonly cellSize: number }
  readonly fieldNames: readonly string[]
  field(name: string): FlowValues
}

/** A flow as arrays, or as a simulation that is read anew at each use. */
export type Flow = FlowArrays | FlowSimulation

const AXES = ['x', 'y', 'z']

/** Cells of a flow. Throws a RangeError if they are not valid. */
export function cellsOf(flow: Flow): FlowCells {
  const { cellSize } = 'grid' in flow ? flow.grid : flow
  if (!(cellSize > 0 && Number.isFinite(cellSize)))
    throw new RangeError(`cellSize must be a positive number, got ${cellSize}`)
  if ('grid' in flow) {
    const { nx, ny, nz } = flow.grid
    if (ny === undefined)
      throw new RangeError('this simulation has a water surface, not a fluid: a flow has cells along y too')
    return [nx, ny, nz]
  }
  const [nx, ny, nz = 1] = flow.cells
  for (const count of [nx, ny, nz])
    if (!(Number.isInteger(count) && count >= 1))
      throw new RangeError(`cells must be whole numbers of at least 1, got ${flow.cells.join(', ')}`)
  return [nx, ny, nz]
}

/** Values of a field of a flow; undefined if there is no such field. */
export function valuesOf(flow: Flow, name: string): FlowValues | Float32Array | undefined {
  if (!('grid' in flow)) return flow.fields[name]
  return flow.fieldNames.includes(name) ? flow.field(name) : undefined
}

/** Memory layout of values: value (i, j, k) is `data[origin + k * plane + j * row + i]`. */
export interface Layout {
  readonly data: Float32Array
  readonly origin: number
  readonly row: number
  readonly plane: number
  /** Values along x, y and z. */
  readonly extent: FlowCells
  readonly place: number
}

/** Layout of values on the faces normal to `axis`, of which there is one more along it; `axis` 3: at the centres. */
export function layoutOf(values: FlowValues | Float32Array, cells: FlowCells, axis: number, name: string): Layout {
  const extentAt = (place: number): FlowCells => [
    cells[0] + Number(place === 0),
    cells[1] + Number(place === 1),
    cells[2] + Number(place === 2 && cells[2] > 1),
  ]
  const count = (place: number) => extentAt(place).reduce((product, n) => product * n, 1)
  const packed = ArrayBuffer.isView(values)
  const { data, index, offset = 0, stride, plane } = packed ? { data: values } : values
  const place = (packed ? undefined : values.place) ?? (data.length === count(3) ? 3 : axis)
  const extent = extentAt(place)
  const origin = index ? index.call(values, 0, 0, 0) : offset
  const row = index ? index.call(values, 0, 1, 0) - origin : (stride ?? extent[0])
  const layer = index ? index.call(values, 0, 0, 1) - origin : (plane ?? row * extent[1])
  const last = origin + (extent[2] - 1) * layer + (extent[1] - 1) * row + extent[0]
  if (origin < 0 || last > data.length || (packed && data.length !== count(place)))
    throw new RangeError(
      `${name} needs ${extent.join(' × ')} values${axis < 3 ? ` on the faces across ${AXES[axis]}, or ${cells.join(' × ')} at the centres` : ''}, got ${data.length}`,
    )
  return { data, origin, row, plane: layer, extent, place }
}
