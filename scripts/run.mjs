// Runs one of the project's TypeScript programs: node scripts/run.mjs validation/validate.ts …
import { buildKernels } from './build.mjs'
import { ensureDependencies, run } from './prepare.mjs'

ensureDependencies()
await buildKernels()
run(process.execPath, ['--expose-gc', '--import', 'tsx', ...process.argv.slice(2)])
