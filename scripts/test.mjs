// Everything, from a fresh clone: install, check, build, all tests. CI runs exactly this. Arguments go to vitest.
//
// The tests in Node need the kernels only. They start first and take the time that checks, builds and browsers leave: pages that
// are drawn in software would run out of patience if they had to share both cores of a small machine with solvers.
import { rmSync } from 'node:fs'
import { buildKernels, buildPackages, buildPlayground, buildViewer } from './build.mjs'
import { checkFormat, checkTypes } from './check.mjs'
import { runJob } from './jobs.mjs'
import { ensureChromium, ensureDependencies, run } from './prepare.mjs'
import { printSlowest, timesFolder } from './slowest-files.mjs'

const vitest = 'node_modules/vitest/vitest.mjs'

/** Runs the tests of some projects; resolves to the exit code. */
const runTests = (name, projects, options) =>
  runJob(name, vitest, ['run', ...projects.flatMap((project) => ['--project', project])], {
    live: true,
    env: { SEICHE_TIMES: timesFolder },
    ...options,
  })

async function build() {
  await buildPackages()
  await buildPlayground()
  await buildViewer()
}

ensureDependencies()
ensureChromium()
rmSync(timesFolder, { recursive: true, force: true })
const asked = process.argv.slice(2)
const format = checkFormat()
await buildKernels()
if (asked.length > 0) {
  await Promise.all([format, checkTypes(), build()])
  run(process.execPath, [vitest, 'run', ...asked])
} else {
  const codes = await Promise.all([
    runTests('tests in Node', ['node', 'mocking', 'validation'], { background: true }),
    build().then(() => runTests('tests in browsers and of packages', ['chromium', 'built'])),
    format,
    checkTypes(),
  ])
  printSlowest()
  process.exitCode = Math.max(...codes.slice(0, 2))
}
