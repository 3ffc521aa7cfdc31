// npm run soak -- [--only basins|bodies] [--seconds 60] [--count 10000] [--seed 1]
import { parseArgs } from 'node:util'
import { soakBasins } from './basins.js'
import { soakBodies } from './bodies.js'

const { only, seconds, count, seed } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
}).values
if (only !== undefined && only !== 'basins' && only !== 'bodies')
  throw new Error(`there are "basins" and "bodies", not "${only}"`)

const well = [
  only === 'bodies' || (await soakBasins(Number(seconds), Number(seed))),
  only === 'basins' || (await soakBodies(Number(count), Number(seed))),
]
process.exitCode = well.every(Boolean) ? 0 : 1
