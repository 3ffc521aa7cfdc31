import { type Grid, parseScene, type Scene, type SceneInput } from 'seiche'
import { describe, expect, it } from 'vitest'
import type { RunDescription } from '../../../../packages/cli/src/viewer/protocol.js'
import { displaysOf, fieldsToDraw, frameOf, infoOfRun, overlaysOf, posesOf } from './recorded-frame.js'

function gridOf({ grid: { cells, cellSize }, solver }: Scene): Grid {
  const [x, second, third] = cells as [number, number, number?]
  return solver.type === 'stable-fluids'
    ? { nx: x, ny: second, nz: third ?? 1, cellSize }
    : { nx: x, nz: second, cellSize }
}

function described(scene: SceneInput, fields: readonly string[], startFields: string[] = []): RunDescription {
  const parsed = parseScene(scene)
  return {
    name: 'run',
    scene: parsed,
    grid: gridOf(parsed),
    timeStep: 0.1,
    substeps: 1,
    threads: 1,
    steps: 1,
    hash: '',
    fields: Object.fromEntries(fields.map((name) => [name, { unit: '', meaning: '', shape: [] }])),
    startFields,
    frames: [],
    bodies: [],
    log: { time: [], series: [] },
    notices: [],
  }
}

const flood: SceneInput = {
  seiche: 1,
  grid: { cells: [2, 2], cellSize: 1 },
  solver: { type: 'shallow-water' },
  terrain: [{ shape: 'plane', height: 0 }],
}
const smoke: SceneInput = {
  seiche: 1,
  grid: { cells: [8, 8, 8], cellSize: 1 },
  solver: { type: 'stable-fluids' },
  fluid: { dyes: { smoke: {} } },
}

describe('frames of a run', () => {
  it('have the depth of water over terrain that was recorded as elevation only', () => {
    const run = described(flood, ['eta'], ['bed'])
    const info = infoOfRun(run)
    expect(info).toMatchObject({ hasTerrain: true, surfaceFieldNames: ['depth'] })
    expect(fieldsToDraw(run, info, undefined)).toEqual(['eta', 'bed'])
    const values = new Map([
      ['eta', Float32Array.of(2, 2, 3, 4)],
      ['bed', Float32Array.of(0, 1, 3, 4)],
    ])
    expect([...frameOf(info, 0, values).surfaceFields!]).toEqual([2, 1, 0, 0])
  })

  it('have the recorded depth where there is one', () => {
    const info = infoOfRun(described(flood, ['eta', 'bed', 'depth']))
    const values = new Map(
      ['eta', 'bed', 'depth'].map((name) => [name, new Float32Array(4).fill(name === 'depth' ? 5 : 0)]),
    )
    expect([...frameOf(info, 0, values).surfaceFields!]).toEqual([5, 5, 5, 5])
  })

  it('of a fluid are displayed only by fields that were recorded', () => {
    const cloud = infoOfRun(described(smoke, ['smoke']))
    expect(displaysOf(cloud).map(({ rendering, show }) => `${rendering} ${show}`)).toEqual([
      'surface smoke',
      'cloud smoke',
      'slice dyes',
      'slice smoke',
    ])
    expect(overlaysOf(cloud, displaysOf(cloud)[0]!)).toEqual(['nothing'])
    const flow = infoOfRun(described(smoke, ['u', 'v', 'w']))
    expect(displaysOf(flow).map(({ show }) => show)).toEqual(['speed', 'vorticity'])
    expect(overlaysOf(flow, displaysOf(flow)[0]!)).toContain('arrows')
  })

  it('have poses in the layout of a running simulation', () => {
    // Two bodies in two frames, of eight numbers each.
    const recorded = Float32Array.from({ length: 32 }, (_, k) => k)
    expect([...posesOf(recorded, 1, 2)]).toEqual([16, 17, 18, 19, 20, 21, 22, 0, 23, 24, 25, 26, 27, 28, 29, 30, 0, 31])
  })
})
