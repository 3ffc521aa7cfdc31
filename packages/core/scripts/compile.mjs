// AssemblyScript's compiler, and the demands on what it makes.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
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

/** Threads without work, and calls that wait for one. */
const idle = []
const waiting = []
let threads = 0

/**
 * Runs the compiler in a thread, so that several modules are compiled at the same time: no more than there are cores. A thread compiles one
 * module after another, because each new one would first have to compile the compiler, itself WebAssembly.
 */
async function run(folder, entry, flags) {
  const thread =
    idle.pop() ?? (threads < availableParallelism() ? start() : await new Promise((take) => waiting.push(take)))
  thread.ref()
  thread.postMessage({ folder, entry, flags })
  const [{ binary, problem }] = await once(thread, 'message')
  thread.unref()
  const next = waiting.shift()
  if (next) next(thread)
  else idle.push(thread)
  if (problem) throw new Error(problem)
  return binary
}

function start() {
  threads++
  return new Worker(worker)
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
