// The playground, from a fresh clone: install, build, serve on a free port.
import { join } from 'node:path'
import { buildKernels, buildPlayground } from './build.mjs'
import { ensureDependencies, root } from './prepare.mjs'

ensureDependencies()
await buildKernels()
await buildPlayground()
const { preview } = await import('vite')
const server = await preview({
  root: join(root, 'apps/playground'),
  preview: { port: 4173, host: '127.0.0.1' },
  logLevel: 'warn',
})
console.log(`\n  Seiche playground: ${server.resolvedUrls.local[0]}\n  Ctrl-C ends it.\n`)
