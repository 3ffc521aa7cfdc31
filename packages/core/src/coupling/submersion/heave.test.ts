// The level through the draught of a body, and the water that a heaving body raises.

import { describe, expect, it } from 'vitest'
import { StillWater } from '../../../testing/still-water.js'
import { quaternionOf } from '../../bodies/geometry/rotation.js'
import { solidOf } from '../../bodies/geometry/solid.js'
import type { BodyWorld, LoadedBody } from '../../bodies/world.js'
import { cellX, cellZ } from '../../fields/grid.js'
import { type BodyInput, bodySchema } from '../../scene/schema/body.js'
import { Displaced } from '../displaced.js'
import { Submersion } from './submersion.js'

const grid = { nx: 192, nz: 192, cellSize: 0.1 }
const DT = 1 / 60

/** One body, after its first exchange with still water. */
function afloat(input: BodyInput, water = new StillWater(grid, Number.POSITIVE_INFINITY)) {
  const body = bodySchema.parse(input)
  const loaded: LoadedBody[] = [{ body, solid: solidOf(body, []) }]
  const positions = Float64Array.from(body.position)
  const world = {
    positions,
    centers: positions,
    rotations: Float64Array.from(quaternionOf(body.rotation)),
    velocities: new Float64Array(3),
    angularVelocities: new Float64Array(3),
    masses: Float64Array.of(1),
  } as unknown as BodyWorld
  const submersion = new Submersion(water, true)
  const displaced = new Displaced(water)
  submersion.locate(loaded, world, 0)
  displaced.start(submersion)
  submersion.measure(world, 0)
  const exchange = () => {
    submersion.locate(loaded, world, DT)
    displaced.update(submersion)
    if (submersion.heave(world, DT)) displaced.update(submersion)
    submersion.measure(world, DT)
  }
  exchange()
  return { water, displaced, positions, exchange, submerged: submersion.bodies[0]! }
}

const cylinder = (radius: number, draught: number): BodyInput => ({
  shape: 'cylinder',
  radius,
  height: 2 * draught,
  position: [0.03, 0, 0.01],
})

describe('added mass', () => {
  // By boundary elements, over ρ r³.
  it.each([
    ['a cylinder, draught 0.25 radii', cylinder(1, 0.25), 1.65],
    ['a cylinder, draught 4 radii', cylinder(1, 4), 1.98],
    ['a ball', { shape: 'sphere', radius: 1, position: [0.03, 0, 0.01] } as BodyInput, 1.047],
    ['a box of 2 × 1 × 0.25', { shape: 'box', size: [2, 0.5, 1], position: [0.03, 0, 0.01] } as BodyInput, 0.79],
  ])('of %s is that of boundary elements', (_, input, expected) => {
    const { heave } = afloat(input).submerged
    expect(heave.added * heave.area * grid.cellSize ** 2).toBeGreaterThan(0.95 * expected)
    expect(heave.added * heave.area * grid.cellSize ** 2).toBeLessThan(1.05 * expected)
  })
})

describe('the level through a draught', () => {
  it('of a plane is the plane, also beside an edge', () => {
    for (const x of [0, 9]) {
      const water = new StillWater(grid, Number.POSITIVE_INFINITY)
      for (let cell = 0; cell < grid.nx * grid.nz; cell++)
        water.levels[cell] = 0.2 + 0.01 * cellX(grid, cell % grid.nx) - 0.02 * cellZ(grid, Math.floor(cell / grid.nx))
      const { undisturbed } = afloat({ ...cylinder(0.4, 0.5), position: [x, 0.2, 1] } as BodyInput, water).submerged
      expect(undisturbed.height).toBeCloseTo(0.2 + 0.01 * x - 0.02, 3)
      expect(undisturbed.slopeX).toBeCloseTo(0.01, 3)
      expect(undisturbed.slopeZ).toBeCloseTo(-0.02, 3)
    }
  })

  it('of waves decays as e^(-kT), with T the draught and the length of the added mass', () => {
    const draught = 0.5
    const { heave } = afloat(cylinder(0.2, draught)).submerged
    const length = draught + heave.added
    for (const kT of [0.5, 1, 1.5]) {
      const water = new StillWater(grid, Number.POSITIVE_INFINITY)
      for (let cell = 0; cell < grid.nx * grid.nz; cell++)
        water.levels[cell] = 0.01 * Math.cos((kT / length) * (cellX(grid, cell % grid.nx) - 0.03))
      const { undisturbed } = afloat(cylinder(0.2, draught), water).submerged
      expect(Math.abs(undisturbed.height / 0.01 - Math.exp(-kT))).toBeLessThan(0.05)
    }
  })
})

describe('a body that heaves', () => {
  it('raises as much water as it displaces, most of it beside its own columns', () => {
    const { water, displaced, positions, exchange } = afloat(cylinder(0.4, 0.5))
    const before = displaced.volume
    positions[1]! -= 0.1
    exchange()
    const raised = water.levels.reduce((sum, level) => sum + level, 0) * grid.cellSize ** 2
    expect(raised).toBeGreaterThan(0.9 * 0.1 * Math.PI * 0.16)
    expect(displaced.volume - before).toBeCloseTo(raised, 6)
    const middle = water.levels[(grid.nz / 2) * grid.nx + grid.nx / 2]!
    expect(middle).toBeGreaterThan(0)
    expect(middle).toBeLessThan(0.03)
  })

  it('feels the water as it raises it: reading and raising are reciprocal', () => {
    const { submerged, positions, exchange } = afloat(cylinder(0.4, 0.5))
    positions[1]! -= 0.1
    exchange()
    // Solved for: the raised height h is that of the heave and of the level that it raises, 0.1 m + feedback × h.
    const { feedback } = submerged.heave
    const rise = submerged.undisturbed.height
    expect(rise / ((0.1 * feedback) / (1 - feedback))).toBeCloseTo(1, 2)
    // Read: the raised water, through the same kernel.
    exchange()
    expect(submerged.undisturbed.height / rise).toBeCloseTo(1, 1)
  })

  it('and slides raises its new columns and lowers those behind it', () => {
    const { water, positions, exchange } = afloat(cylinder(0.4, 0.5))
    positions[0]! += 0.1
    exchange()
    const at = (x: number) => water.levels[(grid.nz / 2) * grid.nx + Math.round(x / grid.cellSize + grid.nx / 2 - 0.5)]!
    expect(at(0.45)).toBeGreaterThan(0.05)
    expect(at(-0.4)).toBeLessThan(-0.05)
  })
})
