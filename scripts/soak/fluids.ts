// Random fluids in boxes with open and closed edges, heated for long: do they stay as slow as their buoyancy lets them?

import { fluidSoakScene, fluidTrouble } from '../../packages/core/testing/fluid-soak.js'

/** Scenes between two signs of life. */
const OFTEN = 100

/** Runs that many scenes, the first with this seed and each with one more. Returns whether all was well. */
export async function soakFluids(count: number, firstSeed: number): Promise<boolean> {
  let bad = 0
  for (let k = 0; k < count; k++) {
    const trouble = await fluidTrouble(fluidSoakScene(firstSeed + k)).catch((error: Error) => error.message)
    if (trouble !== undefined) {
      bad++
      console.log(`seed ${firstSeed + k}: ${trouble}`)
    }
    if ((k + 1) % OFTEN === 0) console.log(`fluids: ${k + 1} scenes, ${bad} with trouble`)
  }
  return bad === 0
}
