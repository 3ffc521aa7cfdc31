import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsdown'

export default defineConfig({
  cwd: fileURLToPath(new URL('.', import.meta.url)),
  entry: ['src/index.ts'],
  platform: 'node',
  target: 'node20.19',
  fixedExtension: true,
  dts: true,
})
