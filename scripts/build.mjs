// Builds everything that ships: kernels, scene schema, packages, playground.
import { pathToFileURL } from 'node:url'
import { ensureDependencies, run, runTool } from './prepare.mjs'

/** Compiles the kernels and what is generated from the source. */
export function buildKernels() {
  run(process.execPath, ['packages/core/scripts/build-kernels.mjs'])
}

export function buildPackages() {
  for (const name of ['core', 'three', 'cli'])
    runTool('tsdown/dist/run.mjs', ['--config', `packages/${name}/tsdown.config.ts`, '--logLevel', 'warn'])
}

export function buildPlayground() {
  runTool('vite/bin/vite.js', ['build', 'apps/playground', '--logLevel', 'warn'])
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensureDependencies()
  buildKernels()
  buildPackages()
  buildPlayground()
}
