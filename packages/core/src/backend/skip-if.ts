import type { KernelResource } from '../fields/field.js'
import { type Pass, pass } from './pass.js'

/**
 * A conditional skip: if the first double of `halt` is not zero, the next `passes` entries of the list are not executed.
 * Encoded as a pass with negative rows (kernels/abi/skip-if.ts).
 */
export function skipIf(passes: number, halt: KernelResource): Pass {
  return pass('skipIf', -passes, { halt })
}
