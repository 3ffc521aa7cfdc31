import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** A module of this folder with all that it needs, as one text for a page. The packages' names lead to their sources. */
export async function bundle(module: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: {
        '@seiche/three': fromRoot('packages/three/src/index.ts'),
        seiche: fromRoot('packages/core/src/index.ts'),
      },
    },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: fromRoot(`apps/playground/testing/${module}`), formats: ['es'] },
    },
  })
  const [first] = Array.isArray(output) ? output : [output]
  if (!first || !('output' in first)) throw new Error('nothing was bundled')
  return first.output[0].code
}
