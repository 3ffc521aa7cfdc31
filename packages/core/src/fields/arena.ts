// The layout of a simulation's WebAssembly memory. All addresses are reserved first, so that the size of the memory is known before
// it is allocated.

/** First address. The kernels have no static data; the first KiB stays unused, so that no field has address 0. */
const BASE = 1024
/** Bytes of a cache line: no two allocations share one. */
const ALIGNMENT = 64
const PAGE = 65536
/** Largest size of a 32-bit memory [bytes]. */
export const MEMORY_LIMIT = 65536 * PAGE

/** Allocates addresses in ascending order; nothing is ever freed. */
export class Arena {
  #end = BASE

  /** Reserves bytes and returns their address. */
  allocate(bytes: number): number {
    const address = this.#end
    this.#end = Math.ceil((address + bytes) / ALIGNMENT) * ALIGNMENT
    return address
  }

  /** Bytes reserved so far. */
  get bytes(): number {
    return this.#end
  }

  /** Memory pages that hold them. */
  get pages(): number {
    return wholePages(this.#end) / PAGE
  }
}

/** A number of bytes, rounded up to whole pages of memory. */
export function wholePages(bytes: number): number {
  return Math.ceil(bytes / PAGE) * PAGE
}
