import { describe, expect, it } from 'vitest'
import { bisect } from './bisect.js'
import { bumpBed, CREST, criticalDepth, LENGTH, subcritical, transcritical, withJump } from './bump.js'
import { channelOf, normalDepth } from './channel.js'
import { ritter, stoker } from './dam-break.js'
import { residuals } from './equations.fixture.js'
import { G } from './flow.js'
import { breathing, tilting } from './paraboloid.js'

const flat = () => 0

/** Midpoint sum of f over [from, to]. */
function integral(f: (x: number) => number, from: number, to: number, pieces = 20_000): number {
  const dx = (to - from) / pieces
  let sum = 0
  for (let i = 0; i < pieces; i++) sum += f(from + (i + 0.5) * dx)
  return sum * dx
}

describe('bisect', () => {
  it('finds a root to the last bit, of rising and falling functions', () => {
    expect(bisect((x) => x * x - 2, 0, 2)).toBeCloseTo(Math.SQRT2, 15)
    expect(bisect((x) => 2 - x * x, 0, 2)).toBeCloseTo(Math.SQRT2, 15)
  })

  it('refuses a bracket without one', () => {
    expect(() => bisect((x) => x * x + 1, 0, 2)).toThrow('no change of sign')
  })
})

describe('the residual itself', () => {
  it('sees a flow that is not one', () => {
    const wrong = { at: (x: number) => ({ depth: 1 + 0.1 * x, u: 0, w: 0 }), bed: flat }
    expect(Math.max(...residuals(wrong, 0, 0, 0))).toBeGreaterThan(0.5)
  })
})

describe('Ritter', () => {
  const dam = ritter(10)
  const c0 = Math.sqrt(G * 10)

  it('has 4/9 of the depth and 8/27 d0 sqrt(g d0) of discharge at the dam, and its front at 2 sqrt(g d0)', () => {
    const { depth, u } = dam.at(0, 3)
    expect(depth).toBeCloseTo(40 / 9, 12)
    expect(depth * u).toBeCloseTo((8 / 27) * 10 * c0, 10)
    expect(dam.front).toBeCloseTo(2 * c0, 12)
    expect(dam.at(1.999 * c0, 1).depth).toBeGreaterThan(0)
    expect(dam.at(2 * c0, 1).depth).toBe(0)
  })

  it('obeys the equations within the fan', () => {
    for (const speed of [-0.9, 0, 1, 1.8]) {
      const flow = { at: (x: number, _: number, t: number) => dam.at(x, t), bed: flat }
      expect(Math.max(...residuals(flow, speed * c0 * 2, 0, 2))).toBeLessThan(1e-8)
    }
  })

  it('keeps the water', () => {
    expect(integral((x) => dam.at(x, 2).depth, -100, 100)).toBeCloseTo(1000, 3)
  })
})

describe('Stoker', () => {
  const dam = stoker(10, 1)
  const { middle } = dam

  it('has the published figures for 10 m over 1 m', () => {
    expect(middle.depth.toFixed(6)).toBe('3.961748')
    expect(middle.u.toFixed(6)).toBe('7.340769')
    expect(middle.shock.toFixed(6)).toBe('9.819295')
    expect(dam.tail.toFixed(6)).toBe('-9.904544')
    expect(middle.head.toFixed(6)).toBe('1.106609')
  })

  it('passes water and momentum through the shock (Rankine and Hugoniot)', () => {
    for (const [deep, shallow] of [
      [10, 1],
      [2, 1.9],
      [5, 0.001],
    ] as const) {
      const { depth: m, u, shock } = stoker(deep, shallow).middle
      expect(shock * (m - shallow)).toBeCloseTo(m * u, 10)
      const momentum = m * u * u + (G * (m * m - shallow * shallow)) / 2
      expect((shock * m * u) / momentum).toBeCloseTo(1, 10)
      // Water goes into the shock faster than its waves run ahead and leaves it slower: it is one that lasts.
      expect(shock).toBeGreaterThan(Math.sqrt(G * shallow))
      expect(shock).toBeLessThan(u + Math.sqrt(G * m))
    }
  })

  it('is continuous at both ends of the fan and obeys the equations within', () => {
    for (const speed of [dam.tail, middle.head])
      expect(dam.at(speed - 1e-9, 1).depth).toBeCloseTo(dam.at(speed + 1e-9, 1).depth, 6)
    const flow = { at: (x: number, _: number, t: number) => dam.at(x, t), bed: flat }
    for (const speed of [-9, -4, 0.9]) expect(Math.max(...residuals(flow, 2 * speed, 0, 2))).toBeLessThan(1e-8)
  })

  it('keeps the water and gives it the momentum of the pressures at both ends', () => {
    const t = 2
    expect(integral((x) => dam.at(x, t).depth, -50, 50)).toBeCloseTo(550, 2)
    const momentum = integral((x) => dam.at(x, t).depth * dam.at(x, t).u, -50, 50)
    expect(momentum / ((t * G * (100 - 1)) / 2)).toBeCloseTo(1, 4)
  })

  it('becomes Ritter over ever less water', () => {
    expect(stoker(10, 1e-8).at(0, 1).depth).toBeCloseTo(ritter(10).at(0, 1).depth, 10)
  })

  it('refuses water that does not fall', () => {
    expect(() => stoker(1, 1)).toThrow()
    expect(() => stoker(1, 0)).toThrow()
  })
})

describe('Thacker', () => {
  const bowl = { radius: 1, depth: 0.1 }
  const plane = tilting(bowl, 0.5)
  const lens = breathing(bowl, 0.8)

  it('has the published period of the tilting surface', () => {
    expect(plane.period.toFixed(6)).toBe('4.485701')
    expect(lens.period).toBeCloseTo(plane.period / 2, 12)
  })

  it.each([
    ['tilting', plane],
    ['breathing', lens],
  ])('%s obeys the equations', (_, swing) => {
    for (const [x, z, t] of [
      [0.2, 0.1, 0.3],
      [-0.1, 0.35, 1.7],
      [0.05, -0.3, 4.4],
    ] as const) {
      expect(swing.at(x, z, t).depth).toBeGreaterThan(0)
      expect(Math.max(...residuals(swing, x, z, t))).toBeLessThan(1e-8)
    }
  })

  it.each([
    ['tilting', plane],
    ['breathing', lens],
  ])('%s keeps the water', (_, swing) => {
    const volume = (t: number) =>
      integral((x) => integral((z) => swing.at(x, z, t).depth, -1.6, 1.6, 400), -1.6, 1.6, 400)
    const atStart = volume(0)
    for (const t of [0.5, 1.3, 3]) expect(volume(t) / atStart).toBeCloseTo(1, 4)
  })

  it('keeps the surface of the tilting water a plane', () => {
    const eta = (x: number, z: number) => plane.at(x, z, 1).depth + plane.bed(x, z)
    expect(eta(0.1, 0) - eta(0, 0)).toBeCloseTo(eta(0.2, 0.1) - eta(0.1, 0.1), 12)
  })

  it('has the shoreline where the depth ends', () => {
    for (const swing of [plane, lens])
      for (const t of [0, 0.4, 1.1]) {
        const shore = swing.shoreline(t)
        expect(swing.at(shore - 1e-6, 0, t).depth).toBeGreaterThan(0)
        expect(swing.at(shore + 1e-6, 0, t).depth).toBe(0)
      }
    expect(plane.shoreline(0)).toBeCloseTo(1.5, 12)
    expect(lens.shoreline(0)).toBeCloseTo(0.8, 12)
  })
})

describe('flow over a bump', () => {
  const slow = subcritical(4.42, 2)
  const fast = transcritical(1.53)
  const jumping = withJump(0.18, 0.33)
  const asCandidate = (flow: typeof slow) => ({ at: (x: number) => flow.at(x), bed: bumpBed })

  it('is 1.707347 m deep over the crest, 2 m at the end', () => {
    expect(slow.at(CREST.x).depth.toFixed(6)).toBe('1.707347')
    expect(slow.at(LENGTH).depth).toBeCloseTo(2, 12)
  })

  it('obeys the equations: slow, fast, and on both sides of a jump', () => {
    for (const x of [3, 9, 11, 20]) {
      expect(Math.max(...residuals(asCandidate(slow), x, 0, 0))).toBeLessThan(1e-8)
      expect(Math.max(...residuals(asCandidate(fast), x, 0, 0))).toBeLessThan(1e-8)
      expect(Math.max(...residuals(asCandidate(jumping), x, 0, 0))).toBeLessThan(1e-8)
    }
  })

  it('is critical on the crest when it changes from slow to fast', () => {
    expect(fast.at(CREST.x).depth).toBeCloseTo(criticalDepth(1.53), 7)
    expect(fast.at(5).u / Math.sqrt(G * fast.at(5).depth)).toBeLessThan(1)
    expect(fast.at(15).u / Math.sqrt(G * fast.at(15).depth)).toBeGreaterThan(1)
  })

  it('keeps water and momentum in the jump, and loses head', () => {
    const before = jumping.at(jumping.jump - 1e-9)
    const after = jumping.at(jumping.jump + 1e-9)
    const force = ({ depth, u }: typeof before) => depth * u * u + (G * depth * depth) / 2
    expect(after.depth - before.depth).toBeGreaterThan(0.05)
    expect(before.depth * before.u).toBeCloseTo(after.depth * after.u, 12)
    expect(force(before)).toBeCloseTo(force(after), 7)
    const head = ({ depth, u }: typeof before) => depth + (u * u) / (2 * G)
    expect(head(after)).toBeLessThan(head(before) - 1e-3)
    expect(jumping.jump).toBeGreaterThan(CREST.x)
    expect(jumping.jump).toBeLessThan(12)
  })

  it('refuses what would not be slow', () => {
    expect(() => subcritical(4.42, 1)).toThrow('not subcritical')
    expect(() => subcritical(4.42, 1.4)).toThrow('critical on the bump')
  })
})

describe('channels with friction', () => {
  const friction = { discharge: 2, manning: 0.033 }

  it('has the normal depth at which weight and friction are equal', () => {
    const depth = normalDepth(friction, 0.002)
    const uniform = {
      at: () => ({ depth, u: friction.discharge / depth, w: 0 }),
      bed: (x: number) => -0.002 * x,
      manning: friction.manning,
    }
    expect(Math.max(...residuals(uniform, 0, 0, 0))).toBeLessThan(1e-9)
  })

  it('is steady over the ground that was made for it', () => {
    const k = Math.PI / 500
    const channel = channelOf(
      (x) => 9 / 8 + Math.sin(k * x) / 4,
      (x) => (k * Math.cos(k * x)) / 4,
      friction,
    )
    expect(channel.bed(0)).toBeCloseTo(0, 15)
    expect(channel.bed(1000)).toBeLessThan(-1)
    for (const x of [1, 260, 770])
      expect(Math.max(...residuals({ ...channel, manning: friction.manning }, x, 0, 0, 0.5))).toBeLessThan(1e-8)
  })

  it('is an even slope for an even depth', () => {
    const depth = normalDepth(friction, 0.002)
    const channel = channelOf(
      () => depth,
      () => 0,
      friction,
    )
    expect(channel.bed(100)).toBeCloseTo(-0.2, 12)
  })
})
