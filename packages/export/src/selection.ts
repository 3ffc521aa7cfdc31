// A part of the grid: a region, and every n-th value of it. The values keep their positions.

import type { Grid } from 'seiche'
import type { FieldInfo } from './run-info.js'

type Axis = 'x' | 'y' | 'z'

/** Lowest and highest coordinate of the values that are kept, on each axis [m]. */
export type Region = Readonly<Partial<Record<Axis, readonly [minimum: number, maximum: number]>>>

/** The recorded part of the grid. */
export interface Selection {
  /** The region; undefined for the whole grid. */
  readonly region?: Region | undefined
  /** Every n-th value is kept along each axis, beginning with the first of the region. 1 keeps all. */
  readonly stride: number
}

/** A field of which a part is kept. */
export interface SelectedField {
  /** Shape, position and distance of the values that are kept. */
  readonly info: FieldInfo
  /** Copies the values that are kept out of all values. */
  pick(values: Float32Array): Float32Array
}

/** Positions this close to the edge of a region belong to it, as a share of the cell size: coordinates are rounded decimals. */
const tolerance = 1e-6

/** The indices that are kept along an axis. */
interface Range {
  readonly first: number
  readonly count: number
  /** Number of all values along the axis. */
  readonly extent: number
}

/**
 * The part of a field that a selection keeps.
 *
 * @param info The whole field.
 * @param selection The selection.
 * @returns The description of the part, and a function that copies it.
 * @throws RangeError for a region without values.
 * @example
 * ```ts
 * import { describeField, selectField } from '@seiche/export'
 *
 * const middle = selectField(describeField(sim, 'eta'), { region: { x: [-1, 1] }, stride: 2 })
 * console.log(middle.info.shape, middle.pick(sim.field('eta').read()).length)
 * ```
 */
export function selectField(info: FieldInfo, { region = {}, stride }: Selection): SelectedField {
  const axes = axesOf(info)
  const ranges = axes.map((axis, k) => rangeOf(info, axis, info.shape[k]!, region[axis], stride))
  const origin = { ...info.origin }
  axes.forEach((axis, k) => {
    origin[axis] = info.origin[axis]! + ranges[k]!.first * info.cellSize
  })
  const shape = ranges.map(({ count }) => count)
  return {
    info: { ...info, shape, origin, cellSize: info.cellSize * stride },
    pick: (values) => pickValues(values, ranges, stride),
  }
}

/**
 * The cells that a selection keeps.
 *
 * @param grid The whole grid.
 * @param selection The selection.
 * @returns Their numbers and their distance.
 * @throws RangeError for a region without cells.
 * @example
 * ```ts
 * import { selectGrid } from '@seiche/export'
 *
 * console.log(selectGrid(sim.grid, { stride: 4 }).cellSize)
 * ```
 */
export function selectGrid(grid: Grid, selection: Selection): Grid {
  const { nx, ny, nz, cellSize } = grid
  const first = (cells: number) => ((1 - cells) / 2) * cellSize
  // A 2-D fluid is one cell deep, and its fields have no axis z.
  const isPlane = ny !== undefined && nz === 1
  const centers: FieldInfo = {
    unit: '',
    meaning: '',
    shape: [...(isPlane ? [] : [nz]), ...(ny === undefined ? [] : [ny]), nx],
    origin: { x: first(nx), ...(ny !== undefined && { y: first(ny) }), ...(!isPlane && { z: first(nz) }) },
    cellSize,
  }
  const { info } = selectField(centers, selection)
  const cells = new Map(axesOf(centers).map((axis, k) => [axis, info.shape[k]!]))
  const rows = cells.get('y')
  return {
    nx: cells.get('x')!,
    ...(rows !== undefined && { ny: rows }),
    nz: cells.get('z') ?? 1,
    cellSize: info.cellSize,
  }
}

/** The axes of a field, slowest first. */
function axesOf({ origin }: FieldInfo): Axis[] {
  return (['z', 'y', 'x'] as const).filter((axis) => origin[axis] !== undefined)
}

function rangeOf(
  { origin, cellSize }: FieldInfo,
  axis: Axis,
  extent: number,
  limits: readonly [number, number] | undefined,
  stride: number,
): Range {
  const start = origin[axis]!
  const [minimum, maximum] = limits ?? [start, start + (extent - 1) * cellSize]
  const first = Math.max(0, Math.ceil((minimum - start) / cellSize - tolerance))
  const last = Math.min(extent - 1, Math.floor((maximum - start) / cellSize + tolerance))
  if (first > last) {
    const end = Number((start + (extent - 1) * cellSize).toPrecision(6))
    throw new RangeError(
      `no value lies between ${axis} = ${minimum} and ${maximum} m; the values lie from ${Number(start.toPrecision(6))} to ${end} m at a distance of ${cellSize} m`,
    )
  }
  return { first, count: Math.floor((last - first) / stride) + 1, extent }
}

function pickValues(values: Float32Array, ranges: readonly Range[], stride: number): Float32Array {
  const whole: Range = { first: 0, count: 1, extent: 1 }
  const [planes, rows, columns] = [whole, whole, ...ranges].slice(-3) as [Range, Range, Range]
  const picked = new Float32Array(planes.count * rows.count * columns.count)
  let to = 0
  for (let k = 0; k < planes.count; k++)
    for (let j = 0; j < rows.count; j++) {
      const plane = planes.first + k * stride
      const row = (plane * rows.extent + rows.first + j * stride) * columns.extent + columns.first
      for (let i = 0; i < columns.count; i++) picked[to++] = values[row + i * stride]!
    }
  return picked
}
