// Serves a finished run and the page that shows it, on this computer only. A URL is compared with the files that there are, and never
// becomes a path: no request can leave the run's folder.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { frameFile } from '@seiche/export'
import { writeNpy } from 'seiche/npy'
import type { RunFolder } from '../results/run-folder.js'
import { badInput, failed, reasonOf, systemCode } from '../terminal/failure.js'
import { pagePolicy } from './content-security-policy.js'
import { poseValues } from './protocol.js'
import { type DescribedRun, describeRun } from './run-description.js'
import { type ViewerFile, viewerFiles } from './viewer-files.js'

export interface ViewerServer {
  /** http://127.0.0.1:<port>/ */
  readonly address: string
  readonly described: DescribedRun
  close(): Promise<void>
}

/** Content of a response: bytes, or a file. */
type Content = { contentType: string } & ({ bytes: Uint8Array | string } | { path: string })

const headers = {
  'Content-Security-Policy': [...pagePolicy, "frame-ancestors 'none'"].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

const host = '127.0.0.1'

export interface ServeOptions {
  /** A free one unless given. */
  port?: number | undefined
  /** Files of the page; those of the package unless given. */
  files?: ReadonlyMap<string, ViewerFile>
}

export async function serveRun(run: RunFolder, { port = 0, files: given }: ServeOptions = {}): Promise<ViewerServer> {
  const files = given ?? (await viewerFiles())
  const described = await describeRun(run)
  const content = contentOf(run, described, files)
  const server = createServer((request, response) => void respond(request, response, content))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(port, error)))
    server.listen(port, host, resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    address: `http://${host}:${bound}/`,
    described,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // Pages keep connections open.
        server.closeAllConnections()
      }),
  }
}

/** Finds the content of a path; undefined if there is none. */
function contentOf(
  run: RunFolder,
  { description, start, poses }: DescribedRun,
  files: ReadonlyMap<string, ViewerFile>,
): (path: string) => Promise<Content | undefined> {
  const npy = 'application/octet-stream'
  const json = JSON.stringify(description)
  return async (path) => {
    const file = files.get(path)
    if (file) return file
    if (path === '/run.json') return { contentType: 'application/json', bytes: json }
    if (path === '/run/poses.npy' && poses) {
      const bodies = description.bodies.length
      return { contentType: npy, bytes: writeNpy(poses, [poses.length / (bodies * poseValues), bodies, poseValues]) }
    }
    const [, frame, field] = /^\/run\/(?:frames\/(\d{1,6})|start)\/(\w+)\.npy$/.exec(path) ?? []
    if (field === undefined) return undefined
    if (frame === undefined) {
      const values = start.get(field)
      return values && { contentType: npy, bytes: writeNpy(values, [values.length]) }
    }
    const entry = run.frames[Number(frame)]
    if (!entry || !run.fields.includes(field)) return undefined
    return { contentType: npy, path: await run.pathOf(frameFile(field, entry.frame, 'npy')) }
  }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  content: (path: string) => Promise<Content | undefined>,
): Promise<void> {
  try {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (!isOwnHost(request)) return refuse(response, 403, 'Open the address that seiche has printed.')
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'Files can only be read.')
    const found = await content((request.url ?? '/').split('?', 1)[0]!)
    if (!found) return refuse(response, 404, 'There is no such file in this run.')
    response.setHeader('Content-Type', found.contentType)
    if ('bytes' in found) {
      response.setHeader('Content-Length', Buffer.byteLength(found.bytes))
      response.end(request.method === 'HEAD' ? undefined : found.bytes)
      return
    }
    response.setHeader('Content-Length', (await stat(found.path)).size)
    if (request.method === 'HEAD') response.end()
    else await pipeline(createReadStream(found.path), response)
  } catch (error) {
    if (!response.headersSent) refuse(response, 500, reasonOf(error))
    else response.destroy()
  }
}

/** Another name for this address would be a page of another site that wants to read the run (DNS rebinding). */
function isOwnHost({ headers, socket }: IncomingMessage): boolean {
  const port = socket.localPort
  return headers.host === `${host}:${port}` || headers.host === `localhost:${port}`
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status
  response.setHeader('Content-Type', 'text/plain; charset=utf-8')
  response.end(`${text}\n`)
}

function cannotListen(port: number, error: Error): Error {
  const code = systemCode(error)
  if (code === 'EADDRINUSE') {
    return badInput(`--port ${port}: another program uses this port`, { advice: 'Leave out --port to use a free one.' })
  }
  if (code === 'EACCES') {
    return badInput(`--port ${port}: this port needs more rights`, { advice: 'Give a port from 1024 to 65535.' })
  }
  return failed(`cannot serve the run: ${reasonOf(error)}`, { cause: error })
}
