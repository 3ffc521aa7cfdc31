/** One entry of a list of passes (src/backend/pass-list.ts). */
@unmanaged
export class Entry {
  /** Number of the kernel. */
  kernel: i32
  /** Address of its Pass. */
  arguments: usize
  /** Rows that the threads divide among themselves; negative: a conditional skip over as many entries (skip-if.ts). */
  rows: i32
}
