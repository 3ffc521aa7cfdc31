// One body of every kind over uneven ground, joined, driven and pushed: for tests of the same bits everywhere.

import { rapier } from 'seiche/bodies'
import { BodyColumns } from '../src/bodies/columns/body-columns.js'
import { Spans } from '../src/bodies/columns/spans.js'
import { boxPolyhedron } from '../src/bodies/geometry/polyhedron.js'
import { loadBodies } from '../src/bodies/load.js'
import type { BodyWorld, LoadedBody, Tank } from '../src/bodies/world.js'
import { type BodyInput, bodySchema, type JointInput, jointSchema } from '../src/scene/schema/body.js'
import { StateHash } from '../src/simulation/state-hash.js'

const grid = { nx: 40, nz: 32, cellSize: 0.1 }
const tank: Tank = {
  grid,
  floor: -1,
  walls: { 'x-': true, 'x+': true, 'z-': true, 'z+': true },
  bed: Float64Array.from({ length: grid.nx * grid.nz }, (_, k) => ((k * 37) % 11) / 40 - 0.9),
}

const brick = boxPolyhedron([0.3, 0.2, 0.2])
const triples = (list: ArrayLike<number>) =>
  Array.from({ length: list.length / 3 }, (_, k) => [list[3 * k]!, list[3 * k + 1]!, list[3 * k + 2]!]) as [
    number,
    number,
    number,
  ][]

const bodies: BodyInput[] = [
  { shape: 'sphere', radius: 0.2, position: [0, 0.5, 0], velocity: [1, 0, 0.3], name: 'buoy' },
  { shape: 'box', size: [0.4, 0.3, 0.5], position: [0.6, 0.4, 0.1], angularVelocity: [90, 30, 0], restitution: 0.4 },
  { shape: 'capsule', radius: 0.1, height: 0.6, position: [-0.5, 0.6, 0.2], rotation: { axis: [1, 0, 0], angle: 40 } },
  { shape: 'cylinder', radius: 0.2, height: 0.3, position: [0, 1.1, 0.1] },
  {
    shape: 'hull',
    points: [
      [0, 0, 0],
      [0.4, 0, 0],
      [0, 0.4, 0],
      [0, 0, 0.4],
    ],
    position: [-0.6, 1.3, 0],
  },
  {
    shape: 'compound',
    parts: [
      { shape: 'box', size: [0.5, 0.1, 0.3] },
      { shape: 'sphere', radius: 0.1, position: [0.2, 0.1, 0], density: 900 },
    ],
    position: [0.4, 1.5, 0],
  },
  { shape: 'mesh', vertices: triples(brick.vertices), triangles: triples(brick.triangles), position: [-1, 0.4, -0.6] },
  {
    shape: 'box',
    size: [0.5, 0.5, 0.5],
    kind: 'kinematic',
    position: [-1.2, 0, 1],
    velocity: [0.3, 0, -0.3],
    angularVelocity: [0, 45, 0],
  },
  { shape: 'sphere', radius: 0.3, kind: 'fixed', position: [1, -0.5, -1] },
]
const joints: JointInput[] = [
  {
    type: 'rope',
    bodies: ['tank', 'buoy'],
    anchors: [
      [0, 1, 0],
      [0, 0.2, 0],
    ],
    length: 0.8,
  },
]

/** The bodies at their start. */
export async function crowdWorld(): Promise<{ world: BodyWorld; loaded: LoadedBody[] }> {
  const ties = joints.map((joint) => jointSchema.parse(joint))
  const loaded = await loadBodies(
    bodies.map((body) => bodySchema.parse(body)),
    ties,
    tank,
  )
  return { world: await rapier({ bodies: loaded, joints: ties, tank, gravity: 9.81 }), loaded }
}

/** Moves the bodies on, with a push now and then. */
export function moveCrowd(world: BodyWorld, steps: number): void {
  for (let k = 0; k < steps; k++) {
    if (k % 20 === 10) world.push((k / 10) % 7, 1, 20, -0.5, 0.2, 0.1, 0)
    world.step(1 / 60)
  }
}

/** A fingerprint of the bodies' motion and of the columns they take. */
export function crowdHash({ world, loaded }: { world: BodyWorld; loaded: readonly LoadedBody[] }): string {
  const hash = new StateHash()
  const mix = (values: Float64Array) => {
    for (const word of new Int32Array(values.slice().buffer)) hash.word(word)
  }
  for (const list of [world.positions, world.rotations, world.centers, world.velocities, world.angularVelocities])
    mix(list)
  const spans = new Spans()
  const columns = new BodyColumns(grid)
  for (const [index, { solid }] of loaded.entries()) columns.add(solid, world.positions, world.rotations, index, spans)
  for (const list of [spans.bottom, spans.top, spans.bottomSpread, spans.topSpread, spans.coverage])
    mix(list.slice(0, spans.count))
  return hash.digest()
}
