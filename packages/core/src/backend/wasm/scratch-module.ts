// A small WebAssembly module with a growing memory of its own. Where several callers share one, the contents of its memory are valid until
// the next of them writes to it. These modules are small enough for synchronous compilation in every host; each is compiled on first use,
// once per program.

/** Bytes of a page of WebAssembly memory. */
const PAGE = 65536

/** The compiled modules, by their text. */
const compiled = new Map<string, WebAssembly.Module>()

export class ScratchModule<Kernels> {
  readonly #base64: string
  #exports: (Kernels & { readonly memory: WebAssembly.Memory }) | undefined
  #views = viewsOf(new ArrayBuffer(0))

  constructor(base64: string) {
    this.#base64 = base64
  }

  /** The exports of the module; the first call compiles it. */
  get kernels(): Kernels & { readonly memory: WebAssembly.Memory } {
    this.#exports ??= new WebAssembly.Instance(moduleOf(this.#base64)).exports as unknown as Kernels & {
      readonly memory: WebAssembly.Memory
    }
    return this.#exports
  }

  /** Views of the memory, grown to at least this many bytes. */
  room(bytes: number): ReturnType<typeof viewsOf> {
    const { memory } = this.kernels
    const missing = bytes - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
    if (this.#views.floats.buffer !== memory.buffer) this.#views = viewsOf(memory.buffer)
    return this.#views
  }
}

function moduleOf(base64: string): WebAssembly.Module {
  let module = compiled.get(base64)
  if (!module) {
    module = new WebAssembly.Module(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)))
    compiled.set(base64, module)
  }
  return module
}

function viewsOf(buffer: ArrayBuffer) {
  return {
    floats: new Float32Array(buffer),
    doubles: new Float64Array(buffer),
    integers: new Int32Array(buffer),
  }
}
