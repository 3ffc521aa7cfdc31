// The viewer of finished runs: a second page with the same stages, built into the package of the command line, which serves it.

import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig } from 'vite'
import playground from './vite.config.js'

export default mergeConfig(
  playground,
  defineConfig({
    // Neither manifest nor icons: it is no page to install.
    publicDir: false,
    build: {
      outDir: fileURLToPath(new URL('../../packages/cli/viewer/', import.meta.url)),
      emptyOutDir: true,
      rolldownOptions: { input: fileURLToPath(new URL('viewer.html', import.meta.url)) },
    },
  }),
)
