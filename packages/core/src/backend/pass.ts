import type { KernelResource } from '../fields/field.js'
import { signatures } from '../generated/kernels.js'

type Signatures = typeof signatures
export type KernelName = keyof Signatures

type Argument<Kind> = Kind extends 'Field' ? KernelResource : number

/** One call of a kernel over a number of rows. The names and kinds of the arguments are those of the kernel's Pass class. */
export interface Pass<Kernel extends KernelName = KernelName> {
  readonly kernel: Kernel
  /** Rows that the threads divide among themselves. */
  readonly rows: number
  /** Rows that a thread takes at a time, for rows of unequal work; by default each thread has one band of them. */
  readonly portion?: number
  /** Whether the next pass must have the same bands: it reads rows at their edges that this one has prepared. Threads do not come or go in between. */
  readonly keepsBands?: boolean
  readonly arguments: { readonly [Name in keyof Signatures[Kernel]]: Argument<Signatures[Kernel][Name]> }
}

/** Makes a pass. A function, so that the compiler checks the arguments against the signature of the named kernel. */
export function pass<Kernel extends KernelName>(
  kernel: Kernel,
  rows: number,
  args: Pass<Kernel>['arguments'],
): Pass<Kernel> {
  return { kernel, rows, arguments: args }
}

/** Names of all kernels; the index of a name is the number of the kernel. */
export const kernelNames = Object.keys(signatures) as KernelName[]
