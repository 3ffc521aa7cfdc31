import { fileURLToPath } from 'node:url'
import preact from '@preact/preset-vite'
import { defineConfig, type Plugin } from 'vite'
import { pagePolicy } from '../../packages/cli/src/viewer/content-security-policy.js'
import { serviceWorker } from './service-worker/service-worker.plugin.js'

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/**
 * A page that sends these two headers may share memory between threads; without them the engine runs on one thread.
 * SEICHE_ISOLATION=off leaves them out, to see the page as a plain static host would serve it.
 */
const isolation: Record<string, string> =
  process.env.SEICHE_ISOLATION === 'off'
    ? {}
    : { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }

/** The policy of the pages. Formulas of the lab have fonts, the gallery has videos, and the installed page has a manifest. */
const policy = [...pagePolicy, "font-src 'self'", "media-src 'self'", "manifest-src 'self'"].join('; ')
/** The policy of scripts that are started as workers: theirs is not that of the page. Files that a person has dropped are read from blobs. */
const workerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob:; worker-src 'self'"

/** Writes the policy into the built pages, for any server; the server of `npm start` sends it, too, and another one with scripts. */
const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' },
  ],
}
const policyHeaders: Plugin = {
  name: 'content-security-policy-headers',
  configurePreviewServer({ middlewares }) {
    if (process.env.SEICHE_ISOLATION === 'off') return
    middlewares.use(({ url = '' }, response, next) => {
      response.setHeader('Content-Security-Policy', /\.m?js(\?|$)/.test(url) ? workerPolicy : policy)
      next()
    })
  },
}

/** Sources of three.js: its builds are one piece each, of which a page loads all or nothing. */
const threeSource = fromRoot('node_modules/three/src/')

/** Parts of three.js that its renderer always imports, and this page does not use. */
const leaveOut: Plugin = {
  name: 'leave-out-parts-of-three',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!importer?.includes('/three/src/')) return undefined
    if (source === './XRManager.js') return fromRoot('apps/playground/src/view/no-xr.ts')
    if (source.endsWith('/PMREMNode.js')) return fromRoot('apps/playground/src/view/no-environment-maps.ts')
    return undefined
  },
  // The package declares that all its nodes have side effects, also functions of lighting models that we do not use.
  transform: (code, id) =>
    /\/three\/src\/nodes\/(functions|lighting)\//.test(id) ? { code, map: null, moduleSideEffects: false } : undefined,
}

/** The schema library gives each schema methods that write its JSON Schema. They are a quarter of it, and this page calls none of them. */
const leaveOutJsonSchema: Plugin = {
  name: 'leave-out-json-schema',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer?.includes('/zod/v4/classic/') && /\/(json-schema-processors|to-json-schema)\.js$/.test(source)
      ? fromRoot('apps/playground/src/session/no-json-schema.ts')
      : undefined,
}

const aliases = [
  { find: /^three\/webgpu$/, replacement: `${threeSource}Three.WebGPU.js` },
  { find: /^three\/tsl$/, replacement: `${threeSource}Three.TSL.js` },
  { find: /^three$/, replacement: `${threeSource}Three.Core.js` },
  { find: /^three\/src\//, replacement: threeSource },
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
  plugins: [preact(), leaveOut, leaveOutJsonSchema, contentSecurityPolicy, policyHeaders, serviceWorker()],
  resolve: { alias: aliases },
  worker: { format: 'es', plugins: () => [leaveOutJsonSchema] },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 1200,
    // Inlined files would be data: URLs, which the policy forbids to fonts and data.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { playground: fromRoot('apps/playground/index.html'), lab: fromRoot('apps/playground/lab/index.html') },
    },
  },
  server: { headers: isolation },
  preview: { headers: isolation },
})
