import { describe, expect, it } from 'vitest'
import {
  type Ball,
  type BallParameters,
  type BallTank,
  ballOverlap,
  ballsInWater,
  ballsStep,
  moveBalls,
} from './balls.js'
import { columns2D } from './columns.js'
import { closedMode, largest, largestDifference, sum } from './standing-wave.fixture.js'

const parameters: BallParameters = {
  c: 2,
  dx: 0.1,
  dt: 0.02,
  g: 9.81,
  rho: 1000,
  alpha: 0.5,
  smoothing: 2,
  restitution: 0.1,
}

function tank(nx: number, nz: number, height: number): BallTank {
  const zeros = () => new Float64Array(nx * nz)
  return { nx, nz, eta: zeros().fill(height), v: zeros(), b: zeros() }
}

/** A ball at rest, of `ratio` times the density of water. */
function ball(x: number, y: number, z: number, radius: number, ratio = 0.5): Ball {
  return { x, y, z, vx: 0, vy: 0, vz: 0, radius, mass: ratio * 1000 * sphere(radius) }
}
const sphere = (radius: number) => (4 / 3) * Math.PI * radius ** 3

/** Potential energy of the waves [J]. */
function waves({ eta }: BallTank): number {
  const mean = sum(eta) / eta.length
  return (parameters.rho * parameters.g * parameters.dx ** 2 * sum(eta.map((h) => (h - mean) ** 2))) / 2
}

describe('the overlap of a ball and the columns', () => {
  it('is the chord of the ball, cut at the surface and at the floor', () => {
    const water = tank(9, 9, 1)
    const middle = 4 * 9 + 4
    const at = (y: number) => ballOverlap(water, ball(0.45, y, 0.45, 0.3), 0.1)
    expect(at(0.5)[middle]).toBeCloseTo(0.6, 14)
    expect(at(0.5)[middle + 2]).toBeCloseTo(2 * Math.sqrt(0.09 - 0.04), 14)
    expect(at(0.5)[middle + 1 + 2 * 9]).toBeCloseTo(2 * Math.sqrt(0.09 - 0.05), 14)
    expect(at(0.5)[middle + 4]).toBe(0)
    expect(at(0.9)[middle]).toBeCloseTo(0.4, 14)
    expect(at(0.1)[middle]).toBeCloseTo(0.4, 14)
    expect(largest(at(1.31))).toBe(0)
  })

  it('sums to a volume that depends on the place: defect 4', () => {
    const water = tank(20, 20, 3)
    const volumes = (radius: number) => {
      const all = Array.from({ length: 121 }, (_, n) => {
        const placed = ball(1 + (n % 11) / 100, 1.5, 1 + Math.floor(n / 11) / 100, radius)
        return (sum(ballOverlap(water, placed, 0.1)) * 0.01) / sphere(radius)
      })
      return [Math.min(...all), Math.max(...all)].map((volume) => Number(volume.toFixed(2)))
    }
    expect(volumes(0.2)).toEqual([0.87, 1.06])
    expect(volumes(0.1)).toEqual([0.48, 1.35])
    expect(volumes(0.07)[0]).toBe(0)
  })
})

describe('balls and water', () => {
  it.each([
    [0.25, 0.652704],
    [0.5, 1],
  ])(
    'balance at the depth of Archimedes for %f of the density of water, the closer the finer the columns',
    (ratio, depth) => {
      const error = (columns: number) => {
        const dx = 1 / columns
        const water = tank(4 * columns, 4 * columns, 4)
        let [low, high] = [0, 2]
        while (high - low > 1e-9) {
          const middle = (low + high) / 2
          const floating = ball(2.013, 5 - middle, 1.993, 1, ratio)
          water.b.fill(0)
          ballsInWater(water, [floating], { ...parameters, dx, alpha: 0 })
          if (floating.vy > parameters.dt * parameters.g) high = middle
          else low = middle
        }
        return Math.abs(low - depth)
      }
      expect(error(10)).toBeLessThan(1e-3)
      expect(error(20)).toBeLessThan(3e-4)
    },
  )

  it('raise the level by α of the volume under water, and lower it again: defect 3', () => {
    for (const alpha of [0.3, 1]) {
      const water = tank(20, 15, 2)
      const before = sum(water.eta)
      const sunk = ball(1.02, 1, 0.77, 0.4)
      const covered = sum(ballOverlap(water, sunk, 0.1))
      ballsInWater(water, [sunk], { ...parameters, alpha })
      expect(sum(water.eta)).toBeCloseTo(before + alpha * covered, 10)
      expect(sum(water.eta) - sum(water.b)).toBeCloseTo(before - (1 - alpha) * covered, 10)
      ballsInWater(water, [], { ...parameters, alpha })
      expect(largestDifference(water.eta, () => 2)).toBeLessThan(1e-14)
    }
  })

  it('do nothing to each other while the ball is in the air or rests under water', () => {
    const water = tank(12, 12, 1)
    const high = ball(0.6, 1.31, 0.6, 0.3)
    ballsInWater(water, [high], parameters)
    expect(high.vy).toBe(0)
    expect(largestDifference(water.eta, () => 1)).toBe(0)
    const low = ball(0.6, 0.5, 0.6, 0.2)
    ballsInWater(water, [low], parameters)
    const before = water.eta.slice()
    ballsInWater(water, [low], parameters)
    expect(largestDifference(water.eta, (cell) => before[cell]!)).toBe(0)
  })

  it('share a column: two balls under each other cover both heights', () => {
    const water = tank(8, 8, 3)
    const pair = [ball(0.4, 0.5, 0.4, 0.3), ball(0.4, 2, 0.4, 0.3)]
    ballsInWater(water, pair, { ...parameters, smoothing: 0 })
    const one = ballOverlap(tank(8, 8, 3), pair[0]!, 0.1)
    expect(largestDifference(water.b, (cell) => 2 * one[cell]!)).toBeLessThan(1e-14)
    expect(pair[0]!.vy).toBeCloseTo((0.02 * 1000 * 9.81 * 0.01 * sum(one)) / pair[0]!.mass, 12)
  })

  it('smooth the covered heights without loss, the checkerboard entirely', () => {
    const [nx, nz] = [12, 9]
    const { shape, sines } = closedMode(nx, nz, 3, 5)
    // One ball over the whole tank makes b = eta - (its lower side), as in the test of the growth below.
    const water = tank(nx, nz, 1)
    const roof = held(water)
    const b = (eta: Float64Array, smoothing: number) => {
      const still = { ...water, eta: eta.slice(), b: new Float64Array(nx * nz) }
      ballsInWater(still, [roof], { ...parameters, alpha: 0, smoothing })
      return still.b
    }
    const flat = new Float64Array(nx * nz).fill(1)
    const wavy = flat.map((h, cell) => h + 0.01 * shape[cell]!)
    for (const smoothing of [0, 1, 3]) {
      const plain = b(flat, smoothing)
      const difference = b(wavy, smoothing).map((value, cell) => value - plain[cell]!)
      expect(largestDifference(difference, (cell) => 0.01 * (1 - sines / 2) ** smoothing * shape[cell]!)).toBeLessThan(
        1e-12,
      )
      expect(sum(plain)).toBeCloseTo(sum(b(flat, 0)), 10)
    }
  })

  /** A ball so large that its lower side is in the water all over the tank, half a metre deep or so. */
  function held({ nx, nz }: BallTank): Ball {
    return ball((nx * parameters.dx) / 2, 1000.5, (nz * parameters.dx) / 2, 1000)
  }

  it.each([
    [0.25, 0, 4, 0],
    [0.5, 0, 4, 0],
    [0.5, 2, 4, 0],
    [0.5, 2, 3, 5],
    [0.9, 1, 5, 2],
  ])(
    'drive each other by the cubic of defect 1: α = %f, smoothed %i times, half waves %i and %i',
    (alpha, smoothing, m, n) => {
      const [nx, nz] = [16, n === 0 ? 1 : 12]
      const water = tank(nx, nz, 1)
      const roof = held(water)
      const { shape, sines } = closedMode(nx, nz, m, n)
      water.eta = water.eta.map((h, cell) => h + 1e-3 * shape[cell]!)
      ballsInWater(water, [roof], { ...parameters, alpha: 0, smoothing })
      const amplitude = () => sum(water.eta.map((h, cell) => h * shape[cell]!))
      const a = [amplitude()]
      for (let step = 0; step < 8; step++) {
        ballsInWater(water, [roof], { ...parameters, alpha, smoothing })
        columns2D(water, parameters)
        a.push(amplitude())
      }
      const A = alpha * (1 - sines / 2) ** smoothing
      const q = 4 * 0.4 ** 2 * sines
      for (let k = 2; k < 8; k++) {
        const next = ((1 - q) * (1 + A) + 1) * a[k]! - ((1 - q) * A + 1 + A) * a[k - 1]! + A * a[k - 2]!
        expect(Math.abs(a[k + 1]! - next)).toBeLessThan(1e-10 * Math.abs(a[0]!))
      }
    },
  )

  it.each([
    [0, 1.033],
    [2, 1.021],
  ])('let a wave of 8 cells grow under a ball as the header says, smoothed %i times', (smoothing, growth) => {
    const water = tank(16, 1, 1)
    const roof = held(water)
    const { shape } = closedMode(16, 1, 4, 0)
    water.eta = water.eta.map((h, cell) => h + 1e-6 * shape[cell]!)
    ballsInWater(water, [roof], { ...parameters, alpha: 0, smoothing })
    const amplitudes = Array.from({ length: 64 }, () => {
      ballsInWater(water, [roof], { ...parameters, smoothing })
      columns2D(water, parameters)
      return sum(water.eta.map((h, cell) => h * shape[cell]!))
    })
    // The real root has died out, and two complex ones have the product r² = (a1 a3 - a2²)/(a0 a2 - a1²).
    const [a0, a1, a2, a3] = amplitudes.slice(60) as [number, number, number, number]
    expect(Math.sqrt((a1 * a3 - a2 * a2) / (a0 * a2 - a1 * a1))).toBeCloseTo(growth, 3)
  })

  it('grow by 1 + q A²/(2 (1 - A)²) a step and go faster by 1/sqrt(1 - A) for a small q', () => {
    const dt = 0.002
    const water = tank(16, 1, 1)
    const roof = held(water)
    const { shape, sines } = closedMode(16, 1, 2, 0)
    water.eta = water.eta.map((h, cell) => h + 1e-3 * shape[cell]!)
    const small = { ...parameters, dt, smoothing: 0 }
    ballsInWater(water, [roof], { ...small, alpha: 0 })
    const crests: { step: number; height: number }[] = []
    let [before, here] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let step = 1; crests.length < 6; step++) {
      ballsInWater(water, [roof], small)
      columns2D(water, small)
      const next = sum(water.eta.map((h, cell) => h * shape[cell]!))
      if (here > before && here > next) {
        // The top of the parabola through three samples.
        const curve = before - 2 * here + next
        crests.push({
          step: step - 1 + (before - next) / (2 * curve),
          height: here - (before - next) ** 2 / (8 * curve),
        })
      }
      ;[before, here] = [here, next]
    }
    const q = 4 * (2 * dt * 10) ** 2 * sines
    const [first, last] = [crests[0]!, crests[5]!]
    const steps = last.step - first.step
    expect(steps).toBeCloseTo((10 * Math.PI) / Math.sqrt(q / 0.5), -1)
    expect(Math.log(last.height / first.height) / steps / (q / 2)).toBeCloseTo(1, 1)
  })

  it('bob for ever at ω² = ρ g area/m in water that does not answer: defect 2', () => {
    const water = tank(20, 20, 2)
    const bobbing = ball(1, 2.001, 1, 0.5)
    const area = ballOverlap(water, bobbing, 0.1).filter((o) => o > 0).length * 0.01
    const quiet = { ...parameters, alpha: 0, dt: 0.002 }
    const turns: number[] = []
    const heights: number[] = []
    let before = 0
    for (let step = 1; turns.length < 40; step++) {
      ballsStep(water, [bobbing], quiet)
      if (before > 0 && bobbing.vy <= 0) {
        turns.push(step * quiet.dt)
        heights.push(bobbing.y)
      }
      before = bobbing.vy
    }
    const period = (turns[39]! - turns[0]!) / 39
    const omega = Math.sqrt((1000 * 9.81 * area) / bobbing.mass)
    expect((period * omega) / (2 * Math.PI)).toBeCloseTo(1, 2)
    expect(omega / Math.sqrt((3 * 9.81) / (2 * 0.5))).toBeCloseTo(1, 1)
    expect(heights[39]!).toBeCloseTo(heights[0]!, 4)
  })

  it.each([
    [1, [0.25, 0.64, 1.04, 1.4, 1.86, 2.36]],
    [4, [0.17, 0.25]],
  ])('make ever more waves with a ball that was dropped once, dt/%i: defect 2', (finer, expected) => {
    const water = tank(30, 30, 1.5)
    const dropped = ball(1.53, 2.2, 1.47, 0.3)
    const fall = dropped.mass * parameters.g * 0.7
    const dt = parameters.dt / finer
    for (const mean of expected) {
      let total = 0
      for (let step = 0; step < 500 * finer; step++) {
        ballsStep(water, [dropped], { ...parameters, dt })
        total += waves(water)
      }
      expect(Math.abs(total / (500 * finer) / fall - mean)).toBeLessThan(0.01)
    }
  })

  it('do not move a ball sideways on a slope of water: defect 5', () => {
    const water = tank(20, 20, 1)
    water.eta = water.eta.map((h, cell) => h + 0.05 * (cell % 20))
    const swimming = ball(1, 1.5, 1, 0.3)
    for (let step = 0; step < 20; step++) ballsStep(water, [swimming], parameters)
    expect([swimming.x, swimming.z]).toEqual([1, 1])
    expect(swimming.vy).not.toBe(0)
  })
})

describe('balls', () => {
  const air = tank(20, 10, 0)

  it('fall', () => {
    const falling = ball(1, 5, 0.5, 0.1)
    for (let step = 0; step < 10; step++) moveBalls(air, [falling], parameters)
    expect(falling.vy).toBeCloseTo(-9.81 * 0.2, 12)
    expect(falling.y).toBeCloseTo(5 - 9.81 * 0.02 ** 2 * 55, 12)
  })

  it('bounce from walls and floor with the restitution', () => {
    const flying = { ...ball(1.85, 0.15, 0.15, 0.1), vx: 5, vy: -5, vz: -5 }
    moveBalls(air, [flying], { ...parameters, g: 0, restitution: 0.5 })
    expect([flying.x, flying.y, flying.z]).toEqual([1.9, 0.1, 0.1])
    expect([flying.vx, flying.vy, flying.vz]).toEqual([-2.5, 2.5, 2.5])
    const far = { ...ball(0.12, 1, 0.85, 0.1), vx: -5, vz: 5 }
    moveBalls(air, [far], { ...parameters, g: 0, restitution: 0.5 })
    expect([far.x, far.z, far.vx, far.vz]).toEqual([0.1, 0.9, 2.5, -2.5])
  })

  it.each([0, 0.4, 1])('collide by equal and opposite impulses, restitution %f', (restitution) => {
    const one = { ...ball(0.8, 0.5, 0.5, 0.2, 0.5), vx: 2, vy: 0.3 }
    const two = { ...ball(1.1, 0.6, 0.55, 0.15, 2), vx: -1, vz: 0.2 }
    const momentum = (key: 'vx' | 'vy' | 'vz') => one.mass * one[key] + two.mass * two[key]
    const energy = () => [one, two].reduce((all, b) => all + b.mass * (b.vx ** 2 + b.vy ** 2 + b.vz ** 2), 0)
    const before = (['vx', 'vy', 'vz'] as const).map(momentum)
    const energyBefore = energy()
    const still = { ...parameters, g: 0, dt: 1e-9, restitution }
    const line = [two.x - one.x, two.y - one.y, two.z - one.z]
    const along = () => (two.vx - one.vx) * line[0]! + (two.vy - one.vy) * line[1]! + (two.vz - one.vz) * line[2]!
    const approach = along()
    moveBalls(air, [one, two], still)
    expect(along() / approach).toBeCloseTo(-restitution, 7)
    ;(['vx', 'vy', 'vz'] as const).forEach((key, axis) => {
      expect(momentum(key)).toBeCloseTo(before[axis]!, 10)
    })
    if (restitution === 1) expect(energy()).toBeCloseTo(energyBefore, 10)
    else expect(energy()).toBeLessThan(energyBefore)
    expect(Math.hypot(two.x - one.x, two.y - one.y, two.z - one.z)).toBeCloseTo(0.35, 8)
  })

  it('that part are not pulled back', () => {
    const one = { ...ball(0.8, 0.5, 0.5, 0.2), vx: -1 }
    const two = { ...ball(1.1, 0.5, 0.5, 0.2), vx: 1 }
    moveBalls(air, [one, two], { ...parameters, g: 0 })
    expect([one.vx, two.vx]).toEqual([-1, 1])
  })
})
