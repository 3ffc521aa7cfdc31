// Slopes of a field by central differences, as the engine computes them for its queries (`Sampler` of the core): beyond a wall and in a
// solid the field has the value of the cell itself, beyond a periodic edge that of the opposite edge, so that tiles repeat without a seam.

import type { SurfaceLayout } from './surface-layout.js'

/**
 * Slopes along an axis at every cell.
 *
 * @param values The field.
 * @param layout Where its values lie.
 * @param along The axis.
 * @param openness Openness of the cells; those with 0 are solid, and have the slope 0.
 * @returns Change of the values per metre.
 */
export function slopes(
  values: Float32Array,
  { x, z, cellSize }: SurfaceLayout,
  along: 'x' | 'z',
  openness?: Float32Array,
): Float32Array {
  const result = new Float32Array(values.length)
  const [axis, step] = along === 'x' ? [x, 1] : [z, x.count]
  const { count, wraps, isCutBefore, isCutAfter } = axis
  const isOpen = (cell: number) => openness === undefined || openness[cell]! > 0
  for (let j = 0, cell = 0; j < z.count; j++)
    for (let i = 0; i < x.count; i++, cell++) {
      if (!isOpen(cell)) continue
      const at = along === 'x' ? i : j
      const before = at > 0 ? cell - step : wraps ? cell + (count - 1) * step : cell
      const after = at < count - 1 ? cell + step : wraps ? cell - (count - 1) * step : cell
      const low = values[isOpen(before) ? before : cell]!
      const high = values[isOpen(after) ? after : cell]!
      // Where the recording was cut out of the grid, the value beyond is unknown: a one-sided difference.
      const isCut = (at === 0 && isCutBefore && !wraps) || (at === count - 1 && isCutAfter && !wraps)
      result[cell] = (high - low) / (isCut ? cellSize : 2 * cellSize)
    }
  return result
}
