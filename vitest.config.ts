import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArgs, findChromium } from './scripts/chromium.mjs'
import LongRunsFirst from './scripts/long-runs-first.js'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The packages' names lead to their sources, as in tsconfig.base.json. */
const alias = {
  'seiche/npy': at('packages/core/src/npy.ts'),
  'seiche/geotiff': at('packages/core/src/geotiff.ts'),
  'seiche/bodies': at('packages/core/src/bodies.ts'),
  seiche: at('packages/core/src/index.ts'),
  '@seiche/export': at('packages/export/src/index.ts'),
  '@seiche/three': at('packages/three/src/index.ts'),
  '@seiche/textbook': at('packages/textbook/src/index.ts'),
}

/** Needs a build or a browser of its own: not part of the quick loop. */
const built = ['test/packages.test.ts', 'apps/playground/test/**/*.test.ts']
/** Lessons wait for their models more than they compute: they run beside the pages that are drawn by all cores. */
const lab = ['apps/playground/test/lab*.test.ts']
/** Pages whose water is drawn on a plain canvas: without a graphics device they take less time, and run beside the others. */
const canvas = ['drop-file', 'first-visit', 'gallery', 'installed-page', 'settings', 'sources', 'undo'].map(
  (name) => `apps/playground/test/${name}.test.ts`,
)
/** Problems with exact answers. */
const validation = ['validation/**/*.test.ts']
/** Replaces modules, which others must not have loaded before. */
const mocking = ['packages/cli/src/commands/parse-once.test.ts']
/** Other programs read the files we write, or serve the queue of a sweep. */
const readers = ['packages/**/*.readers.test.ts', 'packages/cli/src/commands/worker.test.ts']
/** Runs in Node and in Chromium. */
const everywhere = ['packages/core/test/golden.test.ts']

/** Ends a test that hangs. Generous, for machines that are busy with other work. */
const testTimeout = 300_000

/** Tests in Node are bound by the processor: a worker for each core, while vitest by itself would leave one core idle. */
const maxWorkers = availableParallelism()

export default defineConfig({
  test: {
    reporters: ['default', './scripts/slowest-files.mjs'],
    sequence: { sequencer: LongRunsFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'node',
          include: ['{packages,apps,benchmarks,examples}/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', ...built, ...mocking, ...readers],
          testTimeout,
          maxWorkers,
          // Files share the modules of a worker: loading them anew for each file took a quarter of the time.
          isolate: false,
        },
      },
      { resolve: { alias }, test: { name: 'readers', include: readers, testTimeout, sequence: { groupOrder: 1 } } },
      { resolve: { alias }, test: { name: 'mocking', include: mocking, testTimeout, maxWorkers } },
      {
        resolve: { alias },
        test: { name: 'validation', include: validation, testTimeout, maxWorkers, isolate: false },
      },
      {
        resolve: { alias },
        server: {
          headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
        },
        optimizeDeps: { include: ['zod', 'geotiff', '@dimforge/rapier3d-deterministic-compat'] },
        test: {
          name: 'chromium',
          include: everywhere,
          testTimeout,
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: 'chromium' }],
            provider: playwright({
              launchOptions: { executablePath: findChromium() ?? 'chromium', args: chromiumArgs },
            }),
          },
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'built',
          include: built,
          exclude: ['**/node_modules/**', ...lab, ...canvas],
          globalSetup: 'apps/playground/testing/shared-browser.setup.ts',
          testTimeout,
          hookTimeout: testTimeout,
          // One page at a time: each is drawn by all cores.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'canvas',
          include: canvas,
          globalSetup: 'apps/playground/testing/shared-browser.setup.ts',
          testTimeout,
          hookTimeout: testTimeout,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'lab',
          include: lab,
          globalSetup: 'apps/playground/testing/shared-browser.setup.ts',
          testTimeout,
          hookTimeout: testTimeout,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
