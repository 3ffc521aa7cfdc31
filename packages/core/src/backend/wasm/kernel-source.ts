// Where the compiled kernels and the program of a thread come from. Without addresses they are inside the package, as text: no server has
// to deliver them and no bundler has to find them. With addresses a page loads them as files, a quarter smaller and compiled as they arrive.

import { nodeBuiltin } from '../host.js'

/** Addresses of the kernels, for a page that serves them as files: those of `seiche/kernels`. */
export interface KernelFiles {
  /** Address of `shared.wasm`, for several threads. */
  readonly shared: string | URL
  /** Address of `single.wasm`, for one thread. */
  readonly single: string | URL
  /** Addresses of `shared-surfaces.wasm` and `single-surfaces.wasm`, which are a third smaller, for scenes that need no kernel of fluids. */
  readonly surfaces?: { readonly shared: string | URL; readonly single: string | URL } | undefined
  /** Addresses of `shared-basins.wasm` and `single-basins.wasm`, smaller still, for scenes of `columns` and of linear `iwave`. */
  readonly basins?: { readonly shared: string | URL; readonly single: string | URL } | undefined
  /** Address of `thread.js`, of the same origin as the page. Default: threads start from a blob, which a Content-Security-Policy may forbid. */
  readonly thread?: string | URL | undefined
}

/** Kernels by address, and those of the package: compiled once per program, however many simulations there are. */
const modules = new Map<string, Promise<WebAssembly.Module>>()

/** The kernels that a simulation needs: those of basins, those of all surface water, or those of fluids, too. */
export type KernelSet = 'basins' | 'surfaces' | 'all'

/** The compiled kernels. `shared`: for memory that threads share. */
export function loadKernels(
  shared: boolean,
  files: KernelFiles | undefined,
  set: KernelSet = 'all',
): Promise<WebAssembly.Module> {
  const those = (set === 'basins' && files?.basins) || (set !== 'all' && files?.surfaces) || files
  const address = those && String(shared ? those.shared : those.single)
  const key = address ?? (shared ? 'shared' : 'single')
  const known = modules.get(key)
  if (known) return known
  const module = address === undefined ? compilePackaged(shared) : compileFile(address)
  modules.set(key, module)
  // Kernels that could not be loaded are asked for again by the next simulation.
  module.catch(() => modules.delete(key))
  return module
}

async function compilePackaged(shared: boolean): Promise<WebAssembly.Module> {
  const base64 = shared
    ? (await import('../../generated/shared.js')).sharedWasm
    : (await import('../../generated/single.js')).singleWasm
  return WebAssembly.compile(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)))
}

async function compileFile(address: string): Promise<WebAssembly.Module> {
  if (nodeBuiltin('node:worker_threads') && !/^(https?|data|blob):/.test(address))
    throw new Error(`the option "kernels" is for pages; in Node leave it out (got ${address})`)
  const response = await fetch(address)
  if (!response.ok) throw new Error(`the kernels could not be loaded from ${address} (HTTP status ${response.status})`)
  // A server that does not know the type of the file cannot have it compiled while it arrives.
  const isTyped = response.headers.get('content-type')?.startsWith('application/wasm')
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer())
}
