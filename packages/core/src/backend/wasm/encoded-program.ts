// A program, encoded in the kernels' memory for the thread loop (kernels/abi/thread-loop.ts). The constructor reserves the addresses; `bind`
// writes the entries once the memory exists. Later only scalars and kernel numbers change, in place, so that a step allocates nothing.
//
//   entries      one Entry for each pass and operation; the body of an operation follows it
//   arguments    one slot for each pass: the members of the kernel's Pass class, four bytes each
//
// A pass object that occurs several times has one slot of arguments, which all its entries refer to. A change of a scalar or of the
// kernel therefore applies to every occurrence.

import type { Arena } from '../../fields/arena.js'
import type { KernelResource } from '../../fields/field.js'
import { signatures } from '../../generated/kernels.js'
import { Entry, REPEAT, SERIAL } from '../../generated/layouts/abi/program-entry.js'
import { FEWEST_ROWS } from '../../generated/layouts/abi/thread-loop.js'
import { type KernelName, kernelNames, type Pass } from '../pass.js'
import { type Instruction, isPass, type Program, passesOf } from '../program.js'

/** Words of an argument slot: as many as the largest Pass class has. */
const ARGUMENT_WORDS = Math.max(...Object.values(signatures).map((signature) => Object.keys(signature).length))

/** An entry of the program. */
export interface EncodedEntry {
  readonly instruction: Instruction
  /** Entries of its body. */
  readonly bodyEntries: number
}

export class EncodedProgram {
  /** Address of the entries. */
  readonly address: number
  readonly entries: readonly EncodedEntry[]
  /** Whether a single thread executes all of it, and the others need not be woken. */
  readonly isSerial: boolean
  readonly #argumentsAddress: number
  /** Index of the argument slot of each pass. */
  readonly #slots: ReadonlyMap<Pass, number>
  #memory: DataView = new DataView(new ArrayBuffer(0))

  constructor(arena: Arena, program: Program) {
    this.entries = entriesOf(program)
    this.isSerial = program.every(isOfOneThread)
    this.#slots = new Map(passesOf(program).map((pass, index) => [pass, index]))
    this.address = arena.allocate(this.entries.length * Entry.bytes)
    this.#argumentsAddress = arena.allocate(this.#slots.size * ARGUMENT_WORDS * 4)
  }

  /** Writes the program into the memory. */
  bind(memory: ArrayBufferLike): void {
    this.#memory = new DataView(memory)
    this.entries.forEach((entry, index) => {
      this.#writeEntry(this.addressOf(index), entry)
    })
    for (const pass of this.#slots.keys())
      for (const [name, value] of Object.entries<number | KernelResource>(pass.arguments))
        this.#writeArgument(pass, name, value)
  }

  #writeEntry(address: number, { instruction, bodyEntries }: EncodedEntry): void {
    const write = (member: keyof typeof Entry.byte, value: number) =>
      this.#memory.setInt32(address + Entry.byte[member], value, true)
    if (isPass(instruction)) {
      write('kernel', kernelNames.indexOf(instruction.kernel))
      write('arguments', this.#argumentsOf(instruction))
      write('rows', instruction.rows)
      write('times', instruction.portion ?? 0)
      write('keepsBands', Number(instruction.keepsBands ?? false))
      return
    }
    const isRepeat = instruction.operation === 'repeat'
    write('kernel', isRepeat ? REPEAT : SERIAL)
    write('arguments', isRepeat ? (instruction.until?.record ?? 0) : 0)
    write('rows', bodyEntries)
    write('times', isRepeat ? instruction.times : 1)
  }

  #writeArgument(pass: Pass, name: string, value: number | KernelResource): void {
    const address = this.argumentAddress(pass, name)
    if (typeof value !== 'number') this.#memory.setUint32(address, value.record, true)
    else if (kindOf(pass, name) === 'f32') this.setFloat(address, value)
    else this.setInteger(address, value)
  }

  /** Address of an entry. */
  addressOf(index: number): number {
    return this.address + index * Entry.bytes
  }

  /** Address of an argument of a pass. */
  argumentAddress(pass: Pass, name: string): number {
    return this.#argumentsOf(pass) + memberOffset(pass, name)
  }

  /** Changes a floating-point argument. */
  setFloat(address: number, value: number): void {
    this.#memory.setFloat32(address, value, true)
  }

  /** Changes an integer argument. */
  setInteger(address: number, value: number): void {
    this.#memory.setInt32(address, value, true)
  }

  /** Replaces the kernel of all entries of a pass. */
  setKernel(pass: Pass, kernel: KernelName): void {
    this.entries.forEach(({ instruction }, index) => {
      if (instruction === pass)
        this.#memory.setInt32(this.addressOf(index) + Entry.byte.kernel, kernelNames.indexOf(kernel), true)
    })
  }

  /** Changes the number of rows in all entries of a pass. */
  setRows(pass: Pass, rows: number): void {
    for (let index = 0; index < this.entries.length; index++)
      if (this.entries[index]!.instruction === pass)
        this.#memory.setInt32(this.addressOf(index) + Entry.byte.rows, rows, true)
  }

  #argumentsOf(pass: Pass): number {
    const slot = this.#slots.get(pass)
    if (slot === undefined) throw new Error(`this list does not contain the given pass of kernel ${pass.kernel}`)
    return this.#argumentsAddress + slot * ARGUMENT_WORDS * 4
  }
}

/** The entries of a program, each body after its operation. */
function entriesOf(program: Program): EncodedEntry[] {
  return program.flatMap((instruction) => {
    const body = isPass(instruction) ? [] : entriesOf(instruction.body)
    return [{ instruction, bodyEntries: body.length }, ...body]
  })
}

/** Whether a single thread executes an instruction, whatever the number of threads. */
function isOfOneThread(instruction: Instruction): boolean {
  if (isPass(instruction)) return instruction.rows < 2 * FEWEST_ROWS
  return instruction.operation === 'serial' || instruction.body.every(isOfOneThread)
}

/** Kind of an argument: `Field`, `f32` or `i32`. */
export function kindOf(pass: Pass, name: string): string | undefined {
  return (signatures[pass.kernel] as Record<string, string>)[name]
}

/** Offset of a member of a Pass class [bytes]. Members have four bytes each, in the order of the signature. */
function memberOffset(pass: Pass, name: string): number {
  const index = Object.keys(signatures[pass.kernel]).indexOf(name)
  if (index < 0) throw new Error(`kernel ${pass.kernel} has no argument ${name}`)
  return index * 4
}
