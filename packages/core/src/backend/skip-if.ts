import type { Block } from '../fields/field.js'
import { type Pass, pass } from './pass.js'

/** Leaps over so many passes that follow, if the first double of the record is not zero (kernels/abi/skip-if.ts): negative rows. */
export function leapOver(passes: number, halt: Block): Pass {
  return pass('leap', -passes, { halt })
}
