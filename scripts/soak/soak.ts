// npm run soak -- [--only basins|bodies|mutants|kills] [--seconds 60] [--count 10000] [--kills 200] [--seed 1]
import { parseArgs } from 'node:util'
import { soakBasins } from './basins.js'
import { soakBodies } from './bodies.js'
import { soakKills } from './kills.js'
import { soakMutants } from './mutants.js'

const { only, seconds, count, kills, seed } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    count: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
}).values
const kinds = {
  basins: () => soakBasins(Number(seconds), Number(seed)),
  bodies: () => soakBodies(Number(count), Number(seed)),
  mutants: () => soakMutants(Number(count)),
  kills: () => soakKills(Number(kills), Number(seed)),
}
if (only !== undefined && !Object.hasOwn(kinds, only))
  throw new Error(`there are ${Object.keys(kinds).join(', ')}, not "${only}"`)

let well = true
for (const [kind, soak] of Object.entries(kinds)) if (only === undefined || only === kind) well = (await soak()) && well
process.exitCode = well ? 0 : 1
