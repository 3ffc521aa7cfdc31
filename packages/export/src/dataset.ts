// A run as a data set of labelled arrays, after the CF conventions (https://cfconventions.org): dimensions with coordinates, variables
// with units. The Zarr store and the NetCDF file of a run are both made from it, and look the same in xarray.
//
// Axes: x and z are horizontal and y points up, so CF's letters are X for x, Y for z and Z for y.

import { version } from 'seiche'
import type { RunInfo } from './run-info.js'
import { toUdunits } from './udunits.js'

/** Attributes of a variable or of the whole data set. */
export type Attributes = Readonly<Record<string, string>>

/** Positions along a dimension, which has the same name. */
export interface Coordinate {
  readonly name: string
  readonly values: Float64Array
  readonly attributes: Attributes
}

/** An array over time and space. */
export interface Variable {
  /** The field with its values. */
  readonly field: string
  /** Name of the field. A dye that is named like a coordinate has an underscore after its name. */
  readonly name: string
  /** Names of its dimensions: first `time`, then those of a frame. */
  readonly dimensions: readonly string[]
  /** Extents of one frame. */
  readonly shape: readonly number[]
  readonly attributes: Attributes
}

/** A run as a data set. */
export interface DataSet {
  readonly attributes: Attributes
  /** Times of the frames [s]. */
  readonly time: Coordinate
  /** Positions in space [m]. */
  readonly space: readonly Coordinate[]
  readonly variables: readonly Variable[]
}

type Axis = 'x' | 'y' | 'z'

const axes: Readonly<Record<Axis, Attributes>> = {
  x: { axis: 'X', long_name: 'horizontal position along x' },
  y: { axis: 'Z', long_name: 'vertical position', positive: 'up' },
  z: { axis: 'Y', long_name: 'horizontal position along z' },
}

/** Fields whose quantity is in the CF table of standard names. */
const standardNames: Readonly<Record<string, string>> = {
  eta: 'sea_surface_height_above_mean_sea_level',
  depth: 'sea_floor_depth_below_sea_surface',
}

/**
 * Describes a run as a data set.
 *
 * @param run The run.
 * @param fields Fields that become variables.
 * @returns Coordinates, variables and attributes.
 */
export function describeDataSet(run: RunInfo, fields: readonly string[]): DataSet {
  const space = new Map<string, Coordinate>()
  const variables = fields.map((field): Variable => {
    const { shape, meaning, unit } = run.fields[field]!
    const dimensions = axesOf(run, shape).map((axis, k) => {
      const coordinate = alongAxis(run, field, axis, shape[k]!, space)
      space.set(coordinate.name, coordinate)
      return coordinate.name
    })
    const standardName = standardNames[field]
    return {
      field,
      name: /^(time|[xyz](_face)?)$/.test(field) ? `${field}_` : field,
      dimensions: ['time', ...dimensions],
      shape,
      attributes: {
        ...(standardName !== undefined && { standard_name: standardName }),
        long_name: meaning,
        units: toUdunits(unit),
      },
    }
  })
  return { attributes: describeRun(run), time: timeOf(run), space: [...space.values()], variables }
}

/**
 * Divides a frame into chunks. A frame is one chunk. A frame of more than `most` values is divided along its slowest axis, into parts
 * of equal length but for the last one.
 *
 * @param shape Extents of a frame.
 * @param most Number of values that a chunk should have at most. A single line along the other axes is not divided.
 * @returns Extents of a chunk.
 */
export function chunkShapeOf(shape: readonly number[], most = 2 ** 22): number[] {
  const [slowest = 1, ...others] = shape
  const values = shape.reduce((product, extent) => product * extent, 1)
  return [Math.ceil(slowest / Math.ceil(values / most)), ...others]
}

function describeRun({ scene }: RunInfo): Attributes {
  return {
    Conventions: 'CF-1.11',
    title: scene.name,
    source: `Seiche ${version}, solver ${scene.solver.type}`,
    comment: 'x and z are horizontal and y points up, with the middle of the grid at the origin',
    scene: JSON.stringify(scene),
  }
}

/** The unit is `s`: of `seconds`, xarray makes whole nanoseconds. */
function timeOf({ frames }: RunInfo): Coordinate {
  return {
    name: 'time',
    values: Float64Array.from(frames, ({ time }) => time),
    attributes: { axis: 'T', long_name: 'simulated time', units: 's' },
  }
}

/** The axes of a field, slowest first. */
function axesOf({ kind }: RunInfo, shape: readonly number[]): Axis[] {
  if (kind === 'surface') return ['z', 'x']
  return shape.length === 3 ? ['z', 'y', 'x'] : ['y', 'x']
}

/**
 * The coordinate of a field along an axis: `x` at the centres of cells, `x_face` on the faces between them. A field with positions of its
 * own, such as the tile of an ocean, has coordinates with its name.
 */
function alongAxis(
  run: RunInfo,
  field: string,
  axis: Axis,
  count: number,
  known: ReadonlyMap<string, Coordinate>,
): Coordinate {
  const { origin, cellSize } = run.fields[field]!
  const first = origin[axis] ?? 0
  const values = Float64Array.from({ length: count }, (_, i) => first + i * cellSize)
  const onFaces = isOnFaces(run, axis, first)
  const shared = onFaces ? `${axis}_face` : axis
  const other = known.get(shared)
  const isOwn = other !== undefined && !isSame(other.values, values)
  return {
    name: isOwn ? `${shared}_${field}` : shared,
    values,
    attributes: {
      ...axes[axis],
      ...(onFaces && { long_name: `${axes[axis].long_name}, of the faces between cells` }),
      units: 'm',
    },
  }
}

/** Velocities of a fluid are on faces; all fields of surface water are at centres. Faces are whole cells away from the edge of the box. */
function isOnFaces({ kind, scene }: RunInfo, axis: Axis, first: number): boolean {
  if (kind === 'surface') return false
  const [nx, ny, nz = 1] = scene.grid.cells
  const offset = first / scene.grid.cellSize + { x: nx, y: ny, z: nz }[axis] / 2
  return Math.abs(offset - Math.round(offset)) < 0.25
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i])
}
