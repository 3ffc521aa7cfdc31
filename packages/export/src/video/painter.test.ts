import type { SceneInput } from 'seiche'
import { describe, expect, it } from 'vitest'
import { box, recordRun, volume } from '../../testing/recorded-run.js'
import { painterOf } from './painter.js'

/** Draws the last frame of a short run. Returns the brightness of pixels, as the sum of red, green and blue. */
async function draw(scene: SceneInput, fields: readonly string[], steps = [0, 10]) {
  const { run, frames } = await recordRun(scene, fields, steps)
  const painter = painterOf(run, fields, {})
  for (const frame of frames) await painter.survey(frame)
  const pixels = await painter.draw(frames.at(-1)!)
  expect(pixels).toHaveLength(3 * painter.width * painter.height)
  return {
    size: [painter.width, painter.height],
    color: (column: number, row: number) => [...pixels.subarray(3 * (row * painter.width + column)).subarray(0, 3)],
  }
}

const sum = (color: readonly number[]) => color.reduce((total, part) => total + part, 0)

describe('dyes', () => {
  it('are above where they are high, and have their own colours', async () => {
    const blob = (...center: number[]) => ({ shape: 'sphere' as const, center, radius: 0.1 })
    const scene: SceneInput = {
      ...box,
      fluid: {
        dyes: {
          ink: { color: '#ff0000', initial: [blob(-0.2, 0.3)] },
          milk: { color: '#0000ff', initial: [blob(0.2, -0.3)] },
        },
      },
    }
    const { size, color } = await draw(scene, ['ink', 'milk'], [0])
    expect(size).toEqual([6, 8])
    const [red, , blue] = color(1, 1)
    expect(red).toBeGreaterThan(2 * blue!)
    const below = color(4, 6)
    expect(below[2]).toBeGreaterThan(2 * below[0]!)
    // Without dye there is the background.
    expect(color(4, 1)).toEqual([0x0b, 0x16, 0x22])
  })

  it('of all planes of a volume add up', async () => {
    // On the left in one plane, on the right in two.
    const blob = (x: number, z: number) => ({ shape: 'box' as const, center: [x, 0, z], size: [0.1, 0.2, 0.1] })
    const smoke = { initial: [blob(-0.1875, 0.0625), blob(0.1875, -0.0625), blob(0.1875, 0.0625)] }
    const both: SceneInput = { ...volume, fluid: { dyes: { smoke } } }
    const { color } = await draw(both, ['smoke'], [0])
    expect(sum(color(4, 4))).toBeGreaterThan(sum(color(1, 4)))
    expect(sum(color(1, 4))).toBeGreaterThan(sum(color(0, 0)))
  })

  it('leave solids in the colour of stone', async () => {
    const scene: SceneInput = {
      ...box,
      fluid: { dyes: { ink: {} }, solids: [{ shape: 'box', center: [0.25, 0.375], size: [0.25, 0.25] }] },
    }
    const { color } = await draw(scene, ['ink', 'open'], [0])
    expect(color(5, 0)).toEqual([0x8d, 0x85, 0x77])
    expect(color(0, 7)).not.toEqual([0x8d, 0x85, 0x77])
  })
})

describe('speed', () => {
  it('is drawn brighter where the fluid is faster', async () => {
    const vortex = { flow: 'vortex' as const, radius: 0.15, speed: 1 }
    const { size, color } = await draw({ ...box, fluid: { flow: [vortex] } }, ['u', 'v'], [1])
    expect(size).toEqual([6, 8])
    expect(sum(color(4, 4))).toBeGreaterThan(sum(color(0, 0)))
  })

  it('of uniform flow is one colour, in a volume too', async () => {
    const scene: SceneInput = {
      ...volume,
      fluid: {
        boundaries: { 'x-': 'periodic', 'x+': 'periodic' },
        flow: [{ flow: 'uniform', velocity: [0.5, 0, 0] }],
      },
    }
    const { color } = await draw(scene, ['u', 'v', 'w'], [0])
    for (let row = 0; row < 8; row++)
      for (let column = 0; column < 6; column++) expect(color(column, row)).toEqual(color(0, 0))
    // Half of the scale: the middle of the colour map.
    expect(color(0, 0)).toEqual([0x2a, 0x9d, 0x8f])
  })
})
