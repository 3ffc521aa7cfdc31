import type { Scene } from 'seiche'
import { expect, it } from 'vitest'

import { comparisonText } from './asked-comparison.js'
import { labelOf, readComparison, reversed, simplified, withChanges } from './changes.js'

const scene = {
  solver: { type: 'columns', depth: 0.5, damping: 0.1 },
  grid: { cells: [128, 64], cellSize: 0.1 },
  initial: {},
  bodies: [],
  sources: [],
  timeStep: 0.01,
} as unknown as Scene
const solvers = [
  { type: 'columns', help: '', keys: ['type', 'depth', 'damping'] },
  { type: 'iwave', help: '', keys: ['type', 'depth'] },
  { type: 'stable-fluids', help: '', keys: ['type'] },
]
const read = (text: string) => readComparison(text, scene, solvers)

it('reads its own text again', () => {
  const asked = { changes: { cells: 64, values: { 'solver.damping': 0.3, timeStep: null } }, difference: true }
  expect(read(comparisonText(asked))).toEqual(asked)
  expect(comparisonText({ changes: { values: {} }, difference: false })).toBe('{}')
  expect(read('{}')).toEqual({ changes: {}, difference: false })
})

it('reads the name of a solver, with the settings that both solvers have', () => {
  expect(read('iwave').changes).toEqual({ values: { solver: { type: 'iwave', depth: 0.5 } } })
  expect(read('columns').changes).toEqual({})
})

it.each([
  ['stable-fluids', /“stable-fluids” is no solver for this scene. It has: columns, iwave/],
  ['{"cells":', /not JSON/],
  ['{"cells":-3}', /positive whole number/],
  ['{"cells":1.5}', /positive whole number/],
  ['{"values":[1]}', /not a list of values/],
  ['{"difference":"yes"}', /neither true nor false/],
  ['{"worker":"evil.js"}', /unknown part “worker”/],
  [`{"values":{"a":${'['.repeat(90)}${']'.repeat(90)}}}`, /inside each other/],
])('refuses %s', (text, message) => {
  expect(() => read(text)).toThrow(message)
})

it('a changed part replaces the values of A inside it, and another solver the bed of the first', () => {
  const first = { cells: 64, values: { 'solver.damping': 0.4, terrain: [{ shape: 'plane' }], timeStep: 0.02 } }
  const solver = { type: 'iwave' }
  expect(withChanges(first, { values: { 'solver.depth': 2, solver } })).toEqual({
    cells: 64,
    values: { timeStep: 0.02, solver, 'solver.depth': 2 },
  })
})

it('swapping twice gives the settings back', () => {
  const file = { solver: { type: 'columns', depth: 0.5 }, grid: { cells: [128, 64] } }
  const first = { values: { 'solver.damping': 0.4, gravity: 3 } }
  const changes = { cells: 32, values: { solver: { type: 'iwave' }, timeStep: 0.02 } }
  const second = simplified(withChanges(first, changes), file)
  const back = reversed(first, changes, file)
  expect(back).toEqual({
    cells: 128,
    values: { solver: file.solver, 'solver.damping': 0.4, timeStep: null },
  })
  const again = withChanges(second, back)
  expect(simplified(again, file)).toEqual({ cells: 128, values: { 'solver.damping': 0.4, gravity: 3 } })
})

it('labels name the values that differ', () => {
  const changes = { cells: 64, values: { solver: {}, terrain: [], 'solver.damping': 1, timeStep: 1 } }
  expect(labelOf(changes, scene)).toBe('columns · damping 0.1 · time step 0.01 · 128 × 64 cells')
  expect(labelOf({}, scene)).toBe('')
})
