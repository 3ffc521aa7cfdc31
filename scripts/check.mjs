// The quick loop: format and lint, types, and the tests that need neither a browser nor a build.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildKernels } from './build.mjs'
import { ensureDependencies, root, runTool } from './prepare.mjs'

/** Format, lint, import cycles, types. */
export function checkSource() {
  runTool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'])
  const folders = ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}`),
  )
  for (const folder of ['.', ...folders])
    if (existsSync(join(root, folder, 'tsconfig.json'))) runTool('typescript/bin/tsc', ['-p', folder])
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensureDependencies()
  buildKernels()
  checkSource()
  runTool('vitest/vitest.mjs', ['run', '--project', 'node', ...process.argv.slice(2)])
}
