import { expect, it } from 'vitest'
import { metaballs } from './metaballs.js'
import { writeObj } from './obj.js'

it('writeObj writes every vertex, normal and triangle to the last bit', () => {
  const mesh = metaballs([0.1, 2e-7, -300], { radius: 0.7 })
  const lines = writeObj(mesh).trim().split('\n')
  const numbers = (key: string) =>
    lines.flatMap((line) => (line.startsWith(`${key} `) ? line.split(/[ /]+/).slice(1).map(Number) : []))
  expect(Float32Array.from(numbers('v'))).toEqual(mesh.positions)
  expect(Float32Array.from(numbers('vn'))).toEqual(mesh.normals)
  // Each corner names its vertex and its normal, which have the same number, from 1 on.
  expect(numbers('f')).toEqual([...mesh.indices].flatMap((index) => [index + 1, index + 1]))
})
