import { describe, expect, it } from 'vitest'
import { madeFlow, rotation, sampled, taylorGreen } from '../../testing/made-flow.js'
import type { FlowArrays } from './flow.js'
import { Particles } from './particles.js'
import { FlowReader } from './reader.js'

const disc = { low: [-0.3, -0.3, -0.3], high: [0.3, 0.3, 0.3] }

/** Largest distance from where a solid's rotation brings them in `time` [m]. */
function errorOfTurn(cells: [number, number, number], steps: number): number {
  const flow = madeFlow(cells, 1 / cells[0], rotation)
  const particles = new Particles({ count: 200, flow, region: disc })
  const start = particles.positions.slice()
  const time = 1.5
  for (let step = 0; step < steps; step++) particles.step(flow, time / steps)
  let error = 0
  for (let c = 0; c < start.length; c += 3) {
    const x = start[c]! * Math.cos(time) - start[c + 1]! * Math.sin(time)
    const y = start[c]! * Math.sin(time) + start[c + 1]! * Math.cos(time)
    error = Math.max(error, Math.hypot(particles.positions[c]! - x, particles.positions[c + 1]! - y))
    expect(particles.positions[c + 2]).toBeCloseTo(start[c + 2]!, 6)
  }
  return error
}

describe('Particles', () => {
  it.each([{ cells: [16, 16, 1] as [number, number, number] }, { cells: [12, 12, 12] as [number, number, number] }])(
    'follow a rotation to second order, $cells cells',
    ({ cells }) => {
      const [coarse, fine] = [errorOfTurn(cells, 10), errorOfTurn(cells, 20)]
      expect(Math.log2(coarse / fine)).toBeGreaterThan(1.9)
      expect(Math.log2(coarse / fine)).toBeLessThan(2.1)
      expect(coarse).toBeLessThan(3e-3)
    },
  )

  it('stay in a closed box, also with steps much too long', () => {
    const flow = madeFlow([32, 32, 1], 1 / 32, taylorGreen)
    const particles = new Particles({ count: 2000, flow })
    const before = particles.positions.slice()
    for (let step = 0; step < 100; step++) particles.step(flow, 0.3)
    const farthest = particles.positions.reduce((most, place) => Math.max(most, Math.abs(place)), 0)
    expect(farthest).toBeLessThanOrEqual(0.5)
    // None was taken for one that had left: those are born anew at their own height.
    const reborn = before.filter((y, c) => c % 3 === 1 && Math.abs(y - particles.positions[c]!) < 1 / 2000)
    expect(reborn.length).toBeLessThan(20)
  })

  it.each([
    { cells: [7, 5, 1], periodic: [false, false, false] },
    { cells: [6, 9, 1], periodic: [true, true, false] },
    { cells: [1, 5, 4], periodic: [false, false, false] },
    { cells: [5, 4, 6], periodic: [false, true, true] },
    { cells: [3, 4, 5], periodic: [true, false, false] },
  ] as { cells: [number, number, number]; periodic: [boolean, boolean, boolean] }[])(
    'go where values between faces carry them, $cells cells, periodic $periodic',
    ({ cells, periodic }) => {
      // Nothing leaves, so that all that moves is seen.
      const room = (place: number, axis: number) =>
        periodic[axis] ? 1 : cells[axis] === 1 ? 0 : 0.2 * (cells[axis]! * 0.125 - Math.abs(place))
      const flow = madeFlow(cells, 0.25, (x, y, z) => [
        Math.sin(9 * y + 4 * z) * room(x, 0),
        Math.cos(7 * x - 5 * z) * room(y, 1),
        Math.cos(8 * x + 6 * y) * room(z, 2),
      ])
      const particles = new Particles({ count: 333, flow, periodic })
      const before = particles.positions.slice()
      const dt = 0.4
      particles.step(flow, dt)
      const { u, v, w } = new FlowReader(flow, periodic)
      for (let c = 0; c < before.length; c += 3) {
        const start = cells.map((count, axis) => before[c + axis]! / 0.25 + count / 2) as [number, number, number]
        const at = (...place: [number, number, number]) => [u.at(...place), v.at(...place), w?.at(...place) ?? 0]
        const half = at(...start).map((speed, axis) => start[axis]! + 0.5 * (dt / 0.25) * speed) as typeof start
        const speeds = at(...half)
        speeds.forEach((speed, axis) => {
          expect(particles.velocities[c + axis]).toBeCloseTo(speed, 4)
          const [side, there] = [cells[axis]! * 0.25, before[c + axis]! + dt * speed]
          const round = periodic[axis] ? there - side * Math.floor(there / side + 0.5) : there
          expect(particles.positions[c + axis]).toBeCloseTo(round, 4)
        })
      }
    },
  )

  it('that leave are born anew', () => {
    const flow = madeFlow([8, 8, 8], 0.125, () => [1, 0, 0])
    const particles = new Particles({ count: 500, flow, region: { low: [-0.5, -0.5, -0.5], high: [-0.4, 0.5, 0.5] } })
    for (let step = 0; step < 12; step++) particles.step(flow, 0.1)
    const x = particles.positions.filter((_, c) => c % 3 === 0)
    expect(Math.max(...x)).toBeLessThanOrEqual(0.5)
    // After 1.2 s in a box of 1 m all have been out once.
    expect(Math.max(...x)).toBeLessThan(0)
  })

  it('come again on the other side of a periodic flow', () => {
    const cells: [number, number, number] = [16, 8, 1]
    const wavy = madeFlow(cells, 1 / 16, (x) => [1, Math.sin(2 * Math.PI * x), 0])
    const particles = new Particles({ count: 300, flow: wavy, periodic: [true, true, false] })
    const start = particles.positions.slice()
    for (let step = 0; step < 40; step++) particles.step(wavy, 1 / 40)
    // Once around: the same x, and all ups and downs undone.
    for (let c = 0; c < start.length; c += 3) {
      expect(particles.positions[c]).toBeCloseTo(start[c]!, 4)
      expect(particles.positions[c + 1]).toBeCloseTo(start[c + 1]!, 2)
    }
  })

  it('are born and stay outside solids', () => {
    const cells: [number, number, number] = [24, 24, 1]
    const flow = madeFlow(cells, 1 / 24, () => [0.4, 0.1, 0])
    const open = sampled(cells, 1 / 24, 3, (x, y) => Number(x * x + y * y > 0.09))
    const solid: FlowArrays = { ...flow, fields: { ...flow.fields, open } }
    const particles = new Particles({ count: 3000, flow: solid })
    for (let step = 0; step < 30; step++) particles.step(solid, 0.05)
    for (let c = 0; c < 9000; c += 3)
      expect(Math.hypot(particles.positions[c]!, particles.positions[c + 1]!)).toBeGreaterThan(0.3 - 2 / 24)
  })

  it('live as long as said, one as the other, and repeat with their seed', () => {
    const flow = madeFlow([16, 16, 1], 1 / 16, rotation)
    const run = (seed: number) => {
      const particles = new Particles({ count: 1000, flow, lifetime: 2, seed })
      for (let step = 0; step < 60; step++) particles.step(flow, 0.05)
      return particles
    }
    const first = run(1)
    expect(run(1).positions).toEqual(first.positions)
    expect(run(2).positions).not.toEqual(first.positions)
    expect(Math.max(...first.ages)).toBeLessThan(1)
    const mean = first.ages.reduce((sum, age) => sum + age, 0) / 1000
    expect(mean).toBeGreaterThan(0.45)
    expect(mean).toBeLessThan(0.55)
  })

  it('read fields with gaps, ghosts and an index of their own, and velocities at centres', () => {
    const cells: [number, number, number] = [6, 5, 4]
    const swirl = (x: number, y: number, z: number) => [y + z, x - z, x + y] as const
    const packed = madeFlow(cells, 0.2, swirl)
    const gapped = (values: Float32Array, extent: readonly [number, number, number]) => {
      const [row, rows] = [extent[0] + 5, extent[1] + 2]
      const index = (i: number, j: number, k: number) => 7 + ((k + 1) * rows + j) * row + i
      const data = new Float32Array(index(0, 0, extent[2]) + row * rows).fill(Number.NaN)
      values.forEach((value, p) => {
        const [i, j] = [p % extent[0], Math.floor(p / extent[0]) % extent[1]]
        data[index(i, j, Math.floor(p / (extent[0] * extent[1])))] = value
      })
      return { data, index, offset: -99, stride: -99 }
    }
    const { u, v, w } = packed.fields as Record<'u' | 'v' | 'w', Float32Array>
    const padded = {
      cells,
      cellSize: 0.2,
      fields: { u: gapped(u, [7, 5, 4]), v: gapped(v, [6, 6, 4]), w: gapped(w, [6, 5, 5]) },
    }
    const centred = {
      cells,
      cellSize: 0.2,
      fields: {
        u: sampled(cells, 0.2, 3, (...at) => swirl(...at)[0]),
        v: sampled(cells, 0.2, 3, (...at) => swirl(...at)[1]),
        w: sampled(cells, 0.2, 3, (...at) => swirl(...at)[2]),
      },
    }
    const region = { low: [-0.2, -0.2, -0.2], high: [0.2, 0.2, 0.2] }
    const moved = [packed, padded, centred].map((flow) => {
      const particles = new Particles({ count: 50, flow, region })
      particles.step(flow, 0.1)
      return particles.positions
    })
    expect(moved[1]).toEqual(moved[0])
    // Linear flows are the same from faces and from centres, but for rounding.
    moved[2]!.forEach((place, c) => {
      expect(place).toBeCloseTo(moved[0]![c]!, 6)
    })
  })

  it('refuse what is no flow', () => {
    const { fields } = madeFlow([4, 4, 1], 1, rotation)
    const made = (flow: FlowArrays) => () => new Particles({ count: 1, flow })
    expect(made({ cells: [4, 4], cellSize: 1, fields: {} })).toThrow('a flow needs a field u')
    expect(made({ cells: [6, 4], cellSize: 1, fields })).toThrow(/u needs 7 × 4 × 1 values.*got 20/)
    expect(made({ cells: [0, 4], cellSize: 1, fields })).toThrow('whole numbers')
    expect(made({ cells: [4, 4], cellSize: 0, fields })).toThrow('cellSize')
    expect(() => new Particles({ count: 1.5, flow: { cells: [4, 4], cellSize: 1, fields } })).toThrow('count')
  })
})
