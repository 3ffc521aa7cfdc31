import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { badInput, failed, reasonOf, systemCode } from '../terminal/failure.js'

export type TargetState = 'missing' | 'empty' | 'filled'

/** Resolves symbolic links: a linked results folder is replaced, not the link. Parts of the path that do not exist are kept as given. */
export async function resolveTarget(path: string): Promise<string> {
  const rest: string[] = []
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    try {
      return join(await realpath(folder), ...rest)
    } catch (error) {
      const code = systemCode(error)
      if (code === 'ENOTDIR') throw insideFile(path)
      if (code === 'EACCES') throw failed(`cannot read the folder ${folder}: ${reasonOf(error)}`, { cause: error })
      if (code !== 'ENOENT') throw badInput(`cannot write to ${path}: ${reasonOf(error)}`, { cause: error })
      if (await isLink(folder)) {
        throw badInput(`cannot write to ${path}: ${folder} is a symbolic link to something that does not exist`)
      }
      rest.unshift(basename(folder))
    }
  }
}

/** State of the target. Throws for a target that cannot become a results folder. */
export async function inspectTarget(target: string): Promise<TargetState> {
  let found: Awaited<ReturnType<typeof stat>>
  try {
    found = await stat(target)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') {
      await assertParentIsFolder(target)
      return 'missing'
    }
    if (systemCode(error) === 'ENOTDIR') throw insideFile(target)
    throw failed(`cannot inspect ${target}: ${reasonOf(error)}`, { cause: error })
  }
  if (!found.isDirectory()) {
    throw badInput(`${target} is a file`, { advice: 'Give a folder with --out; it is created if it does not exist.' })
  }
  // A mount point (a container's volume, a disk) cannot be renamed, and a folder beside it is on another file system.
  const parent = await stat(dirname(target))
  if (parent.dev !== found.dev || dirname(target) === target) {
    throw badInput(`${target} is the root of a file system and cannot be replaced by renaming`, {
      advice: `Give a folder inside it: --out ${join(target, 'run')}`,
    })
  }
  return (await readdir(target)).length === 0 ? 'empty' : 'filled'
}

/**
 * Throws if --force would remove the current folder, the home folder, or a folder with an input file.
 * @param inputs files that the run reads
 */
export async function assertSafeReplacement(target: string, inputs: readonly string[]): Promise<void> {
  const precious: [string, string][] = [
    [process.cwd(), 'it is or contains the current folder'],
    [homedir(), 'it is or contains your home folder'],
    ...inputs.map((path): [string, string] => [path, `it contains ${path}, which this run reads`]),
  ]
  for (const [path, why] of precious) {
    if (holds(target, await withoutLinks(path))) {
      throw badInput(`--force will not replace ${target}: ${why}`, { advice: 'Give another folder with --out.' })
    }
  }
}

function holds(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
}

async function withoutLinks(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    return resolve(path)
  }
}

async function assertParentIsFolder(target: string): Promise<void> {
  for (let folder = dirname(target); ; folder = dirname(folder)) {
    try {
      if (!(await stat(folder)).isDirectory()) throw insideFile(target, folder)
      return
    } catch (error) {
      if (systemCode(error) === 'ENOTDIR') throw insideFile(target)
      if (systemCode(error) !== 'ENOENT') throw error
    }
  }
}

function insideFile(target: string, file?: string) {
  return badInput(`cannot write to ${target}: ${file ?? 'a part of the path'} is a file, not a folder`, {
    advice: 'Give a folder with --out; it is created if it does not exist.',
  })
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink()
  } catch {
    return false
  }
}
