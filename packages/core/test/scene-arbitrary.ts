// Any legal scene, small enough to run, for property tests.

import fc from 'fast-check'
import type { SceneInput } from 'seiche'

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true, noDefaultInfinity: true })
const point = fc.tuple(number(-3, 3), number(-3, 3))

const disc = fc.record({
  shape: fc.constant('disc' as const),
  center: point,
  radius: number(0.01, 2),
  height: number(-0.2, 0.2),
})
const box = fc.record({
  shape: fc.constant('box' as const),
  center: point,
  size: fc.tuple(number(0.05, 2), number(0.05, 2)),
  angle: number(-180, 180),
  height: number(-0.2, 0.2),
})
const gaussian = fc.record({
  shape: fc.constant('gaussian' as const),
  center: point,
  radius: number(0.05, 2),
  height: number(-0.2, 0.2),
})
const polygon = fc.record({
  shape: fc.constant('polygon' as const),
  points: fc.array(point, { minLength: 3, maxLength: 6 }),
  height: number(-0.2, 0.2),
})
const plane = fc.record({
  shape: fc.constant('plane' as const),
  height: number(-0.1, 0.1),
  slope: fc.tuple(number(-0.1, 0.1), number(-0.1, 0.1)),
})
const wave = fc.record({
  shape: fc.constant('wave' as const),
  wavelength: number(0.1, 5),
  direction: number(0, 360),
  phase: number(0, 360),
  height: number(-0.1, 0.1),
})
const noise = fc.record({
  shape: fc.constant('noise' as const),
  seed: fc.integer(),
  scale: number(0.05, 3),
  octaves: fc.integer({ min: 1, max: 6 }),
  height: number(-0.1, 0.1),
})

const pair = (kinds: fc.Arbitrary<string>) => fc.oneof(fc.tuple(kinds, kinds), fc.constant(['periodic', 'periodic']))

const motion = fc.oneof(
  fc.record({ velocity: point }),
  fc.record({
    path: fc
      .array(fc.record({ wait: number(0.01, 1), at: point }), { minLength: 2, maxLength: 4 })
      .map((stops) =>
        stops.map(({ at }, k) => ({ time: stops.slice(0, k).reduce((sum, { wait }) => sum + wait, 0), at })),
      ),
    loop: fc.boolean(),
  }),
)

const standing = fc.oneof(disc, box, gaussian, polygon).map((shape) => ({ ...shape, height: 1 }))
const moving = fc
  .tuple(standing, motion, fc.option(number(0, 2), { nil: undefined }))
  .map(([shape, way, draught]) => ({ ...shape, motion: way, ...(draught !== undefined && { draught }) }))

const paint = fc.record({
  step: fc.integer({ min: 0, max: 50 }),
  type: fc.constantFrom('build' as const, 'erase' as const),
  from: point,
  to: point,
  radius: number(0.001, 1),
  softness: number(0, 1),
  strength: number(0, 1),
})

const event = fc.oneof(
  paint,
  fc.record({
    step: fc.integer({ min: 0, max: 50 }),
    type: fc.constant('drop' as const),
    x: number(-4, 4),
    z: number(-4, 4),
    radius: number(0.001, 1),
    height: number(-0.1, 0.1),
  }),
  fc.record({
    time: number(0, 1),
    type: fc.constant('stroke' as const),
    from: point,
    to: point,
    radius: number(0.001, 1),
    strength: number(-0.1, 0.1),
    softness: number(0, 1),
  }),
)

/**
 * A legal scene. `closed`: only edges that no water crosses. `still`: nothing happens to the water from outside, no
 * sources, no events, no solids that move; by default as `closed` says.
 */
export function arbitraryScene({
  closed,
  still = closed,
}: {
  closed: boolean
  still?: boolean
}): fc.Arbitrary<SceneInput> {
  const edges = pair(closed ? fc.constant('reflect') : fc.constantFrom('reflect', 'fixed', 'absorb'))
  return fc
    .record({
      cells: fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 })),
      cellSize: number(0.02, 0.5),
      timeStep: number(0.001, 0.1),
      depth: number(0.01, 10),
      damping: number(0, 20),
      viscosity: number(0, 0.05),
      eta: fc.array(fc.oneof(disc, box, gaussian, polygon, plane, wave, noise), { maxLength: 4 }),
      x: edges,
      z: edges,
      obstacles: fc.array(still ? standing : fc.oneof(standing, moving), { maxLength: 3 }),
      events: fc.array(event, { maxLength: still ? 0 : 4 }),
      sources: fc.array(
        fc.record(
          {
            rate: number(-0.1, 0.1),
            period: number(0.01, 10),
            phase: number(0, 360),
            quantity: fc.constantFrom('height' as const, 'pressure' as const),
            motion,
          },
          { requiredKeys: ['rate', 'period', 'phase', 'quantity'] },
        ),
        { maxLength: still ? 0 : 2 },
      ),
    })
    .map(({ cells, cellSize, timeStep, depth, damping, viscosity, eta, x, z, obstacles, events, sources }) => ({
      seiche: 1 as const,
      grid: { cells, cellSize },
      timeStep,
      solver: { type: 'columns' as const, depth, damping, viscosity },
      initial: { eta },
      boundaries: { 'x-': x[0], 'x+': x[1], 'z-': z[0], 'z+': z[1] } as SceneInput['boundaries'],
      obstacles,
      events,
      sources: sources.map((source) => ({ ...source, shape: { shape: 'disc' as const, radius: cellSize } })),
    }))
}
