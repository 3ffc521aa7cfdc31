import { describe, expect, it } from 'vitest'
import {
  type KassMiller1D,
  type KassMiller2D,
  kassMiller1D,
  kassMiller2D,
  kassMillerDepth,
  kassMillerRows,
  thomas,
} from './kass-miller.js'
import { shallowWave1D, shallowWaveAlpha } from './shallow-wave.js'
import { closedMode, largest, largestDifference, type Mode, sum } from './standing-wave.fixture.js'

const dx = 0.1
const g = 9.81
const c = Math.sqrt(g) // on 1 m of water

/** A rough but reproducible row of numbers in ±0.5. */
function rough(cells: number, seed: number): Float64Array {
  return Float64Array.from({ length: cells }, (_, cell) => ((cell * 7919 + seed * 104729) % 1013) / 1013 - 0.5)
}

/** Water that was at the same height one step ago. */
function atRest(eta: Float64Array, bed: Float64Array): KassMiller1D {
  return { eta: eta.slice(), etaOld: eta.slice(), bed }
}

const flat = (cells: number) => new Float64Array(cells).fill(-1)
const water = ({ eta, bed }: KassMiller1D) => sum(kassMillerDepth(eta, bed))

/** How much of a shape is in `eta`. */
const amplitude = (eta: Float64Array, shape: Float64Array) =>
  sum(eta.map((h, cell) => h * shape[cell]!)) / sum(shape.map((s) => s * s))

/** A wave low enough to be linear, at rest on 1 m of water. */
const low = 1e-9
const standing = ({ shape }: Mode) =>
  atRest(
    shape.map((s) => low * s),
    flat(shape.length),
  )

/**
 * Damping and phase a step of a wave that starts from rest, measured: four amplitudes in a row give the two unknowns of
 * a[n+1] = 2 r cos(θ) a[n] - r² a[n-1].
 */
function measured(row: KassMiller1D, { shape }: Mode, step: () => void): { damping: number; phase: number } {
  const [a0, a1, a2, a3] = Array.from({ length: 4 }, (_, n) => {
    if (n > 0) step()
    return amplitude(row.eta, shape) / low
  }) as [number, number, number, number]
  const det = a0 * a2 - a1 * a1
  const damping = Math.sqrt((a1 * a3 - a2 * a2) / det)
  return { damping, phase: Math.acos((a0 * a3 - a1 * a2) / det / (2 * damping)) }
}

/** The six metre beach of the header, rising 3 cm a cell from 1 m below the sea. */
const beach = Float64Array.from({ length: 60 }, (_, i) => -1 + 0.03 * i)

describe('rows of Kass and Miller', () => {
  it('are those of the document', () => {
    const d = rough(9, 1).map((value) => value + 1)
    const dt = 0.07
    const { e, f } = kassMillerRows(d, { dx, dt, g })
    expect(e.length).toBe(9)
    expect(f.length).toBe(8)
    const face = (i: number) => g * dt ** 2 * ((d[i]! + d[i + 1]!) / (2 * dx ** 2))
    expect(e[0]).toBeCloseTo(1 + face(0), 12)
    expect(e[8]).toBeCloseTo(1 + face(7), 12)
    for (let i = 1; i < 8; i++) {
      expect(e[i]).toBeCloseTo(1 + g * dt ** 2 * ((d[i - 1]! + 2 * d[i]! + d[i + 1]!) / (2 * dx ** 2)), 12)
    }
    for (let i = 0; i < 8; i++) expect(f[i]).toBeCloseTo(-face(i), 12)
  })

  it('sum to 1', () => {
    const { e, f } = kassMillerRows(kassMillerDepth(rough(30, 2), rough(30, 3)), { dx, dt: 0.3, g })
    e.forEach((diagonal, i) => {
      expect(diagonal + (f[i - 1] ?? 0) + (f[i] ?? 0)).toBeCloseTo(1, 12)
    })
  })

  it('are solved by Thomas', () => {
    for (const n of [1, 2, 17]) {
      const rows = kassMillerRows(
        rough(n, 4).map((value) => value + 0.6),
        { dx, dt: 0.2, g },
      )
      const b = rough(n, 5)
      const x = thomas(rows, b)
      const back = (i: number) =>
        rows.e[i]! * x[i]! + (i > 0 ? rows.f[i - 1]! * x[i - 1]! : 0) + (i < n - 1 ? rows.f[i]! * x[i + 1]! : 0)
      expect(largestDifference(b, back)).toBeLessThan(1e-13)
    }
  })
})

describe('Kass and Miller in 1-D', () => {
  const nx = 32

  it.each([
    [1, 0.5],
    [4, 1],
    [8, 1],
    [3, 20],
    [31, 50],
  ])('damps %i half waves by 1/sqrt(1 + X²) and turns them by atan X in a step of c dt = %f dx', (m, courant) => {
    const dt = (courant * dx) / c
    const mode = closedMode(nx, 1, m, 0)
    const X = 2 * courant * Math.sqrt(mode.sines)
    const row = standing(mode)
    const { damping, phase } = measured(row, mode, () => kassMiller1D(row, { dx, dt, g, tau: 0 }))
    expect(Math.abs(damping * Math.sqrt(1 + X * X) - 1)).toBeLessThan(1e-6)
    expect(Math.abs(phase / Math.atan(X) - 1)).toBeLessThan(1e-6)
  })

  it('follows a standing wave from rest: cos(θ)^n cos(n θ)', () => {
    const dt = (0.4 * dx) / c
    const mode = closedMode(nx, 1, 3, 0)
    const theta = Math.atan(0.8 * Math.sqrt(mode.sines))
    const row = standing(mode)
    for (let step = 1; step <= 200; step++) {
      kassMiller1D(row, { dx, dt, g, tau: 0 })
      const expected = Math.cos(theta) ** step * Math.cos(step * theta)
      expect(largestDifference(row.eta, (i) => low * expected * mode.shape[i]!)).toBeLessThan(1e-6 * low)
    }
  })

  it('damps by sqrt((1 - τ)/(1 + X²)) with τ', () => {
    const dt = dx / c
    const tau = 0.1
    const mode = closedMode(nx, 1, 6, 0)
    const X = 2 * Math.sqrt(mode.sines)
    const row = standing(mode)
    const { damping, phase } = measured(row, mode, () => kassMiller1D(row, { dx, dt, g, tau }))
    expect(Math.abs(damping / Math.sqrt((1 - tau) / (1 + X * X)) - 1)).toBeLessThan(1e-6)
    const cosine = (2 - tau) / (2 * Math.sqrt((1 - tau) * (1 + X * X)))
    expect(Math.abs(phase / Math.acos(cosine) - 1)).toBeLessThan(1e-6)
  })

  it('with τ = 1 creeps as heat does: every step multiplies a wave by 1/(1 + X²)', () => {
    const mode = closedMode(nx, 1, 5, 0)
    const row = standing(mode)
    for (let step = 1; step <= 5; step++) {
      kassMiller1D(row, { dx, dt: (2 * dx) / c, g, tau: 1 })
      expect((amplitude(row.eta, mode.shape) / low) * (1 + 16 * mode.sines) ** step).toBeCloseTo(1, 5)
    }
  })

  it('has the damping that the header quotes for a wave of 8 cells', () => {
    // 32 cells, 8 half waves of 4 cells, c dt = dx.
    const mode = closedMode(nx, 1, 8, 0)
    const row = standing(mode)
    const { damping, phase } = measured(row, mode, () => kassMiller1D(row, { dx, dt: dx / c, g, tau: 0 }))
    expect(1 - damping).toBeCloseTo(0.21, 2)
    expect(1 - damping ** ((2 * Math.PI) / phase)).toBeCloseTo(0.89, 2)
    expect(phase / (2 * Math.sin(Math.PI / 8))).toBeCloseTo(0.854, 3)
  })

  it('is stable at 50 times the explicit limit, where central differences explode', () => {
    const dt = (50 * dx) / c
    const eta = rough(nx, 6).map((value) => 0.5 * value)
    const row = atRest(eta, flat(nx))
    const explicit = { eta: eta.slice(), etaOld: eta.slice(), etaNew: new Float64Array(nx) }
    const mean = sum(eta) / nx
    let highest = 0
    for (let step = 0; step < 200; step++) {
      kassMiller1D(row, { dx, dt, g, tau: 0 })
      highest = Math.max(highest, largest(row.eta))
      if (step < 20)
        shallowWave1D(explicit, { alpha: shallowWaveAlpha(1, dx, dt, g), beta: 1, edge: { type: 'closed' } })
    }
    expect(highest).toBeLessThan(largest(eta))
    expect(largestDifference(row.eta, () => mean)).toBeLessThan(1e-9)
    expect(largest(explicit.eta)).toBeGreaterThan(1e50)
  })

  it('keeps the volume over uneven ground while every cell is wet, with τ too', () => {
    for (const tau of [0, 0.05]) {
      const row = atRest(
        rough(nx, 7).map((value) => 0.4 * value),
        rough(nx, 8).map((value) => value - 1),
      )
      const before = water(row)
      for (let step = 0; step < 300; step++) {
        kassMiller1D(row, { dx, dt: 0.02, g, tau })
        expect(Math.min(...kassMillerDepth(row.eta, row.bed))).toBeGreaterThan(0)
      }
      expect(Math.abs(water(row) / before - 1)).toBeLessThan(1e-12)
    }
  })

  it('leaves a lake at rest over any ground, islands included', () => {
    const bed = rough(nx, 9).map((value) => 2 * value)
    const row = atRest(new Float64Array(nx).fill(0.3), bed)
    expect(bed.some((ground) => ground > 0.3)).toBe(true)
    expect(bed.some((ground) => ground < 0.3)).toBe(true)
    for (let step = 0; step < 200; step++) kassMiller1D(row, { dx, dt: 0.1, g, tau: 0 })
    expect(largestDifference(row.eta, () => 0.3)).toBeLessThan(1e-11)
  })

  it('adds water again in every step if it was added to the present alone (defect 5)', () => {
    const row = atRest(new Float64Array(nx), flat(nx))
    row.eta[10]! += 0.001
    for (let step = 1; step <= 50; step++) {
      kassMiller1D(row, { dx, dt: 0.02, g, tau: 0 })
      expect(sum(row.eta)).toBeCloseTo(0.001 * (step + 1), 12)
    }
    const both = atRest(new Float64Array(nx), flat(nx))
    both.eta[10]! += 0.001
    both.etaOld[10]! += 0.001
    for (let step = 1; step <= 50; step++) kassMiller1D(both, { dx, dt: 0.02, g, tau: 0 })
    expect(sum(both.eta)).toBeCloseTo(0.001, 12)
  })
})

describe('Kass and Miller at a shoreline', () => {
  const dt = 0.01

  /** Steps and tells how much water there is now, 1 at the start. Checks the account of the header on the way. */
  function account(row: KassMiller1D, steps: number): number {
    const before = water(row)
    const levels = sum(row.eta)
    for (let step = 0; step < steps; step++) {
      kassMiller1D(row, { dx, dt, g, tau: 0 })
      const missing = sum(row.eta.map((level, i) => Math.max(0, row.bed[i]! - level)))
      expect(Math.abs(sum(row.eta) - levels)).toBeLessThan(1e-11)
      expect(Math.abs(water(row) - (levels - sum(row.bed) + missing))).toBeLessThan(1e-11)
    }
    return water(row) / before
  }

  it('loses 6 % of the water in 2 s where it runs up a beach (defect 2)', () => {
    const row = atRest(
      beach.map((_, i) => (i < 15 ? 0.5 : 0)),
      beach,
    )
    expect(1 - account(row, 200)).toBeCloseTo(0.06, 2)
  })

  it('gains 45 % in 2.5 s where it runs back from one (defects 2 and 3)', () => {
    const row = atRest(
      beach.map((_, i) => (i < 20 ? -0.4 : 0.3)),
      beach,
    )
    expect(account(row, 250) - 1).toBeCloseTo(0.45, 2)
  })

  it('lets the level under dry ground go on at its last speed, and the lake at the opposite one (defect 3)', () => {
    const bed = Float64Array.from({ length: 20 }, (_, i) => (i < 12 ? -1 : 1))
    const row = atRest(new Float64Array(20), bed)
    row.etaOld[16] = 0.001
    row.etaOld.fill(-0.001 / 12, 0, 12)
    const before = sum(row.eta.subarray(0, 13))
    for (let step = 1; step <= 100; step++) {
      kassMiller1D(row, { dx, dt, g, tau: 0 })
      expect(row.eta[16]).toBeCloseTo(-0.001 * step, 12)
      // Cell 12 is dry but shares a face with the lake, so the two have one account.
      expect(sum(row.eta.subarray(0, 13)) - before).toBeCloseTo(0.001 * step, 12)
    }
  })

  it('feeds the lake from dry land that starts at the ground instead of the level (defect 4)', () => {
    const bed = Float64Array.from({ length: 20 }, (_, i) => (i < 12 ? -1 : 1))
    const land = atRest(
      bed.map((ground) => Math.max(0, ground)),
      bed,
    )
    expect(account(land, 20) - 1).toBeGreaterThan(0.01)
    const level = atRest(new Float64Array(20), bed)
    expect(account(level, 20)).toBe(1)
  })
})

describe('Kass and Miller in 2-D', () => {
  it('is the 1-D scheme on a row and on a column', () => {
    const n = 21
    const bed = rough(n, 10).map((value) => value - 0.8)
    const eta = rough(n, 11)
    const row = atRest(eta, bed)
    const alongX: KassMiller2D = { nx: n, nz: 1, ...atRest(eta, bed) }
    const alongZ: KassMiller2D = { nx: 1, nz: n, ...atRest(eta, bed) }
    for (let step = 0; step < 50; step++) {
      for (const pool of [alongX, alongZ]) kassMiller2D(pool, { dx, dt: 0.03, g, tau: 0.02 })
      kassMiller1D(row, { dx, dt: 0.03, g, tau: 0.02 })
    }
    expect(alongX.eta).toEqual(row.eta)
    expect(alongZ.eta).toEqual(row.eta)
  })

  it.each([
    [3, 2, 0.7],
    [5, 0, 2],
    [9, 11, 50],
  ])('damps %i by %i half waves by 1/sqrt((1 + Xx²)(1 + Xz²)) in a step of c dt = %f dx', (m, n, courant) => {
    const nx = 16
    const nz = 12
    const mode = closedMode(nx, nz, m, n)
    const Xx = 2 * courant * Math.sqrt(closedMode(nx, 1, m, 0).sines)
    const Xz = 2 * courant * Math.sqrt(closedMode(1, nz, 0, n).sines)
    const pool: KassMiller2D = { nx, nz, ...standing(mode) }
    const step = () => kassMiller2D(pool, { dx, dt: (courant * dx) / c, g, tau: 0 })
    const { damping, phase } = measured(pool, mode, step)
    const product = (1 + Xx * Xx) * (1 + Xz * Xz)
    expect(Math.abs(damping * Math.sqrt(product) - 1)).toBeLessThan(1e-6)
    expect(Math.abs(phase / Math.acos(1 / Math.sqrt(product)) - 1)).toBeLessThan(1e-6)
  })

  it('is stable at 50 times the explicit limit and keeps the volume, over uneven ground', () => {
    const nx = 14
    const nz = 11
    const eta = rough(nx * nz, 12).map((value) => 0.5 * value)
    const pool: KassMiller2D = {
      nx,
      nz,
      ...atRest(
        eta,
        rough(nx * nz, 13).map((value) => value - 1.2),
      ),
    }
    const before = water(pool)
    let highest = 0
    for (let step = 0; step < 100; step++) {
      kassMiller2D(pool, { dx, dt: (50 * dx) / (c * Math.SQRT2), g, tau: 0 })
      highest = Math.max(highest, largest(pool.eta))
    }
    expect(highest).toBeLessThan(largest(eta))
    expect(Math.abs(water(pool) / before - 1)).toBeLessThan(1e-11)
  })

  it('leaves a lake at rest around islands', () => {
    const pool: KassMiller2D = {
      nx: 9,
      nz: 13,
      ...atRest(
        new Float64Array(117).fill(-0.2),
        rough(117, 14).map((value) => 2 * value),
      ),
    }
    for (let step = 0; step < 100; step++) kassMiller2D(pool, { dx, dt: 0.1, g, tau: 0 })
    expect(largestDifference(pool.eta, () => -0.2)).toBeLessThan(1e-11)
  })

  it('treats x and z alike over flat ground only (defect 7)', () => {
    const n = 12
    const unlike = (bed: Float64Array) => {
      const eta = Float64Array.from(
        { length: n * n },
        (_, cell) => 1e-3 * ((cell % n) + Math.floor(cell / n) < 6 ? 1 : 0),
      )
      const pool: KassMiller2D = { nx: n, nz: n, ...atRest(eta, bed) }
      for (let step = 0; step < 20; step++) kassMiller2D(pool, { dx, dt: (2 * dx) / c, g, tau: 0 })
      return largestDifference(pool.eta, (cell) => pool.eta[(cell % n) * n + Math.floor(cell / n)]!) / largest(pool.eta)
    }
    // Not exactly flat water, so not exactly alike: the waves are 1/1000 of the depth.
    expect(unlike(flat(n * n))).toBeLessThan(1e-3)
    const ridge = Float64Array.from({ length: n * n }, (_, cell) => ((cell % n) + Math.floor(cell / n) > 8 ? -0.2 : -1))
    expect(unlike(ridge)).toBeGreaterThan(0.01)
  })
})
