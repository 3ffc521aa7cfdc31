import { describe, expect, it } from 'vitest'
import { shallowWave1D, shallowWave2D } from './shallow-wave.js'
import { largest, largestDifference, sum } from './standing-wave.fixture.js'
import {
  boxDip,
  boxSpin,
  boxStep,
  type FloatingBox,
  floatingForce,
  maskedConjugateGradient,
  slideFloatingForce,
  type Vector,
  virtualHeight1D,
  virtualHeight2D,
} from './virtual-height.js'

const dx = 0.1
const dt = 0.01
const g = 9.81
const rho = 1000
const weight = { rho, g, area: dx }
const tolerance = 1e-13

const still = (cells: number, level = 0) => ({
  eta: new Float64Array(cells).fill(level),
  etaOld: new Float64Array(cells).fill(level),
  etaNew: new Float64Array(cells),
})
const rough = (cells: number, seed: number) =>
  Float64Array.from({ length: cells }, (_, cell) => ((cell * 7919 + seed * 104729) % 1013) / 1013 - 0.5)
/** e in n cells of a row, in the middle of it. */
const dipped = (cells: number, n: number, e: number) =>
  Float64Array.from({ length: cells }, (_, i) => (i >= (cells - n) / 2 && i < (cells + n) / 2 ? e : 0))

/** A box of 0.4 m over n cells in the middle of a row, of `ratio` times the density of water. */
function box(cells: number, n: number, ratio: number, draught: number): FloatingBox {
  return {
    x: (cells * dx) / 2,
    y: 0.2 - draught,
    z: dx / 2,
    length: (n - 0.1) * dx,
    height: 0.4,
    width: dx,
    mass: ratio * rho * n * dx * 0.4,
    vx: 0,
    vy: 0,
    vz: 0,
    orientation: [1, 0, 0, 0],
    angularMomentum: [0, 0, 0],
  }
}

/** The orientation after a turn by an angle [rad] about an axis of length 1. */
function about([x, y, z]: Vector, angle: number): FloatingBox['orientation'] {
  const sine = Math.sin(angle / 2)
  return [Math.cos(angle / 2), sine * x, sine * y, sine * z]
}

describe('the masked conjugate gradient', () => {
  it('solves the two unknowns of P29', () => {
    const e = Float64Array.of(0, 1, 1, 0)
    const { v, iterations } = maskedConjugateGradient(4, 1, e, Float64Array.of(7, 3, -2, 7), tolerance)
    // 2 v1 - v2 = 3, -v1 + 2 v2 = -2
    expect(largestDifference(v, (cell) => [0, 4 / 3, -1 / 3, 0][cell]!)).toBeLessThan(1e-14)
    expect(iterations).toBeLessThanOrEqual(2)
  })

  it('finds a parabola under a wide body, in half as many steps as cells', () => {
    const solved = maskedConjugateGradient(40, 1, dipped(40, 20, 1), dipped(40, 20, 1), tolerance)
    const { v, iterations, residuals, residual } = solved
    expect(largestDifference(v, (i) => (i >= 10 && i < 30 ? ((i - 9) * (30 - i)) / 2 : 0))).toBeLessThan(1e-11)
    expect(iterations).toBe(10)
    expect(residual).toBeLessThan(tolerance)
    expect(residuals).toHaveLength(10)
    expect(residuals[9]).toBe(residual)
  })

  it('solves any shape in the plane, against the walls too, and tells the residual', () => {
    const [nx, nz] = [13, 9]
    const e = rough(nx * nz, 1).map((value) => (value > -0.2 ? 1 : 0))
    const b = rough(nx * nz, 2)
    const at = (v: Float64Array, i: number, j: number) =>
      i < 0 || i >= nx || j < 0 || j >= nz ? undefined : v[j * nx + i]!
    for (const wanted of [1e-3, 1e-12]) {
      const { v, residual } = maskedConjugateGradient(nx, nz, e, b, wanted)
      let [left, all] = [0, 0]
      for (let j = 0; j < nz; j++) {
        for (let i = 0; i < nx; i++) {
          const cell = j * nx + i
          if (e[cell] === 0) {
            expect(v[cell]).toBe(0)
            continue
          }
          const around = [at(v, i - 1, j), at(v, i + 1, j), at(v, i, j - 1), at(v, i, j + 1)]
          const flow = around.reduce<number>((total, other) => total + (other === undefined ? 0 : v[cell]! - other), 0)
          left += (flow - b[cell]!) ** 2
          all += b[cell]! ** 2
        }
      }
      expect(residual).toBeLessThanOrEqual(wanted)
      expect(Math.sqrt(left / all)).toBeLessThanOrEqual(wanted * 1.01 + 1e-14)
    }
  })

  it('has no work without a body and no solution when all is covered: defect 9', () => {
    expect(maskedConjugateGradient(5, 1, new Float64Array(5), rough(5, 3), tolerance)).toEqual({
      v: new Float64Array(5),
      iterations: 0,
      residuals: [],
      residual: 0,
    })
    const all = maskedConjugateGradient(5, 4, new Float64Array(20).fill(1), new Float64Array(20).fill(1), tolerance)
    expect(all.residual).toBe(1)
    expect(largest(all.v)).toBe(0)
  })
})

describe('a step with a virtual height', () => {
  it('is the shallow wave where nothing dips', () => {
    const water = { nx: 9, nz: 7, eta: rough(63, 4), etaOld: rough(63, 5), etaNew: new Float64Array(63) }
    const free = { ...water, eta: water.eta.slice(), etaOld: water.etaOld.slice(), etaNew: new Float64Array(63) }
    virtualHeight2D(water, new Float64Array(63), { alpha: 0.3, beta: 0.9, gamma: 1, tolerance })
    shallowWave2D(free, { alpha: 0.3, beta: 0.9, edge: { type: 'closed' } })
    expect(water.eta).toEqual(free.eta)
    expect(water.etaOld).toEqual(free.etaOld)
  })

  it.each([1, 0.3])(
    'leaves new - γ (new - (h - e)) in covered cells and keeps the volume, γ = %f: defect 1',
    (gamma) => {
      const [nx, nz] = [12, 10]
      const water = { nx, nz, eta: rough(120, 6), etaOld: rough(120, 7), etaNew: new Float64Array(120) }
      const e = rough(120, 8).map((value) => Math.max(0, value))
      const h = water.eta.slice()
      const free = { ...water, eta: h.slice(), etaOld: water.etaOld.slice(), etaNew: new Float64Array(120) }
      shallowWave2D(free, { alpha: 0.4, beta: 0.95, edge: { type: 'closed' } })
      virtualHeight2D(water, e, { alpha: 0.4, beta: 0.95, gamma, tolerance })
      for (let cell = 0; cell < 120; cell++) {
        if (e[cell] === 0) continue
        const target = h[cell]! - e[cell]!
        expect(water.eta[cell]).toBeCloseTo(free.eta[cell]! - gamma * (free.eta[cell]! - target), 11)
      }
      expect(sum(water.eta)).toBeCloseTo(sum(free.eta), 11)
    },
  )

  it('keeps the volume with a solve that is far from done', () => {
    const row = { eta: rough(50, 9), etaOld: rough(50, 9), etaNew: new Float64Array(50) }
    const before = sum(row.eta)
    virtualHeight1D(row, dipped(50, 20, 0.3), { alpha: 0.4, beta: 1, gamma: 0.7, tolerance: 0.5 })
    expect(sum(row.eta)).toBeCloseTo(before, 12)
  })

  it.each([
    [20, 1, 2],
    [10, 1, 1],
    [20, 0.25, 0.5],
  ])('puts what %i cells lose into two spikes, γ = %f: defect 1', (n, gamma, spike) => {
    const row = still(60)
    virtualHeight1D(row, dipped(60, n, 0.2), { alpha: 0.1, beta: 1, gamma, tolerance })
    const beside = (60 - n) / 2 - 1
    expect(row.eta[beside]).toBeCloseTo(spike, 12)
    expect(row.eta[59 - beside]).toBeCloseTo(spike, 12)
    expect(row.eta[beside - 1]).toBe(0)
    expect(row.eta[30]).toBeCloseTo(-gamma * 0.2, 12)
  })

  it('treats a row of the plane as 1-D does, whichever way the row lies', () => {
    const row = { eta: rough(15, 11), etaOld: rough(15, 12), etaNew: new Float64Array(15) }
    const plane = (nx: number, nz: number) => ({
      nx,
      nz,
      eta: row.eta.slice(),
      etaOld: row.etaOld.slice(),
      etaNew: new Float64Array(15),
    })
    const e = dipped(15, 5, 0.1)
    const parameters = { alpha: 0.2, beta: 0.99, gamma: 0.6, tolerance }
    const across = plane(15, 1)
    const along = plane(1, 15)
    virtualHeight2D(across, e, parameters)
    virtualHeight2D(along, e, parameters)
    virtualHeight1D(row, e, parameters)
    expect(across.eta).toEqual(row.eta)
    expect(along.eta).toEqual(row.eta)
  })

  it('rests where h + γ v is level, with water in the hull along a rim of ℓ cells: defect 2', () => {
    const [cells, n, alpha, gamma, dip] = [60, 20, 0.5, 0.05, 0.3]
    const l2 = (alpha * (1 - gamma)) / gamma
    const k = Math.acosh(1 + 1 / (2 * l2))
    const head = dipped(cells, n, 1).map((c, i) => c * dip * (1 - Math.cosh(k * (i - 29.5)) / Math.cosh(k * 10.5)))
    const row = { eta: head.map((w) => -w), etaOld: head.map((w) => -w), etaNew: new Float64Array(cells) }
    const before = row.eta.slice()
    const e = row.eta.map((h, i) => (i >= 20 && i < 40 ? h + dip : 0))
    const { v } = virtualHeight1D(row, e, { alpha, beta: 0.99, gamma, tolerance })
    expect(largestDifference(row.eta, (i) => before[i]!)).toBeLessThan(1e-12)
    expect(largestDifference(v, (i) => head[i]! / gamma)).toBeLessThan(1e-10)
    // The slides' force is nothing at rest, that of the head is the weight of the water that is missing.
    expect(largest(slideFloatingForce(e, before, row.eta, weight))).toBeLessThan(1e-8)
    expect(sum(floatingForce(v, gamma, weight))).toBeCloseTo(-rho * g * dx * sum(before), 6)
  })

  it('sucks in its second step when γ > 1/(1 + β), and not below: defect 5', () => {
    const second = (gamma: number, beta: number) => {
      const row = still(60)
      const parameters = { alpha: 0.1, beta, gamma, tolerance }
      virtualHeight1D(row, dipped(60, 20, 0.2), parameters)
      const e = row.eta.map((h, i) => (i >= 20 && i < 40 ? h + 0.2 : 0))
      return virtualHeight1D(row, e, parameters).v[30]!
    }
    // Well inside the box, and with the spikes still outside of it.
    for (const beta of [1, 0.6]) {
      const limit = 1 / (1 + beta)
      const [below, above] = [second(limit - 0.1, beta), second(limit + 0.1, beta)]
      expect(below).toBeGreaterThan(0)
      expect(above).toBeLessThan(0)
    }
  })
})

describe('the force of P32', () => {
  it('is that of Archimedes in the first step at γ = 1, and nothing in the second: defect 3', () => {
    const row = still(60)
    const parameters = { alpha: 0.1, beta: 0.99, gamma: 1, tolerance }
    const held = box(60, 20, 0.5, 0.2)
    const push = () => {
      const e = boxDip(held, row.eta, 60, dx)
      const h = row.eta.slice()
      virtualHeight1D(row, e, parameters)
      return sum(slideFloatingForce(e, h, row.eta, weight))
    }
    const archimedes = rho * g * 20 * dx * 0.2
    expect(push() / archimedes).toBeCloseTo(1, 10)
    expect(push() / archimedes).toBeCloseTo(0, 10)
  })

  it('gives a covered cell in all steps together the impulse of one: defect 3', () => {
    const row = still(100)
    const parameters = { alpha: 0.5, beta: 0.99, gamma: 0.05, tolerance }
    const lowered = box(100, 20, 0.5, 0)
    lowered.y -= 1e-3
    const impulse = new Float64Array(100)
    let start = row.eta
    for (let step = 0; step < 2500; step++) {
      if (step < 1500) lowered.y -= 0.2 / 1500
      if (step === 500) start = row.eta.slice() // the first touch rattles a little
      const e = boxDip(lowered, row.eta, 100, dx)
      const h = row.eta.slice()
      virtualHeight1D(row, e, parameters)
      if (step < 500) continue
      expect(Math.min(...e.slice(40, 60))).toBeGreaterThan(0)
      slideFloatingForce(e, h, row.eta, weight).forEach((f, i) => {
        impulse[i]! += f
      })
    }
    expect(
      largestDifference(impulse, (i) => (i >= 40 && i < 60 ? rho * g * dx * (start[i]! - row.eta[i]!) : 0)),
    ).toBeLessThan(1e-8)
    const archimedes = rho * g * 20 * dx * 0.2
    expect(sum(impulse)).toBeLessThan(archimedes)
  })

  it('gives a rattling box a tenth of what Archimedes does: defect 3', () => {
    const row = still(200)
    const held = box(200, 20, 0.5, 0.2)
    let total = 0
    for (let step = 0; step < 2000; step++) {
      const e = boxDip(held, row.eta, 200, dx)
      const h = row.eta.slice()
      virtualHeight1D(row, e, { alpha: 0.1, beta: 0.99, gamma: 1, tolerance: 1e-12 })
      total += sum(slideFloatingForce(e, h, row.eta, weight))
    }
    expect(total / 2000 / (rho * g * 20 * dx * 0.2)).toBeCloseTo(0.1, 1)
  })

  it('lets a box of half the density of water sink almost as if it fell: defect 3', () => {
    const row = still(200)
    const sinking = box(200, 20, 0.5, 0.2)
    for (let step = 0; step < 100; step++) {
      const e = boxDip(sinking, row.eta, 200, dx)
      const h = row.eta.slice()
      virtualHeight1D(row, e, { alpha: 0.1, beta: 0.99, gamma: 0.05, tolerance: 1e-10 })
      boxStep(sinking, slideFloatingForce(e, h, row.eta, weight), { nx: 200, dx, dt, g })
    }
    expect(-sinking.y).toBeCloseTo(4.3, 1)
    const falling = box(200, 20, 0.5, 0.2)
    for (let step = 0; step < 100; step++) boxStep(falling, new Float64Array(200), { nx: 200, dx, dt, g })
    expect(-falling.y).toBeCloseTo(4.95, 2)
  })
})

describe('the force of the virtual height', () => {
  it('floats a box, at the depth that the water in its hull demands: defect 4', () => {
    const [cells, n, alpha, gamma] = [200, 20, 0.5, 0.05]
    const row = still(cells)
    const floating = box(cells, n, 0.5, 0)
    for (let step = 0; step < 4000; step++) {
      const e = boxDip(floating, row.eta, cells, dx)
      const { v } = virtualHeight1D(row, e, { alpha, beta: 0.99, gamma, tolerance: 1e-12 })
      boxStep(floating, floatingForce(v, gamma, weight), { nx: cells, dx, dt, g })
    }
    const k = Math.acosh(1 + gamma / (2 * alpha * (1 - gamma)))
    let filled = 0
    for (let i = 1; i <= n; i++) filled += Math.cosh(k * (i - (n + 1) / 2)) / Math.cosh((k * (n + 1)) / 2) / n
    const draught = row.eta[3]! - (floating.y - 0.2)
    expect(draught).toBeCloseTo(0.2 / (1 - filled), 5)
    expect(draught).toBeCloseTo(0.271, 3)
    expect(Math.abs(floating.orientation[3])).toBeLessThan(1e-9)
  })

  it.each([
    [20, 0.1, 1],
    [5, 0.3, 0.4],
  ])('is γ (n + 1)(n + 2)/(12 α) times Archimedes when %i cells dip suddenly: defect 4', (n, alpha, gamma) => {
    const row = still(61 - (n % 2 ? 0 : 1))
    const e = dipped(row.eta.length, n, 0.2)
    const { v } = virtualHeight1D(row, e, { alpha, beta: 1, gamma, tolerance })
    const times = sum(floatingForce(v, gamma, weight)) / (rho * g * dx * n * 0.2)
    expect(times).toBeCloseTo((gamma * (n + 1) * (n + 2)) / (12 * alpha), 9)
    if (n === 20) expect(times).toBeCloseTo(385, 9)
  })

  it('rattles a box at γ = 1: free in the second step, its water falling: defect 6', () => {
    const row = still(60)
    const held = box(60, 20, 0.5, 0.2)
    const parameters = { alpha: 0.1, beta: 0.99, gamma: 1, tolerance }
    virtualHeight1D(row, boxDip(held, row.eta, 60, dx), parameters)
    const dip = boxDip(held, row.eta, 60, dx)
    expect(largest(dip)).toBeLessThan(1e-12)
    virtualHeight1D(row, new Float64Array(60), parameters)
    expect(row.eta[30]).toBeCloseTo(-0.2 - 0.99 * 0.2, 10)
  })
})

describe('a floating box', () => {
  it('dips where its lower side is under the water, above its tilt less', () => {
    const eta = new Float64Array(20).fill(0.1)
    const dip = boxDip(box(20, 6, 0.5, 0.2), eta, 20, dx)
    expect(largestDifference(dip, (i) => (i >= 7 && i < 13 ? 0.3 : 0))).toBeLessThan(1e-14)
    const tilted = boxDip({ ...box(20, 6, 0.5, 0.2), orientation: about([0, 0, 1], 0.1) }, eta, 20, dx)
    const lower = (x: number) => x * Math.tan(0.1) - 0.2 / Math.cos(0.1)
    expect(tilted[12]).toBeCloseTo(0.1 - lower(0.25), 14)
    expect(tilted[7]).toBeCloseTo(0.1 - lower(-0.25), 14)
    expect(largest(boxDip(box(20, 6, 0.5, -0.11), eta, 20, dx))).toBe(0)
  })

  it('counts the water above it: defect 7', () => {
    const sunk = box(20, 6, 0.5, 1.5)
    expect(boxDip(sunk, new Float64Array(20), 20, dx)[10]).toBeCloseTo(1.5, 14)
  })

  it('falls, and is lifted and turned by forces as Newton and Euler say', () => {
    const nx = 8
    const boat = { ...box(nx, 4, 0.5, 0.1), z: 0.4, width: 0.6 }
    const f = new Float64Array(64)
    f[6 * nx + 7] = 30 // at (0.75, 0.65): arm (0.35, 0.25)
    boxStep(boat, f, { nx, dx, dt, g })
    expect(boat.vy).toBeCloseTo(dt * (30 / boat.mass - g), 12)
    expect(boat.y).toBeCloseTo(0.1 + dt * boat.vy, 12)
    const [spinX, spinY, spinZ] = boxSpin(boat)
    expect(spinZ).toBeCloseTo((dt * 0.35 * 30 * 12) / (boat.mass * (0.16 + boat.length ** 2)), 5)
    expect(spinX).toBeCloseTo((-dt * 0.25 * 30 * 12) / (boat.mass * (0.16 + 0.36)), 5)
    expect(spinY).toBeCloseTo(0, 5)
    expect(boat.angularMomentum).toEqual([-dt * (0.65 - 0.4) * 30, 0, dt * (0.75 - 0.4) * 30])
    // The pushed corner goes up: it dips less than the opposite one.
    const dip = boxDip({ ...boat, length: 0.8, width: 0.8 }, new Float64Array(64).fill(1), nx, dx)
    expect(dip[6 * nx + 7]!).toBeLessThan(dip[nx]!)
  })

  it('stands on end after a quarter turn', () => {
    const eta = new Float64Array(20)
    const upended = { ...box(20, 6, 0.5, 0.2), orientation: about([0, 0, 1], Math.PI / 2) }
    const dip = boxDip(upended, eta, 20, dx)
    const length = upended.length
    expect(largestDifference(dip, (i) => (i >= 8 && i < 12 ? length / 2 : 0))).toBeLessThan(1e-14)
  })

  it('turns by 2 atan(ω dt/2) in a step and keeps its length', () => {
    const spinning = box(20, 6, 0.5, 0.2)
    spinning.angularMomentum = [0, 0, (spinning.mass * (spinning.length ** 2 + 0.16) * 3) / 12] // 3 rad/s
    for (let step = 0; step < 40; step++) boxStep(spinning, new Float64Array(20), { nx: 20, dx, dt, g })
    const expected = about([0, 0, 1], 40 * 2 * Math.atan((3 * dt) / 2))
    spinning.orientation.forEach((part, n) => {
      expect(part).toBeCloseTo(expected[n]!, 12)
    })
  })

  it('turns over about its middle axis, as a thrown book does', () => {
    const book = { ...box(20, 6, 0.5, 0.2), length: 0.3, height: 0.05, width: 0.2 }
    const inertia = (book.mass * (book.length ** 2 + book.height ** 2)) / 12 // about z, between the other two
    const smaller = (book.mass * (book.height ** 2 + book.width ** 2)) / 12
    expect(inertia).toBeGreaterThan(smaller)
    expect(inertia).toBeLessThan((book.mass * (book.length ** 2 + book.width ** 2)) / 12)
    book.angularMomentum = [0.01 * inertia * 10, 0, inertia * 10]
    let least = 1
    for (let step = 0; step < 4000; step++) {
      boxStep(book, new Float64Array(20), { nx: 20, dx, dt: 0.001, g })
      // The z component of its own z axis, from the quaternion.
      const [, x, y] = book.orientation
      least = Math.min(least, 1 - 2 * (x * x + y * y))
    }
    expect(least).toBeLessThan(-0.9)
    expect(book.angularMomentum).toEqual([0.01 * inertia * 10, 0, inertia * 10])
    expect(Math.hypot(...book.orientation)).toBeCloseTo(1, 14)
  })

  it('keeps its drift: defect 10', () => {
    const drifting = { ...box(20, 6, 0.5, 0.2), vx: 0.3, vz: -0.1 }
    const { x, z } = drifting
    for (let step = 0; step < 100; step++) boxStep(drifting, dipped(20, 6, 5), { nx: 20, dx, dt, g })
    expect(drifting.x - x).toBeCloseTo(0.3, 12)
    expect(drifting.z - z).toBeCloseTo(-0.1, 12)
  })

  it.each([
    [0.1, 0.97, 0.03, 'calms down'],
    [0.45, 0.99, 0.05, 'heaves ever faster'],
  ])('in the plane, at α = %f, β = %f, γ = %f, rocks and %s: defect 8', (alpha, beta, gamma, fate) => {
    const [nx, nz] = [24, 20]
    const water = { nx, nz, ...still(nx * nz) }
    const boat = {
      ...box(nx, 10, 0.5, 0.1),
      z: 1,
      width: 0.79,
      mass: 0.5 * rho * 0.8 * 0.4,
      orientation: about([Math.SQRT1_2, 0, -Math.SQRT1_2], 0.05 * Math.SQRT2),
    }
    const tiltX = () => 2 * boat.orientation[1]
    const largestOf300 = Array.from({ length: 4 }, () => {
      const most = { vy: 0, tiltX: 0, lowestX: 0 }
      for (let step = 0; step < 300; step++) {
        const e = boxDip(boat, water.eta, nx, dx)
        const { v } = virtualHeight2D(water, e, { alpha, beta, gamma, tolerance: 1e-8 })
        boxStep(boat, floatingForce(v, gamma, { rho, g, area: dx * dx }), { nx, dx, dt, g })
        most.vy = Math.max(most.vy, Math.abs(boat.vy))
        most.tiltX = Math.max(most.tiltX, tiltX())
        most.lowestX = Math.min(most.lowestX, tiltX())
      }
      return most
    })
    const [first, , , last] = largestOf300 as [(typeof largestOf300)[0], unknown, unknown, (typeof largestOf300)[0]]
    expect(first.lowestX).toBeLessThan(-0.04) // it swings through to the other side
    if (fate === 'calms down') {
      expect(last.vy).toBeLessThan(0.3 * first.vy)
      expect(last.tiltX).toBeLessThan(0.9 * first.tiltX)
    } else {
      expect(last.vy).toBeGreaterThan(1.1 * first.vy)
    }
    expect(sum(water.eta)).toBeCloseTo(0, 8)
  })
})

it('the wave of a body leaves it at the speed of shallow-wave.ts', () => {
  // Outside the covered cells the second step is the free one: the virtual height reaches one cell beyond the body.
  const row = still(60)
  const parameters = { alpha: 0.2, beta: 1, gamma: 0.5, tolerance }
  virtualHeight1D(row, dipped(60, 10, 0.1), parameters)
  const free = { eta: row.eta.slice(), etaOld: row.etaOld.slice(), etaNew: new Float64Array(60) }
  virtualHeight1D(row, dipped(60, 10, 0.05), parameters)
  shallowWave1D(free, { alpha: 0.2, beta: 1, edge: { type: 'closed' } })
  for (const i of [...Array(24).keys()]) expect(row.eta[i]).toBe(free.eta[i])
  expect(row.eta[24]).not.toBe(free.eta[24])
})
