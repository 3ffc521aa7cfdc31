// The kernels for bodies (kernels/bodies), with scratch memory that grows and that whoever calls one may use until the call returns.

import { bodyWasm } from '../generated/kernels.js'

/** Bytes of a page of WebAssembly's memory. */
const PAGE = 65536

/** Arguments but for counts are addresses. */
interface Exports {
  readonly memory: WebAssembly.Memory
  /** Cuts triangles along the lines of the grid (kernels/bodies/polyhedron-fragments.ts). Returns how many fragments there are. */
  polyhedronFragments(
    corners: number,
    triangles: number,
    triangleCount: number,
    box: number,
    polygons: number,
    out: number,
  ): number
  /** Cuts a round body (kernels/bodies/round-columns.ts). Returns how many spans it has made. */
  roundColumns(
    round: number,
    alongX: number,
    alongZ: number,
    lines: number,
    row: number,
    sums: number,
    spans: number,
  ): number
}

/** Compiled when the first body is cut, once per program; it is small enough for every host to do that at once. */
let exports: Exports | undefined
let views = { doubles: new Float64Array(0), integers: new Int32Array(0) }

export function bodyKernels(): Exports {
  exports ??= instantiate()
  return exports
}

function instantiate(): Exports {
  const module = new WebAssembly.Module(Uint8Array.from(atob(bodyWasm), (character) => character.charCodeAt(0)))
  return new WebAssembly.Instance(module).exports as unknown as Exports
}

/** The scratch, at least as many bytes of it, as doubles and as integers. */
export function bodyScratch(bytes: number): typeof views {
  const { memory } = bodyKernels()
  const missing = bytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
  if (views.doubles.buffer !== memory.buffer)
    views = { doubles: new Float64Array(memory.buffer), integers: new Int32Array(memory.buffer) }
  return views
}
