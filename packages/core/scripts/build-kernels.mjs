// Compiles the kernels and writes into src/generated:
//   kernels.ts   the signature of each kernel, so that the engine's passes are type-checked against it; the worker's program as text
//   shared.ts    the WebAssembly with shared memory (threads) as base64: no fetch, no bundler plug-in needed
//   single.ts    the same without
//   kernels/     both, those of surfaces and of basins alone, and the worker's program, as files for pages that load them from addresses
//   layouts/     for each file of kernels the constants, enumerations and records that it exports, so that nothing is written twice
//   <module>.ts  the modules of a kernel or two with a memory of their own

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { check, compileAll } from './compile.mjs'
import { entryOf, modulesOf, readSources } from './kernel-sources.mjs'
import { readKernels } from './read-kernels.mjs'
import { checkText, dispatchText, kernelsText, layoutPath, layoutText, moduleText } from './write-bindings.mjs'

const core = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = join(core, 'kernels')
const generated = join(core, 'src/generated')

/** Bytes of a module that every browser lets a page compile while it waits. */
const MOST_AT_ONCE = 4096
/** 65536 pages is the whole of a 32-bit memory; the engine asks for just what a scene needs. */
const MEMORY = ['--importMemory', '--initialMemory', '1', '--maximumMemory', '65536']

const sources = await readSources(folder)
const { kernels, layouts } = readKernels(sources)
await write(join(folder, 'generated/dispatch.ts'), dispatchText(kernels))
await write(join(folder, 'generated/check.ts'), checkText(layouts))
await check(folder, 'generated/check.ts')
await writeLayouts()
const modules = modulesOf(sources)
const entry = entryOf(sources)
const kindOf = (threads, fluids, openWater) => ({
  entry,
  flags: [
    ...(threads ? ['--enable', 'threads', '--sharedMemory'] : ['--disable', 'threads']),
    ...MEMORY,
    '--use',
    `FLUIDS=${fluids}`,
    '--use',
    `OPEN_WATER=${openWater}`,
  ],
})
const [shared, single, sharedSurfaces, singleSurfaces, sharedBasins, singleBasins, ...small] = await compileAll(
  folder,
  join(core, '../../.cache/kernels'),
  sources,
  [
    kindOf(true, 1, 1),
    kindOf(false, 1, 1),
    kindOf(true, 0, 1),
    kindOf(false, 0, 1),
    kindOf(true, 0, 0),
    kindOf(false, 0, 0),
    ...modules.map(({ entry }) => ({ entry, flags: ['--disable', 'threads'] })),
  ],
)
const target = join(generated, 'kernels.ts')
const thread = await threadSource()
await write(target, kernelsText({ kernels, thread }))
await write(join(generated, 'shared.ts'), moduleText('shared', shared))
await write(join(generated, 'single.ts'), moduleText('single', single))
await write(join(generated, 'kernels/shared.wasm'), shared)
await write(join(generated, 'kernels/single.wasm'), single)
await write(join(generated, 'kernels/shared-surfaces.wasm'), sharedSurfaces)
await write(join(generated, 'kernels/single-surfaces.wasm'), singleSurfaces)
await write(join(generated, 'kernels/shared-basins.wasm'), sharedBasins)
await write(join(generated, 'kernels/single-basins.wasm'), singleBasins)
// As a file it is a module, which the package says that its files are.
await write(join(generated, 'kernels/thread.js'), `${thread}export {}\n`)
for (const [index, module] of modules.entries()) await writeModule(module, small[index])
console.error(
  `${relative(process.cwd(), target)}: ${kernels.length} kernels, ${shared.length} bytes shared, ${single.length} single, ${singleSurfaces.length} of surfaces, ${singleBasins.length} of basins`,
)

async function write(path, text) {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

/** Writes the layouts, and removes those of files that are gone. */
async function writeLayouts() {
  const at = join(generated, 'layouts')
  const texts = new Map(
    layouts.flatMap((layout) => (layoutPath(layout) ? [[layoutPath(layout), layoutText(layout)]] : [])),
  )
  for (const [path, text] of texts) await write(join(at, path), text)
  for (const entry of await readdir(at, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !texts.has(relative(at, path).replaceAll('\\', '/'))) await rm(path)
  }
}

/** A module of a kernel or two with a memory of its own (src/backend/wasm/scratch-module.ts). */
async function writeModule({ name, entry }, binary) {
  if (binary.length > MOST_AT_ONCE)
    throw new Error(
      `kernels/${entry} is ${binary.length} bytes, and pages compile at once no more than ${MOST_AT_ONCE}`,
    )
  await write(join(generated, `${name}.ts`), moduleText(name, binary))
}

async function threadSource() {
  const source = await readFile(join(core, 'src/backend/wasm/worker.ts'), 'utf8')
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, removeComments: true },
  })
  return outputText.replace(/^export \{\};?$/m, '')
}
