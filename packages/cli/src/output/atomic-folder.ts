import { rmSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { badInput, failed, reasonOf, systemCode, writingFailed } from '../terminal/failure.js'
import { syncFile, syncFolder, syncTree, type WriteFile, writeAtomically, writeNew } from './durable-write.js'
import { type FileState, GrowingFile } from './growing-file.js'
import { type Leftover, orderName, ownName, tidyLeftovers, workName } from './leftovers.js'
import { assertSafeReplacement, inspectTarget, resolveTarget } from './target.js'

export interface AtomicFolderOptions {
  /** Whether an existing folder at the target is replaced. */
  force: boolean
  /** Files that the run reads; a folder holding one of them is never replaced. */
  inputs?: readonly string[]
  write?: WriteFile
}

/**
 * A folder that appears whole or not at all. Files are written into a sibling of the target, on the same file system;
 * `commit` makes them durable and renames the sibling, `discard` removes every trace of it. A sibling that holds checkpoints is left
 * behind by a process that ends, and `resume` continues it.
 */
export class AtomicFolder {
  /** Path of the finished folder. */
  readonly target: string
  /** Path of the folder while it is written. */
  readonly path: string
  /** Leftovers of earlier runs that were found and removed on opening, for the user. */
  readonly notes: readonly string[]
  readonly #write: WriteFile
  readonly #force: boolean
  /** The topmost folder that had to be created for the target to have a parent. */
  readonly #createdParent: string | undefined
  /** Folders that exist, itself included. */
  readonly #folders: Set<string>
  /** Files that may not have reached the device; undefined as long as only `commit` makes files durable. */
  #unsynced: Set<string> | undefined
  #open = true

  private constructor(
    target: string,
    options: AtomicFolderOptions,
    createdParent: string | undefined,
    notes: readonly string[],
  ) {
    this.target = target
    this.path = ownName(target, 'partial')
    this.notes = notes
    this.#write = options.write ?? writeNew
    this.#force = options.force
    this.#createdParent = createdParent
    this.#folders = new Set([this.path])
    process.on('exit', this.#removeAtExit)
  }

  /** Checks that the target can be written, before any work is done, and claims it against other runs. */
  static async open(path: string, options: AtomicFolderOptions): Promise<AtomicFolder> {
    const target = await resolveTarget(path)
    const before = await inspectTarget(target)
    let createdParent: string | undefined
    try {
      createdParent = await mkdir(dirname(target), { recursive: true })
    } catch (error) {
      throw writingFailed(dirname(target), error)
    }
    try {
      const { busy, resumable, notes } = await tidyLeftovers(target, before !== 'missing')
      if (busy !== undefined) throw busyWith(target, busy)
      if (resumable !== undefined) {
        if (!options.force) {
          throw badInput(`an earlier run to ${target} has not ended`, {
            advice: `Continue it with: seiche resume ${target}\nTo start again instead, add --force.`,
          })
        }
        await rm(resumable.path, { recursive: true, force: true })
        notes.push(`removed ${resumable.path}, an unfinished run`)
      }
      // Inspected again: the removal of leftovers may have restored an earlier result.
      if ((await inspectTarget(target)) === 'filled') {
        if (!options.force) {
          throw badInput(`${target} exists and is not empty`, {
            advice: 'Give another folder with --out, or add --force to replace it with the new result.',
          })
        }
        await assertSafeReplacement(target, options.inputs ?? [])
      }
      await mkdir(ownName(target, 'partial'))
      return new AtomicFolder(target, options, createdParent, notes)
    } catch (error) {
      await removeEmptyParents(target, createdParent)
      throw systemCode(error) === undefined ? error : writingFailed(target, error)
    }
  }

  /** Takes over the folder of a process that has ended, to continue its work. */
  static async resume(target: string, unfinished: Leftover, options: AtomicFolderOptions): Promise<AtomicFolder> {
    try {
      // Of two processes that try this at the same time, one finds the folder gone.
      await rename(unfinished.path, ownName(target, 'partial'))
    } catch (error) {
      throw failed(`cannot take over ${unfinished.path}: ${reasonOf(error)}`, { cause: error })
    }
    const folder = new AtomicFolder(target, options, undefined, [])
    folder.keepAtExit()
    return folder
  }

  /** Whether the folder stays if the work on it ends before `commit`. */
  get isKept(): boolean {
    return this.#open && this.#unsynced !== undefined
  }

  /** From now on the folder stays if the process ends: it can be resumed. */
  keepAtExit(): void {
    this.#unsynced ??= new Set()
    process.off('exit', this.#removeAtExit)
  }

  /** Writes a new file. Its name may lead into folders, which are created. */
  async write(name: string, content: Uint8Array | string): Promise<void> {
    const path = this.#pathOf(name)
    try {
      await this.#makeParent(path)
      await this.#write(path, content)
      this.#unsynced?.add(path)
    } catch (error) {
      throw writingFailed(path, error)
    }
  }

  /** Writes a file that appears whole or not at all, in place of one with the same name. */
  async writeWhole(name: string, content: Uint8Array | string): Promise<void> {
    const path = this.#pathOf(name)
    try {
      await this.#makeParent(path)
      await writeAtomically(path, content, this.#write)
    } catch (error) {
      throw writingFailed(path, error)
    }
  }

  /**
   * A file that grows during the run; it must be closed before `commit`.
   * @param from the state to continue from; undefined for a new file
   */
  append(name: string, from?: FileState): Promise<GrowingFile> {
    const path = this.#pathOf(name)
    return from ? GrowingFile.reopen(path, from) : GrowingFile.create(path)
  }

  /** On return the files that were written have reached the device. */
  async sync(): Promise<void> {
    try {
      for (const path of this.#unsynced ?? []) await syncFile(path)
      for (const folder of this.#folders) await syncFolder(folder)
    } catch (error) {
      throw writingFailed(this.path, error)
    }
    this.#unsynced?.clear()
  }

  /** Removes a file or folder, if it exists. */
  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { recursive: true, force: true, maxRetries: 3 })
  }

  /** Removes the files of the work; `commit` removes the order, which tells a resumed run whether it replaces an earlier result. */
  async removeWork(): Promise<void> {
    const work = join(this.path, workName)
    for (const name of await namesIn(work))
      if (`${workName}/${name}` !== orderName) await rm(join(work, name), { recursive: true, force: true })
  }

  /** On return all files have reached the device, including those that libraries have written by themselves. */
  async syncAll(): Promise<void> {
    try {
      await syncTree(this.path)
    } catch (error) {
      throw writingFailed(this.path, error)
    }
  }

  /** On return the target contains the new files and nothing else, even after a power failure if `syncAll` was called before. Returns notes for the user. */
  async commit(): Promise<string[]> {
    const aside = ownName(this.target, 'replaced')
    try {
      await syncFolder(this.path)
      const replaced = await this.#putInPlace(aside)
      this.#close()
      await syncFolder(dirname(this.target))
      return replaced ? await removeReplaced(aside) : []
    } catch (error) {
      throw failed(`cannot put the result in place at ${this.target}: ${reasonOf(error)}`, { cause: error })
    }
  }

  /** Does nothing after `commit`. Returns whether there was something to remove. */
  async discard(): Promise<boolean> {
    if (!this.#open) return false
    await rm(this.path, { recursive: true, force: true, maxRetries: 3 })
    this.#close()
    await removeEmptyParents(this.target, this.#createdParent)
    return true
  }

  /** Path of a file. Throws for a name that leads out of the folder. */
  #pathOf(name: string): string {
    const path = join(this.path, name)
    if (isAbsolute(name) || relative(this.path, path).startsWith('..'))
      throw failed(`"${name}" leads out of the folder ${this.target}`)
    return path
  }

  /** Folders inside the folder are created when their first file is written. */
  async #makeParent(path: string): Promise<void> {
    const parent = dirname(path)
    if (this.#folders.has(parent)) return
    await mkdir(parent, { recursive: true })
    this.#folders.add(parent)
  }

  /** Returns whether an earlier folder was set aside. */
  async #putInPlace(aside: string): Promise<boolean> {
    const state = await inspectTarget(this.target)
    if (state !== 'filled') {
      // rmdir fails, as it should, if another program has written to the folder since.
      if (state === 'empty') await rmdir(this.target)
      await this.remove(workName)
      await rename(this.path, this.target)
      return false
    }
    if (!this.#force) throw new Error('meanwhile another program has put files there')
    await rename(this.target, aside)
    try {
      await this.remove(workName)
      await rename(this.path, this.target)
    } catch (error) {
      await rename(aside, this.target)
      throw error
    }
    return true
  }

  /** Removes the partial folder at exits that skip `finally`, such as an uncaught exception in a callback. */
  readonly #removeAtExit = () => rmSync(this.path, { recursive: true, force: true })

  #close(): void {
    this.#open = false
    process.off('exit', this.#removeAtExit)
  }
}

/** The names in a folder; none if it does not exist. */
async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  }
}

export function busyWith(target: string, { pid, path }: Leftover) {
  return failed(`process ${pid} is writing to ${target} at this moment`, {
    advice: `Wait for it to end, or give another folder with --out. If process ${pid} is another program, delete ${path}`,
  })
}

/** Removes the replaced folder. The new result is already in place: if this fails, the user gets a note, not a failure. */
async function removeReplaced(aside: string): Promise<string[]> {
  try {
    await rm(aside, { recursive: true, force: true, maxRetries: 3 })
    return []
  } catch (error) {
    return [`the replaced folder could not be removed and is now ${aside}: ${reasonOf(error)}`]
  }
}

/** Removes the folders made for the target, from the innermost outwards, as long as they are empty. */
async function removeEmptyParents(target: string, topmost: string | undefined): Promise<void> {
  if (topmost === undefined) return
  for (let folder = dirname(target); !relative(topmost, folder).startsWith('..'); folder = dirname(folder)) {
    try {
      await rmdir(folder)
    } catch {
      return
    }
  }
}
