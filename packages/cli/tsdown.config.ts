import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsdown'

/**
 * The command, and files that it loads when they are needed; its dependencies, the engine included, stay packages of their own. The
 * scenes of `seiche new --like` lie beside it. The page of `seiche view` is built by scripts/build.mjs.
 */
export default defineConfig({
  cwd: fileURLToPath(new URL('.', import.meta.url)),
  entry: ['src/seiche.ts'],
  platform: 'node',
  target: 'node20.19',
  dts: false,
  copy: [{ from: '../../scenes', to: 'dist' }],
})
