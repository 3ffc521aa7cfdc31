import { rmSync } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { badInput, failed, reasonOf, systemCode, writingFailed } from '../terminal/failure.js'
import { syncFolder, syncTree, type WriteFile, writeDurably } from './durable-write.js'
import { ownName, tidyLeftovers } from './leftovers.js'
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
 * `commit` makes them durable and renames the sibling, `discard` removes every trace of it.
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
    this.#write = options.write ?? writeDurably
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
      const { busy, notes } = await tidyLeftovers(target, before !== 'missing')
      if (busy !== undefined) {
        throw failed(`process ${busy.pid} is writing to ${target} at this moment`, {
          advice: `Wait for it to end, or give another folder with --out. If process ${busy.pid} is another program, delete ${busy.path}`,
        })
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

  /** Writes a new file. Its name may lead into folders, which are created. */
  async write(name: string, content: Uint8Array | string): Promise<void> {
    const path = this.#pathOf(name)
    try {
      await this.#makeParent(path)
      await this.#write(path, content)
    } catch (error) {
      throw writingFailed(path, error)
    }
  }

  /** A file that grows during the run; it must be closed before `commit`. */
  async append(name: string): Promise<GrowingFile> {
    const path = this.#pathOf(name)
    try {
      return new GrowingFile(path, await open(path, 'wx'))
    } catch (error) {
      throw writingFailed(path, error)
    }
  }

  /** Removes a file or folder, if it exists. */
  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { recursive: true, force: true, maxRetries: 3 })
  }

  /** On return the target contains the new files and nothing else, even after a power failure. Returns notes for the user. */
  async commit(): Promise<string[]> {
    const aside = ownName(this.target, 'replaced')
    try {
      await syncTree(this.path)
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
      await rename(this.path, this.target)
      return false
    }
    if (!this.#force) throw new Error('meanwhile another program has put files there')
    await rename(this.target, aside)
    try {
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

export class GrowingFile {
  readonly #path: string
  readonly #file: FileHandle

  constructor(path: string, file: FileHandle) {
    this.#path = path
    this.#file = file
  }

  async append(text: string): Promise<void> {
    try {
      await this.#file.appendFile(text)
    } catch (error) {
      throw writingFailed(this.#path, error)
    }
  }

  /** On return the content has reached the device. */
  async finish(): Promise<void> {
    try {
      await this.#file.sync()
    } catch (error) {
      throw writingFailed(this.#path, error)
    }
  }

  close(): Promise<void> {
    return this.#file.close()
  }
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
