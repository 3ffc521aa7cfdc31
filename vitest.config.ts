import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArgs, findChromium } from './scripts/chromium.mjs'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The packages' names lead to their sources, as in tsconfig.base.json. */
const alias = {
  'seiche/npy': at('packages/core/src/npy.ts'),
  'seiche/geotiff': at('packages/core/src/geotiff.ts'),
  'seiche/bodies': at('packages/core/src/bodies.ts'),
  seiche: at('packages/core/src/index.ts'),
  '@seiche/three': at('packages/three/src/index.ts'),
  '@seiche/textbook': at('packages/textbook/src/index.ts'),
}

/** Needs a build or a browser of its own: not part of the quick loop. */
const built = ['test/packages.test.ts', 'apps/playground/test/**']
/** Runs in Node and in Chromium. */
const everywhere = ['packages/core/test/golden.test.ts']

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'node',
          include: ['{packages,apps,validation,benchmarks}/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', ...built],
          testTimeout: 60_000,
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
          testTimeout: 120_000,
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
        test: { name: 'built', include: built, testTimeout: 240_000, hookTimeout: 240_000, fileParallelism: false },
      },
    ],
  },
})
