import type { RowSums } from '../../fields/field.js'
import type { MeasuredSurface } from '../diagnostics.js'

/** Columns of a table of sums with the lowest and the highest elevation. */
interface ExtremeColumns {
  readonly lowest: number
  readonly highest: number
}

/** Completes the diagnostics of a surface: total energy, and extremes, which are 0 on a grid without water. */
export function measuredSurface(
  values: Omit<MeasuredSurface, 'kind' | 'energy' | 'minimum' | 'maximum'>,
  sums: RowSums,
  { lowest, highest }: ExtremeColumns,
  hasWater: boolean,
): MeasuredSurface {
  return {
    kind: 'surface',
    ...values,
    energy: values.kineticEnergy + values.potentialEnergy,
    minimum: hasWater ? sums.minimum(lowest) : 0,
    maximum: hasWater ? sums.maximum(highest) : 0,
  }
}
