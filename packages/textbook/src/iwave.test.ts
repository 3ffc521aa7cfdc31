import { describe, expect, it } from 'vitest'
import { columns2D } from './columns.js'
import { type Iwave, type IwaveParameters, iwaveStep, iwaveSymbol, iwaveWeights, laplaceWeights } from './iwave.js'
import { largest, largestDifference, sum } from './standing-wave.fixture.js'

const P = 6
const width = 2 * P + 1
const weights = iwaveWeights(P)
const G = (i: number, j: number) => weights[(P + j) * width + P + i]!

/** The strength of the kernel normalised to G(0,0) = 1, relative to sqrt(-∇²). */
const tooStrong = 8 * Math.sqrt(Math.PI)

const symbol = (kx: number, kz: number) => iwaveSymbol(weights, kx, kz)

/** e^-x I_n(x) = (1/π) ∫ e^(x (cos θ - 1)) cos(n θ) dθ over [0, π], by the midpoint rule. */
function scaledBesselI(n: number, x: number): number {
  const points = 64
  let total = 0
  for (let m = 0; m < points; m++) {
    const theta = (Math.PI * (m + 0.5)) / points
    total += Math.exp(x * (Math.cos(theta) - 1)) * Math.cos(n * theta)
  }
  return total / points
}

/** The integral that the sum over k stands for: e^-x ((1 - 2x) I0(x) + 2x I1(x)) with x = r²/(8σ). */
function closedForm(r: number, sigma: number): number {
  const x = (r * r) / (8 * sigma)
  return (1 - 2 * x) * scaledBesselI(0, x) + 2 * x * scaledBesselI(1, x)
}

/** Still water with a hump of height 1 in the middle, a Gaussian of standard deviation 2 cells: nearly no stripes in it. */
function hump(nx: number, nz: number): Iwave {
  const eta = Float64Array.from({ length: nx * nz }, (_, cell) => {
    const i = (cell % nx) - (nx - 1) / 2
    const j = Math.floor(cell / nx) - (nz - 1) / 2
    return Math.exp(-(i * i + j * j) / 8)
  })
  return { nx, nz, eta, phi: new Float64Array(nx * nz) }
}

describe('iwave weights', () => {
  it('are the published ones', () => {
    const row = [1, 0.678277, 0.156421, -0.065327, -0.064448, -0.031433, -0.014957]
    row.forEach((expected, i) => {
      expect(Math.abs(G(i, 0) - expected)).toBeLessThan(5e-6)
    })
    expect(Math.abs(G(1, 1) - 0.444565)).toBeLessThan(5e-6)
    expect(Math.abs(G(2, 2) - -0.049939)).toBeLessThan(5e-6)
  })

  it('agree with the closed form, also for another filter, and are the same in all eight octants', () => {
    for (const sigma of [1, 1.7]) {
      const window = iwaveWeights(P, sigma)
      const expected = (cell: number) => closedForm(Math.hypot((cell % width) - P, Math.floor(cell / width) - P), sigma)
      expect(largestDifference(window, expected)).toBeLessThan(1e-8)
    }
  })

  it('make the operator 14.1796 times too strong', () => {
    expect(tooStrong).toBeCloseTo(14.1796, 4)
    // Without truncation the symbol would be 14.1796 k e^(-k²); a window of 41 × 41 comes within 0.3 % of it at k = 1.
    const half = 20
    const wide = iwaveWeights(half)
    const k = 1
    const total = wide.reduce((all, w, cell) => all + w * Math.cos(k * ((cell % (2 * half + 1)) - half)), 0)
    expect(Math.abs(total / (k * Math.exp(-k * k)) / tooStrong - 1)).toBeLessThan(4e-3)
  })

  it('sum to 2.0979 instead of 0', () => {
    expect(Math.abs(sum(weights) - 2.0979)).toBeLessThan(5e-5)
  })

  it('have a symbol between -0.0867, at stripes of two cells, and 6.28', () => {
    let lowest = Number.POSITIVE_INFINITY
    let highest = Number.NEGATIVE_INFINITY
    const n = 100
    for (let j = 0; j <= n; j++) {
      for (let i = 0; i <= j; i++) {
        const value = symbol((Math.PI * i) / n, (Math.PI * j) / n)
        lowest = Math.min(lowest, value)
        highest = Math.max(highest, value)
      }
    }
    expect(Math.abs(symbol(0, Math.PI) - -0.0867)).toBeLessThan(5e-5)
    expect(lowest).toBe(symbol(0, Math.PI))
    expect(Math.abs(highest - 6.28)).toBeLessThan(5e-3)
    expect(Math.abs(2 / Math.sqrt(highest) - 0.798)).toBeLessThan(5e-4)
  })

  it('bend the dispersion relation', () => {
    for (const [cells, expected] of [
      [8, 0.747],
      [16, 0.904],
      [32, 1.012],
      [64, 1.285],
      [256, 2.46],
    ] as const) {
      const k = (2 * Math.PI) / cells
      const ratio = Math.sqrt(symbol(k, 0) / tooStrong / k)
      // The last is published with two decimals.
      expect(Math.abs(ratio - expected)).toBeLessThan(cells === 256 ? 0.005 : 0.002)
    }
  })
})

describe('iwave', () => {
  it('multiplies a wave by the symbol away from the edges', () => {
    const n = 31
    const kx = 0.6
    const kz = 0.25
    const wave = (cell: number) => Math.cos(kx * (cell % n) + kz * Math.floor(cell / n))
    const phi = Float64Array.from({ length: n * n }, (_, cell) => wave(cell))
    const water = { nx: n, nz: n, eta: new Float64Array(n * n), phi }
    iwaveStep(water, { weights, g: 0, dt: 1 })
    for (let j = P; j < n - P; j++) {
      for (let i = P; i < n - P; i++) {
        const cell = j * n + i
        expect(Math.abs(water.eta[cell]! - symbol(kx, kz) * wave(cell))).toBeLessThan(1e-12)
      }
    }
  })

  it('swings flat water of height 1 as a spring would, although flat water should stay', () => {
    const water = { nx: 9, nz: 7, eta: new Float64Array(63).fill(1), phi: new Float64Array(63) }
    const g = 4
    const dt = 0.1
    const theta = 2 * Math.asin(0.5 * dt * Math.sqrt(g * sum(weights)))
    let least = 1
    for (let step = 1; step <= 40; step++) {
      iwaveStep(water, { weights, g, dt })
      expect(largestDifference(water.eta, () => Math.cos(step * theta))).toBeLessThan(1e-10)
      least = Math.min(least, sum(water.eta) / 63)
    }
    expect(least).toBeLessThan(-0.99)
  })

  it('takes half of the pressure before and half after the height, and the height rate once', () => {
    const cells = 20
    const g = 3
    const dt = 0.2
    const s = new Float64Array(cells).fill(0.7)
    const t = new Float64Array(cells).fill(0.3)
    const water = { nx: 5, nz: 4, eta: new Float64Array(cells), phi: new Float64Array(cells) }
    iwaveStep(water, { weights, g, dt, s, t })
    const phiStar = 0.5 * dt * 0.7
    const eta = dt * sum(weights) * phiStar + dt * 0.3
    expect(largestDifference(water.eta, () => eta)).toBeLessThan(1e-14)
    expect(largestDifference(water.phi, () => phiStar - 0.5 * dt * g * eta + 0.5 * dt * 0.7)).toBeLessThan(1e-14)
  })

  it('keeps obstacle cells at exactly zero and sends waves back from them', () => {
    const n = 32
    const free = hump(n, n)
    const blocked = hump(n, n)
    const matte = new Float64Array(n * n).fill(1)
    for (let j = 0; j < n; j++) {
      matte[j * n + 21] = 0.5
      for (let i = 22; i < 26; i++) matte[j * n + i] = 0
    }
    for (let step = 0; step < 60; step++) {
      iwaveStep(free, { weights, g: 1, dt: 0.2 })
      iwaveStep(blocked, { weights, g: 1, dt: 0.2, matte })
      for (let cell = 0; cell < n * n; cell++) {
        if (matte[cell] !== 0) continue
        expect(Math.abs(blocked.eta[cell]!)).toBe(0)
        expect(Math.abs(blocked.phi[cell]!)).toBe(0)
      }
    }
    expect(
      largestDifference(blocked.eta, (cell) => (cell % n < 16 ? free.eta[cell]! : blocked.eta[cell]!)),
    ).toBeGreaterThan(0.01)
  })

  it('keeps symmetric water symmetric', () => {
    const n = 25
    const water = hump(n, n)
    for (let step = 0; step < 100; step++) iwaveStep(water, { weights, g: 1, dt: 0.2 })
    const at = (i: number, j: number) => water.eta[j * n + i]!
    const images = [
      (i: number, j: number) => at(n - 1 - i, j),
      (i: number, j: number) => at(i, n - 1 - j),
      (i: number, j: number) => at(j, i),
    ]
    for (const image of images) {
      expect(largestDifference(water.eta, (cell) => image(cell % n, Math.floor(cell / n)))).toBeLessThan(1e-11)
    }
  })

  it('explodes above the leapfrog limit, and below it stays bounded while the stripes are rounding', () => {
    const reckless = hump(32, 32)
    const sound = hump(32, 32)
    const careful = hump(32, 32)
    for (let step = 0; step < 100; step++) {
      iwaveStep(reckless, { weights, g: 1, dt: 0.83 })
      iwaveStep(sound, { weights, g: 1, dt: 0.79 })
    }
    for (let step = 0; step < 400; step++) iwaveStep(careful, { weights, g: 1, dt: 0.1 })
    expect(largest(reckless.eta)).toBeGreaterThan(1e10)
    expect(largest(sound.eta)).toBeLessThan(3)
    expect(largest(careful.eta)).toBeLessThan(3)
  })

  it('explodes in the end far below the limit too, because the symbol is negative at stripes', () => {
    const n = 24
    const water = { nx: n, nz: n, eta: new Float64Array(n * n), phi: new Float64Array(n * n) }
    water.eta[(n / 2) * n + n / 2] = 1
    for (let step = 0; step < 500; step++) iwaveStep(water, { weights, g: 1, dt: 0.3 })
    expect(largest(water.eta)).toBeGreaterThan(1e8)
  })

  it('gives with the Laplace weights, sign turned, what the water columns give', () => {
    const dt = 0.5
    const g = 1.5
    const water = hump(20, 15)
    // The columns keep the velocity half a step early: push it half a step back from rest.
    const start = { nx: 20, nz: 15, eta: water.eta.slice(), v: new Float64Array(300) }
    columns2D(start, { c: Math.sqrt(g), dx: 1, dt: -dt / 2 })
    const columns = { nx: 20, nz: 15, eta: water.eta.slice(), v: start.v }
    const minusLaplace = laplaceWeights().map((w) => -w)
    for (let step = 0; step < 200; step++) {
      iwaveStep(water, { weights: minusLaplace, g, dt })
      columns2D(columns, { c: Math.sqrt(g), dx: 1, dt })
    }
    expect(largestDifference(water.eta, (cell) => columns.eta[cell]!)).toBeLessThan(1e-11)
  })
})

describe('iwave at its edges', () => {
  const minusLaplace = laplaceWeights().map((w) => -w)
  const wave = (n: number, m: number) =>
    Float64Array.from({ length: n * n }, (_, cell) => Math.cos((2 * Math.PI * m * (cell % n)) / n))

  it('holds the rim of the printed loop, as wide as half the window, whatever happens inside', () => {
    const n = 40
    const water = hump(n, n)
    for (let cell = 0; cell < n * n; cell++) water.eta[cell]! += 0.01 * Math.sin(cell)
    const before = water.eta.slice()
    for (let step = 0; step < 60; step++) iwaveStep(water, { weights, g: 1, dt: 0.3, edges: 'interior' })
    const isRim = (cell: number) =>
      Math.min(cell % n, n - 1 - (cell % n), Math.floor(cell / n), n - 1 - Math.floor(cell / n)) < P
    let changed = 0
    for (let cell = 0; cell < n * n; cell++) {
      if (!isRim(cell)) {
        if (water.eta[cell] !== before[cell]) changed++
        continue
      }
      expect(water.eta[cell]).toBe(before[cell])
      expect(Math.abs(water.phi[cell]! + 60 * 0.3 * before[cell]!)).toBeLessThan(1e-12)
    }
    expect(changed).toBe((n - 2 * P) ** 2)
  })

  it('differs from the clamped sum by most of the height of the waves once they have met the rim', () => {
    const run = (edges: IwaveParameters['edges'] & string) => {
      const water = hump(64, 64)
      for (let step = 0; step < 60; step++) iwaveStep(water, { weights, g: 1, dt: 0.3, edges })
      return water.eta
    }
    const clamped = run('clamped')
    expect(largestDifference(run('interior'), (cell) => clamped[cell]!)).toBeGreaterThan(0.8 * largest(clamped))
  })

  it('sends a crest back upright from the clamped edge and upside down from the printed rim', () => {
    const n = 60
    // The rows at both ends of z are held as well; their waves do not reach the middle row in this time.
    const rows = 150
    const returned = (edges: IwaveParameters['edges'] & string) => {
      const crest = (_: unknown, cell: number) => Math.exp(-(((cell % n) - 30) ** 2) / 18)
      const water = {
        nx: n,
        nz: rows,
        eta: Float64Array.from({ length: n * rows }, crest),
        phi: new Float64Array(n * rows),
      }
      // 30 cells to the edge and 30 back at one cell a unit of time: both halves of the crest meet in the middle again.
      for (let step = 0; step < 120; step++) iwaveStep(water, { weights: minusLaplace, g: 1, dt: 0.5, edges })
      return water.eta[75 * n + 30]!
    }
    expect(returned('clamped')).toBeGreaterThan(0.9)
    expect(returned('interior')).toBeLessThan(-0.9)
  })

  it('lets a plane wave go round periodic edges with the frequency of its symbol', () => {
    const n = 32
    const g = 1
    const dt = 0.4
    for (const m of [1, 3, 7]) {
      const water = { nx: n, nz: n, eta: wave(n, m), phi: new Float64Array(n * n) }
      const shape = water.eta.slice()
      const theta = 2 * Math.asin(0.5 * dt * Math.sqrt(g * symbol((2 * Math.PI * m) / n, 0)))
      for (let step = 0; step < 25; step++) iwaveStep(water, { weights, g, dt, edges: 'periodic' })
      expect(largestDifference(water.eta, (cell) => Math.cos(25 * theta) * shape[cell]!)).toBeLessThan(1e-10)
    }
  })

  it('grows stripes of two cells by e^(sqrt(0.0867 g) t) at a small time step', () => {
    const n = 16
    const dt = 0.02
    const water = { nx: n, nz: n, eta: wave(n, n / 2), phi: new Float64Array(n * n) }
    for (let step = 0; step < 1000; step++) iwaveStep(water, { weights, g: 1, dt, edges: 'periodic' })
    expect(Math.acosh(water.eta[0]!) / (1000 * dt) / Math.sqrt(0.0867)).toBeCloseTo(1, 3)
  })
})

describe('the matte of iwave', () => {
  it('sends a crest back upside down, where a wall would send it back upright', () => {
    const n = 90
    const row = Float64Array.from({ length: n * 3 }, (_, cell) => Math.exp(-(((cell % n) - 30) ** 2) / 18))
    const matte = Float64Array.from({ length: n * 3 }, (_, cell) => (cell % n < 60 ? 1 : 0))
    const water = { nx: n, nz: 3, eta: row, phi: new Float64Array(n * 3) }
    const minusLaplace = laplaceWeights().map((w) => -w)
    // One half of the crest, of height 0.5, meets the matte at 60; the other meets the clamped edge at 0.
    for (let step = 0; step < 90; step++) iwaveStep(water, { weights: minusLaplace, g: 1, dt: 0.5, matte })
    expect(Math.min(...water.eta.subarray(30, 60))).toBeLessThan(-0.45)
    expect(Math.max(...water.eta.subarray(0, 30))).toBeGreaterThan(0.45)
  })

  it('lets less of a wave through its rim when the time step is short, because a fraction is a factor per step', () => {
    const left = (dt: number) => {
      const n = 90
      const row = Float64Array.from({ length: n * 3 }, (_, cell) => Math.exp(-(((cell % n) - 30) ** 2) / 18))
      const matte = Float64Array.from({ length: n * 3 }, (_, cell) => (cell % n >= 45 && cell % n < 48 ? 0.9 : 1))
      const water = { nx: n, nz: 3, eta: row, phi: new Float64Array(n * 3) }
      const minusLaplace = laplaceWeights().map((w) => -w)
      for (let time = 0; time < 40 - 1e-9; time += dt) iwaveStep(water, { weights: minusLaplace, g: 1, dt, matte })
      return Math.max(...water.eta.subarray(60, 90))
    }
    expect(left(0.25)).toBeLessThan(0.8 * left(0.5))
  })
})
