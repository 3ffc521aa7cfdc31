import { describe, expect, it } from 'vitest'
import { Waterline } from './waterline.js'

const thin = 0.001

/** Level and signed depth in a channel along x. */
function drawn(bed: number[], depth: number[], openness?: number[]) {
  const level = new Float32Array(bed.length)
  const signed = Float32Array.from(depth)
  const line = new Waterline(bed.length, 1)
  line.fill(level, signed, Float32Array.from(bed), thin, openness && Float32Array.from(openness))
  return { level: [...level], depth: [...signed] }
}

describe('Waterline', () => {
  it('goes on flat into a bank that is higher', () => {
    const { level, depth } = drawn([-1, -0.5, 0.25, 1, 2], [1, 0.5, 0, 0, 0])
    expect(level).toEqual([0, 0, 0, 0, 0])
    expect(depth).toEqual([1, 0.5, -0.25, -1, -2])
  })

  it('dips under land that is lower, within a cell', () => {
    const { depth } = drawn([0, 0, -2, -2], [1, 1, 0, 0])
    expect(depth.slice(0, 2)).toEqual([1, 1])
    for (const below of depth.slice(2)) expect(below).toBeCloseTo(-thin, 9)
  })

  it('takes a film for dry, so that a lake does not climb a bank that rain has wetted', () => {
    const { level, depth } = drawn([-1, 0.5, 1], [1, thin / 2, thin / 2])
    expect(level[1]).toBe(0)
    expect(depth[1]).toBe(-0.5)
  })

  it('goes on unchanged behind what is solid', () => {
    const { depth } = drawn([-1, -1, -1], [0.5, 0, 0], [1, 0, 0])
    expect(depth).toEqual([0.5, 0.5, 0.5])
  })

  it('leaves the far land below the ground', () => {
    const { depth } = drawn([0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0])
    for (const below of depth.slice(1)) expect(below).toBeLessThan(0)
  })

  it('forgets the moment before', () => {
    const line = new Waterline(3, 1)
    const bed = Float32Array.from([0, 0, 0])
    const level = new Float32Array(3)
    line.fill(level, Float32Array.from([1, 1, 1]), bed, thin)
    const depth = new Float32Array(3)
    line.fill(level, depth, bed, thin)
    for (const below of depth) expect(below).toBeCloseTo(-thin, 9)
  })

  it('gives a corner the mean of the water around it', () => {
    const level = new Float32Array(9)
    const depth = Float32Array.from([1, 1, 1, 1, 0, 2, 2, 2, 2])
    new Waterline(3, 3).fill(level, depth, new Float32Array(9), thin)
    expect(level[4]).toBe(1.5)
  })
})
