// Builds everything that ships: kernels, packages, playground.
import { pathToFileURL } from 'node:url'
import { runJob } from './jobs.mjs'
import { ensureDependencies } from './prepare.mjs'

/** Compiles the kernels and writes the sources that are generated from them. All else needs these. */
export const buildKernels = () => runJob('kernels', 'packages/core/scripts/build-kernels.mjs', [])

/** The packages need only the kernels, none needs another one built. */
export const buildPackages = () =>
  Promise.all(
    ['core', 'three', 'react', 'export', 'cli'].map((name) =>
      runJob(`package ${name}`, 'node_modules/tsdown/dist/run.mjs', [
        '--config',
        `packages/${name}/tsdown.config.ts`,
        '--logLevel',
        'warn',
      ]),
    ),
  )

export const buildPlayground = () =>
  runJob('playground', 'node_modules/vite/bin/vite.js', ['build', 'apps/playground', '--logLevel', 'warn'])

/** The page of `seiche view`, into the package of the command line. */
export const buildViewer = () =>
  runJob('viewer', 'node_modules/vite/bin/vite.js', [
    'build',
    'apps/playground',
    '--config',
    'apps/playground/vite.viewer.config.ts',
    '--logLevel',
    'warn',
  ])

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensureDependencies()
  await buildKernels()
  // The viewer goes into the package of the command line, whose build empties its folder.
  await Promise.all([buildPackages().then(buildViewer), buildPlayground()])
}
