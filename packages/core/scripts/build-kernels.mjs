// Compiles the kernels and writes src/generated/kernels.ts:
//   - the WebAssembly twice, with shared memory (threads) and without, as base64 (no fetch, no bundler plug-in needed);
//   - the signature of each kernel, read from its Pass class, so that the engine's passes are type-checked against it;
//   - the worker's program as text.
// And src/generated/particles.ts, polyhedra.ts and rounds.ts: modules of a kernel or two with a memory of their own.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'
import ts from 'typescript'

const core = join(dirname(fileURLToPath(import.meta.url)), '..')
const kernels = join(core, 'kernels')

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

/** `entry`: a module of kernels, in the kernels' folder. */
async function compile(entry, flags) {
  const output = new Map()
  const { error, stderr } = await asc.main(
    [
      entry,
      '--baseDir',
      kernels,
      '--outFile',
      'kernels.wasm',
      '--runtime',
      'stub',
      '--noAssert',
      '-O3',
      '--converge',
      '--enable',
      'simd',
      '--exportStart',
      '_start',
      ...flags,
    ],
    { writeFile: (name, contents) => output.set(name, contents) },
  )
  if (error) throw new Error(`the kernels do not compile\n${stderr.toString()}`)
  const binary = output.get('kernels.wasm')
  refuseData(binary)
  return binary
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
// 65536 pages is the whole of a 32-bit memory; the engine asks for just what a scene needs.
const whole = ['--importMemory', '--initialMemory', '1', '--maximumMemory', '65536']
const shared = await compile('index.ts', ['--enable', 'threads', '--sharedMemory', ...whole])
const single = await compile('index.ts', ['--disable', 'threads', ...whole])

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

const base64 = (bytes) => Buffer.from(bytes).toString('base64')
const signatures = Object.fromEntries(found.map(({ name, members }) => [name, Object.fromEntries(members)]))
const generated = join(core, 'src/generated/kernels.ts')
await mkdir(dirname(generated), { recursive: true })
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
for (const name of ['particles', 'polyhedra', 'rounds']) await compileSmall(name)
console.error(
  `${relative(process.cwd(), generated)}: ${found.length} kernels, ${shared.length} bytes shared, ${single.length} single`,
)
