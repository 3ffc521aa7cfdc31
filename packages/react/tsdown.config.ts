import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsdown'

export default defineConfig({
  cwd: fileURLToPath(new URL('.', import.meta.url)),
  entry: ['src/index.ts'],
  platform: 'neutral',
  target: 'es2022',
  fixedExtension: true,
  dts: true,
})
