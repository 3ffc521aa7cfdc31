// Files of the built page, sent from memory by the preview server of Vite: its own way reads and compresses each file for each visit, which
// took more processor time than all other work of the tests in Node.

import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { Plugin } from 'vite'

const blank = Buffer.from('<!doctype html><link rel="icon" href="data:," />')

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}

/** Path of an empty page, between the tests of a tab. */
export const blankPath = '/blank'

/** Sends files of these types below a folder, uncompressed and with the headers of the server. It sends all others itself, and videos in parts. */
export function fromMemory(folder: string): Plugin {
  return {
    name: 'built-files-from-memory',
    configurePreviewServer({ middlewares, config }) {
      const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => extname(path) in types)
      const files = new Map(paths.map((path) => [`/${path.replaceAll(sep, '/')}`, readFileSync(join(folder, path))]))
      middlewares.use(({ url = '/', method }, response, next) => {
        const { pathname } = new URL(url, 'http://localhost')
        const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname
        const body = path === blankPath ? blank : method === 'GET' ? files.get(path) : undefined
        if (!body) return next()
        for (const [name, value] of Object.entries(config.preview.headers)) if (value) response.setHeader(name, value)
        response.writeHead(200, {
          'Content-Type': types[extname(path)] ?? 'text/html',
          'Content-Length': body.length,
          // The name of an asset has a hash of its content.
          'Cache-Control': path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
        })
        response.end(body)
      })
    },
  }
}
