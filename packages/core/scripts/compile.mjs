// AssemblyScript's compiler, and the demands on what it makes.

import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

const worker = fileURLToPath(new URL('compile-worker.mjs', import.meta.url))

/** Flags of everything that ships. */
const SHIPPED = ['--runtime', 'stub', '--noAssert', '-O3', '--enable', 'simd', '--exportStart', '_start']

/** Compiles without optimizing, for the compiler's messages alone. */
export async function check(folder, entry) {
  await run(folder, entry, ['--runtime', 'stub', '--enable', 'simd'])
}

/**
 * Compiles modules of kernels, `{ entry, flags }` with `entry` a path from `folder`, at the same time; returns their WebAssembly. A module
 * that was compiled before, from the same sources and with the same flags, comes from the folder `cache`, which may be deleted at any time.
 */
export async function compileAll(folder, cache, sources, modules) {
  const key = await keyOf(sources)
  return Promise.all(
    modules.map(async ({ entry, flags }) => {
      const kept = join(cache, `${createHash('sha256').update(`${key}\0${entry}\0${flags}`).digest('hex')}.wasm`)
      try {
        return await readFile(kept)
      } catch {
        const binary = await run(folder, entry, [...SHIPPED, ...flags])
        rejectData(binary)
        await mkdir(cache, { recursive: true })
        // Under its final name the file is always whole, also when two builds run at once.
        const unfinished = `${kept}.${process.pid}`
        await writeFile(unfinished, binary)
        await rename(unfinished, kept)
        return binary
      }
    }),
  )
}

/** The compiled modules depend on all sources of kernels, on this file and on the compiler. */
async function keyOf(sources) {
  const { version } = JSON.parse(await readFile(createRequire(import.meta.url).resolve('assemblyscript/package.json')))
  const hash = createHash('sha256').update(version)
  for (const path of [fileURLToPath(import.meta.url), worker]) hash.update(await readFile(path))
  for (const [path, text] of sources) hash.update(`\0${path}\0${text}`)
  return hash.digest('hex')
}

/** Runs the compiler in a thread of its own, so that several modules are compiled at the same time. */
function run(folder, entry, flags) {
  return new Promise((resolve, reject) => {
    const thread = new Worker(worker, { workerData: { folder, entry, flags } })
    thread.on('message', ({ binary, problem }) => (problem ? reject(new Error(problem)) : resolve(binary)))
    thread.on('error', reject)
  })
}

/** Kernels keep no data of their own: the engine's arena may begin at a fixed place. Section 11 of a module is its data. */
function rejectData(binary) {
  for (let at = 8; at < binary.length; ) {
    const section = binary[at++]
    let size = 0
    for (let shift = 0, more = true; more; shift += 7) {
      const byte = binary[at++]
      size |= (byte & 127) << shift
      more = byte > 127
    }
    if (section === 11) throw new Error('the kernels contain static data; put tables into a field instead')
    at += size
  }
}
