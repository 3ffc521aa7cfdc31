// Lists of cells in the memory of the fields: cells are numbered j nx + i, values are doubles. Cells of a list follow each other in rows, and
// the division that finds a row is slower than all else: loops make it once for each run of cells in a row.

import { Field } from '../abi/field'

@inline export function cellAt(cells: usize, k: i32): i32 { return i32.load(cells + (<usize>k << 2)) }
@inline export function at(array: usize, k: i32): f64 { return f64.load(array + (<usize>k << 3)) }
@inline export function put(array: usize, k: i32, value: f64): void { f64.store(array + (<usize>k << 3), value) }
/** Value of a field at an address. */
@inline export function valueAt(address: usize): f64 { return <f64>f32.load(address) }
/** Address from which the cells of row j have the offset 4 × cell. */
@inline export function rowFor(field: Field, j: i32, start: i32): usize { return field.row(j) - (<usize>start << 2) }

/** Fills `values` with the values of a field. */
export function readCells(field: Field, cells: usize, first: i32, end: i32, values: usize): void {
  const nx = field.nx
  let start = 0, after = -1
  let row: usize = 0
  for (let k = first; k < end; k++) {
    const cell = cellAt(cells, k)
    if (cell >= after || cell < start) {
      const j = cell / nx
      start = j * nx
      after = start + nx
      row = rowFor(field, j, start)
    }
    put(values, k, valueAt(row + (<usize>cell << 2)))
  }
}
