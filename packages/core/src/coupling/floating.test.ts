// Archimedes: bodies, columns and the rigid-body engine together, in water that stands still.

import { rapier } from 'seiche/bodies'
import { expect, it } from 'vitest'
import { spanBelow } from '../../testing/span-below.js'
import { BodyColumns } from '../bodies/columns/body-columns.js'
import { Spans } from '../bodies/columns/spans.js'
import { loadBodies } from '../bodies/load.js'
import type { Tank } from '../bodies/world.js'
import { type BodyInput, bodySchema } from '../scene/schema/body.js'

const [WATER, GRAVITY, STEP] = [1000, 9.81, 1 / 120]
const grid = { nx: 32, nz: 32, cellSize: 0.1 }
const tank: Tank = { grid, floor: -3, walls: { 'x-': true, 'x+': true, 'z-': true, 'z+': true } }

/** Lets a body go in water at rest level, with some drag, and returns the height of its origin at rest [m]. */
async function restOf(body: BodyInput): Promise<number> {
  const loaded = await loadBodies([bodySchema.parse(body)], [], tank)
  const world = await rapier({ bodies: loaded, joints: [], tank, gravity: GRAVITY })
  const [columns, spans] = [new BodyColumns(grid), new Spans()]
  for (let k = 0; k < 1200; k++) {
    spans.clear()
    columns.add(loaded[0]!.solid, world.positions, world.rotations, 0, spans)
    let [buoyancy, torqueX, torqueZ] = [0, 0, 0]
    for (let s = 0; s < spans.count; s++) {
      const force = WATER * GRAVITY * spanBelow(spans, s, 0) * grid.cellSize * grid.cellSize
      const x = ((spans.cell[s]! % grid.nx) + 0.5 - grid.nx / 2) * grid.cellSize - world.centers[0]!
      const z = (Math.floor(spans.cell[s]! / grid.nx) + 0.5 - grid.nz / 2) * grid.cellSize - world.centers[2]!
      buoyancy += force
      torqueX -= z * force
      torqueZ += x * force
    }
    const drag = 3 * world.masses[0]!
    const turnDrag = 0.2 * drag
    const [vx, vy, vz] = world.velocities as unknown as [number, number, number]
    const [wx, wy, wz] = world.angularVelocities as unknown as [number, number, number]
    world.push(
      0,
      -drag * vx * STEP,
      (buoyancy - drag * vy) * STEP,
      -drag * vz * STEP,
      (torqueX - turnDrag * wx) * STEP,
      -turnDrag * wy * STEP,
      (torqueZ - turnDrag * wz) * STEP,
    )
    world.step(STEP)
  }
  expect(Math.hypot(...world.velocities)).toBeLessThan(2e-3)
  return world.positions[1]!
}

it('balls float as deep as their density says', async () => {
  const radius = 0.6
  for (const [density, dip] of [
    [250, 0.652704],
    [500, 1],
    [750, 2 - 0.652704],
  ] as const) {
    const height = await restOf({ shape: 'sphere', radius, density, position: [0.23, 0.1, -0.11] })
    expect(Math.abs(radius - height - dip * radius)).toBeLessThan(0.003 * radius)
  }
})

it('a flat box floats level at density × height, from a tilt too', async () => {
  const height = await restOf({
    shape: 'box',
    size: [1.2, 0.3, 1],
    density: 600,
    position: [0.03, 0.1, 0.02],
    rotation: { axis: [1, 0, 1], angle: 12 },
  })
  expect(Math.abs(height - (0.15 - 0.6 * 0.3))).toBeLessThan(1e-3)
})

it('what is heavier than water sinks to the floor', async () => {
  const height = await restOf({ shape: 'sphere', radius: 0.3, density: 2000 })
  expect(Math.abs(height - -2.7)).toBeLessThan(2e-3)
})
