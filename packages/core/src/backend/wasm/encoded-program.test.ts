import { describe, expect, it } from 'vitest'
import { Arena } from '../../fields/arena.js'
import { Field, RowSums } from '../../fields/field.js'
import { signatures } from '../../generated/kernels.js'
import { Entry, REPEAT, SERIAL } from '../../generated/layouts/abi/program-entry.js'
import { kernelNames, type Pass, pass } from '../pass.js'
import { type Program, repeat, repeatUntil, serial, skipIf } from '../program.js'
import { EncodedProgram } from './encoded-program.js'

/** A program of three kinds of passes, in a memory of the size that the arena asks for. */
function workbench(programOf: (parts: { pour: Pass; copy: Pass; small: Pass; halt: RowSums }) => Program) {
  const arena = new Arena()
  const field = (name: string) => new Field(arena, { name, unit: '', description: '' }, 6, 9)
  const [target, patch] = [field('target'), field('patch')]
  const halt = new RowSums(arena, 1, 1)
  const pour = pass('pour', 9, { target, patch, i: 2, j: -3, amount: 0.25 })
  const copy = pass('copyField', 8, { from: patch, to: target })
  const small = pass('copyField', 7, { from: patch, to: target })
  const program = new EncodedProgram(arena, programOf({ pour, copy, small, halt }))
  const buffer = new ArrayBuffer(arena.bytes)
  program.bind(buffer)
  const memory = new DataView(buffer)
  const entry = (index: number) => {
    const word = (member: keyof typeof Entry.byte) =>
      memory.getInt32(program.addressOf(index) + Entry.byte[member], true)
    return {
      kernel: kernelNames[word('kernel')] ?? word('kernel'),
      arguments: word('arguments'),
      rows: word('rows'),
      times: word('times'),
      keepsBands: word('keepsBands'),
    }
  }
  return { program, memory, entry, pour, copy, target, patch, halt }
}

describe('an encoded program', () => {
  it('has one entry for each pass: kernel, arguments, rows', () => {
    const { entry } = workbench(({ pour, copy }) => [pour, copy])
    expect(entry(0)).toMatchObject({ kernel: 'pour', rows: 9 })
    expect(entry(1)).toMatchObject({ kernel: 'copyField', rows: 8 })
    expect(entry(0).arguments).not.toBe(entry(1).arguments)
  })

  it('has the arguments in the order of the signature, four bytes each: records, integers, floats', () => {
    const { entry, memory, target, patch } = workbench(({ pour, copy }) => [copy, pour])
    expect(Object.keys(signatures.pour)).toEqual(['target', 'patch', 'i', 'j', 'amount'])
    const address = entry(1).arguments
    expect(memory.getUint32(address, true)).toBe(target.record)
    expect(memory.getUint32(address + 4, true)).toBe(patch.record)
    expect(memory.getInt32(address + 8, true)).toBe(2)
    expect(memory.getInt32(address + 12, true)).toBe(-3)
    expect(memory.getFloat32(address + 16, true)).toBe(0.25)
  })

  it('has the body of an operation after its entry: condition, entries of the body, times', () => {
    const { entry, halt } = workbench(({ pour, copy, halt }) => [
      repeatUntil(halt, 7, [pour, repeat(3, [copy]), serial([copy, pour])]),
      skipIf(halt, []),
    ])
    expect(entry(0)).toMatchObject({ kernel: REPEAT, arguments: halt.record, rows: 6, times: 7 })
    expect(entry(1)).toMatchObject({ kernel: 'pour' })
    expect(entry(2)).toMatchObject({ kernel: REPEAT, arguments: 0, rows: 1, times: 3 })
    expect(entry(4)).toMatchObject({ kernel: SERIAL, rows: 2 })
    expect(entry(6).arguments).toBe(entry(1).arguments)
    expect(entry(7)).toMatchObject({ kernel: REPEAT, arguments: halt.record, rows: 0, times: 1 })
  })

  it('tells of each pass whether the next one must have the same bands', () => {
    const { entry } = workbench(({ pour, copy }) => [{ ...pour, keepsBands: true }, copy])
    expect([entry(0).keepsBands, entry(1).keepsBands]).toEqual([1, 0])
  })

  it('is serial if no part of it is for several threads', () => {
    expect(workbench(({ small, pour }) => [small, repeat(2, [serial([pour])])]).program.isSerial).toBe(true)
    expect(workbench(({ small, pour }) => [small, repeat(2, [pour])]).program.isSerial).toBe(false)
  })
})

describe('a pass that occurs twice in a program', () => {
  it('has one set of arguments, so that a scalar changes in both places', () => {
    const { program, entry, memory, pour } = workbench(({ pour, copy }) => [pour, copy, serial([pour])])
    program.setFloat(program.argumentAddress(pour, 'amount'), 3)
    expect(memory.getFloat32(entry(0).arguments + 16, true)).toBe(3)
    expect(entry(3).arguments).toBe(entry(0).arguments)
  })

  it('gets the new kernel in both places', () => {
    const arena = new Arena()
    const field = (name: string) => new Field(arena, { name, unit: '', description: '' }, 6, 5)
    const [re, im] = [field('re'), field('im')]
    const inverse = pass('inverseTransform', 2, { re, im, tiles: re, axis: re, keep: re })
    const other = pass('copyField', 5, { from: re, to: im })
    const program = new EncodedProgram(arena, [inverse, other, repeat(2, [inverse])])
    const memory = new DataView(new ArrayBuffer(arena.bytes))
    program.bind(memory.buffer)
    program.setKernel(inverse, 'inverseTransformMasked')
    const kernelAt = (index: number) => memory.getInt32(program.addressOf(index) + Entry.byte.kernel, true)
    expect([0, 1, 3].map((index) => kernelNames[kernelAt(index)])).toEqual([
      'inverseTransformMasked',
      'copyField',
      'inverseTransformMasked',
    ])
  })
})
