// A plain static server, as for any folder of files: no header but the type and the encoding. It counts the bytes that it sends.

import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webm': 'video/webm',
}
/** Files of other types are compressed in themselves, and sent as they are. */
const compressed = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.wasm'])

/** An answer of the server. */
export interface SentFile {
  path: string
  /** Length of the body [bytes]. */
  bytes: number
  /** When it was asked for [ms since 1970]. */
  time: number
}

export interface StaticServer {
  /** Address of the folder, with a slash at its end. */
  address: string
  sent: SentFile[]
  close(): Promise<void>
}

/** Compressed files by path and time of their last change: several tests ask for the same ones. */
const compressedFiles = new Map<string, Promise<Buffer>>()

async function compressedFile(path: string): Promise<Buffer> {
  const { mtimeMs, size } = await stat(path)
  const key = `${path} ${mtimeMs} ${size}`
  // Level 6 is the default of most servers.
  const known = compressedFiles.get(key) ?? readFile(path).then((content) => gzipSync(content, { level: 6 }))
  compressedFiles.set(key, known)
  return known
}

/** Serves a folder on a free port, at a path such as `/` or `/water/`. */
export async function serveFolder(folder: string, base = '/'): Promise<StaticServer> {
  const sent: SentFile[] = []
  const server = createServer(async (request, response) => {
    const time = Date.now()
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    try {
      if (!path.startsWith(base)) throw new Error('outside the folder')
      const file = join(folder, normalize(path.slice(base.length - 1)))
      const ending = extname(path)
      const body = await (compressed.has(ending) ? compressedFile(file) : readFile(file))
      sent.push({ path, bytes: body.length, time })
      // Browsers ask for videos in parts, at first for all from the first byte on.
      const isPart = request.headers.range === 'bytes=0-' && !compressed.has(ending)
      response.writeHead(isPart ? 206 : 200, {
        ...(isPart && { 'Content-Range': `bytes 0-${body.length - 1}/${body.length}` }),
        'Content-Type': types[ending] ?? 'application/octet-stream',
        'Cache-Control': 'no-cache',
        ...(compressed.has(ending) && { 'Content-Encoding': 'gzip' }),
      })
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}${base}`,
    sent,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
