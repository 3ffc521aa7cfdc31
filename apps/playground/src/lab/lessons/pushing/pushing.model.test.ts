import { describe, expect, it } from 'vitest'
import { defaultsOf } from '../../settings.js'
import { openModel } from './pushing.model.js'
import { type PushingValues, settings } from './pushing.settings.js'
import { archimedesDraught, areaBelow, box, c, dt, radius } from './tank.js'

async function run(values: Partial<PushingValues>, seconds: number) {
  const model = await openModel({ ...defaultsOf(settings), ...values })
  for (let n = 0; n < Math.round(seconds / dt); n++) model.step()
  const result = { frame: model.frame(), stopped: model.outOfBounds?.() }
  model.dispose?.()
  return result
}

describe('Archimedes', () => {
  const disc = { shape: 'disc', x: 0, y: 0, radius } as const
  it('floats a box at its density and a disc of half the density at its middle', () => {
    expect(archimedesDraught({ shape: 'box', x: 0, y: 0, angle: 0, ...box }, 0.7)).toBeCloseTo(0.7 * box.height, 12)
    expect(archimedesDraught(disc, 0.5)).toBeCloseTo(radius, 12)
    expect(areaBelow(disc, 2 * radius)).toBeCloseTo(Math.PI * radius * radius, 12)
    expect(areaBelow(disc, -1)).toBe(0)
  })
})

describe('the first try', () => {
  it.each([0.05, 0.1, 0.3])('loses 2 c d of water a second at d = %f', async (depth) => {
    const { frame } = await run({ depth }, 3)
    expect(frame.lossInTheory).toBeCloseTo(2 * c * depth, 12)
    expect(Math.abs(frame.loss / frame.lossInTheory! - 1)).toBeLessThan(0.02)
    expect(Math.abs(frame.gained.at(-1)! / frame.gainedInTheory! - 1)).toBeLessThan(0.03)
  })

  it('carries no body', async () => {
    const { frame } = await run({ motion: 'free' }, 1)
    expect(frame.lift).toBeLessThan(0.9)
    expect(frame.gained.at(-1)).toBeLessThan(-0.1)
  })

  it('takes another depth without a new start', async () => {
    const values = defaultsOf(settings)
    const model = await openModel(values)
    for (let n = 0; n < 100; n++) model.step()
    const { time, gained } = model.frame()
    expect(model.change?.({ ...values, depth: 0.2 })).toBe(true)
    expect(model.frame().time).toBe(time)
    model.step()
    expect(model.frame().gained.at(-1)).toBeLessThan(gained.at(-1)! - 0.05)
    expect(model.change?.({ ...values, coupling: 'displacement' })).toBe(false)
  })
})

describe('displacement', () => {
  it.each([0, 0.25, 0.5])('leaves 1 - α of the displaced water out, α = %f', async (alpha) => {
    const { frame } = await run({ coupling: 'displacement', alpha, smoothing: 4 }, 0.5)
    expect(Math.abs(frame.gained.at(-1)! - frame.gainedInTheory!)).toBeLessThan(0.1 * Math.abs(frame.gainedInTheory!))
  })

  it('explodes at α = 1', async () => {
    const { stopped } = await run({ coupling: 'displacement', alpha: 1, depth: 0.2, smoothing: 0 }, 25)
    expect(stopped).toContain('more than 5 m high')
  })
})

describe('virtual height', () => {
  const values = { coupling: 'virtual-height' } as const

  it.each([1, 0.1])('throws two spikes of γ n e/2, γ = %f, and keeps the water', async (gamma) => {
    const { frame } = await run({ ...values, gamma, depth: 0.1 }, dt)
    expect(frame.spikeInTheory).toBeCloseTo(gamma * 20 * 0.1 * 0.5, 12)
    expect(frame.spike).toBeCloseTo(frame.spikeInTheory!, 9)
    expect(frame.gained.at(-1)).toBeCloseTo(0, 12)
    expect(frame.residuals).toHaveLength(10)
    expect(frame.covered.filter(Boolean)).toHaveLength(20)
  })

  it('lets a box sink under the force of the slide', async () => {
    const { frame } = await run({ ...values, motion: 'free', force: 'slide', depth: 0.15 }, 1)
    expect(frame.depths.at(-1)).toBeGreaterThan(0.45)
  })

  it('carries a box by the pressure of γ v', async () => {
    const { frame } = await run({ ...values, motion: 'free', depth: 0.15, gamma: 0.1 }, 8)
    expect(frame.draught).toBeGreaterThan(frame.draughtInTheory - 0.01)
    expect(frame.draught).toBeLessThan(frame.draughtInTheory + 0.1)
  })
})

describe('the engine', () => {
  it.each(['displacement', 'virtual-height'] as const)(
    'keeps the water and floats as Archimedes says: %s',
    async (coupling) => {
      const { frame } = await run({ by: 'engine', coupling, motion: 'free', depth: 0.2 }, 8)
      expect(Math.abs(frame.gained.at(-1)!)).toBeLessThan(1e-4)
      expect(Math.abs(frame.draught - frame.draughtInTheory)).toBeLessThan(0.02)
    },
  )
})
