// Everything, from a fresh clone: install, check, build, all tests. CI runs exactly this. Arguments go to vitest.
//
// The tests in Node need the packages only, and run the built command, which starts four times as fast as its source. They start first
// and take the time that checks, other builds and browsers leave: pages that are drawn in software would run out of patience if they had
// to share both cores of a small machine with solvers.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildKernels, buildPackages, buildPlayground, buildViewer } from './build.mjs'
import { checkFormat, checkTypes } from './check.mjs'
import { runJob } from './jobs.mjs'
import { ensureDependencies, root, run } from './prepare.mjs'
import { printSlowest, timesFolder } from './slowest-files.mjs'

const vitest = 'node_modules/vitest/vitest.mjs'

/** Runs the tests of some projects; resolves to the exit code. */
const runTests = (name, projects, options) =>
  runJob(name, vitest, ['run', ...projects.flatMap((project) => ['--project', project])], {
    live: true,
    env: { SEICHE_TIMES: timesFolder, SEICHE_CLI_ENTRY: join(root, 'packages/cli/dist/seiche.mjs') },
    ...options,
  })

/** A browser and other programs, from Debian where that is possible. Network and disk are busy meanwhile, processors hardly. */
const installTools = () => runJob('programs for tests', 'scripts/debian-tools.mjs', [])

async function buildPages() {
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
  await Promise.all([tools, format, checkTypes(), buildPackages(), buildPages()])
  run(process.execPath, [vitest, 'run', ...asked])
} else {
  const types = checkTypes()
  await buildPackages()
  const pages = Promise.all([buildPages(), tools])
  const codes = await Promise.all([
    runTests('tests in Node', ['node', 'mocking', 'validation'], { background: true }),
    pages.then(() =>
      runTests('tests in browsers, of packages and by other programs', ['chromium', 'readers', 'built']),
    ),
    pages.then(() => runTests('tests of the lab', ['lab'])),
    format,
    types,
  ])
  printSlowest()
  process.exitCode = Math.max(...codes.slice(0, 3))
}
