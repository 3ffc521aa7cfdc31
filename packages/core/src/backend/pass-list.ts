// A list of passes written into memory, where the crew finds it. Room is taken before the memory exists and the list is
// written once it does; afterwards only scalars and kernels change, in place, so a step allocates nothing.

import type { Arena } from '../fields/arena.js'
import type { KernelResource } from '../fields/field.js'
import { signatures } from '../generated/kernels.js'
import { Entry } from '../generated/layouts/abi/pass-entry.js'
import { type KernelName, kernelNames, type Pass } from './pass.js'

/** Room for the arguments of one pass; the largest Pass class has to fit. */
const ARGUMENT_WORDS = Math.max(...Object.values(signatures).map((signature) => Object.keys(signature).length))

export class PassList {
  /** Address of the list. */
  readonly address: number
  readonly passes: readonly Pass[]
  readonly #argumentsAddress: number
  #memory: DataView = new DataView(new ArrayBuffer(0))

  constructor(arena: Arena, passes: readonly Pass[]) {
    this.passes = passes
    this.address = arena.allocate(passes.length * Entry.bytes)
    this.#argumentsAddress = arena.allocate(passes.length * ARGUMENT_WORDS * 4)
  }

  bind(memory: ArrayBufferLike): void {
    this.#memory = new DataView(memory)
    this.passes.forEach((pass, index) => {
      const entry = this.address + index * Entry.bytes
      this.#memory.setUint32(entry + Entry.byte.kernel, kernelNames.indexOf(pass.kernel), true)
      this.#memory.setUint32(entry + Entry.byte.arguments, this.#argumentsOf(index), true)
      this.#memory.setInt32(entry + Entry.byte.rows, pass.rows, true)
      for (const [name, value] of Object.entries<number | KernelResource>(pass.arguments))
        this.#write(index, name, value)
    })
  }

  /** Where a scalar of a pass lives, for `setFloat` and `setInt`. Look it up once, not in a step. */
  addressOf(pass: Pass, name: string): number {
    return this.#argumentsOf(this.passes.indexOf(pass)) + memberOffset(pass, name)
  }

  /** Changes a scalar between two steps. */
  setFloat(address: number, value: number): void {
    this.#memory.setFloat32(address, value, true)
  }

  /** Changes a whole number between two steps. */
  setInt(address: number, value: number): void {
    this.#memory.setInt32(address, value, true)
  }

  /** Lets another kernel do a pass from now on: one that takes the same arguments. */
  setKernel(pass: Pass, kernel: KernelName): void {
    const takes = (name: KernelName) => JSON.stringify(signatures[name])
    if (takes(kernel) !== takes(pass.kernel)) throw new Error(`${kernel} does not take the arguments of ${pass.kernel}`)
    const entry = this.address + this.passes.indexOf(pass) * Entry.bytes
    this.#memory.setUint32(entry + Entry.byte.kernel, kernelNames.indexOf(kernel), true)
  }

  #argumentsOf(index: number): number {
    return this.#argumentsAddress + index * ARGUMENT_WORDS * 4
  }

  #write(index: number, name: string, value: number | KernelResource): void {
    const pass = this.passes[index]!
    const address = this.#argumentsOf(index) + memberOffset(pass, name)
    if (typeof value !== 'number') this.#memory.setUint32(address, value.record, true)
    else if ((signatures[pass.kernel] as Record<string, string>)[name] === 'f32')
      this.#memory.setFloat32(address, value, true)
    else this.#memory.setInt32(address, value, true)
  }
}

/** Members of a Pass class are four bytes each, in the order of the signature. */
function memberOffset(pass: Pass, name: string): number {
  const place = Object.keys(signatures[pass.kernel]).indexOf(name)
  if (place < 0) throw new Error(`kernel ${pass.kernel} has no argument ${name}`)
  return place * 4
}
