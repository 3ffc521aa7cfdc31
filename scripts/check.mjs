// The quick loop: format and lint, types, and the tests that need neither a browser nor a build.
import { pathToFileURL } from 'node:url'
import { buildKernels } from './build.mjs'
import { runJob } from './jobs.mjs'
import { ensureDependencies, run } from './prepare.mjs'

/** Format, lint, import cycles. */
export const checkFormat = () =>
  runJob('format and lint', 'node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'])

/** Everything once; and the sources of three once more without Node's types, because they run in pages only. */
export const checkTypes = () =>
  Promise.all(
    ['.', 'packages/three'].map((folder) =>
      runJob(`types of ${folder}`, 'node_modules/typescript/bin/tsc', ['-p', folder]),
    ),
  )

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensureDependencies()
  const format = checkFormat()
  await buildKernels()
  await Promise.all([format, checkTypes()])
  run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', ...process.argv.slice(2)])
}
