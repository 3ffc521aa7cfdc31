import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsdown'

export default defineConfig({
  cwd: fileURLToPath(new URL('.', import.meta.url)),
  entry: ['src/index.ts', 'src/textures.ts'],
  platform: 'neutral',
  target: 'es2022',
  fixedExtension: true,
  // The types of a flow are copied from `seiche` into the declarations, so that users of other simulations need not install it.
  dts: true,
})
