import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArgs, findTestChromium } from './scripts/chromium.mjs'
import LongRunsFirst from './scripts/long-runs-first.js'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The packages' names lead to their sources, as in tsconfig.base.json. */
const alias = {
  'seiche/npy': at('packages/core/src/npy.ts'),
  'seiche/geotiff': at('packages/core/src/geotiff.ts'),
  'seiche/bodies': at('packages/core/src/bodies.ts'),
  seiche: at('packages/core/src/index.ts'),
  '@seiche/export': at('packages/export/src/index.ts'),
  '@seiche/three/textures': at('packages/three/src/textures.ts'),
  '@seiche/three': at('packages/three/src/index.ts'),
  '@seiche/react': at('packages/react/src/index.ts'),
  '@seiche/textbook': at('packages/textbook/src/index.ts'),
}

/** The built page in a browser, and the packed packages. */
const pages = ['apps/playground/test/**/*.test.ts', 'test/packages.test.ts']
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

/**
 * On a busy machine a page that is drawn in software, a program or a thread may miss its moment. CI repeats a test that fails once, and lists
 * those that pass only then (scripts/test-report.mjs).
 */
const retry = process.env.CI ? 1 : 0

/** Tests in Node are bound by the processor: a worker for each core, while vitest by itself would leave one core idle. */
const maxWorkers = availableParallelism()

/**
 * Node loads the modules that compute by itself, and tsx strips their types. The loader of vitest makes each use of an imported name a call
 * of a getter in a dictionary, by which tests that compute in JavaScript took a third longer. Modules that tests replace, or that need Vite,
 * cannot be among these.
 */
const loadedByNode = {
  execArgv: ['--import', 'tsx'],
  server: {
    deps: {
      external: [
        // Without a query: the lab reads sources as text, `?raw`.
        /\/packages\/(core|textbook|export)\/(src|testing)\/(?!.*\.test\.ts$)[^?]*$/,
        /\/validation\/(?!.*\.test\.ts$|test\/)[^?]*$/,
      ],
    },
  },
}

/** Pages wait for water that moves in its own time, and other programs for files: one more at a time than there are cores. */
const besidePages = { maxWorkers: maxWorkers + 1, sequence: { groupOrder: 2 } }

export default defineConfig({
  test: {
    reporters: ['default', './scripts/test-report.mjs'],
    sequence: { sequencer: LongRunsFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'node',
          include: ['{packages,apps,benchmarks,examples}/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', ...pages, ...mocking, ...readers],
          testTimeout,
          retry,
          maxWorkers,
          // Files share the modules of a worker: loading them anew for each file took a quarter of the time.
          isolate: false,
          ...loadedByNode,
        },
      },
      { resolve: { alias }, test: { name: 'mocking', include: mocking, testTimeout, retry, maxWorkers } },
      {
        resolve: { alias },
        test: {
          name: 'validation',
          include: validation,
          testTimeout,
          retry,
          maxWorkers,
          isolate: false,
          ...loadedByNode,
        },
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
          retry,
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: 'chromium' }],
            provider: playwright({
              launchOptions: { executablePath: findTestChromium() ?? 'chromium', args: chromiumArgs },
            }),
          },
        },
      },
      {
        resolve: { alias },
        test: { name: 'readers', include: readers, testTimeout, retry, ...besidePages },
      },
      {
        resolve: { alias },
        test: {
          name: 'pages',
          include: pages,
          globalSetup: 'apps/playground/testing/shared-browser.setup.ts',
          testTimeout,
          retry,
          hookTimeout: testTimeout,
          isolate: false,
          ...besidePages,
        },
      },
    ],
  },
})
