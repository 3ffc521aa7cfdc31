// Writes the service worker of the built page, with the list of its files.

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const source = fileURLToPath(new URL('service-worker.js', import.meta.url))

/** Larger files are kept when they are first used [bytes]. */
const largest = 300_000

export function serviceWorker(): Plugin {
  let folder = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = `${resolve(root, build.outDir)}/`
    },
    async closeBundle() {
      // The viewer of `seiche view` is no page to install.
      if (!existsSync(`${folder}index.html`)) return
      const files = await filesToKeep(folder)
      const hash = createHash('sha256')
      for (const file of files) hash.update(file).update(await readFile(folder + file))
      const build = { version: hash.digest('hex').slice(0, 16), files: ['./', 'lab/', ...files] }
      const text = await readFile(source, 'utf8')
      const placeholder = "const build = { version: 'none', files: [] }"
      if (!text.includes(placeholder)) throw new Error(`${source} does not contain ${placeholder}`)
      await writeFile(`${folder}service-worker.js`, text.replace(placeholder, `const build = ${JSON.stringify(build)}`))
    },
  }
}

/**
 * The files that the first visit keeps: all of the page but fonts, pictures of the gallery and large files. Of these, the engine of the bodies
 * is kept: the scene of the first visit has bodies.
 */
async function filesToKeep(folder: string): Promise<string[]> {
  const all = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== 'service-worker.js')
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length).replace(/^\/+/, ''))
    .sort()
  const simulation = all.find((file) => /\/simulation\.worker-[^/]+\.js$/.test(file))
  const engine = simulation && /\/(bodies-[\w-]+\.js)/.exec(await readFile(folder + simulation, 'utf8'))?.[1]
  if (!engine) throw new Error('the simulation refers to no engine of bodies: has its file another name?')
  const sizes = await Promise.all(all.map(async (file) => (await readFile(folder + file)).length))
  return all.filter((file, index) => {
    if (file.endsWith(`/${engine}`)) return true
    if (!/\.(html|js|css|wasm|glb|webmanifest|svg)$/.test(file) && !(file.endsWith('.jpg') && sizes[index]! < 2500))
      return false
    return sizes[index]! <= largest
  })
}
