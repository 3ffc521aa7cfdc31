// One WebAssembly memory holds everything a simulation needs, and its size is known before it is allocated.

/** The kernels keep no data of their own; the first KiB stays unused so that address 0 is never a field. */
const BASE = 1024
/** Cache line and more: allocations never share one. */
const ALIGNMENT = 64
const PAGE = 65536
/** A 32-bit memory ends here. */
export const MEMORY_LIMIT = 65536 * PAGE

/** Hands out addresses in order; nothing is ever freed. */
export class Arena {
  #end = BASE

  /** Reserves bytes and returns their address. */
  allocate(bytes: number): number {
    const address = this.#end
    this.#end = Math.ceil((address + bytes) / ALIGNMENT) * ALIGNMENT
    return address
  }

  /** Bytes taken so far. */
  get bytes(): number {
    return this.#end
  }

  /** Memory pages that hold them. */
  get pages(): number {
    return wholePages(this.#end) / PAGE
  }
}

/** Bytes of the whole pages that hold so many bytes: memory comes in pages. */
export function wholePages(bytes: number): number {
  return Math.ceil(bytes / PAGE) * PAGE
}
