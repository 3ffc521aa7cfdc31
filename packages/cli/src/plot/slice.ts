// Parts of a field: a plane of a volume, a row of a plane, with the positions of their values.

import type { FieldEntry } from '@seiche/export'
import { badInput } from '../terminal/failure.js'

export type AxisName = 'x' | 'y' | 'z'

/** Positions of the values along an axis [m], from the edges of the cells: n values, the first at `origin`. */
export interface AxisPositions {
  name: AxisName
  count: number
  /** Position of the first value [m]. */
  origin: number
  cellSize: number
}

export interface Plane {
  horizontal: AxisPositions
  vertical: AxisPositions
  /** Row by row along the horizontal axis. */
  values: Float32Array
  /** 1 in solids, for each value. */
  solid?: Uint8Array
  /** Position of the plane in a volume, along z [m]. */
  at?: number
}

/** The axes of a field, x first: of water x and z, of a fluid x, y and in a volume z. */
export function axesOf({ shape, origin, cellSize }: FieldEntry): AxisPositions[] {
  const names: AxisName[] = origin.y === undefined ? ['x', 'z'] : ['x', 'y', 'z']
  return [...shape].reverse().map((count, at) => {
    const name = names[at]!
    return { name, count, origin: origin[name] ?? 0, cellSize }
  })
}

/**
 * The field itself, or in a volume its plane nearest to z = `at` [m], the middle unless given.
 *
 * @param openness 1 in fluid, 0 in solids, for each value of the field
 */
export function planeOf(
  field: FieldEntry,
  values: Float32Array,
  at: number | undefined,
  openness?: Float32Array,
): Plane {
  const [horizontal, vertical, depth] = axesOf(field) as [AxisPositions, AxisPositions, AxisPositions?]
  const k = depth ? indexAt(depth, at) : 0
  const size = horizontal.count * vertical.count
  const part = (all: Float32Array) => all.subarray(k * size, (k + 1) * size)
  return {
    horizontal,
    vertical,
    values: part(values),
    // Velocities on faces have other numbers of values than there are cells.
    ...(openness?.length === values.length && {
      solid: Uint8Array.from(part(openness), (open) => (open < 0.5 ? 1 : 0)),
    }),
    ...(depth && { at: positionOf(depth, k) }),
  }
}

/** The row nearest to a position on the other axis, the middle unless given. Solids have no values: NaN. */
export function lineOf(
  { horizontal, vertical, values, solid }: Plane,
  along: AxisName | undefined,
  at: number | undefined,
): { axis: AxisPositions; across: AxisPositions; at: number; x: Float64Array; y: Float32Array } {
  // A channel is one cell wide: its section is along it.
  const chosen = along ?? (horizontal.count === 1 ? vertical.name : horizontal.name)
  if (chosen !== horizontal.name && chosen !== vertical.name) {
    throw badInput(`--along ${chosen}: the field has the axes ${horizontal.name} and ${vertical.name}`)
  }
  const isHorizontal = chosen === horizontal.name
  const [axis, across] = isHorizontal ? [horizontal, vertical] : [vertical, horizontal]
  const k = indexAt(across, at)
  const value = (i: number) => {
    const index = isHorizontal ? k * horizontal.count + i : i * horizontal.count + k
    return solid?.[index] ? Number.NaN : values[index]!
  }
  return {
    axis,
    across,
    at: positionOf(across, k),
    x: Float64Array.from({ length: axis.count }, (_, i) => positionOf(axis, i)),
    y: Float32Array.from({ length: axis.count }, (_, i) => value(i)),
  }
}

export function positionOf({ origin, cellSize }: AxisPositions, index: number): number {
  return Number((origin + index * cellSize).toPrecision(10))
}

/** Edges of the first and the last cell [m]. */
export function edgesOf({ origin, cellSize, count }: AxisPositions): [number, number] {
  return [origin - cellSize / 2, origin + (count - 0.5) * cellSize]
}

function indexAt({ name, count, origin, cellSize }: AxisPositions, at: number | undefined): number {
  if (at === undefined) return Math.floor(count / 2)
  const index = Math.round((at - origin) / cellSize)
  if (index >= 0 && index < count) return index
  const last = origin + (count - 1) * cellSize
  throw badInput(`--at ${at}: there are no values at ${name} = ${at} m`, {
    advice: `Give a position from ${Number(origin.toPrecision(6))} to ${Number(last.toPrecision(6))}.`,
  })
}
