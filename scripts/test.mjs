// Everything, from a fresh clone: install, check, build, all tests. CI runs exactly this.
//
// The tests in Node need the kernels only. They start first and take the time that checks, builds and browsers leave: pages that
// are drawn in software would run out of patience if they had to share both cores of a small machine with solvers.
import { buildKernels, buildPackages, buildPlayground } from './build.mjs'
import { checkFormat, checkTypes } from './check.mjs'
import { runJob } from './jobs.mjs'
import { ensureChromium, ensureDependencies, run } from './prepare.mjs'
import { printSlowest, timesFolder } from './slowest-files.mjs'

const vitest = 'node_modules/vitest/vitest.mjs'

/** The tests of some projects; resolves to the exit code. */
const runTests = (name, projects, options) =>
  runJob(name, vitest, ['run', ...projects.flatMap((project) => ['--project', project])], {
    live: true,
    env: { SEICHE_TIMES: timesFolder },
    ...options,
  })

ensureDependencies()
ensureChromium()
const asked = process.argv.slice(2)
const format = checkFormat()
await buildKernels()
const inNode = asked.length > 0 ? 0 : runTests('tests in Node', ['node', 'validation'], { background: true })
const types = checkTypes()
await buildPackages()
await buildPlayground()
const inBrowsers = asked.length > 0 ? 0 : runTests('tests in browsers and of packages', ['chromium', 'built'])
await Promise.all([format, types])
if (asked.length > 0) run(process.execPath, [vitest, 'run', ...asked])
const codes = await Promise.all([inNode, inBrowsers])
printSlowest()
process.exitCode = Math.max(...codes)
