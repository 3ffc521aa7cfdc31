// Sums of an ocean for the diagnostics, a record of doubles for each row, added from left to right.

import { Field } from './field'
import { at } from './wide'

@unmanaged
export class OceanMeasurePass {
  /** Elevation on the grid. */
  eta: Field
  /** Addresses of fields; those of cascade c begin at 8 c, in the order of the packs (ocean-modes.ts). */
  fields: Field
  /** A record a row: sum eta, squares of eta over the cascades, squares of the slopes over the cascades, min eta, max eta. */
  sums: Field
  cascades: i32
}

@inline function fieldOf(pass: OceanMeasurePass, index: i32): Field {
  return changetype<Field>(<usize>i32.load(pass.fields.origin + (<usize>index << 2)))
}

@inline function squares(field: Field, j: i32): f64 {
  const row = field.row(j)
  let sum: f64 = 0
  for (let i = 0; i < field.nx; i++) sum += <f64>at(row, i) * <f64>at(row, i)
  return sum
}

/** Squares are summed cascade by cascade, where the sum over the cells is that over the modes exactly (Parseval). */
export function oceanMeasure(pass: OceanMeasurePass, begin: i32, end: i32): void {
  for (let j = begin; j < end; j++) {
    const eta = pass.eta.row(j)
    let sum: f64 = 0, heights: f64 = 0, slopes: f64 = 0, lowest: f64 = Infinity, highest: f64 = -Infinity
    for (let i = 0; i < pass.eta.nx; i++) {
      const h = <f64>at(eta, i)
      sum += h
      lowest = min(lowest, h)
      highest = max(highest, h)
    }
    for (let c = 0; c < pass.cascades; c++) {
      heights += squares(fieldOf(pass, 8 * c), j)
      slopes += squares(fieldOf(pass, 8 * c + 5), j) + squares(fieldOf(pass, 8 * c + 7), j)
    }
    const record = pass.sums.row(j)
    f64.store(record, sum)
    f64.store(record, heights, 8)
    f64.store(record, slopes, 16)
    f64.store(record, lowest, 24)
    f64.store(record, highest, 32)
  }
}
