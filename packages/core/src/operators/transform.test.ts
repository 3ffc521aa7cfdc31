import FFT from 'fft.js'
import { afterEach, describe, expect, it } from 'vitest'
import { PassList } from '../backend/pass-list.js'
import { WasmBackend } from '../backend/wasm/wasm-backend.js'
import { Arena } from '../fields/arena.js'
import type { Boundaries, EdgeKind } from '../fields/boundaries.js'
import { Field } from '../fields/field.js'
import { isTransformLength, LONGEST_TRANSFORM } from '../numerics/fourier.js'
import { Transform } from './transform.js'

const backends: WasmBackend[] = []
afterEach(() => {
  for (const backend of backends.splice(0)) backend.dispose()
})

const edges = (x: [EdgeKind, EdgeKind], z: [EdgeKind, EdgeKind]): Boundaries => ({
  'x-': x[0],
  'x+': x[1],
  'z-': z[0],
  'z+': z[1],
})
const KINDS: [EdgeKind, EdgeKind][] = [
  ['periodic', 'periodic'],
  ['reflect', 'reflect'],
  ['fixed', 'fixed'],
  ['reflect', 'fixed'],
  ['fixed', 'reflect'],
]

/** Repeatable values between -1 and 1. */
function noise(count: number, seed: number): Float64Array {
  let state = seed
  return Float64Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.fround(state / 2 ** 31 - 1)
  })
}

/** Two fields, and lists that multiply their modes, or rotate them into each other. */
async function workbench(nx: number, nz: number, boundaries: Boundaries, threads = 1) {
  const arena = new Arena()
  const field = () => new Field(arena, { name: 'a', unit: '', description: '' }, nx, nz)
  const [re, im] = [field(), field()]
  const modes = new Transform(arena, nx, nz, boundaries, threads)
  const multiply = modes.multiply()
  const rotate = modes.rotate()
  const schedules = {
    multiply: new PassList(arena, [modes.forward(re, im), multiply.pass, modes.inverse(re, im)]),
    rotate: new PassList(arena, [modes.forward(re, im), rotate.pass, modes.inverse(re, im)]),
  }
  const resources = [re, im, ...modes.resources, ...Object.values(schedules)]
  const backend = await WasmBackend.create(arena, resources, threads)
  backends.push(backend)
  return { re, im, multiply, rotate, run: (name: 'multiply' | 'rotate') => backend.run(schedules[name]) }
}

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0
  for (let k = 0; k < b.length; k++) largest = Math.max(largest, Math.abs(a[k]! - b[k]!))
  return largest
}

/** A symbol that tells every wavenumber from every other. */
const symbolOf = (kx: number, kz: number) => 0.3 + Math.abs(kx) + 0.7 * kz * kz + 0.1 * Math.hypot(kx, kz)

/** The symbol applied by fft.js on n × n values, in f64. */
function referenceMultiply(values: Float64Array, n: number): Float64Array {
  const fft = new FFT(n)
  const wavenumber = (k: number) => (2 * Math.PI * (k > n / 2 ? k - n : k)) / n
  const along = (data: number[][], inverse: boolean) =>
    data.map((row) => {
      const out = fft.createComplexArray() as number[]
      if (inverse) fft.inverseTransform(out, row)
      else fft.transform(out, row)
      return out
    })
  const transposed = (data: number[][]) => data.map((_, i) => data.flatMap((row) => [row[2 * i]!, row[2 * i + 1]!]))
  const rows = Array.from({ length: n }, (_, j) =>
    Array.from(values.subarray(j * n, (j + 1) * n)).flatMap((v) => [v, 0]),
  )
  const spectrum = along(transposed(along(rows, false)), false)
  const scaled = spectrum.map((column, i) =>
    column.map((value, k) => value * symbolOf(wavenumber(i), wavenumber(Math.floor(k / 2)))),
  )
  const back = along(transposed(along(scaled, true)), true)
  return Float64Array.from(back.flatMap((row) => row.filter((_, k) => k % 2 === 0)))
}

describe('modes', () => {
  it('multiplies as fft.js does in f64, for two fields at once', async () => {
    for (const n of [4, 16, 32, 128, 256]) {
      const [a, b] = [noise(n * n, 1), noise(n * n, 2)]
      const { re, im, multiply, run } = await workbench(n, n, edges(KINDS[0]!, KINDS[0]!))
      multiply.fill(symbolOf)
      re.write(a)
      im.write(b)
      run('multiply')
      // The symbol reaches 11; rounding of the transforms is some 1e-7 of the values.
      expect(largestDifference(re.read(), referenceMultiply(a, n)), `${n}²`).toBeLessThan(1e-5)
      expect(largestDifference(im.read(), referenceMultiply(b, n)), `${n}²`).toBeLessThan(1e-5)
    }
  })

  it('has a transform for every length made of 2, 3 and 5 up to 4096', async () => {
    const lengths = Array.from({ length: LONGEST_TRANSFORM }, (_, k) => k + 1).filter(isTransformLength)
    expect(lengths).toEqual(expect.arrayContaining([1, 2, 3, 5, 60, 1000, 3645, 4096]))
    expect(lengths.some((n) => n % 7 === 0)).toBe(false)
    for (const n of lengths) {
      const m = Math.floor(n / 3)
      const k = (2 * Math.PI * m) / n
      const wave = Float64Array.from({ length: n }, (_, i) => Math.cos((2 * Math.PI * ((m * i) % n)) / n + 0.4))
      const { re, im, multiply, run } = await workbench(n, 1, edges(KINDS[0]!, ['reflect', 'reflect']))
      multiply.fill(symbolOf)
      re.write(wave)
      run('multiply')
      const scale = symbolOf(k, 0)
      expect(
        largestDifference(
          re.read(),
          wave.map((value) => scale * value),
        ),
        `${n}`,
      ).toBeLessThan(1e-5)
      expect(largestDifference(im.read(), new Float64Array(n)), `${n}`).toBeLessThan(1e-5)
    }
  })

  it('gives back what it was given, for all kinds of edges and odd sizes', async () => {
    for (const [nx, nz] of [
      [45, 30],
      [1, 27],
      [60, 1],
      [75, 50],
      [8, 6],
    ] as const)
      for (const x of KINDS)
        for (const z of KINDS) {
          const [a, b] = [noise(nx * nz, 3), noise(nx * nz, 4)]
          const { re, im, multiply, rotate, run } = await workbench(nx, nz, edges(x, z))
          multiply.fill(() => 1)
          rotate.fill(() => ({ t: 0, s: 0, keep: 1 }))
          re.write(a)
          im.write(b)
          run('multiply')
          run('rotate')
          expect(largestDifference(re.read(), a), `${nx} × ${nz}, ${x}, ${z}`).toBeLessThan(2e-6)
          expect(largestDifference(im.read(), b), `${nx} × ${nz}, ${x}, ${z}`).toBeLessThan(2e-6)
        }
  })

  it('knows the waves that fit between its edges', async () => {
    const [nx, nz] = [40, 36]
    /** Wavenumber and shape of wave number m between two edges. */
    const waveOf = ([before, after]: [EdgeKind, EdgeKind], n: number, m: number): [number, (i: number) => number] => {
      if (before === 'periodic') return [(2 * Math.PI * m) / n, (i) => Math.cos((2 * Math.PI * m * i) / n + 0.3)]
      const k = (Math.PI * (before === after ? m : m + 0.5)) / n
      return [k, (i) => (before === 'reflect' ? Math.cos : Math.sin)(k * (i + 0.5))]
    }
    for (const x of KINDS)
      for (const z of KINDS) {
        const [kx, alongX] = waveOf(x, nx, 7)
        const [kz, alongZ] = waveOf(z, nz, 5)
        const wave = Float64Array.from({ length: nx * nz }, (_, c) => alongX(c % nx) * alongZ(Math.floor(c / nx)))
        const { re, im, multiply, rotate, run } = await workbench(nx, nz, edges(x, z))
        multiply.fill(symbolOf)
        re.write(wave)
        im.write(wave.map((value) => -2 * value))
        run('multiply')
        const scale = symbolOf(kx, kz)
        expect(
          largestDifference(
            re.read(),
            wave.map((value) => scale * value),
          ),
          `${x}, ${z}`,
        ).toBeLessThan(1e-5)
        expect(
          largestDifference(
            im.read(),
            wave.map((value) => -2 * scale * value),
          ),
          `${x}, ${z}`,
        ).toBeLessThan(1e-5)

        // A rotation by ωdt with A/B = 4: E' = c E + s/2 P, P' = c P - 2 s E.
        const angle = (a: number, b: number) => 0.5 * Math.hypot(a, b)
        rotate.fill((a, b) => ({ t: 2 * Math.tan(angle(a, b) / 2), s: Math.sin(angle(a, b)) / 2, keep: 1 }))
        re.write(wave)
        im.write(wave.map((value) => -2 * value))
        run('rotate')
        const [c, s] = [Math.cos(angle(kx, kz)), Math.sin(angle(kx, kz))]
        expect(
          largestDifference(
            re.read(),
            wave.map((v) => (c - s) * v),
          ),
          `${x}, ${z}`,
        ).toBeLessThan(3e-6)
        expect(
          largestDifference(
            im.read(),
            wave.map((v) => -2 * (c + s) * v),
          ),
          `${x}, ${z}`,
        ).toBeLessThan(3e-6)
      }
  })

  it('has the same bits for any number of threads', async () => {
    for (const [x, z] of [
      [KINDS[0]!, KINDS[1]!],
      [KINDS[3]!, KINDS[0]!],
    ] as const) {
      const results = new Set<string>()
      for (const threads of [1, 2, 3]) {
        const { re, im, rotate, run } = await workbench(60, 54, edges(x, z), threads)
        rotate.fill((a, b) => ({ t: Math.hypot(a, b) / 4, s: Math.hypot(a, b) / 5, keep: 0.99 }))
        re.write(noise(60 * 54, 5))
        im.write(noise(60 * 54, 6))
        run('rotate')
        results.add(`${Array.from(re.read())}|${Array.from(im.read())}`)
      }
      expect(results.size).toBe(1)
    }
  })
})
