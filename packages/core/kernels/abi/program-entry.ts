// One entry of an encoded program (src/backend/wasm/encoded-program.ts): a pass, or an operation on the entries that follow it, its body.

import { Field } from './field'

/** `kernel` of a repetition: the body is executed up to `times` times, as long as its condition does not hold. */
export const REPEAT: i32 = -1
/** `kernel` of a serial block: one thread executes the body, without barriers between its passes. */
export const SERIAL: i32 = -2

@unmanaged
export class Entry {
  /** Number of the kernel; REPEAT or SERIAL for an operation. */
  kernel: i32
  /** Address of its Pass; of a repetition the address of the Field record of its condition, 0 without one. */
  arguments: usize
  /** Rows that the threads divide among themselves; of an operation the number of entries of its body. */
  rows: i32
  /** Most repetitions; of a pass the rows that a thread takes at a time, 0 if each thread has one band of them. */
  times: i32
  /** Not zero: the next pass must have the same bands. */
  keepsBands: i32
}

/** Whether a condition holds: the first double of its record is not zero. */
@inline export function holds(condition: usize): bool {
  return condition != 0 && f64.load(changetype<Field>(condition).origin) != 0
}
