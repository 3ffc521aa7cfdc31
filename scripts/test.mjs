// Everything, from a fresh clone: install, check, build, all tests. CI runs exactly this. Arguments go to vitest.
//
// The tests in Node need the kernels only. They start first and take the time that checks, builds and browsers leave: pages that
// are drawn in software would run out of patience if they had to share both cores of a small machine with solvers.
import { rmSync } from 'node:fs'
import { buildKernels, buildPackages, buildPlayground, buildViewer } from './build.mjs'
import { checkFormat, checkTypes } from './check.mjs'
import { runJob } from './jobs.mjs'
import { ensureDependencies, run } from './prepare.mjs'
import { printSlowest, timesFolder } from './slowest-files.mjs'

const vitest = 'node_modules/vitest/vitest.mjs'

/** Runs the tests of some projects; resolves to the exit code. */
const runTests = (name, projects, options) =>
  runJob(name, vitest, ['run', ...projects.flatMap((project) => ['--project', project])], {
    live: true,
    env: { SEICHE_TIMES: timesFolder },
    ...options,
  })

/** A browser and other programs, from Debian where that is possible. Network and disk are busy meanwhile, processors hardly. */
const installTools = () => runJob('programs for tests', 'scripts/debian-tools.mjs', [])

async function build() {
  await buildPackages()
  await buildPlayground()
  await buildViewer()
}

ensureDependencies()
rmSync(timesFolder, { recursive: true, force: true })
const asked = process.argv.slice(2)
const tools = installTools()
const format = checkFormat()
await buildKernels()
if (asked.length > 0) {
  await Promise.all([tools, format, checkTypes(), build()])
  run(process.execPath, [vitest, 'run', ...asked])
} else {
  const codes = await Promise.all([
    runTests('tests in Node', ['node', 'mocking', 'validation'], { background: true }),
    Promise.all([build(), tools]).then(() =>
      runTests('tests in browsers, of packages and by other programs', ['chromium', 'readers', 'built']),
    ),
    format,
    checkTypes(),
  ])
  printSlowest()
  process.exitCode = Math.max(...codes.slice(0, 2))
}
