// Random basins with open edges, run for long, by columns and all methods of iwave: does the energy of water that nobody
// touches ever grow, or its height?
import fc from 'fast-check'
import { createSimulation, type SceneInput, type SurfaceSimulation } from 'seiche'
import { arbitraryScene } from '../../packages/core/testing/scene-arbitrary.js'

/**
 * How often a wave crosses the basin in a run. At first energy may rise: a hill that an open edge cuts through lets water
 * in, some times its own energy, which leaves again within a few crossings. What still grows then grows for ever.
 */
const CROSSINGS = 20
/** Runs that would take longer than this are left out. */
const MOST_SUBSTEPS = 150_000
/** Less energy than this is rounding [J]. */
const LEAST_ENERGY = 1e-6
/** Growth by more than this is reported. */
const NOTABLE = 1.02

/** Largest rise of the height of waves that is not reported: energy alone would not see two waves that grow against each other. */
const HIGHEST = 10

interface Growth {
  /** Energy after a long run, and greatest height, as a share of what they were. */
  readonly energy: number
  readonly height: number
}

const tally = new Map<string, { runs: number; energy: number; height: number }>()

/** Undefined for scenes that tell nothing. */
async function growth(scene: SceneInput): Promise<Growth | undefined> {
  const sim = (await createSimulation(scene, { threads: 1 })) as SurfaceSimulation
  try {
    const { energy, minimum, maximum, courant } = sim.diagnostics()
    const substeps = (CROSSINGS * Math.max(...scene.grid.cells)) / courant
    if (energy < LEAST_ENERGY || substeps > MOST_SUBSTEPS) return undefined
    sim.step(Math.ceil(substeps / sim.substeps))
    const after = sim.diagnostics()
    return {
      energy: after.energy / energy,
      height: Math.max(-after.minimum, after.maximum) / Math.max(-minimum, maximum),
    }
  } finally {
    sim.dispose()
  }
}

/** Not a number is the worst of all. */
const worse = (a: number, b: number) => (Number.isNaN(b) ? Number.POSITIVE_INFINITY : Math.max(a, b))

/** Runs basins for a while. Returns whether all was well. */
export async function soakBasins(seconds: number, firstSeed: number): Promise<boolean> {
  const end = Date.now() + seconds * 1000
  for (let seed = firstSeed; Date.now() < end; seed++)
    for (const sampled of fc.sample(arbitraryScene({ closed: false, still: true, solvers: ['columns', 'iwave'] }), {
      numRuns: 50,
      seed,
    })) {
      if (!Object.values(sampled.boundaries ?? {}).includes('absorb')) continue
      const { ambient: _, ...solver } = { ambient: undefined, ...sampled.solver, damping: 0 }
      const scene = { ...sampled, solver } as SceneInput
      const grown = await growth(scene)
      if (grown === undefined) continue
      const { energy, height } = grown
      const method = scene.solver.type === 'iwave' ? `iwave, ${scene.solver.method}` : scene.solver.type
      const kind = `${method}, with${scene.obstacles && scene.obstacles.length > 0 ? '' : 'out'} solids`
      const seen = tally.get(kind) ?? { runs: 0, energy: 0, height: 0 }
      tally.set(kind, { runs: seen.runs + 1, energy: worse(seen.energy, energy), height: worse(seen.height, height) })
      if (!(energy <= NOTABLE && height <= HIGHEST))
        console.log(
          `seed ${seed}: energy × ${energy.toPrecision(3)}, height × ${height.toPrecision(3)} in ${JSON.stringify(scene)}`,
        )
    }

  for (const [kind, { runs, energy, height }] of [...tally].sort())
    console.log(
      `${kind}: ${runs} basins, after / before: largest energy ${energy.toPrecision(3)}, largest height ${height.toPrecision(3)}`,
    )
  return [...tally.values()].every(({ energy, height }) => energy < 2 && height < 2 * HIGHEST)
}
