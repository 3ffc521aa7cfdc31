// Writes packages/core/test/golden.json from single-threaded runs. Run it when results are meant to change.
import { writeFileSync } from 'node:fs'
import { createSimulation, type SceneInput } from 'seiche'
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

async function hashOf(scene: SceneInput, run: (sim: Awaited<ReturnType<typeof createSimulation>>) => void) {
  const bodies = scene.bodies?.length ? rapier : undefined
  const sim = await createSimulation(scene, {
    threads: 1,
    readFile: readSceneFile,
    readElevation: readGeotiff,
    rigidBodies: bodies,
  })
  run(sim)
  return sim.hash()
}

const crowd = await crowdWorld()
moveCrowd(crowd.world, GOLDEN_STEPS)

const golden = {
  bodies: crowdHash(crowd),
  everythingSoon: await hashOf(everything, (sim) => play(sim, SHORT_RUN)),
  everything: await hashOf(everything, (sim) => play(sim, LONG_RUN)),
  scenes: Object.fromEntries(
    await Promise.all(
      Object.entries(scenes).map(async ([name, scene]) => [
        name,
        await hashOf(scene, (sim) => sim.step(goldenSteps(scene))),
      ]),
    ),
  ),
}
writeFileSync(new URL('../packages/core/test/golden.json', import.meta.url), `${JSON.stringify(golden, null, 2)}\n`)
console.log(golden)
