// The quick loop: format and lint, types, and the tests that need neither a browser nor a build.
import { pathToFileURL } from 'node:url'
import { buildKernels } from './build.mjs'
import { runJob } from './jobs.mjs'
import { ensureDependencies, run } from './prepare.mjs'

/** Format, lint, import cycles. */
export const checkFormat = () =>
  runJob('format and lint', 'node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'])

/**
 * Everything once; and the sources of three once more without Node's types, because they run in pages only. By the native compiler
 * (TypeScript 7), which takes a quarter of the time, on one thread, because other jobs run beside it. Programs that read and write
 * TypeScript need the interface of TypeScript 6.
 */
export const checkTypes = () =>
  Promise.all(
    ['.', 'packages/three'].map((folder) =>
      runJob(`types of ${folder}`, 'node_modules/typescript-native/bin/tsc', ['-p', folder, '--singleThreaded']),
    ),
  )

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensureDependencies()
  const format = checkFormat()
  await buildKernels()
  await Promise.all([format, checkTypes()])
  run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', ...process.argv.slice(2)])
}
