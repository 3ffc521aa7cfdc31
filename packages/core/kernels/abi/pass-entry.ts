/** One entry of a list of passes (src/backend/pass-list.ts). */
@unmanaged
export class Entry {
  /** Number of the kernel. */
  kernel: i32
  /** Address of its Pass. */
  arguments: usize
  /** Rows to share out among the threads; negative is a leap over as many entries. */
  rows: i32
}
