// A list of passes that a backend runs as a whole: a program, and the parameters of its passes that change between runs.

import type { Arena } from '../fields/arena.js'
import { signatures } from '../generated/kernels.js'
import type { KernelName, Pass } from './pass.js'
import { type Program, passesOf } from './program.js'
import { EncodedProgram, kindOf } from './wasm/encoded-program.js'

/** A scalar argument of a pass in a list. */
export interface Parameter {
  /** Changes it for the runs that follow, wherever the pass occurs in the list. */
  set(value: number): void
}

export class PassList {
  readonly program: Program
  /** All passes of the program, each once. */
  readonly passes: readonly Pass[]
  /** The program in the memory of the wasm backend. */
  readonly encoded: EncodedProgram

  constructor(arena: Arena, program: Program) {
    this.program = program
    this.passes = passesOf(program)
    this.encoded = new EncodedProgram(arena, program)
  }

  /** Writes the program into the memory. */
  bind(memory: ArrayBufferLike): void {
    this.encoded.bind(memory)
  }

  /** A scalar argument of a pass, by name. Look it up once, not in each step. */
  parameter(pass: Pass, name: string): Parameter {
    const { encoded } = this
    const address = encoded.argumentAddress(pass, name)
    const kind = kindOf(pass, name)
    if (kind === 'Field') throw new Error(`argument ${name} of kernel ${pass.kernel} is a field, not a parameter`)
    return kind === 'f32'
      ? { set: (value) => encoded.setFloat(address, value) }
      : { set: (value) => encoded.setInteger(address, value) }
  }

  /** Changes the number of rows of a pass for the runs that follow. */
  setRows(pass: Pass, rows: number): void {
    this.encoded.setRows(pass, rows)
  }

  /** Replaces the kernel of a pass by another one with the same signature. */
  setKernel(pass: Pass, kernel: KernelName): void {
    const signatureOf = (name: KernelName) => JSON.stringify(signatures[name])
    if (!this.passes.includes(pass))
      throw new Error(`this list does not contain the given pass of kernel ${pass.kernel}`)
    if (signatureOf(kernel) !== signatureOf(pass.kernel))
      throw new Error(`kernel ${kernel} does not take the arguments of ${pass.kernel}: their signatures differ`)
    this.encoded.setKernel(pass, kernel)
  }
}
