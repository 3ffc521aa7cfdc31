// Calls of the HDF5 library. It is compiled to WebAssembly (h5wasm), writes to the real file as it goes, and returns when a call is done.
// Around each call two things are arranged:
//
// - Errors. By itself the library prints its error stack and goes on. Here it throws, and the stack becomes one sentence.
// - The clock. The library stamps each array with the time of its making, and has no setting against it that h5wasm can reach. During
//   a call the clock stands still, so that the same frames give the same bytes.

import type { Dataset, File, Group } from 'h5wasm/node'

export type { Dataset, File, Group }

type Library = typeof import('h5wasm/node')['default']
type Module = Awaited<Library['ready']>

/** Codes of the system errors that writing meets, by the words in which the library has them. */
const codes: Readonly<Record<string, string>> = {
  'File too large': 'EFBIG',
  'I/O error': 'EIO',
  'No space left on device': 'ENOSPC',
  'No such file or directory': 'ENOENT',
  'Permission denied': 'EACCES',
  'Quota exceeded': 'EDQUOT',
  'Read-only file system': 'EROFS',
}

/** An HDF5 file that is being written. */
export class Hdf5File {
  readonly #name: string
  readonly #library: Module
  readonly #file: File
  #isOpen = true

  private constructor(name: string, library: Module, file: File) {
    this.#name = name
    this.#library = library
    this.#file = file
  }

  /**
   * Creates a file that netCDF libraries accept: version 1.8 of the format, objects and attributes in the order of their making.
   *
   * @param path Where.
   * @param name Name of the file in messages.
   * @returns The file.
   * @throws Error with the system's code if it cannot be created.
   */
  static async create(path: string, name: string): Promise<Hdf5File> {
    const { default: h5wasm } = await import('h5wasm/node')
    const library = await h5wasm.ready
    const file = guard(name, library, () => new h5wasm.File(path, 'w', { track_order: true, libver: ['v108', 'v110'] }))
    return new Hdf5File(name, library, file)
  }

  /**
   * Writes to the file.
   *
   * @param action Calls of the library, without waiting in between.
   * @returns What the action returns.
   * @throws Error with one sentence, and the system's code where there is one.
   */
  write<Result>(action: (file: File) => Result): Result {
    return guard(this.#name, this.#library, () => action(this.#file))
  }

  /** A second call has no effect. */
  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.write((file) => file.close())
  }
}

function guard<Result>(name: string, library: Module, action: () => Result): Result {
  const { now } = Date
  Date.now = () => 0
  library.activate_throwing_error_handler()
  try {
    return action()
  } catch (error) {
    throw describeError(name, error)
  } finally {
    library.deactivate_throwing_error_handler()
    Date.now = now
  }
}

/** The innermost entry of the library's error stack has the system's own message. */
function describeError(name: string, error: unknown): Error {
  const stack = error instanceof Error ? error.message : String(error)
  const reason = /error message = '([^']+)'/.exec(stack)?.[1]
  const code = reason && codes[reason]
  const what = reason?.toLowerCase() ?? /in H5\w+\(\): (.+)/.exec(stack)?.[1] ?? stack
  return Object.assign(new Error(`cannot write ${name}: ${what}`, { cause: error }), code && { code })
}
