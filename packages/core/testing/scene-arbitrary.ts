// Any legal scene, small enough to run, for property tests.

import fc from 'fast-check'
import type { SceneInput } from 'seiche'

export const number = (min: number, max: number) => fc.double({ min, max, noNaN: true, noDefaultInfinity: true })
export const point = fc.tuple(number(-3, 3), number(-3, 3))

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

export const pair = <Edge>(kinds: fc.Arbitrary<Edge>) =>
  fc.oneof(fc.tuple(kinds, kinds), fc.constant(['periodic', 'periodic'] as const))

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

export const standing = fc.oneof(disc, box, gaussian, polygon).map((shape) => ({ ...shape, height: 1 }))
export const moving = fc
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

export const event = fc.oneof(
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

/** Lengths that have a transform. */
const smooth = fc.constantFrom(1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24, 25, 27, 30, 32, 36, 40)
/** Any length. */
const any = fc.integer({ min: 1, max: 40 })

const train = fc
  .tuple(number(0.2, 4), number(0.001, 0.1), number(-180, 180), number(0, 360))
  .map(([wavelength, height, direction, phase]) => ({ wavelength, height, direction, phase }))
const trains = fc.array(train, { minLength: 1, maxLength: 3 })

const ambient = fc.oneof(
  fc.record({ type: fc.constant('waves' as const), trains }),
  fc.record({
    type: fc.constant('ocean' as const),
    windSpeed: number(0.5, 12),
    windDirection: number(0, 360),
    seed: fc.integer(),
  }),
)

type Solver = SceneInput['solver']
/** A solver and the cells that it can have. */
type Placed = fc.Arbitrary<{ solver: Solver; cells: [number, number] }>

const columns: Placed = fc.record({
  cells: fc.tuple(any, any),
  solver: fc.record({
    type: fc.constant('columns' as const),
    depth: number(0.01, 10),
    damping: number(0, 20),
    viscosity: number(0, 0.05),
  }),
})

const iwave = (withAmbient: boolean): Placed =>
  fc
    .record({
      method: fc.constantFrom('exponential' as const, 'fft' as const, 'window' as const),
      cells: fc.tuple(any, any),
    })
    .chain(({ method, cells: whole }) =>
      fc
        .record(
          {
            type: fc.constant('iwave' as const),
            method: fc.constant(method),
            depth: number(0.01, 10),
            damping: number(0, 20),
            viscosity: number(0, 0.05),
            surfaceTension: number(0, 0.1),
            halfWidth: fc.integer({ min: 2, max: Math.max(2, Math.min(12, Math.max(...whole))) }),
            levels: fc.integer({ min: 1, max: 8 }),
            sponge: number(0.02, 2),
            ambient,
          },
          { requiredKeys: ['type', 'method'] },
        )
        .chain((settings) => {
          const { ambient: far, ...solver } = settings
          const chosen = withAmbient && far ? { ...solver, ambient: far } : solver
          const transforms = method !== 'window' || (withAmbient && far?.type === 'ocean')
          const cells = transforms ? fc.tuple(smooth, smooth) : fc.constant(whole)
          // A window that fits the one grid might not fit the other.
          const { halfWidth, ...free } = chosen
          return fc.record({
            cells,
            solver: fc.constant(
              method === 'window' && transforms ? free : { ...free, ...(halfWidth && { halfWidth }) },
            ),
          })
        }),
    )

const waves: Placed = fc.record({
  cells: fc.tuple(any, any),
  solver: fc.oneof(
    fc.record({
      type: fc.constant('waves' as const),
      trains,
      surface: fc.constantFrom('heights' as const, 'normals' as const),
    }),
    fc.record({
      type: fc.constant('waves' as const),
      trains: fc.array(
        train.map((one) => ({ ...one, direction: one.direction / 3 })),
        { minLength: 1, maxLength: 3 },
      ),
      depth: number(0.1, 5),
      slope: fc.record({ slope: number(0.02, 0.3), toe: number(-2, 2) }),
    }),
  ),
})

const ocean: Placed = fc.record({
  cells: fc.tuple(fc.constantFrom(16, 20, 25, 40), fc.constantFrom(16, 24, 27)),
  solver: fc.record({
    type: fc.constant('ocean' as const),
    cascades: fc.constant(1),
    windSpeed: number(0.5, 20),
    choppiness: number(0, 3),
    heightScale: number(0, 2),
    seed: fc.integer(),
    spectrum: fc.constantFrom('phillips' as const, 'jonswap' as const),
  }),
})

/** Solvers whose water has no ground under it; ground-arbitrary.ts makes scenes of the others. */
type BasinSolver = Exclude<Solver['type'], 'kass-miller' | 'shallow-water' | 'stable-fluids'>

/** Whether water is a given function of time, which nobody can act on. */
export const isGiven = ({ solver: { type } }: SceneInput) => type === 'waves' || type === 'ocean'

/**
 * A legal scene. `closed`: only edges that no water crosses, no ambient waves. `still`: nothing happens to the water from
 * outside, no sources, no events, no solids that move; by default as `closed` says. `solvers`: which; by default all
 * whose water can be acted on if `closed`, else all.
 */
export function arbitraryScene({
  closed,
  still = closed,
  solvers = closed ? ['columns', 'iwave'] : ['columns', 'iwave', 'waves', 'ocean'],
}: {
  closed: boolean
  still?: boolean
  solvers?: readonly BasinSolver[]
}): fc.Arbitrary<SceneInput> {
  const edges = pair(closed ? fc.constant('reflect') : fc.constantFrom('reflect', 'fixed', 'absorb'))
  const placed: Record<BasinSolver, { arbitrary: Placed; weight: number }> = {
    columns: { arbitrary: columns, weight: 3 },
    iwave: { arbitrary: iwave(!closed), weight: 5 },
    waves: { arbitrary: waves, weight: 1 },
    ocean: { arbitrary: ocean, weight: 1 },
  }
  return fc
    .record({
      placed: fc.oneof(...solvers.map((type) => placed[type])),
      cellSize: number(0.02, 0.5),
      timeStep: number(0.001, 0.1),
      eta: fc.array(fc.oneof(disc, box, gaussian, polygon, plane, wave, noise), { maxLength: 4 }),
      x: edges,
      z: edges,
      heldAt: fc.option(number(-0.5, 0.5)),
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
    .map(({ placed: { cells, solver }, cellSize, timeStep, eta, x, z, heldAt, obstacles, events, sources }) => {
      const scene = { seiche: 1 as const, grid: { cells, cellSize }, timeStep, solver }
      if (solver.type === 'ocean')
        return { ...scene, boundaries: { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' } }
      // A share of the depth, at one edge of two: the other stays at the rest level.
      const held = heldAt !== null && solver.type === 'columns' ? { fixed: heldAt * (solver.depth ?? 1) } : 'fixed'
      const before = (edge: string) => (edge === 'fixed' ? held : edge)
      const boundaries = { 'x-': before(x[0]), 'x+': x[1], 'z-': before(z[0]), 'z+': z[1] } as SceneInput['boundaries']
      if (solver.type === 'waves') return { ...scene, boundaries }
      return {
        ...scene,
        boundaries,
        initial: { eta },
        obstacles,
        events,
        sources: sources.map((source) => ({ ...source, shape: { shape: 'disc' as const, radius: cellSize } })),
      }
    })
}
