import { describe, expect, it } from 'vitest'
import { defaultsOf } from '../../settings.js'
import { openModel } from './volume.model.js'
import { settings, type VolumeValues } from './volume.settings.js'

async function after(steps: number, values: Partial<VolumeValues> = {}) {
  const model = await openModel({ ...defaultsOf(settings), ...values })
  for (let n = 0; n < steps; n++) model.step()
  const frame = model.frame()
  const stopped = model.outOfBounds?.()
  model.dispose?.()
  return { frame, stopped, volumes: Object.fromEntries(frame.waters.map(({ name, volume }) => [name, volume.at(-1)!])) }
}

describe('the volume of a hump', () => {
  it('is lost as its squared slopes say with the depth outside, and kept by the two cures', async () => {
    const { frame, volumes } = await after(300)
    expect(1 - volumes.losing!).toBeCloseTo(0.229, 3)
    expect(volumes.losing! / frame.losingInTheory).toBeCloseTo(1, 10)
    expect(volumes.face).toBeCloseTo(1, 12)
    expect(volumes.constant).toBeCloseTo(1, 12)
  })

  it('is lost in the plane too', async () => {
    const { frame, volumes } = await after(200, { grid: 'plane' })
    expect(volumes.losing).toBeLessThan(0.9)
    expect(volumes.losing! / frame.losingInTheory).toBeCloseTo(1, 10)
    expect(volumes.face).toBeCloseTo(1, 12)
    expect(volumes.constant).toBeCloseTo(1, 12)
  })

  it('the losing form stops when a column lies below the ground', async () => {
    const { stopped, frame } = await after(600)
    expect(stopped).toContain('below the ground')
    expect(frame.time.at(-1)).toBeCloseTo(4.62, 1)
  })

  it('is kept by the engine', async () => {
    for (const grid of ['row', 'plane'] as const) {
      const { volumes, stopped } = await after(100, { by: 'engine', grid })
      expect(volumes.engine).toBeCloseTo(1, 6)
      expect(stopped).toBeUndefined()
    }
  })
})

describe('finite differences', () => {
  const differences = async (values: Partial<VolumeValues>) => (await after(0, values)).frame.differences

  it('have the orders of the lecture', async () => {
    for (const { order, orderInTheory } of await differences({ step: 0.01 }))
      expect(order).toBeCloseTo(orderInTheory, 1)
  })

  it('with the printed sign of P12 the central difference is zero, of order zero', async () => {
    const central = (await differences({ printed: true, step: 0.01 })).find(({ name }) => name === 'central')!
    expect(central.value).toBe(0)
    expect(central.order).toBe(0)
  })

  it('have no order where rounding is all there is', async () => {
    const [forward, , central, second] = await differences({ step: 1e-9 })
    for (const one of [central!, second!]) expect(one.order).toBeNaN()
    expect(forward!.errors[0]).toBeGreaterThan(forward!.errors[30]!)
    // The fourth derivative of t³ is zero.
    expect((await differences({ curve: 'cube', step: 0.01 }))[3]!.order).toBeNaN()
  })

  it('change without a new start of the water', async () => {
    const model = await openModel(defaultsOf(settings))
    for (let n = 0; n < 20; n++) model.step()
    expect(model.change?.({ ...defaultsOf(settings), step: 0.5, form: 'face' })).toBe(true)
    expect(model.frame().time).toHaveLength(21)
    expect(model.change?.({ ...defaultsOf(settings), height: 0.1 })).toBe(false)
  })
})
