// Fills the halo of a field from its cells, for kernels that read one cell beyond the edge.

import { copyRow, fillRow, FIXED, ghostAfter, ghostBefore, PERIODIC, putAfter } from './edges'
import { Field } from '../abi/field'
import { put } from '../abi/simd'

@unmanaged
export class HaloPass {
  field: Field
  /** Kinds of the edges x-, x+, z-, z+; open edges are treated as walls. */
  xBefore: i32
  xAfter: i32
  zBefore: i32
  zAfter: i32
  /** Value beyond fixed edges, in the unit of the field. */
  outside: f32
}

/** Postcondition: ghost columns and halo rows satisfy the conditions of their edges. The first and the last band fill the halo rows. */
export function fillHalo(pass: HaloPass, begin: i32, end: i32): void {
  const field = pass.field
  const nx = field.nx, nz = field.nz
  for (let j = begin; j < end; j++) {
    const row = field.row(j)
    put(row, -1, pass.xBefore == FIXED ? pass.outside : ghostBefore(pass.xBefore, row, nx))
    putAfter(row, nx, pass.xAfter == FIXED ? pass.outside : ghostAfter(pass.xAfter, row, nx))
  }
  if (begin == 0) fillHaloRow(pass, pass.zBefore, field.row(-1), field.row(0), field.row(nz - 1), nx)
  if (end == nz) fillHaloRow(pass, pass.zAfter, field.row(nz), field.row(nz - 1), field.row(0), nx)
}

@inline function fillHaloRow(pass: HaloPass, kind: i32, ghost: usize, near: usize, far: usize, nx: i32): void {
  if (kind == FIXED) fillRow(ghost, nx, pass.outside)
  else copyRow(ghost, kind == PERIODIC ? far : near, nx)
}
