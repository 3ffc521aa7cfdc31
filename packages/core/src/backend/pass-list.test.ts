import { describe, expect, it } from 'vitest'
import { Arena } from '../fields/arena.js'
import { Field } from '../fields/field.js'
import { Entry } from '../generated/layouts/abi/program-entry.js'
import { kernelNames, type Pass, pass } from './pass.js'
import { PassList } from './pass-list.js'
import { type Program, repeat } from './program.js'

function workbench(programOf: (passes: { pour: Pass; copy: Pass }) => Program) {
  const arena = new Arena()
  const field = (name: string) => new Field(arena, { name, unit: '', description: '' }, 6, 5)
  const [target, patch] = [field('target'), field('patch')]
  const pour = pass('pour', 5, { target, patch, i: 2, j: -3, amount: 0.25 })
  const copy = pass('copyField', 4, { from: patch, to: target })
  const list = new PassList(arena, programOf({ pour, copy }))
  const buffer = new ArrayBuffer(arena.bytes)
  list.bind(buffer)
  const memory = new DataView(buffer)
  const addressOf = (name: string) => list.encoded.argumentAddress(pour, name)
  const kernelAt = (index: number) =>
    kernelNames[memory.getInt32(list.encoded.addressOf(index) + Entry.byte.kernel, true)]
  return { list, memory, addressOf, kernelAt, pour, copy }
}

describe('a parameter of a pass', () => {
  it('changes a scalar in place, a float or an integer by the signature of the kernel', () => {
    const { list, memory, addressOf, pour } = workbench(({ pour, copy }) => [copy, repeat(2, [pour])])
    list.parameter(pour, 'amount').set(-1.5)
    list.parameter(pour, 'i').set(7)
    expect(memory.getFloat32(addressOf('amount'), true)).toBe(-1.5)
    expect(memory.getInt32(addressOf('i'), true)).toBe(7)
    expect(memory.getInt32(addressOf('j'), true)).toBe(-3)
  })

  it('must be a scalar argument of the kernel', () => {
    const { list, pour } = workbench(({ pour }) => [pour])
    expect(() => list.parameter(pour, 'level')).toThrow('kernel pour has no argument level')
    expect(() => list.parameter(pour, 'target')).toThrow('argument target of kernel pour is a field')
  })

  it('must belong to a pass of the list', () => {
    const { list, copy } = workbench(({ pour }) => [pour])
    expect(() => list.parameter(copy, 'from')).toThrow('does not contain the given pass of kernel copyField')
  })
})

describe('another kernel for a pass', () => {
  it('must be one of the same signature', () => {
    const { list, kernelAt, pour } = workbench(({ pour, copy }) => [pour, copy])
    expect(() => list.setKernel(pour, 'copyField')).toThrow(
      'kernel copyField does not take the arguments of pour: their signatures differ',
    )
    expect(kernelAt(0)).toBe('pour')
  })

  it('must be for a pass of the list', () => {
    const { list, copy } = workbench(({ pour }) => [pour])
    expect(() => list.setKernel(copy, 'copyField')).toThrow('does not contain the given pass of kernel copyField')
  })
})
