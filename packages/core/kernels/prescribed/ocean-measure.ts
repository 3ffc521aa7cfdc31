// Sums of an ocean for the diagnostics: one record of doubles for each row, summed from left to right.

import { Field } from '../abi/field'
import { Part, PARTS } from './ocean-modes'
import { at } from '../abi/simd'

/** Sums of one row; src/solvers/ocean/ocean.ts adds the rows. */
@unmanaged
export class OceanSums {
  /** Sum of eta. */
  eta: f64
  /** Squares of eta and of the slopes, over the cascades. */
  squares: f64
  slopes: f64
  /** Least and largest eta. */
  lowest: f64
  highest: f64
}

@unmanaged
export class OceanMeasurePass {
  /** Elevation on the grid. */
  eta: Field
  /** Addresses of fields; those of cascade c begin at PARTS c (ocean-modes.ts). */
  fields: Field
  /** OceanSums of each row. */
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

/** Squares are summed in each cascade separately, where the sum over the cells equals that over the modes (Parseval). */
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
      heights += squares(fieldOf(pass, PARTS * c + Part.eta), j)
      slopes += squares(fieldOf(pass, PARTS * c + Part.slopeX), j) + squares(fieldOf(pass, PARTS * c + Part.slopeZ), j)
    }
    const sums = changetype<OceanSums>(pass.sums.row(j))
    sums.eta = sum
    sums.squares = heights
    sums.slopes = slopes
    sums.lowest = lowest
    sums.highest = highest
  }
}
