// The same water on the same terrain, by the engine and by the plain scheme of first order.

import { createSimulation, type SurfaceSimulation } from 'seiche'
import { writeNpy } from 'seiche/npy'
import { FirstOrderShallow, type Ground } from './first-order-shallow.js'
import { DRY, distanceFromRest } from './water-at-rest.js'

/** Time step of the engine [s]. */
const STEP = 1

/** Water after a run. */
export interface Outcome {
  /** Depth [m]. */
  readonly depth: ArrayLike<number>
  /** Water that still has to move until all is at rest [m³]. */
  readonly distance: number
  /** Speed of each column [m/s], 0 below `dryDepth`. */
  readonly speeds: readonly number[]
}

export interface EngineOutcome extends Outcome {
  /** Substeps of the last step, of a second. */
  readonly substeps: number
  /** Water that is missing in the balance of volume and flow through edges [m³]. */
  readonly missing: number
}

/** Runs water, given by its depth [m] in each cell, for a time of whole seconds. */
export async function besideFirstOrder(
  ground: Ground,
  water: ArrayLike<number>,
  time: number,
): Promise<{ engine: EngineOutcome; firstOrder: Outcome }> {
  const sim = await fill(ground, water)
  try {
    // The engine rounds terrain and water; both schemes have the same.
    const rounded = { ...ground, bed: Float64Array.from(sim.field('bed').read()) }
    const plain = new FirstOrderShallow(rounded, sim.field('depth').read())
    const before = sim.diagnostics().volume
    sim.step(time / STEP)
    plain.advance(time)
    const [depth, qx, qz] = [sim.field('depth').read(), sim.field('qx').read(), sim.field('qz').read()]
    const { volume, addedVolume } = sim.diagnostics()
    return {
      engine: {
        ...outcome(rounded, depth, (k) => Math.hypot(qx[k]!, qz[k]!) / depth[k]!),
        substeps: sim.substeps,
        missing: Math.abs(volume - before - addedVolume),
      },
      firstOrder: outcome(rounded, plain.depth, (k) => plain.speedAt(k)),
    }
  } finally {
    sim.dispose()
  }
}

function outcome(ground: Ground, depth: ArrayLike<number>, speedAt: (cell: number) => number): Outcome {
  return {
    depth,
    distance: distanceFromRest(ground, depth) * ground.cellSize ** 2,
    speeds: Array.from(depth, (d, k) => (d > DRY * ground.cellSize ? speedAt(k) : 0)),
  }
}

/** The largest speed among the columns that are deeper than this [m]. */
export function fastest({ depth, speeds }: Outcome, deeper = 0): number {
  return speeds.reduce((most, speed, k) => (depth[k]! > deeper ? Math.max(most, speed) : most), 0)
}

/** How many columns are faster than 1 m/s. */
export function countFast({ speeds }: Outcome): number {
  return speeds.filter((speed) => speed > 1).length
}

/** The engine with water of these depths [m] on terrain. */
async function fill(
  { nx, nz, cellSize, manning, bed, isOpen }: Ground,
  water: ArrayLike<number>,
): Promise<SurfaceSimulation> {
  const eta = bed.map((b, k) => b + water[k]!)
  const files = new Map([
    ['bed', writeNpy(bed, [nz, nx])],
    ['eta', writeNpy(eta, [nz, nx])],
  ])
  return (await createSimulation(
    {
      seiche: 1,
      grid: { cells: [nx, nz], cellSize },
      timeStep: STEP,
      solver: { type: 'shallow-water', manning, foamLife: 0 },
      terrain: { npy: 'bed' },
      initial: { eta: { npy: 'eta' } },
      ...(isOpen && { boundaries: { 'x+': 'absorb' as const } }),
    },
    { threads: 1, readFile: async (name) => files.get(name)! },
  )) as SurfaceSimulation
}
