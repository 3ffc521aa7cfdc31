import { fileURLToPath } from 'node:url'
import preact from '@preact/preset-vite'
import { defineConfig } from 'vite'

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/**
 * A page that sends these two headers may share memory between threads; without them the engine runs on one thread.
 * SEICHE_ISOLATION=off leaves them out, to see the page as a plain static host would serve it.
 */
const isolation: Record<string, string> =
  process.env.SEICHE_ISOLATION === 'off'
    ? {}
    : { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }

const aliases = [
  { find: /^seiche\/npy$/, replacement: fromRoot('packages/core/src/npy.ts') },
  { find: /^seiche\/geotiff$/, replacement: fromRoot('packages/core/src/geotiff.ts') },
  { find: /^seiche\/bodies$/, replacement: fromRoot('packages/core/src/bodies.ts') },
  { find: /^seiche$/, replacement: fromRoot('packages/core/src/index.ts') },
  { find: /^@seiche\/three$/, replacement: fromRoot('packages/three/src/index.ts') },
  { find: /^@seiche\/textbook$/, replacement: fromRoot('packages/textbook/src/index.ts') },
]

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [preact()],
  resolve: { alias: aliases },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      input: { playground: fromRoot('apps/playground/index.html'), lab: fromRoot('apps/playground/lab/index.html') },
    },
  },
  server: { headers: isolation },
  preview: { headers: isolation },
})
