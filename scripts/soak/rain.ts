// Rain on random terrain: does all of it end in hollows or leave, as close to rest as by the plain scheme of first order?

import { rainOn, rainTrouble } from '../../packages/core/testing/rain-on-terrain.js'

/** Terrains between two signs of life. */
const OFTEN = 20

/** Lets rain fall on that many terrains, the first with this seed and each with one more. Returns whether all was well. */
export async function soakRain(count: number, firstSeed: number): Promise<boolean> {
  let [bad, farthest, fastest] = [0, 0, 0]
  for (let k = 0; k < count; k++) {
    const result = await rainOn(firstSeed + k)
    const trouble = rainTrouble(result)
    farthest = Math.max(farthest, result.distance)
    fastest = Math.max(fastest, result.speed)
    if (trouble !== undefined) {
      bad++
      console.log(trouble)
    }
    if ((k + 1) % OFTEN === 0)
      console.log(
        `rain: ${k + 1} terrains, ${bad} with trouble; at most ${farthest.toExponential(1)} of the water not at rest, fastest ${fastest.toFixed(2)} m/s`,
      )
  }
  return bad === 0
}
