// Random bodies in random water. Do the water and the bodies stay finite and of plausible size, do the bodies stay in the tank, and is the volume of the water kept?

import { SOAK_STEPS, soakScene, soakTrouble } from '../../packages/core/testing/body-soak.js'
import { couplings } from '../../packages/core/testing/couplings.js'

/** Scenes between two signs of life. */
const OFTEN = 500

/** Runs that many scenes, as many with each coupling, the first with this seed and each with one more. Returns whether all was well. */
export async function soakBodies(count: number, firstSeed: number): Promise<boolean> {
  const each = Math.ceil(count / couplings.length)
  let bad = 0
  for (const coupling of couplings)
    for (let k = 0; k < each; k++) {
      const seed = firstSeed + k
      const scene = soakScene(seed, coupling)
      const trouble = await soakTrouble(scene).catch((error: Error) => error.message)
      if (trouble !== undefined) {
        bad++
        console.log(`seed ${seed}, ${coupling}, ${scene.solver.type}: ${trouble}`)
      }
      if ((k + 1) % OFTEN === 0)
        console.log(`bodies, ${coupling}: ${k + 1} scenes of ${SOAK_STEPS} steps, ${bad} with trouble`)
    }
  return bad === 0
}
