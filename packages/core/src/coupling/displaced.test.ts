import { expect, test } from 'vitest'
import type { BodyWorld } from '../bodies/world.js'
import { Displaced } from './displaced.js'
import { ColumnMemory } from './submersion/column-memory.js'
import type { Submersion } from './submersion/submersion.js'
import type { WaterCoupling } from './water-coupling.js'

const CELLS = 120
const CELL = 0.5
const DT = 0.01

/** A body over all cells of a row, whose displaced heights are a bump around `center` [cells]. */
function bump(center: number): Submersion {
  const cell = Array.from({ length: CELLS }, (_, i) => i)
  const displacedHeight = cell.map((i) => Math.exp(-((i - center) * (i - center)) / 50))
  const memory = new ColumnMemory({ nx: CELLS, nz: 1, cellSize: CELL })
  const columns = { spans: { cell, count: CELLS }, displacedHeight, waterplane: cell.map(() => 0), memory }
  const bodies = [{ first: 0, end: CELLS, heave: { raised: 0 } }]
  return { bodies, columns, raisedError: 0 } as unknown as Submersion
}

/** Largest height by which a body that moves for a step at a velocity raises water that flows, and the sum of all. */
function raisedBy(velocity: number, flow: number, carriesDisplaced: boolean) {
  let most = 0
  let sum = 0
  const water = {
    grid: { nx: CELLS, nz: 1, cellSize: CELL },
    isTwoWay: true,
    carriesDisplaced,
    opennessAt: () => 1,
    flowAt: (_: number, at: Float64Array) => at.set([flow, 0]),
    raiseCells: (_: Int32Array, first: number, end: number, heights: Float64Array) => {
      for (const height of heights.subarray(first, end)) {
        most = Math.max(most, Math.abs(height))
        sum += height
      }
    },
  } as unknown as WaterCoupling
  const displaced = new Displaced(water)
  displaced.start(bump(60))
  const moved = bump(60 + (velocity * DT) / CELL)
  displaced.carry(moved, { velocities: new Float64Array([velocity, 0, 0]) } as unknown as BodyWorld, DT)
  displaced.update(moved)
  return { most, sum }
}

test('a body that drifts with steep waves raises no water, one that moves through them does', () => {
  const through = raisedBy(2, 0, true)
  expect(through).toEqual(raisedBy(2, 0, false))
  expect(through.most).toBeGreaterThan(0.004)
  const drifting = raisedBy(2, 2, true)
  expect(drifting.most).toBeLessThan(0.03 * through.most)
  expect(Math.abs(drifting.sum)).toBeLessThan(1e-12)
  expect(raisedBy(2, 1, true).most / through.most).toBeCloseTo(0.5, 1)
})

test('a body at rest, or against the flow, raises as much water as in waves that do not carry', () => {
  expect(raisedBy(0, 2, true).most).toBe(0)
  expect(raisedBy(-2, 2, true)).toEqual(raisedBy(-2, 2, false))
})
