// The files of the viewer's page, which the build puts into the package.

import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { failed } from '../terminal/failure.js'

/** Beside `dist` in the package, and beside `src` in the repository. */
const folder = [new URL('../viewer/', import.meta.url), new URL('../../viewer/', import.meta.url)]
  .map((url) => fileURLToPath(url))
  .find((path) => existsSync(join(path, 'viewer.html')))

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

export interface ViewerFile {
  path: string
  contentType: string
}

/** Every file by the path of its URL. A request can name one of them and no other. */
export async function viewerFiles(): Promise<Map<string, ViewerFile>> {
  if (folder === undefined) {
    throw failed('the page of the viewer is missing from this installation', {
      advice: 'Reinstall @seiche/cli; in the repository, run npm run build.',
    })
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, ViewerFile>()
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const contentType = contentTypes[extname(entry.name)] ?? 'application/octet-stream'
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { path, contentType })
  }
  files.set('/', files.get('/viewer.html')!)
  return files
}
