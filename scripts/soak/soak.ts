// npm run soak -- [--only basins|bodies|fluids|mutants|kills|exports|rain|page|play|device] [--seconds 60] [--count 10000] [--kills 200] [--minutes 60] [--seed 1]
import { parseArgs } from 'node:util'
import { soakBasins } from './basins.js'
import { soakBodies } from './bodies.js'
import { soakExports } from './exports.js'
import { soakFluids } from './fluids.js'
import { soakKills } from './kills.js'
import { soakLostDevice } from './lost-device.js'
import { soakMutants } from './mutants.js'
import { soakPage } from './page.js'
import { soakPlay } from './play.js'
import { soakRain } from './rain.js'

/** Frames in each format, at most: videos are encoded. */
const FRAMES = 3000
/** Fluids, at most: each takes about a second. */
const FLUIDS = 400
/** Terrains on which rain falls, at most: each has an hour of water. */
const TERRAINS = 200
/** Addresses and files of the page for a count of 10,000: each takes a millisecond. */
const PAGE_INPUTS = 100_000

const { only, seconds, count, kills, minutes, seed } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    count: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
}).values
const kinds = {
  basins: () => soakBasins(Number(seconds), Number(seed)),
  bodies: () => soakBodies(Number(count), Number(seed)),
  fluids: () => soakFluids(Math.min(FLUIDS, Number(count)), Number(seed)),
  mutants: () => soakMutants(Number(count)),
  kills: () => soakKills(Number(kills), Number(seed)),
  exports: () => soakExports(Math.min(FRAMES, Number(count))),
  page: () => soakPage(PAGE_INPUTS * (Number(count) / 10_000), Number(seed)),
  play: () => soakPlay(Number(minutes), Number(seed)),
  device: () => soakLostDevice(),
  rain: () => soakRain(Math.min(TERRAINS, Number(count)), Number(seed)),
}
if (only !== undefined && !Object.hasOwn(kinds, only))
  throw new Error(`there are ${Object.keys(kinds).join(', ')}, not "${only}"`)

let well = true
for (const [kind, soak] of Object.entries(kinds)) if (only === undefined || only === kind) well = (await soak()) && well
process.exitCode = well ? 0 : 1
