import { expect, it } from 'vitest'
import { vdb } from './vdb.js'

it('a surface and a fluid in 2-D are refused, with the formats that hold them', () => {
  const grid = { nx: 4, ny: 4, nz: 1, cellSize: 1 }
  const fields = (kind: 'surface' | 'fluid') => () => vdb.fieldsFor({ scene: {} as never, kind, grid }, [], [])
  expect(fields('surface')).toThrow('this is a surface; write it as exr, gltf, glb, ply or obj')
  expect(fields('fluid')).toThrow('this one is in 2-D; write it as exr')
})

it('with one component of the velocity come the others', () => {
  const run = {
    scene: { fluid: { dyes: {} } } as never,
    kind: 'fluid',
    grid: { nx: 4, ny: 4, nz: 4, cellSize: 1 },
  } as const
  expect(vdb.fieldsFor(run, ['u', 'v', 'w', 'p'], ['v', 'p'])).toEqual(['u', 'v', 'w', 'p'])
  expect(vdb.fieldsFor(run, ['u', 'v', 'w', 'p'], [])).toEqual(['u', 'v', 'w'])
})
