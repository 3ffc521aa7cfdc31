// The scenes with bodies do what their descriptions say.

import { readFileSync } from 'node:fs'
import type { FloatingBody, SurfaceSimulation } from 'seiche'
import { expect, it } from 'vitest'
import { closedMesh } from '../src/bodies/geometry/closed-mesh.js'
import { readGltf } from '../src/bodies/geometry/gltf.js'
import { simulate } from '../testing/running.js'
import { scenes } from '../testing/scenes.js'

const run = (sim: SurfaceSimulation, seconds: number) => sim.step(Math.round(seconds / sim.timeStep))
const named = (sim: SurfaceSimulation, name: string) => sim.bodies.find((body) => body.name === name)!
/** How much of its own y axis points up. */
const upright = ({ rotation: [x, , z] }: FloatingBody) => 1 - 2 * (x! * x! + z! * z!)
/** Heading from above [degrees], counterclockwise from x. */
const heading = ({ rotation: [x, y, z, w] }: FloatingBody) =>
  (Math.atan2(2 * (w! * y! - x! * z!), 1 - 2 * (y! * y! + z! * z!)) * 180) / Math.PI

/** Speed towards its bow [m/s]. */
const speedAhead = ({ rotation: [x, y, z, w], velocity }: FloatingBody) =>
  velocity[0]! * (1 - 2 * (y! * y! + z! * z!)) + velocity[2]! * 2 * (x! * z! - w! * y!)

it('the meshes are closed and few', async () => {
  for (const [name, most] of [
    ['duck', 1500],
    ['boat', 200],
  ] as const) {
    const bytes = readFileSync(new URL(`../../../scenes/${name}.glb`, import.meta.url))
    const { triangles, vertices, convex } = closedMesh(
      await readGltf(bytes, () => Promise.reject(new Error('no file'))),
    )
    expect(triangles.length / 3).toBeLessThanOrEqual(most)
    expect(convex).toBe(false)
    // In one piece: V - E + F = 2, with 3/2 edges for each face.
    expect(vertices.length / 3 - triangles.length / 6).toBe(2)
  }
})

it('light balls float, heavy ones sink', async () => {
  const sim = await simulate(scenes['balls-in-a-tank']!)
  run(sim, 12)
  for (const body of sim.bodies) {
    if (body.body.density! > 1000)
      expect(body.position[1], body.name).toBeCloseTo((body.solid.volume / 4.18879) ** (1 / 3) - 0.8, 2)
    else expect(Math.abs(body.submerged - body.body.density! / 1000), body.name).toBeLessThan(0.1)
  }
  const { minimum, maximum } = sim.diagnostics()
  expect(Math.max(-minimum, maximum)).toBeLessThan(0.2)
})

it('a duck on its back turns over, and floats at its waterline', async () => {
  const pond = scenes['duck-pond']!
  expect(pond.bodies).toHaveLength(50)
  const duck = { ...pond.bodies![0]!, position: [0, 0.2, 0], rotation: { axis: [1, 0, 0], angle: 170 } }
  const sim = await simulate({
    ...pond,
    grid: { cells: [48, 48], cellSize: 0.03 },
    bodies: [duck as never],
    events: [],
  })
  run(sim, 15)
  const [body] = sim.bodies
  expect(upright(body!)).toBeGreaterThan(0.995)
  expect(Math.abs(body!.position[1]!)).toBeLessThan(0.01)
})

it('the boat goes ahead, and where it is steered', async () => {
  const sim = await simulate(scenes['harbour-boat']!)
  const boat = named(sim, 'boat')
  run(sim, 6)
  expect(boat.velocity[0]).toBeLessThan(-2)
  expect(Math.abs(Math.abs(heading(boat)) - 180)).toBeLessThan(1)
  sim.apply({ type: 'steer', body: 'boat', throttle: 0.6, rudder: 0.4 })
  run(sim, 3)
  // To the right of -x lies -z.
  expect(boat.velocity[2]).toBeLessThan(-0.5)
  expect(upright(boat)).toBeGreaterThan(0.8)
  const before = speedAhead(boat)
  sim.apply({ type: 'steer', body: 'boat', throttle: -1 })
  run(sim, 2)
  expect(speedAhead(boat)).toBeLessThan(before - 1.5)
  expect(named(sim, 'fishing boat').position[0]).toBeCloseTo(8, 0)
})

it('crates go down the river', async () => {
  const sim = await simulate(scenes['crates-down-a-river']!)
  const before = sim.bodies.map(({ position }) => position[0]!)
  expect(new Set(sim.bodies.map(({ body }) => body.kind === 'fixed'))).toEqual(new Set([true, false]))
  run(sim, 12)
  for (const { index, name, body, position, submerged } of sim.bodies) {
    if (body.kind === 'fixed') expect(position[0]).toBe(before[index])
    else expect(position[0]! - before[index]!, name).toBeGreaterThan(2)
    expect(submerged).toBeLessThan(0.95)
  }
})

it('the raft stays together, at its anchor', async () => {
  const sim = await simulate(scenes['log-raft']!)
  for (let k = 0; k < 4; k++) {
    run(sim, 2)
    for (let log = 1; log < 6; log++) {
      const [a, b] = [sim.bodies[log - 1]!.position, sim.bodies[log]!.position]
      const apart = Math.hypot(b[0]! - a[0]!, b[1]! - a[1]!, b[2]! - a[2]!)
      expect(Math.abs(apart - 0.66)).toBeLessThan(0.15)
    }
    const [x, y, z] = named(sim, 'log 1').position
    expect(Math.hypot(x! + 6.5, y! + 4, z!)).toBeLessThan(7.1)
  }
})

it('the cube is on the floor before its wave is back', async () => {
  const sim = await simulate(scenes['sinking-cube']!)
  run(sim, 2)
  const cube = named(sim, 'cube')
  expect(cube.position[1]).toBeCloseTo(0.45 - 2, 1)
  expect(cube.submerged).toBeGreaterThan(0.99)
  expect(sim.diagnostics().displacedVolume).toBeCloseTo(0.9 ** 3, 3)
})
