import { describe, expect, it } from 'vitest'
import { defaultsOf } from '../../settings.js'
import { type ObstaclesFrame, openModel } from './obstacles.model.js'
import { type ObstaclesValues, settings } from './obstacles.settings.js'

type Model = Awaited<ReturnType<typeof openModel>>

async function frameOf(
  changes: Partial<ObstaclesValues>,
  act: (model: Model) => void = () => {},
): Promise<ObstaclesFrame> {
  const model = await openModel({ ...defaultsOf(settings), ...changes })
  act(model)
  const frame = model.frame()
  model.dispose?.()
  return frame
}

describe('the obstacles of the lab', () => {
  it('send a packet back upside down from a sharp matte, its node in the middle of the first solid cell', async () => {
    for (const wavelength of [12, 20]) {
      const { reflection, energyLeft } = await frameOf({ rim: 0, wavelength })
      expect(reflection.size).toBeGreaterThan(0.99)
      // The way to the node and back is one cell longer than to the outline.
      expect(Math.abs(reflection.phase - (180 - 360 / wavelength))).toBeLessThan(1)
      expect(energyLeft).toBeGreaterThan(0.99)
    }
  })

  it('swallow most of a packet in a wide rim, and less of it at a shorter time step', async () => {
    const [long, short] = await Promise.all([0.1, 0.02].map((dt) => frameOf({ rim: 12, 'time-step': dt })))
    expect(long!.reflection.size).toBeLessThan(0.4)
    expect(long!.energyLeft).toBeLessThan(0.2)
    expect(short!.reflection.size).toBeGreaterThan(0.6)
  })

  it('do the same with the matte of the engine', async () => {
    const { reflection, energyLeft } = await frameOf({ by: 'engine', solids: 'matte', rim: 0 })
    expect(reflection.size).toBeGreaterThan(0.98)
    expect(reflection.phase).toBeGreaterThan(130)
    const wide = await frameOf({ by: 'engine', solids: 'matte', rim: 12 })
    expect(wide.energyLeft).toBeLessThan(0.2)
    expect(energyLeft).toBeGreaterThan(0.97)
  })

  it.each(['pipes', 'impermeable'] as const)(
    'send a packet back upright from walls, %s, and keep its energy at every rim',
    async (solids) => {
      const { reflection, energyLeft } = await frameOf({ by: 'engine', solids, rim: 0 })
      expect(reflection.size).toBeGreaterThan(0.99)
      expect(reflection.phase).toBeLessThan(15)
      expect(Math.abs(energyLeft - 1)).toBeLessThan(1e-3)
      const wide = await frameOf({ by: 'engine', solids, rim: 12 })
      expect(Math.abs(wide.energyLeft - 1)).toBeLessThan(1e-3)
    },
  )

  it('cover the area of the shape, with fractions on its outline', async () => {
    const sharp = await frameOf({ rim: 0 })
    expect(sharp.rimCells).toBe(0)
    const { covered, rimCells, matte } = await frameOf({ rim: 1 })
    expect(Math.abs(covered - Math.PI * 49)).toBeLessThan(0.5)
    expect(rimCells).toBeGreaterThan(30)
    expect(matte[30 * 80 + 48]).toBe(0)
    const box = await frameOf({ shape: 'box', size: 10.5 })
    expect(box.covered).toBeCloseTo(10.5 ** 2, 1)
    const wedge = await frameOf({ shape: 'wedge', size: 20 })
    expect(Math.abs(wedge.covered - 200)).toBeLessThan(1)
  })

  it.each(['textbook', 'engine'] as const)('are built and erased by hand in the %s', async (by) => {
    const paint = (tool: 'build' | 'erase') => (model: Model) => {
      model.change?.({ ...defaultsOf(settings), by, shape: 'circle', tool, brush: 4 })
      model.act?.({ name: 'hand', x: tool === 'build' ? 20 : 48, z: 30 })
    }
    const values = { by, shape: 'circle' } as const
    const before = await frameOf(values)
    const built = await frameOf(values, paint('build'))
    // The two smooth the outline differently, by less than 2 % of the area.
    expect(Math.abs((built.covered - before.covered) / (Math.PI * 16) - 1)).toBeLessThan(0.02)
    const erased = await frameOf(values, paint('erase'))
    expect(Math.abs((before.covered - erased.covered) / (Math.PI * 16) - 1)).toBeLessThan(0.02)
  })

  it('keep water out of solid cells while a source makes waves', async () => {
    const frame = await frameOf({}, (model) => {
      for (let step = 0; step < 200; step++) model.step()
    })
    expect(frame.size).toBeGreaterThan(0.02)
    frame.matte.forEach((open, cell) => {
      if (open === 0) expect(Math.abs(frame.pond[cell]!)).toBe(0)
    })
  })

  it('explode with the published window, and stop', async () => {
    const model = await openModel({ ...defaultsOf(settings), window: 'published', rim: 0, 'time-step': 0.22 })
    for (let step = 0; step < 500 && !model.outOfBounds?.(); step++) model.step()
    expect(model.outOfBounds?.()).toContain('more than 10 m high')
    expect(model.frame().reflection.size).toBeNaN()
  })
})
