// A module of a kernel or two with a memory of its own, for scratch that grows: what is in it is good until the next caller. Such modules are
// small enough for every host to compile at once, and are compiled when they are first used, once per program.

/** Bytes of a page of WebAssembly's memory. */
const PAGE = 65536

export class ScratchModule<Kernels> {
  readonly #base64: string
  #exports: (Kernels & { readonly memory: WebAssembly.Memory }) | undefined
  #views = viewsOf(new ArrayBuffer(0))

  constructor(base64: string) {
    this.#base64 = base64
  }

  get kernels(): Kernels & { readonly memory: WebAssembly.Memory } {
    this.#exports ??= new WebAssembly.Instance(
      new WebAssembly.Module(Uint8Array.from(atob(this.#base64), (character) => character.charCodeAt(0))),
    ).exports as unknown as Kernels & { readonly memory: WebAssembly.Memory }
    return this.#exports
  }

  /** The memory, at least as many bytes of it. */
  room(bytes: number): ReturnType<typeof viewsOf> {
    const { memory } = this.kernels
    const missing = bytes - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
    if (this.#views.floats.buffer !== memory.buffer) this.#views = viewsOf(memory.buffer)
    return this.#views
  }
}

function viewsOf(buffer: ArrayBuffer) {
  return {
    floats: new Float32Array(buffer),
    doubles: new Float64Array(buffer),
    integers: new Int32Array(buffer),
  }
}
