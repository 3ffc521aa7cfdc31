import { parseScene } from 'seiche'
import { describe, expect, it } from 'vitest'
import { box, pool } from '../testing/recorded-run.js'
import { chunkShapeOf, describeDataSet } from './dataset.js'
import type { FieldInfo, RunInfo } from './run-info.js'

const field = (shape: number[], origin: FieldInfo['origin'], cellSize: number): FieldInfo => ({
  unit: 'm',
  meaning: 'made up',
  shape,
  origin,
  cellSize,
})

function describeFields(scene: object, kind: RunInfo['kind'], fields: Readonly<Record<string, FieldInfo>>) {
  const run: RunInfo = {
    scene: parseScene(scene),
    kind,
    grid: { nx: 1, nz: 1, cellSize: 1 },
    fields,
    // A part of a run: frames need not begin at 0.
    frames: [
      { frame: 10, step: 100, time: 2 },
      { frame: 11, step: 110, time: 2.2 },
    ],
  }
  const { space, variables, time } = describeDataSet(run, Object.keys(fields))
  return {
    time: [...time.values],
    positions: Object.fromEntries(space.map(({ name, values }) => [name, [...values]])),
    dimensions: Object.fromEntries(variables.map(({ name, dimensions }) => [name, dimensions])),
  }
}

describe('the data set of a run', () => {
  it('has the positions of a region and of every second value', () => {
    const eta = field([2, 3], { x: -0.375, z: 0.125 }, 0.5)
    expect(describeFields(pool, 'surface', { eta })).toEqual({
      time: [2, 2.2],
      positions: { z: [0.125, 0.625], x: [-0.375, 0.125, 0.625] },
      dimensions: { eta: ['time', 'z', 'x'] },
    })
  })

  it('tells faces from centres in a region of a fluid', () => {
    const p = field([2, 3], { x: -0.0625, y: 0.0625 }, 0.125)
    const u = field([2, 4], { x: -0.125, y: 0.0625 }, 0.125)
    const { dimensions, positions } = describeFields(box, 'fluid', { u, p })
    expect(dimensions).toEqual({ u: ['time', 'y', 'x_face'], p: ['time', 'y', 'x'] })
    expect(positions.x_face).toEqual([-0.125, 0, 0.125, 0.25])
  })

  it('gives a field with cells of its own size coordinates of its own', () => {
    const eta = field([2, 2], { x: -0.5, z: -0.5 }, 1)
    const tile = field([2, 2], { x: -0.25, z: -0.25 }, 0.5)
    const { dimensions, positions } = describeFields(pool, 'surface', { eta, eta_0: tile })
    expect(dimensions.eta_0).toEqual(['time', 'z_eta_0', 'x_eta_0'])
    expect(positions).toEqual({ z: [-0.5, 0.5], x: [-0.5, 0.5], z_eta_0: [-0.25, 0.25], x_eta_0: [-0.25, 0.25] })
  })
})

describe('chunks', () => {
  it.each([
    { shape: [1024, 1024], most: 2 ** 22, chunk: [1024, 1024] },
    { shape: [2048, 2048], most: 2 ** 22, chunk: [2048, 2048] },
    { shape: [2049, 2050], most: 2 ** 22, chunk: [1025, 2050] },
    { shape: [256, 256, 256], most: 2 ** 22, chunk: [64, 256, 256] },
    { shape: [3, 5], most: 1, chunk: [1, 5] },
    { shape: [1, 8_000_000], most: 2 ** 22, chunk: [1, 8_000_000] },
  ])('of $shape values are $chunk', ({ shape, most, chunk }) => {
    expect(chunkShapeOf(shape, most)).toEqual(chunk)
  })
})
