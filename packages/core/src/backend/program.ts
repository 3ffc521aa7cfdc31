// A program: passes in the order of their execution, with control flow between them. Plain data, for any backend to encode
// (wasm/encoded-program.ts does for threads of WebAssembly).
//
//   pass          a kernel over all its rows
//   repeat        a body so many times, or until a condition holds
//   skipIf        a body unless a condition holds
//   serial        a body on a single thread, without barriers between its passes
//
// A condition is a record in the kernels' memory: it holds if the first double of the record is not zero. Passes change it, or the solver
// before a run. The calling thread alone evaluates it.

import type { KernelResource } from '../fields/field.js'
import type { Pass } from './pass.js'

/** Passes and operations, in order. */
export type Program = readonly Instruction[]
export type Instruction = Pass | Repeat | Serial

/** A body that is executed several times. */
export interface Repeat {
  readonly operation: 'repeat'
  /** Most repetitions. */
  readonly times: number
  /** The condition, evaluated before each repetition: the operation ends as soon as it holds. */
  readonly until: KernelResource | undefined
  readonly body: Program
}

/** A body that a single thread executes, for grids so small that barriers would cost more than the work. */
export interface Serial {
  readonly operation: 'serial'
  readonly body: Program
}

/** `body`, `times` times. */
export function repeat(times: number, body: Program): Repeat {
  return { operation: 'repeat', times, until: undefined, body }
}

/** `body`, until the condition holds, but at most `times` times. */
export function repeatUntil(condition: KernelResource, times: number, body: Program): Repeat {
  return { operation: 'repeat', times, until: condition, body }
}

/** `body`, unless the condition holds. */
export function skipIf(condition: KernelResource, body: Program): Repeat {
  return repeatUntil(condition, 1, body)
}

/** `body` on a single thread. */
export function serial(body: Program): Serial {
  return { operation: 'serial', body }
}

export function isPass(instruction: Instruction): instruction is Pass {
  return 'kernel' in instruction
}

/** All passes of a program, those in the bodies of operations included, in their order; each once, however often it occurs. */
export function passesOf(program: Program): Pass[] {
  const passes = new Set<Pass>()
  const collect = (body: Program) => {
    for (const instruction of body)
      if (isPass(instruction)) passes.add(instruction)
      else collect(instruction.body)
  }
  collect(program)
  return [...passes]
}
