// Any legal scene of water over terrain, small enough to run, for property tests: hills and holes, lakes and films, rain, drains,
// rivers, tides and waves through edges, solids that stand and move, digging and pouring, rest levels far above and below.

import fc from 'fast-check'
import type { SceneInput } from 'seiche'
import { event, moving, number, pair, point, standing } from './scene-arbitrary.js'

type GroundSolver = 'kass-miller' | 'shallow-water'

const side = fc.integer({ min: 1, max: 30 })

const hill = fc.oneof(
  fc.record({
    shape: fc.constant('noise' as const),
    seed: fc.integer(),
    scale: number(0.1, 4),
    octaves: fc.integer({ min: 1, max: 6 }),
    height: number(-1, 1),
  }),
  fc.record({
    shape: fc.constant('gaussian' as const),
    center: point,
    radius: number(0.1, 2),
    height: number(-1, 1),
  }),
  fc.record({
    shape: fc.constant('box' as const),
    center: point,
    size: fc.tuple(number(0.05, 3), number(0.05, 3)),
    angle: number(-90, 90),
    height: number(-1, 1),
  }),
  fc.record({
    shape: fc.constant('plane' as const),
    height: number(-1, 0.5),
    slope: fc.tuple(number(-0.5, 0.5), number(-0.5, 0.5)),
  }),
  fc.record({
    shape: fc.constant('paraboloid' as const),
    center: point,
    radius: number(0.5, 3),
    height: number(0.05, 1),
  }),
)

const digging = fc
  .record({
    step: fc.integer({ min: 0, max: 300 }),
    from: point,
    to: point,
    radius: number(0.001, 1),
    softness: number(0, 1),
  })
  .chain((stroke) =>
    fc.oneof(
      number(0.001, 0.5).map((height) => ({ ...stroke, type: 'raise' as const, height })),
      number(0.001, 0.5).map((height) => ({ ...stroke, type: 'lower' as const, height })),
      number(0, 1).map((strength) => ({ ...stroke, type: 'smooth' as const, strength })),
      fc.constant({ ...stroke, type: 'dig' as const }),
      number(-1, 1).map((level) => ({ ...stroke, type: 'dig' as const, level })),
    ),
  )

const series = fc.oneof(
  number(-0.5, 0.5),
  fc.record({ mean: number(-0.2, 0.2), amplitude: number(0, 0.5), period: number(0.05, 20) }),
  fc.tuple(number(-0.5, 0.5), number(-0.5, 0.5)).map(([a, b]): [number, number][] => [
    [0, a],
    [3, b],
  ]),
)
const edge = fc.constantFrom('x-' as const, 'x+' as const, 'z-' as const, 'z+' as const)
const inflow = fc.oneof(
  fc.record({ edge, discharge: series }),
  fc.record({ edge, stage: series }),
  fc.record({ edge, level: series }),
  fc.record({ edge, wave: fc.record({ height: number(0.001, 0.5), period: number(0.1, 5) }) }),
  fc.record({ edge, wave: fc.record({ solitary: number(0.001, 0.5) }) }),
)

const source = fc
  .record({ center: point, radius: number(0.05, 2), rate: number(-2, 2), period: number(0.05, 10) })
  .map(({ center, radius, rate, period }) => ({
    shape: { shape: 'disc' as const, center, radius, height: 1 },
    rate,
    ...(rate > 0 && { period }),
  }))

const solvers: Record<GroundSolver, fc.Arbitrary<SceneInput['solver']>> = {
  'kass-miller': fc.record({ type: fc.constant('kass-miller' as const), tau: fc.oneof(fc.constant(0), number(0, 1)) }),
  'shallow-water': fc.record({
    type: fc.constant('shallow-water' as const),
    manning: fc.oneof(fc.constant(0), number(0, 0.2)),
  }),
}

/** `quiet`: nothing comes from outside, nobody does anything, no edge is open. */
export function arbitraryGround(solver: GroundSolver, { quiet = false } = {}): fc.Arbitrary<SceneInput> {
  const open = fc.oneof(fc.constantFrom('reflect', 'fixed', 'absorb'), fc.record({ fixed: number(-0.5, 0.5) }))
  const edges = quiet ? pair(fc.constant('reflect')) : pair(open)
  const most = (count: number) => ({ maxLength: quiet ? 0 : count })
  return fc
    .record({
      solver: solvers[solver],
      cells: fc.tuple(side, side),
      cellSize: number(0.05, 0.5),
      timeStep: number(0.001, 0.05),
      // Mountains: heights of hundreds of metres leave few digits for depths. (Valleys as deep below the level beyond open edges
      // would fill with water so deep that a run takes for ever.)
      datum: fc.oneof({ arbitrary: fc.constant(0), weight: 3 }, { arbitrary: number(0, 500), weight: 1 }),
      terrain: fc.array(hill, { minLength: 1, maxLength: 4 }),
      level: number(-0.5, 1),
      eta: fc.array(hill, { maxLength: 2 }),
      film: fc.option(number(1e-6, 0.1), { nil: undefined }),
      x: edges,
      z: edges,
      obstacles: fc.array(quiet ? standing : fc.oneof(standing, moving), { maxLength: 2 }),
      events: fc.array(fc.oneof(event, digging), most(4)),
      sources: fc.array(source, most(2)),
      inflows: fc.array(inflow, most(2)),
    })
    .map(({ cells, cellSize, timeStep, datum, level, film, x, z, inflows, sources, ...scene }) => {
      const reach = Math.max(...cells) * cellSize
      return {
        seiche: 1 as const,
        grid: { cells, cellSize },
        timeStep,
        solver: scene.solver,
        terrain: [...scene.terrain, { shape: 'plane' as const, height: datum }],
        initial: {
          eta: [...scene.eta, { shape: 'plane' as const, height: datum + level }],
          ...(film !== undefined && { depth: [{ shape: 'plane' as const, height: film }] }),
        },
        boundaries: { 'x-': x[0], 'x+': x[1], 'z-': z[0], 'z+': z[1] },
        obstacles: scene.obstacles,
        events: scene.events,
        // Sources must touch the grid.
        sources: sources.map(({ shape, ...rest }) => ({
          ...rest,
          shape: { ...shape, center: [0, 0], radius: Math.max(shape.radius, reach / 10) },
        })),
        inflows: inflows.filter(({ edge: name }) => (name[0] === 'x' ? x : z)[0] !== 'periodic'),
      } as SceneInput
    })
}
