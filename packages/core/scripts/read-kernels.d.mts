/** A kernel and the class of its arguments. */
export interface Kernel {
  readonly name: string
  readonly pass: string
  readonly path: string
  readonly members: readonly (readonly [name: string, type: string])[]
  readonly thread: boolean
}

/** A member of a record, in bytes. */
export interface Member {
  readonly name: string
  readonly type: string
  readonly bytes: number
  readonly offset: number
}

/** What a file of kernels exports. */
export interface Layouts {
  readonly path: string
  readonly constants: readonly { readonly name: string; readonly type: string; readonly value: number }[]
  readonly enums: readonly { readonly name: string; readonly values: Readonly<Record<string, number>> }[]
  readonly records: readonly { readonly name: string; readonly bytes: number; readonly members: readonly Member[] }[]
}

export function readKernels(sources: ReadonlyMap<string, string>): {
  readonly kernels: readonly Kernel[]
  readonly layouts: readonly Layouts[]
}
