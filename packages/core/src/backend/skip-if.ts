import type { KernelResource } from '../fields/field.js'
import { type Pass, pass } from './pass.js'

/** Leaps over so many passes that follow, if the first double of the record is not zero (kernels/abi/skip-if.ts): negative rows. */
export function skipIf(passes: number, halt: KernelResource): Pass {
  return pass('skipIf', -passes, { halt })
}
