// Added mass is what tells whether the water under a body is pressed out as physics says.

import type { SceneInput, SurfaceSimulation } from 'seiche'
import { rapier } from 'seiche/bodies'
import { expect, it } from 'vitest'
import { createSurface } from '../../../testing/running.js'

const [WIDTH, DEPTH, GRAVITY] = [0.8, 0.4, 9.81]
/** ∫ψ over a unit square with -∇²ψ = 1, ψ = 0 around it: 4/π⁴ Σ … = 0.035144 (Timoshenko and Goodier 1951, torsion of a square bar / 4). */
const SQUARE = 0.035144

/** A block that is let go out of its balance, on water that leaves through the edges. */
const block = (over: Partial<SceneInput>, y: number): SceneInput => ({
  seiche: 1,
  grid: { cells: [48, 48], cellSize: 0.05 },
  timeStep: 1 / 240,
  solver: { type: 'columns', depth: DEPTH },
  coupling: 'virtual-height',
  splashes: false,
  boundaries: { 'x-': 'absorb', 'x+': 'absorb', 'z-': 'absorb', 'z+': 'absorb' },
  bodies: [{ shape: 'box', size: [WIDTH, 0.3, WIDTH], density: 500, drag: 0, position: [0, y, 0] }],
  ...over,
})

it('a block has the added mass of the water that flows out from under it', async () => {
  const simulation = await createSurface(block({}, 0.02), { rigidBodies: rapier, threads: 1 })
  simulation.step()
  const [body] = simulation.bodies
  const { mass } = body!
  // The pressure is none at the centres of the cells beside the block, half a cell from its sides.
  const width = WIDTH + simulation.grid.cellSize
  const added = (1000 * SQUARE * width ** 4) / DEPTH
  const pull = 1000 * GRAVITY * WIDTH ** 2 * 0.02
  const acceleration = -body!.velocity[1]! / simulation.time
  expect(Math.abs(acceleration / (pull / (mass + added)) - 1)).toBeLessThan(0.02)
  simulation.dispose()
})

it('holds the level under a held body down, and says how the solve went', async () => {
  const held = block({}, -0.03)
  const bodies = [{ ...held.bodies![0]!, kind: 'fixed' as const }]
  const wave = { shape: 'gaussian' as const, center: [0.9, 0] as [number, number], radius: 0.2, height: 0.03 }
  const under = async (coupling: 'displacement' | 'virtual-height') => {
    const scene = { ...held, bodies, initial: { eta: [wave] }, coupling }
    const simulation = await createSurface(scene, { rigidBodies: rapier, threads: 1 })
    let highest = 0
    for (let step = 0; step < 240; step++) {
      simulation.step()
      highest = Math.max(highest, Math.abs(meanUnder(simulation)))
    }
    const { iterations, residual } = simulation.diagnostics()
    simulation.dispose()
    return { highest, iterations, residual }
  }
  const [soft, firm] = [await under('displacement'), await under('virtual-height')]
  expect(firm.highest).toBeLessThan(0.7 * soft.highest)
  expect(firm.iterations).toBeGreaterThan(0)
  expect(firm.residual).toBeLessThanOrEqual(0.01)
  expect(soft.iterations).toBeUndefined()
})

/** Mean elevation in the columns of the block [m]. */
function meanUnder(simulation: SurfaceSimulation): number {
  const { nx, nz, cellSize } = simulation.grid
  const eta = simulation.field('eta')
  let [sum, count] = [0, 0]
  for (let j = 0; j < nz; j++)
    for (let i = 0; i < nx; i++) {
      const [x, z] = [(i + 0.5 - nx / 2) * cellSize, (j + 0.5 - nz / 2) * cellSize]
      if (Math.max(Math.abs(x), Math.abs(z)) > WIDTH / 2) continue
      sum += eta.at(i, j)
      count++
    }
  return sum / count
}

it('bodies of any density are stable', async () => {
  const light = block({ timeStep: 1 / 30 }, 0.2)
  const bodies = [10, 30, 100].map((density, k) => ({
    shape: 'cylinder' as const,
    radius: 0.15,
    height: 0.3,
    density,
    position: [-0.7 + 0.7 * k, 0.2, 0.1 * k] as [number, number, number],
    rotation: { axis: [1, 0, 1] as [number, number, number], angle: 20 },
  }))
  const simulation = await createSurface({ ...light, bodies }, { rigidBodies: rapier, threads: 1 })
  simulation.step(300)
  for (const { velocity, submerged, body } of simulation.bodies) {
    expect(Math.abs(velocity[1]!)).toBeLessThan(0.02)
    expect(submerged).toBeCloseTo(body.density! / 1000, 2)
  }
  simulation.dispose()
})
