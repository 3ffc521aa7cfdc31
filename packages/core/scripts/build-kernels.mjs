// Compiles the kernels and writes src/generated/kernels.ts:
//   - the WebAssembly twice, with shared memory (threads) and without, as base64 (no fetch, no bundler plug-in needed);
//   - the signature of each kernel, read from its Pass class, so that the engine's passes are type-checked against it;
//   - the worker's program as text.
// And src/generated/particles.ts, polyhedra.ts and rounds.ts: modules of a kernel or two with a memory of their own.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import ts from 'typescript'

const core = join(dirname(fileURLToPath(import.meta.url)), '..')
const kernels = join(core, 'kernels')
const compiler = fileURLToPath(new URL('compile-kernels.mjs', import.meta.url))
/** Compiled modules, named by the hash of what they depend on. May be deleted at any time. */
const cache = join(core, '../../.cache/kernels')

/** All members of a Pass class take four bytes, so a member's offset is four times its place. */
const MEMBER = /^\s*(\w+): (Field|f32|i32)\s*$/gm

/**
 * Finds `class XPass { … }`, with what it has of the classes that it extends before its own, and the functions
 * `export function kernel(pass: XPass, begin: i32, end: i32)`. A kernel that needs scratch of its own thread takes `thread: i32` as well.
 */
async function findKernels() {
  const files = (await readdir(kernels)).filter((name) => name.endsWith('.ts')).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(kernels, file), 'utf8')))
  const classes = new Map()
  for (const text of texts)
    for (const [, name, base, body] of text.matchAll(/class (\w+)(?: extends (\w+))? \{([\s\S]*?)\n\}/g))
      classes.set(name, { base, own: [...body.matchAll(MEMBER)].map(([, member, type]) => [member, type]) })
  const membersOf = (name) => {
    const { base, own } = classes.get(name)
    return base ? [...membersOf(base), ...own] : own
  }
  const found = []
  files.forEach((file, index) => {
    const text = texts[index]
    const kernel = /^export function (\w+)\(pass: (\w+Pass), begin: i32, end: i32(, thread: i32)?\)/gm
    for (const [, name, pass, thread] of text.matchAll(kernel)) {
      if (!new RegExp(`class ${pass}\\b`).test(text))
        throw new Error(`${file}: kernel ${name} takes a ${pass}, which this file does not define`)
      const module = file.replace(/\.ts$/, '')
      found.push({ name, pass, module, members: membersOf(pass), thread: thread !== undefined })
    }
  })
  return found
}

function dispatchSource(found) {
  const imports = found.map(
    ({ name, pass, module }) => `import { ${name}, ${pass} as ${name}Pass } from '../${module}'`,
  )
  const cases = found.map(
    ({ name, thread }, index) =>
      `    case ${index}: ${name}(changetype<${name}Pass>(pass), begin, end${thread ? ', thread' : ''}); break`,
  )
  return `// Written by scripts/build-kernels.mjs.
${imports.join('\n')}

export function dispatch(kernel: i32, pass: usize, begin: i32, end: i32, thread: i32): void {
  switch (kernel) {
${cases.join('\n')}
  }
}
`
}

/** What the compiled modules depend on besides their flags: all sources of kernels, how they are compiled, and the compiler. */
async function hashSources() {
  const hash = createHash('sha256')
  const { version } = JSON.parse(await readFile(createRequire(import.meta.url).resolve('assemblyscript/package.json')))
  hash.update(version).update(await readFile(compiler))
  const names = (await readdir(kernels, { recursive: true })).filter((name) => name.endsWith('.ts')).sort()
  for (const name of names) hash.update(`\0${name}\0`).update(await readFile(join(kernels, name)))
  return hash.digest('hex')
}

/**
 * Compiles `entry`, a module of kernels in the kernels' folder, in a thread of its own. A module that was compiled before from the same
 * sources with the same flags comes from the cache.
 */
async function compile(entry, flags) {
  const key = createHash('sha256').update(`${sources}\0${entry}\0${flags}`).digest('hex')
  const kept = join(cache, `${key}.wasm`)
  try {
    return await readFile(kept)
  } catch {
    const binary = await new Promise((resolve, reject) => {
      const worker = new Worker(compiler, { workerData: { folder: kernels, entry, flags } })
      worker.on('message', resolve)
      worker.on('error', reject)
    })
    refuseData(binary)
    await mkdir(cache, { recursive: true })
    // Under its final name the file is always whole, also when two builds run at once.
    const unfinished = `${kept}.${process.pid}`
    await writeFile(unfinished, binary)
    await rename(unfinished, kept)
    return binary
  }
}

/** Kernels keep no data of their own: the engine's arena may begin at a fixed place. Section 11 of a module is its data. */
function refuseData(binary) {
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

async function threadSource() {
  const source = await readFile(join(core, 'src/backend/thread.ts'), 'utf8')
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, removeComments: true },
  })
  return outputText.replace(/^export \{\};?$/m, '')
}

/** Bytes of a module that every browser lets a page compile while it waits. */
const MOST_AT_ONCE = 4096

const found = await findKernels()
await mkdir(join(kernels, 'generated'), { recursive: true })
await writeFile(join(kernels, 'generated/dispatch.ts'), dispatchSource(found))
await mkdir(join(core, 'src/generated'), { recursive: true })
const sources = await hashSources()
// 65536 pages is the whole of a 32-bit memory; the engine asks for just what a scene needs.
const whole = ['--importMemory', '--initialMemory', '1', '--maximumMemory', '65536']
const [shared, single] = await Promise.all([
  compile('index.ts', ['--enable', 'threads', '--sharedMemory', ...whole]),
  compile('index.ts', ['--disable', 'threads', ...whole]),
  ...['particles', 'polyhedra', 'rounds'].map(compileSmall),
])

/** A module of a kernel or two with a memory of its own (src/backend/scratch-module.ts). */
async function compileSmall(name) {
  const binary = await compile(`${name}/index.ts`, ['--disable', 'threads'])
  if (binary.length > MOST_AT_ONCE)
    throw new Error(
      `kernels/${name} are ${binary.length} bytes, and pages compile at once no more than ${MOST_AT_ONCE}`,
    )
  await writeFile(
    join(core, `src/generated/${name}.ts`),
    `// Written by scripts/build-kernels.mjs.

export const ${name}Wasm =
  '${base64(binary)}'
`,
  )
}

function base64(bytes) {
  return Buffer.from(bytes).toString('base64')
}

const signatures = Object.fromEntries(found.map(({ name, members }) => [name, Object.fromEntries(members)]))
const generated = join(core, 'src/generated/kernels.ts')
await writeFile(
  generated,
  `// Written by scripts/build-kernels.mjs.

/** Arguments of each kernel, in the order of its Pass class. A kernel's number is its place in this list. */
export const signatures = ${JSON.stringify(signatures, null, 2)} as const

export const sharedWasm =
  '${base64(shared)}'

export const singleWasm =
  '${base64(single)}'

export const threadSource = ${JSON.stringify(await threadSource())}
`,
)
console.error(
  `${relative(process.cwd(), generated)}: ${found.length} kernels, ${shared.length} bytes shared, ${single.length} single`,
)
