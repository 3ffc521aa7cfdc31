// Everything, from a fresh clone: install, check, build, all tests. CI runs exactly this. Arguments go to vitest.
//
// The tests in Node need the packages only, and run the built command, which starts four times as fast as its source. They use all cores
// and come first, beside the checks and the other builds; the browsers come after them. At the same time both would take longer: threads
// of solvers wait for each other, and pages that are drawn in software for both.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildKernels, buildPackages, buildPlayground, buildViewer } from './build.mjs'
import { checkFormat, checkTypes } from './check.mjs'
import { runJob } from './jobs.mjs'
import { ensureDependencies, root, run } from './prepare.mjs'
import { printReport, timesFolder } from './test-report.mjs'

const vitest = 'node_modules/vitest/vitest.mjs'

/** Runs the tests of some projects; resolves to the exit code. */
const runTests = (name, projects) =>
  runJob(name, vitest, ['run', ...projects.flatMap((project) => ['--project', project])], {
    live: true,
    env: { SEICHE_TIMES: timesFolder, SEICHE_CLI_ENTRY: join(root, 'packages/cli/dist/seiche.mjs') },
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
  await Promise.all([tools, format, checkTypes(), buildPackages().then(buildPages)])
  run(process.execPath, [vitest, 'run', ...asked])
} else {
  const types = checkTypes()
  await buildPackages()
  const others = Promise.all([buildPages(), tools, format, types])
  const inNode = await runTests('tests in Node', ['node', 'mocking', 'validation'])
  await others
  const inBrowsers = await Promise.all([
    runTests('tests of the page, the packages and by other programs', ['pages', 'readers']),
    runTests('tests in Chromium', ['chromium']),
  ])
  printReport()
  process.exitCode = Math.max(inNode, ...inBrowsers)
}
