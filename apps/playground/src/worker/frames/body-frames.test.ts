import { FloatingBodies } from '@seiche/three'
import { createSimulation } from 'seiche'
import { rapier } from 'seiche/bodies'
import { expect, it } from 'vitest'
import { RemoteBodies } from '../../session/remote-bodies.js'
import { bodyInfoOf, copyPoses, copySpray, wantsBodies } from './body-frames.js'

it.each([
  ['{"bodies": []}', true],
  ['{"bodies": [{"shape": "sphere"}]}', true],
  ['{"events": [{"type": "addBody"}]}', true],
  ['{"events": [{"type": "drop"}, {"type": "steer"}]}', true],
  ['{"events": [{"type": "setDensity"}]}', true],
  ['{"events": [{"type": "drop"}]}', false],
  ['{"events": [null]}', false],
  ['{}', false],
  ['{"bodies":', false],
])('knows whether %s asks for bodies: %s', (text, wants) => {
  expect(wantsBodies(text)).toBe(wants)
})

it('brings bodies to the page as they are, launched ones too', async () => {
  const sim = await createSimulation(
    {
      seiche: 1,
      grid: { cells: [24, 24], cellSize: 0.1 },
      solver: { type: 'columns', depth: 1 },
      bodies: [
        { name: 'tug', shape: 'box', size: [0.6, 0.3, 0.4], density: 400, outboard: { thrust: 5 }, color: '#aa3311' },
      ],
    },
    { rigidBodies: rapier, threads: 1 },
  )
  const page = new RemoteBodies(sim)
  page.set(sim.bodies.map(bodyInfoOf))
  const [tug] = page.bodies
  const first = copyPoses(sim)
  page.setPoses(first)
  expect(tug!.info).toMatchObject({ name: 'tug', color: '#aa3311', isMovable: true, hasMotor: true })
  expect(tug!.density).toBeCloseTo(400, 3)
  sim.apply({ type: 'addBody', body: { shape: 'sphere', radius: 0.2, position: [0.7, 0.5, 0.7], kind: 'fixed' } })
  sim.step(5)
  page.set(sim.bodies.map(bodyInfoOf))
  expect(copyPoses(sim, first)).not.toBe(first)
  page.setPoses(copyPoses(sim))
  expect(page.bodies[0]).toBe(tug)
  expect(page.bodies[1]!.info).toMatchObject({ isMovable: false, hasMotor: false })
  for (const [index, { position, rotation }] of page.bodies.entries()) {
    expect([...position]).toEqual([...sim.bodies[index]!.position].map(Math.fround))
    expect([...rotation]).toEqual([...sim.bodies[index]!.rotation].map(Math.fround))
  }
  // Drawn from afar as from the simulation itself.
  const poses = (source: RemoteBodies | typeof sim) =>
    new FloatingBodies(source).meshes.map(({ position }) => position.toArray().map(Math.fround))
  expect(poses(page)).toEqual(poses(sim))
  // The ball reaches to 0.7 m; beside it there is nothing.
  expect(page.highestBodyOver([0.8, 0.6], 0.1)).toBeCloseTo(0.7, 5)
  expect(page.highestBodyOver([-1, 1], 0.1)).toBe(Number.NEGATIVE_INFINITY)
  // A body whose addition was undone is gone; another in its place is another body.
  const [boat, fixed] = sim.bodies.map(bodyInfoOf)
  const gone = page.bodies[1]
  page.set([boat!, { ...fixed!, color: '#00ff00' }])
  expect(page.bodies[1]).not.toBe(gone)
  page.set([boat!])
  expect(page.bodies).toEqual([tug])
  sim.dispose()
})

it('packs the drops there are, however much room there is', () => {
  const spray = {
    count: 1,
    positions: Float32Array.of(1, 2, 3, 9, 9, 9),
    velocities: Float32Array.of(4, 5, 6, 9, 9, 9),
    radii: Float32Array.of(0.5, 9),
  }
  expect([...copySpray({ spray })!]).toEqual([1, 2, 3, 0.5, 4, 5, 6])
  expect(copySpray({ spray: { ...spray, count: 0 } })).toBeUndefined()
  expect(copySpray({})).toBeUndefined()
})
