// Bodies thrown into water at random, and what must never come of it: for `npm run soak` and a sample of it in the tests.

import { createSimulation, type SceneInput, type SurfaceSimulation } from 'seiche'
import { rapier } from 'seiche/bodies'
import { boxPolyhedron } from '../src/bodies/geometry/polyhedron.js'
import type { BodyInput } from '../src/scene/schema/body.js'
import type { Scene } from '../src/scene/schema/scene.js'
import { Dice } from './dice.js'
import { ringMesh } from './meshes.js'

/** Steps that a scene is run for. */
export const SOAK_STEPS = 300
/** Steps between two looks at it. */
const LOOK = 10
/** Bodies begin in places of their own: so many by so many. */
const PLACES = 3
/** Size of a body at most, as a share of the shorter side of the tank: a kinematic body in the middle leaves room for any other beside it. */
const LARGEST = 0.12
/** Waves may be as high as this many depths, or as this many cells where the water is shallow. */
const [MOST_DEPTHS, MOST_CELLS] = [3, 100]
/** Water that may be missing, as a share of all. */
const LOST = 1e-6
/** How far into walls, floor and ground the centre of a body may be: a share of a cell. Rounding. */
const IN_WALL = 1e-3

type Triple = [number, number, number]

const triples = (list: ArrayLike<number>): Triple[] =>
  Array.from({ length: list.length / 3 }, (_, k) => [list[3 * k]!, list[3 * k + 1]!, list[3 * k + 2]!])

/** Any shape that fits into a box of this size [m], turned or not. */
function shapeOf(dice: Dice, size: number): BodyInput {
  const side = () => size * dice.between(0.25, 1)
  const solid = dice.pick(['sphere', 'box', 'capsule', 'cylinder', 'hull', 'mesh', 'compound'] as const)
  switch (solid) {
    case 'sphere':
      return { shape: solid, radius: size / 2 }
    case 'box':
      return { shape: solid, size: [side(), side(), side()] }
    case 'capsule':
      return { shape: solid, radius: size * dice.between(0.1, 0.45), height: size }
    case 'cylinder': {
      const [radius, height] = [size * dice.between(0.15, 0.5), side()]
      // Wide ones are cones, with a tip or a flat top.
      if (radius < 0.35 * size) return { shape: solid, radius, height }
      return { shape: 'cone', radius, top: radius < 0.42 * size ? radius / 2 : 0, height }
    }
    case 'hull':
      return { shape: solid, points: Array.from({ length: 10 }, () => dice.triple(size / 2)) }
    case 'mesh': {
      const ring = ringMesh(size * 0.35, size * 0.3, 8)
      const mesh = dice.chance(0.5) ? ring : boxPolyhedron([side(), side(), side()])
      return { shape: solid, vertices: triples(mesh.vertices), triangles: triples(mesh.triangles) }
    }
    case 'compound':
      return {
        shape: solid,
        parts: [
          { shape: 'box', size: [size, size * dice.between(0.1, 0.3), size * dice.between(0.3, 0.6)] },
          { shape: 'sphere', radius: size * 0.15, position: [size * dice.between(-0.3, 0.3), size * 0.3, 0] },
        ],
      }
  }
}

/** Water, ground and open edges for a solver. `depth`: of the water above the lowest ground [m]. */
function waterOf(dice: Dice, cell: number, depth: number): Pick<SceneInput, 'solver' | 'terrain'> & { top: number } {
  const type = dice.pick(['columns', 'iwave', 'kass-miller', 'shallow-water'] as const)
  if (type === 'columns') return { solver: { type, depth }, top: -depth }
  if (type === 'iwave')
    return { solver: { type, depth, method: dice.pick(['exponential', 'fft', 'window'] as const) }, top: -depth }
  const flat = { shape: 'plane' as const, height: -depth }
  if (dice.chance(0.4)) return { solver: { type }, terrain: [flat], top: -depth }
  // A hill, which may be an island, on a rough slope.
  const hill = depth * dice.between(0, 1.3)
  const rough = depth * dice.between(0, 0.2)
  const slope = dice.between(0, 0.5)
  return {
    solver: { type },
    terrain: [
      flat,
      {
        shape: 'gaussian',
        center: [cell * dice.between(-9, 9), cell * dice.between(-9, 9)],
        radius: 6 * cell,
        height: hill,
      },
      { shape: 'noise', scale: 6 * cell, height: rough, seed: Math.floor(dice.between(0, 1e6)) },
      { shape: 'plane', slope: [(slope * depth) / (20 * cell), 0] },
    ],
    top: -depth + hill + rough + slope * depth,
  }
}

/**
 * A tank with one to six bodies: 10 to 20,000 kg/m³, up to 20 m/s, steps up to 1/20 s. Kinematic bodies go to and fro in the middle, where
 * they press nothing against a wall: there nothing could give way.
 */
export function soakScene(seed: number, coupling: Scene['coupling']): SceneInput {
  const dice = new Dice(seed)
  const cells: [number, number] = [dice.pick([24, 27, 30, 32, 36, 40]), dice.pick([24, 27, 30, 32, 36, 40])]
  const cell = 2 ** dice.between(-5, 0)
  const depth = cell * dice.between(4, 24)
  const width = Math.min(...cells) * cell
  const { top, ...water } = waterOf(dice, cell, depth)
  const places = Array.from({ length: PLACES * PLACES }, (_, place) => ({ place, order: dice.between(0, 1) }))
    .sort((a, b) => a.order - b.order)
    .map(({ place }) => place)
  const at = (place: number) =>
    [((place % PLACES) - 1) * 0.3125 * width, (Math.floor(place / PLACES) - 1) * 0.3125 * width] as const
  const middle = (PLACES * PLACES - 1) / 2
  const pillar = dice.chance(0.2) ? places.pop() : undefined
  const bodies = places.slice(0, Math.ceil(dice.between(0, 6))).map((place): BodyInput => {
    const size = width * dice.between(0.03, LARGEST)
    const [x, z] = at(place)
    // Its corners reach √3/2 times as far as its sides.
    const y = dice.between(top + size, Math.max(top + size, 0) + 3 * size)
    const density = 1000 * 10 ** dice.between(-2, Math.log10(20))
    const speed = dice.chance(0.5) ? 20 : 2
    const kind = dice.chance(0.15) ? (place === middle ? 'kinematic' : 'fixed') : 'dynamic'
    const body: BodyInput = {
      ...shapeOf(dice, size),
      kind,
      density,
      position: [x, y, z],
      rotation: { axis: [dice.between(-1, 1), dice.between(-1, 1), 1], angle: dice.between(0, 360) },
      angularVelocity: dice.triple(400),
      drag: dice.between(0, 1.5),
      restitution: dice.between(0, 1),
      friction: dice.between(0, 1),
    }
    if (kind !== 'kinematic') return { ...body, velocity: dice.triple(speed / Math.sqrt(3)) }
    const to: Triple = [x + (width / 6) * dice.between(-1, 1), y + 2 * size, z + (width / 6) * dice.between(-1, 1)]
    const time = Math.hypot(to[0] - x, to[1] - y, to[2] - z) / dice.between(0.1, speed)
    const path = Array.from({ length: 8 }, (_, leg) => ({
      time: leg * time,
      at: leg % 2 === 0 ? ([x, y, z] as Triple) : to,
    }))
    return { ...body, path }
  })
  const open = dice.chance(0.3) ? ('absorb' as const) : ('reflect' as const)
  return {
    seiche: 1,
    grid: { cells, cellSize: cell },
    timeStep: dice.between(1 / 120, 1 / 20),
    coupling,
    ...water,
    boundaries: { 'x-': open, 'x+': open },
    ...(pillar !== undefined && {
      obstacles: [{ shape: 'disc', center: [...at(pillar)], radius: width * dice.between(0.04, 0.1) }],
    }),
    bodies,
  }
}

/** Runs a scene. Returns what went wrong, undefined if nothing did. */
export async function soakTrouble(scene: SceneInput): Promise<string | undefined> {
  const sim = (await createSimulation(scene, { rigidBodies: rapier, threads: 1 })) as SurfaceSimulation
  try {
    const start = sim.diagnostics().volume
    for (let step = 0; step < SOAK_STEPS; step += LOOK) {
      sim.step(LOOK)
      const trouble = waterTrouble(sim, start) ?? bodyTrouble(sim)
      if (trouble !== undefined) return `${trouble}, step ${sim.stepCount}`
    }
    return undefined
  } finally {
    sim.dispose()
  }
}

function waterTrouble(sim: SurfaceSimulation, start: number): string | undefined {
  const { volume, addedVolume, airborneVolume = 0, energy, minimum, maximum, exchange } = sim.diagnostics()
  const all = { volume, energy, minimum, maximum, given: exchange?.bodies ?? 0, taken: exchange?.water ?? 0 }
  for (const [name, value] of Object.entries(all)) if (!Number.isFinite(value)) return `${name} is ${value}`
  const { solver, terrain, grid, boundaries, obstacles } = sim.scene
  const depth = 'depth' in solver ? solver.depth! : -(terrain as unknown as { height: number }[])[0]!.height
  const most = Math.max(MOST_DEPTHS * depth, MOST_CELLS * grid.cellSize)
  if (Math.max(maximum, -minimum) > most)
    return `the water is ${(Math.max(maximum, -minimum) / depth).toPrecision(3)} depths high`
  const lost = volume + airborneVolume - start - addedVolume
  // Of iwave's methods the exponential one lets solids swallow waves, water with them.
  const keeps =
    boundaries['x-'] === 'reflect' && !(obstacles.length > 0 && 'method' in solver && solver.method === 'exponential')
  if (keeps && Math.abs(lost) > LOST * start)
    return `${(lost / start).toExponential(1)} of the water has come from nowhere`
  return undefined
}

function bodyTrouble(sim: SurfaceSimulation): string | undefined {
  const { nx, nz, cellSize } = sim.grid
  const [reachX, reachZ] = [(nx * cellSize) / 2, (nz * cellSize) / 2]
  for (const { index, body, center, rotation, velocity, angularVelocity: spin } of sim.bodies) {
    for (const list of [center, rotation, velocity, spin])
      if (!list.every(Number.isFinite)) return `body ${index} is nowhere`
    if (body.kind !== 'dynamic') continue
    const [x, y, z] = center as unknown as Triple
    const slack = IN_WALL * cellSize
    if (Math.abs(x) > reachX + slack || Math.abs(z) > reachZ + slack || y < groundAround(sim, x, z) - slack)
      return `body ${index} has left the tank for ${[x, y, z].map((value) => value.toPrecision(3)).join(', ')}`
  }
  return undefined
}

/** The lowest ground in the cells around a point [m]. */
function groundAround(sim: SurfaceSimulation, x: number, z: number): number {
  const { nx, nz, cellSize } = sim.grid
  const { solver } = sim.scene
  if ('depth' in solver) return -solver.depth!
  const bed = sim.field('bed')
  const [i, j] = [Math.floor(x / cellSize + nx / 2), Math.floor(z / cellSize + nz / 2)]
  let lowest = Number.POSITIVE_INFINITY
  for (let l = Math.max(0, j - 1); l <= Math.min(nz - 1, j + 1); l++)
    for (let k = Math.max(0, i - 1); k <= Math.min(nx - 1, i + 1); k++) lowest = Math.min(lowest, bed.at(k, l))
  return lowest
}
