import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsdown'

/** One file for the command; its dependencies, the engine included, stay packages of their own. */
export default defineConfig({
  cwd: fileURLToPath(new URL('.', import.meta.url)),
  entry: ['src/seiche.ts'],
  platform: 'node',
  target: 'node20.19',
  dts: false,
})
