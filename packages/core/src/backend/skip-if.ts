import type { KernelResource } from '../fields/field.js'
import { type Pass, pass } from './pass.js'

/**
 * A conditional skip: if the first double of `halt` is not zero, the next `passes` entries of the list are not executed.
 * Encoded as a pass with negative rows (kernels/abi/skip-if.ts).
 */
export function skipIf(passes: number, halt: KernelResource): Pass {
  return pass('skipIf', -passes, { halt })
}

/**
 * `passes`, up to `times` times in a row: a repetition is executed only if the first double of `halt` is zero before it. Each
 * repetition begins with a conditional skip of itself and all later ones, their skips included.
 */
export function repeatUntil(halt: KernelResource, times: number, passes: readonly Pass[]): Pass[] {
  const entries = passes.length + 1
  return Array.from({ length: times }, (_, done) => [skipIf((times - done) * entries - 1, halt), ...passes]).flat()
}
