// Random basins with open edges, run for long: does the energy of water that nobody touches ever grow?
// npm run soak -- [seconds] [seed]
import fc from 'fast-check'
import { createSimulation, type SceneInput } from 'seiche'
import { arbitraryScene } from '../packages/core/test/scene-arbitrary.js'

const [seconds, firstSeed] = [Number(process.argv[2] ?? 60), Number(process.argv[3] ?? 1)]
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

const tally = { open: { runs: 0, worst: 0 }, solids: { runs: 0, worst: 0 } }

/** Energy after a long run, as a share of what it was; undefined for scenes that tell nothing. */
async function growth(scene: SceneInput): Promise<number | undefined> {
  const sim = await createSimulation(scene, { threads: 1 })
  try {
    const { energy: before, courant } = sim.diagnostics()
    const substeps = (CROSSINGS * Math.max(...scene.grid.cells)) / courant
    if (before < LEAST_ENERGY || substeps > MOST_SUBSTEPS) return undefined
    sim.step(Math.ceil(substeps / sim.substeps))
    return sim.diagnostics().energy / before
  } finally {
    sim.dispose()
  }
}

const end = Date.now() + seconds * 1000
for (let seed = firstSeed; Date.now() < end; seed++)
  for (const sampled of fc.sample(arbitraryScene({ closed: false }), { numRuns: 50, seed })) {
    if (!Object.values(sampled.boundaries ?? {}).includes('absorb')) continue
    const scene = { ...sampled, sources: [], events: [], solver: { ...sampled.solver, damping: 0 } }
    const share = await growth(scene)
    if (share === undefined) continue
    const kind = scene.obstacles && scene.obstacles.length > 0 ? 'solids' : 'open'
    tally[kind].runs++
    tally[kind].worst = Number.isNaN(share) ? Number.POSITIVE_INFINITY : Math.max(tally[kind].worst, share)
    if (!(share <= NOTABLE)) console.log(`seed ${seed}: energy × ${share.toPrecision(3)} in ${JSON.stringify(scene)}`)
  }

for (const [kind, { runs, worst }] of Object.entries(tally))
  console.log(
    `${kind === 'open' ? 'without' : 'with'} solids: ${runs} basins, largest energy after / before ${worst.toPrecision(3)}`,
  )
process.exitCode = Object.values(tally).some(({ worst }) => !(worst < 2)) ? 1 : 0
