// Writes packages/core/test/golden.json from single-threaded runs. Run it when results are meant to change.
import { writeFileSync } from 'node:fs'
import { type AnySimulation, createSimulation, type SceneInput } from 'seiche'
import { rapier } from 'seiche/bodies'
import { readGeotiff } from 'seiche/geotiff'
import { crowdHash, crowdWorld, moveCrowd } from '../packages/core/testing/body-crowd.js'
import { readSceneFile } from '../packages/core/testing/scene-file.js'
import {
  everything,
  GOLDEN_STEPS,
  goldenSteps,
  LONG_RUN,
  play,
  SHORT_RUN,
  scenes,
} from '../packages/core/testing/scenes.js'

async function simulate(scene: SceneInput): Promise<AnySimulation> {
  const bodies = scene.bodies?.length ? rapier : undefined
  return createSimulation(scene, {
    threads: 1,
    readFile: readSceneFile,
    readElevation: readGeotiff,
    rigidBodies: bodies,
  })
}

/** The hashes after some number of steps, and after some more. */
async function hashesOf(scene: SceneInput, steps: { early: number; late: number }, advance = stepOn) {
  const sim = await simulate(scene)
  advance(sim, steps.early)
  const early = sim.hash()
  advance(sim, steps.late - steps.early)
  return { early, late: sim.hash() }
}

const stepOn = (sim: AnySimulation, steps: number) => sim.step(steps)

const crowd = await crowdWorld()
moveCrowd(crowd.world, GOLDEN_STEPS)

const run = await hashesOf(everything, { early: SHORT_RUN, late: LONG_RUN }, play)
const golden = {
  bodies: crowdHash(crowd),
  everythingSoon: run.early,
  everything: run.late,
  scenes: Object.fromEntries(
    await Promise.all(
      Object.entries(scenes).map(async ([name, scene]) => [name, await hashesOf(scene, goldenSteps(scene))]),
    ),
  ),
}
writeFileSync(new URL('../packages/core/test/golden.json', import.meta.url), `${JSON.stringify(golden, null, 2)}\n`)
console.log(golden)
