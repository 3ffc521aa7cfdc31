import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsdown'

export default defineConfig({
  cwd: fileURLToPath(new URL('.', import.meta.url)),
  entry: ['src/index.ts', 'src/npy.ts', 'src/geotiff.ts', 'src/bodies.ts'],
  platform: 'neutral',
  target: 'es2022',
  dts: true,
  copy: [{ from: 'src/generated/kernels/*', to: 'dist/kernels' }],
  fixedExtension: true,
})
