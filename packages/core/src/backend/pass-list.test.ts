import { describe, expect, it } from 'vitest'
import { Arena } from '../fields/arena.js'
import { Field } from '../fields/field.js'
import { signatures } from '../generated/kernels.js'
import { Entry } from '../generated/layouts/abi/pass-entry.js'
import { kernelNames, type Pass, pass } from './pass.js'
import { PassList } from './pass-list.js'

/** Fields and passes of two kernels, and a memory of the size that the arena asks for. */
function workbench(listOf: (passes: { pour: Pass; copy: Pass }) => readonly Pass[]) {
  const arena = new Arena()
  const field = (name: string) => new Field(arena, { name, unit: '', description: '' }, 6, 5)
  const [target, patch] = [field('target'), field('patch')]
  const pour = pass('pour', 5, { target, patch, i: 2, j: -3, amount: 0.25 })
  const copy = pass('copyField', 4, { from: patch, to: target })
  const list = new PassList(arena, listOf({ pour, copy }))
  const buffer = new ArrayBuffer(arena.bytes)
  list.bind(buffer)
  const memory = new DataView(buffer)
  const entry = (index: number) => {
    const address = list.address + index * Entry.bytes
    return {
      kernel: kernelNames[memory.getUint32(address + Entry.byte.kernel, true)],
      arguments: memory.getUint32(address + Entry.byte.arguments, true),
      rows: memory.getInt32(address + Entry.byte.rows, true),
    }
  }
  return { list, memory, entry, pour, copy, target, patch }
}

describe('a list of passes', () => {
  it('has one entry for each pass: kernel, arguments, rows', () => {
    const { entry } = workbench(({ pour, copy }) => [pour, copy])
    expect(entry(0)).toMatchObject({ kernel: 'pour', rows: 5 })
    expect(entry(1)).toMatchObject({ kernel: 'copyField', rows: 4 })
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

  it('keeps negative rows, which mark a conditional skip', () => {
    const { entry } = workbench(({ copy }) => [{ ...copy, rows: -2 }])
    expect(entry(0).rows).toBe(-2)
  })

  it('changes scalars in place', () => {
    const { list, memory, entry, pour } = workbench(({ pour, copy }) => [copy, pour])
    list.setFloat(list.addressOf(pour, 'amount'), -1.5)
    list.setInt(list.addressOf(pour, 'i'), 7)
    expect(memory.getFloat32(entry(1).arguments + 16, true)).toBe(-1.5)
    expect(memory.getInt32(entry(1).arguments + 8, true)).toBe(7)
    expect(memory.getInt32(entry(1).arguments + 12, true)).toBe(-3)
  })

  it('rejects an argument that the kernel does not have', () => {
    const { list, pour } = workbench(({ pour }) => [pour])
    expect(() => list.addressOf(pour, 'level')).toThrow('kernel pour has no argument level')
  })

  it('rejects a pass of another list', () => {
    const { list, copy } = workbench(({ pour }) => [pour])
    expect(() => list.addressOf(copy, 'from')).toThrow('does not contain the given pass of kernel copyField')
    expect(() => list.setKernel(copy, 'copyField')).toThrow('does not contain the given pass of kernel copyField')
  })

  it('rejects a kernel with another signature', () => {
    const { list, entry, pour } = workbench(({ pour, copy }) => [pour, copy])
    expect(() => list.setKernel(pour, 'copyField')).toThrow(
      'kernel copyField does not take the arguments of pour: their signatures differ',
    )
    expect(entry(0).kernel).toBe('pour')
  })
})

describe('a pass that occurs twice in a list', () => {
  it('has one set of arguments, so that a scalar changes in both places', () => {
    const { list, entry, memory, pour } = workbench(({ pour, copy }) => [pour, copy, pour])
    list.setFloat(list.addressOf(pour, 'amount'), 3)
    expect(memory.getFloat32(entry(0).arguments + 16, true)).toBe(3)
    expect(memory.getFloat32(entry(2).arguments + 16, true)).toBe(3)
  })

  it('gets the new kernel in both places', () => {
    const arena = new Arena()
    const field = (name: string) => new Field(arena, { name, unit: '', description: '' }, 6, 5)
    const [re, im] = [field('re'), field('im')]
    const inverse = pass('inverseTransform', 2, { re, im, tiles: re, axis: re, keep: re })
    const other = pass('copyField', 5, { from: re, to: im })
    const list = new PassList(arena, [inverse, other, inverse])
    const buffer = new ArrayBuffer(arena.bytes)
    list.bind(buffer)
    list.setKernel(inverse, 'inverseTransformMasked')
    const kernels = [0, 1, 2].map(
      (index) =>
        kernelNames[new DataView(buffer).getUint32(list.address + index * Entry.bytes + Entry.byte.kernel, true)],
    )
    expect(kernels).toEqual(['inverseTransformMasked', 'copyField', 'inverseTransformMasked'])
  })
})
