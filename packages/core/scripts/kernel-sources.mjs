// The AssemblyScript files under kernels/, by their path from there, and the part that each folder plays.

import { readdir, readFile } from 'node:fs/promises'
import { join, posix, sep } from 'node:path'

/** Folders whose index.ts is the entry of all kernels, the first that exists. Any other folder with an index.ts is a module of its own. */
const ENTRY_FOLDERS = ['.', 'abi']
/** Written by the build. */
const GENERATED = 'generated/'

/** The text of every file, in the order of the paths. */
export async function readSources(folder) {
  const paths = (await readdir(folder, { recursive: true }))
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path.endsWith('.ts') && !path.startsWith(GENERATED))
    .sort()
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8')))
  return new Map(paths.map((path, index) => [path, texts[index]]))
}

/** The file whose exports are those of the WebAssembly with all kernels. */
export function entryOf(sources) {
  const entry = ENTRY_FOLDERS.map((folder) => posix.join(folder, 'index.ts')).find((path) => sources.has(path))
  if (!entry) throw new Error('the kernels have no index.ts')
  return entry
}

/** Modules of a kernel or two with a memory of their own: `{ name, entry }`, named after their folders. */
export function modulesOf(sources) {
  return [...sources.keys()]
    .filter((path) => posix.basename(path) === 'index.ts' && !ENTRY_FOLDERS.includes(posix.dirname(path)))
    .map((entry) => ({ name: posix.basename(posix.dirname(entry)), entry }))
}
