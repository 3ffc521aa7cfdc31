import { expect, it } from 'vitest'
import { type CellGrid, Resampling, sliceRange, subtract, withDifference } from './difference.js'

/** Values of a function at the centers of cells. */
function sample({ counts, cellSize }: CellGrid, of: (...at: number[]) => number): Float32Array {
  const total = counts.reduce((product, count) => product * count, 1)
  return Float32Array.from({ length: total }, (_, cell) => {
    const at: number[] = []
    counts.reduce((rest, count) => {
      at.push(((rest % count) + 0.5 - count / 2) * cellSize)
      return Math.floor(rest / count)
    }, cell)
    return of(...at)
  })
}

function resampled(from: CellGrid, to: CellGrid, of: (...at: number[]) => number): Float32Array {
  const into = new Float32Array(to.counts.reduce((product, count) => product * count, 1))
  new Resampling(from, to).apply(sample(from, of), into)
  return into
}

/** Largest difference of two fields. */
const apart = (a: Float32Array, b: Float32Array): number =>
  a.reduce((most, value, cell) => Math.max(most, Math.abs(value - b[cell]!)), 0)

const coarse: CellGrid = { counts: [12, 8], cellSize: 0.1 }
const fine: CellGrid = { counts: [30, 20], cellSize: 0.04 }
const plane = (x: number, z: number): number => 0.3 + 1.7 * x - 0.9 * z

it('resampling is exact on planes, up to the edges, to finer and to coarser cells', () => {
  const rounding = 4 * 2 ** -24 * 2
  expect(apart(resampled(coarse, fine, plane), sample(fine, plane))).toBeLessThan(rounding)
  expect(apart(resampled(fine, coarse, plane), sample(coarse, plane))).toBeLessThan(rounding)
  const [box, other]: CellGrid[] = [
    { counts: [6, 4, 5], cellSize: 0.2 },
    { counts: [12, 8, 10], cellSize: 0.1 },
  ]
  const inSpace = (x: number, y: number, z: number): number => plane(x, y) + 0.4 * z
  expect(apart(resampled(box!, other!, inSpace), sample(other!, inSpace))).toBeLessThan(rounding)
})

it('resampling to the same cells changes no bit, and a channel one cell wide has no slope across', () => {
  const wave = (x: number, z: number): number => Math.sin(9 * x) * Math.cos(7 * z)
  expect(resampled(coarse, coarse, wave)).toEqual(sample(coarse, wave))
  const channel: CellGrid = { counts: [12, 1], cellSize: 0.1 }
  const along = (x: number): number => 2 * x
  const finer: CellGrid = { counts: [24, 1], cellSize: 0.05 }
  expect(apart(resampled(channel, finer, along), sample(finer, along))).toBeLessThan(1e-6)
})

it('the error of resampled waves decreases with the square of the cells', () => {
  const wave = (x: number, z: number): number => Math.sin(6 * x + 4 * z)
  const errors = [1, 2].map((refinement) => {
    const grid = { counts: [24 * refinement, 16 * refinement], cellSize: 0.05 / refinement }
    const to = { counts: [90, 60], cellSize: 1.2 / 90 }
    return apart(resampled(grid, to, wave), sample(to, wave))
  })
  expect(Math.log2(errors[0]! / errors[1]!)).toBeGreaterThan(1.8)
})

it('subtracts, and measures where both are known and the second is open', () => {
  const a = Float32Array.of(1, 1, Number.NaN, 3, 1)
  const b = Float32Array.of(2, 1, 5, 100, -2)
  const into = new Float32Array(5)
  const numbers = subtract(a, b, Float32Array.of(1, 1, 1, 0, 1), into)
  expect([...into]).toEqual([1, 0, 0, 0, -3])
  expect(numbers.maximum).toBe(3)
  expect(numbers.rms).toBeCloseTo(Math.sqrt(10 / 3), 12)
  expect(numbers.rmsOfA).toBe(1)
})

it('cells outside the first grid do not count', () => {
  const larger: CellGrid = { counts: [16, 8], cellSize: 0.1 }
  const found = resampled(coarse, larger, plane)
  expect([...found.subarray(0, 3)].map(Number.isNaN)).toEqual([true, true, false])
  const { rms } = subtract(found, sample(larger, plane), undefined, new Float32Array(found.length))
  expect(rms).toBeLessThan(1e-6)
})

it('the trace keeps its last samples, replaces one of the same time, and begins anew after a restart', () => {
  let trace = withDifference({ time: [], rms: [] }, 0, 1)
  trace = withDifference(trace, 0, 2)
  expect(trace).toEqual({ time: [0], rms: [2] })
  for (let step = 1; step <= 400; step++) trace = withDifference(trace, step, step)
  expect(trace.time.length).toBe(300)
  expect(trace.time.at(-1)).toBe(400)
  expect(withDifference(trace, 3, 7)).toEqual({ time: [3], rms: [7] })
})

it('the colors of a slice end at its own largest value, or at five root mean squares', () => {
  const values = Float32Array.of(9, 9, 9, 9, 1, -2, 1, -1)
  expect(sliceRange(values, [2, 2, 2], 1)).toEqual([-2, 2])
  const spike = new Float32Array(100)
  spike[3] = 10
  expect(sliceRange(spike, [10, 10, 1], 0)).toEqual([-5, 5])
})
