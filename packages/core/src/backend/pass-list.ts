// A list of passes, encoded in the kernels' memory for the thread pool. The constructor reserves the addresses; `bind`
// writes the list once the memory exists. Later only scalars and kernel numbers change, in place, so that a step allocates
// nothing.
//
//   entries      one Entry for each pass: number of the kernel, address of its arguments, rows
//   arguments    one slot for each pass: the members of the kernel's Pass class, four bytes each
//
// A pass object that occurs several times in a list has one slot of arguments, which all its entries refer to. A change
// of a scalar or of the kernel therefore applies to every occurrence.

import type { Arena } from '../fields/arena.js'
import type { KernelResource } from '../fields/field.js'
import { signatures } from '../generated/kernels.js'
import { Field as FieldRecord } from '../generated/layouts/abi/field.js'
import { Entry } from '../generated/layouts/abi/pass-entry.js'
import { type KernelName, kernelNames, type Pass } from './pass.js'

/** Words of an argument slot: as many as the largest Pass class has. */
const ARGUMENT_WORDS = Math.max(...Object.values(signatures).map((signature) => Object.keys(signature).length))

export class PassList {
  /** Address of the entries. */
  readonly address: number
  readonly passes: readonly Pass[]
  readonly #argumentsAddress: number
  /** Index of the first entry of each pass: the index of its argument slot. */
  readonly #slots = new Map<Pass, number>()
  #memory: DataView = new DataView(new ArrayBuffer(0))

  constructor(arena: Arena, passes: readonly Pass[]) {
    this.passes = passes
    this.address = arena.allocate(passes.length * Entry.bytes)
    this.#argumentsAddress = arena.allocate(passes.length * ARGUMENT_WORDS * 4)
    passes.forEach((pass, index) => {
      if (!this.#slots.has(pass)) this.#slots.set(pass, index)
    })
  }

  /** Writes the list into the memory. */
  bind(memory: ArrayBufferLike): void {
    this.#memory = new DataView(memory)
    this.passes.forEach((pass, index) => {
      const entry = this.address + index * Entry.bytes
      this.#memory.setUint32(entry + Entry.byte.kernel, kernelNames.indexOf(pass.kernel), true)
      this.#memory.setUint32(entry + Entry.byte.arguments, this.#argumentsOf(pass), true)
      this.#memory.setInt32(entry + Entry.byte.rows, pass.rows, true)
    })
    for (const pass of this.#slots.keys())
      for (const [name, value] of Object.entries<number | KernelResource>(pass.arguments))
        this.#write(pass, name, value)
  }

  /** Address of a scalar argument of a pass, for `setFloat` and `setInt`. Look it up once, not in each step. */
  addressOf(pass: Pass, name: string): number {
    return this.#argumentsOf(pass) + memberOffset(pass, name)
  }

  /** Changes a floating-point argument between two steps. */
  setFloat(address: number, value: number): void {
    this.#memory.setFloat32(address, value, true)
  }

  /** Changes an integer argument between two steps. */
  setInt(address: number, value: number): void {
    this.#memory.setInt32(address, value, true)
  }

  /** Replaces the kernel of a pass by another one with the same signature. */
  setKernel(pass: Pass, kernel: KernelName): void {
    const signatureOf = (name: KernelName) => JSON.stringify(signatures[name])
    if (signatureOf(kernel) !== signatureOf(pass.kernel))
      throw new Error(`kernel ${kernel} does not take the arguments of ${pass.kernel}: their signatures differ`)
    for (let index = this.#slotOf(pass); index < this.passes.length; index++) {
      if (this.passes[index] !== pass) continue
      const entry = this.address + index * Entry.bytes
      this.#memory.setUint32(entry + Entry.byte.kernel, kernelNames.indexOf(kernel), true)
    }
  }

  /** Name of the kernel of an entry, as `setKernel` has left it. */
  kernelAt(index: number): KernelName {
    return kernelNames[this.#memory.getUint32(this.address + index * Entry.bytes + Entry.byte.kernel, true)]!
  }

  /** Whether the condition of a conditional skip holds now: the first double of its record is not zero. */
  isSkipped(index: number): boolean {
    const { halt } = (this.passes[index] as Pass<'skipIf'>).arguments
    return this.#memory.getFloat64(this.#memory.getUint32(halt.record + FieldRecord.byte.origin, true), true) !== 0
  }

  #slotOf(pass: Pass): number {
    const slot = this.#slots.get(pass)
    if (slot === undefined) throw new Error(`this list does not contain the given pass of kernel ${pass.kernel}`)
    return slot
  }

  #argumentsOf(pass: Pass): number {
    return this.#argumentsAddress + this.#slotOf(pass) * ARGUMENT_WORDS * 4
  }

  #write(pass: Pass, name: string, value: number | KernelResource): void {
    const address = this.addressOf(pass, name)
    if (typeof value !== 'number') this.#memory.setUint32(address, value.record, true)
    else if ((signatures[pass.kernel] as Record<string, string>)[name] === 'f32')
      this.#memory.setFloat32(address, value, true)
    else this.#memory.setInt32(address, value, true)
  }
}

/** Offset of a member of a Pass class [bytes]. Members have four bytes each, in the order of the signature. */
function memberOffset(pass: Pass, name: string): number {
  const index = Object.keys(signatures[pass.kernel]).indexOf(name)
  if (index < 0) throw new Error(`kernel ${pass.kernel} has no argument ${name}`)
  return index * 4
}
