// Reads the fields of a flow for the views of fluids. Only types are imported from `seiche`: arrays of any origin can be drawn without it.
//
//        +----- v -----+       u, v, w are on the faces of cells towards lower x, y, z, all other fields at the centres. Memory order:
//        |             |       x is fastest, then y (up), then z. The middle of the box is the origin. A flat fluid is one cell deep.
//        u  dye        u
//        |             |
//        +----- v -----+

import type { Flow, FlowSimulation } from 'seiche'

/** Cells and size of the box of a fluid. */
export interface FluidBox {
  /** Cells along x, y and z. */
  readonly cells: readonly [number, number, number]
  /** Side of a cell [m]. */
  readonly cellSize: number
  /** Sides of the box [m]. */
  readonly size: readonly [number, number, number]
}

const isSimulation = (input: Flow): input is FlowSimulation => 'grid' in input

/**
 * The box of a fluid.
 * @throws RangeError if the cells or their size are not positive, or if the simulation has a surface instead of a fluid.
 */
export function readBox(input: Flow): FluidBox {
  const { cellSize } = isSimulation(input) ? input.grid : input
  let cells: [number, number, number]
  if (isSimulation(input)) {
    const { nx, ny, nz } = input.grid
    if (ny === undefined)
      throw new RangeError('this simulation has a water surface, not a fluid: draw it with a WaterSurface')
    cells = [nx, ny, nz]
  } else cells = [input.cells[0], input.cells[1], input.cells[2] ?? 1]
  if (!cells.every((count) => Number.isInteger(count) && count >= 1))
    throw new RangeError(`cells must be whole numbers of at least 1, got ${cells.join(', ')}`)
  if (!(cellSize > 0 && Number.isFinite(cellSize))) throw new RangeError(`cellSize must be positive, got ${cellSize}`)
  return { cells, cellSize, size: [cells[0] * cellSize, cells[1] * cellSize, cells[2] * cellSize] }
}

/** Memory layout of a field: the value of cell (i, j, k) is at `origin + i * steps[0] + j * steps[1] + k * steps[2]`. */
export interface CellValues {
  readonly data: Float32Array
  readonly origin: number
  readonly steps: readonly [number, number, number]
  /** Distance in memory from the lower face of a cell to its upper face, whose mean is the value of the cell; 0 for values at centres. */
  readonly ahead: number
}

/** Whether a fluid has a field. */
export function hasField(input: Flow, name: string): boolean {
  return isSimulation(input) ? input.fieldNames.includes(name) : input.fields[name] !== undefined
}

/**
 * The present values of a field. Call it again for each use: WebAssembly memory that grows detaches earlier views.
 * @throws RangeError if there is no such field, or if its values do not fit the cells.
 */
export function readValues(input: Flow, name: string, { cells }: FluidBox): CellValues {
  const found = isSimulation(input) ? input.field(name) : input.fields[name]
  if (!found) throw new RangeError(`this fluid has no field “${name}”: it has ${fieldsOf(input).join(', ')}`)
  const own = ['u', 'v', 'w'].indexOf(name)
  const extentAt = (place: number) =>
    cells.map((count, axis) => count + Number(axis === place && (axis < 2 || count > 1))) as [number, number, number]
  const count = (place: number) => extentAt(place).reduce((product, n) => product * n, 1)
  const packed = ArrayBuffer.isView(found)
  const { data, offset = 0, stride, plane, place: given } = packed ? { data: found } : found
  const index = packed ? undefined : found.index?.bind(found)
  const place = given ?? (own < 0 || data.length === count(3) ? 3 : own)
  const extent = extentAt(place)
  const origin = index ? index(0, 0, 0) : offset
  const row = index ? index(0, 1, 0) - origin : (stride ?? extent[0])
  const layer = index ? index(0, 0, 1) - origin : (plane ?? row * extent[1])
  const last = origin + (extent[2] - 1) * layer + (extent[1] - 1) * row + extent[0]
  if (origin < 0 || last > data.length || (packed && data.length !== count(place)))
    throw new RangeError(
      `${name} of ${cells.join(' × ')} cells needs ${extent.join(' × ')} values, which do not fit into ${data.length}`,
    )
  const steps = [1, row, layer] as const
  return { data, origin, steps, ahead: place < 3 && extent[place] !== cells[place] ? steps[place as 0 | 1 | 2] : 0 }
}

function fieldsOf(input: Flow): readonly string[] {
  return isSimulation(input) ? input.fieldNames : Object.keys(input.fields)
}
