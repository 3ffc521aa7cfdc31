import type { KernelResource } from '../fields/field.js'
import { signatures } from '../generated/kernels.js'

type Signatures = typeof signatures
export type KernelName = keyof Signatures

type Argument<Kind> = Kind extends 'Field' ? KernelResource : number

/** One kernel over some rows. The argument names and kinds are those of the kernel's own Pass class. */
export interface Pass<Kernel extends KernelName = KernelName> {
  readonly kernel: Kernel
  /** Rows to share out among the threads; negative only in leap.ts. */
  readonly rows: number
  readonly arguments: { readonly [Name in keyof Signatures[Kernel]]: Argument<Signatures[Kernel][Name]> }
}

/** Builds a pass; exists so that the arguments are checked against the kernel named. */
export function pass<Kernel extends KernelName>(
  kernel: Kernel,
  rows: number,
  args: Pass<Kernel>['arguments'],
): Pass<Kernel> {
  return { kernel, rows, arguments: args }
}

export const kernelNames = Object.keys(signatures) as KernelName[]
