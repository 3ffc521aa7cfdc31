// The record by which kernels know a field. src/fields/field.ts lays fields out in memory and writes one record for each.

@unmanaged
export class Field {
  /** Address of cell (0, 0); 16-byte aligned. */
  origin: usize
  /** Cells along x. */
  nx: i32
  /** Cells along z. */
  nz: i32
  /** Bytes from one row to the next. Rows are padded, so that loops over whole SIMD vectors may run past cell nx - 1. */
  stride: i32

  /** Address of cell (0, j); j = -1 and j = nz are the halo rows. */
  @inline row(j: i32): usize {
    return this.origin + <usize>(j * this.stride)
  }
}
