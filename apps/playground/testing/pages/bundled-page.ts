import { fileURLToPath } from 'node:url'
import { build, type UserConfig } from 'vite'
import playground from '../../vite.config.js'

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

/** The packages' names lead to their sources. */
const packages: UserConfig = {
  resolve: {
    alias: {
      '@seiche/three': fromRoot('packages/three/src/index.ts'),
      seiche: fromRoot('packages/core/src/index.ts'),
    },
  },
}

/**
 * A module of this folder with all that it needs, as one text for a page.
 * @param module File of this folder.
 * @param options `asPlayground`: with the parts of three.js that the playground is built from, for modules that use its view.
 */
export async function bundle(module: string, { asPlayground = false } = {}): Promise<string> {
  const { resolve } = asPlayground ? playground : packages
  const output = await build({
    configFile: false,
    logLevel: 'error',
    ...(resolve && { resolve }),
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: fromRoot(`apps/playground/testing/pages/${module}`), formats: ['es'] },
      // Modules that the playground loads on demand are in the same text.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [first] = Array.isArray(output) ? output : [output]
  if (!first || !('output' in first)) throw new Error('nothing was bundled')
  return first.output[0].code
}
