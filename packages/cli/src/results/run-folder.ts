// A finished run: the folder that `seiche run` has written, read through its manifest.

import { readFile, realpath } from 'node:fs/promises'
import { basename, isAbsolute, relative, resolve } from 'node:path'
import { type FieldEntry, type FrameEntry, frameFile, type Manifest, readManifest } from '@seiche/export'
import { readNpy } from 'seiche/npy'
import { readBytes } from '../scene/read-bytes.js'
import { badInput, reasonOf, systemCode } from '../terminal/failure.js'
import { CsvTable } from './csv-table.js'

export class RunFolder {
  /** Full path. */
  readonly path: string
  /** Name of the folder, for legends and messages. */
  readonly name: string
  readonly manifest: Manifest

  private constructor(path: string, manifest: Manifest) {
    this.path = path
    this.name = basename(path)
    this.manifest = manifest
  }

  /** Throws a `Failure` for a folder that no run has written. */
  static async open(path: string): Promise<RunFolder> {
    const folder = resolve(path)
    try {
      return new RunFolder(await realpath(folder), await readManifest(folder))
    } catch (error) {
      throw badInput(reasonOf(error), {
        cause: error,
        advice: 'Give the folder of a finished run: the --out of seiche run.',
      })
    }
  }

  get frames(): readonly FrameEntry[] {
    return this.manifest.frames
  }

  /** Names of the fields that were written as .npy. */
  get fields(): string[] {
    const [first] = this.frames
    if (!first) return []
    const { files, frame } = first
    return Object.keys(this.manifest.fields).filter((field) => files.includes(frameFile(field, frame, 'npy')))
  }

  /** Throws if a field was not written. */
  field(name: string): FieldEntry {
    if (!this.fields.includes(name)) {
      throw badInput(
        this.fields.length === 0
          ? `${this.name} has no fields as .npy files`
          : `${this.name} has no field "${name}"; it has ${this.fields.join(', ')}`,
        { advice: `Run the scene again with --format npy --fields ${name}.` },
      )
    }
    return this.manifest.fields[name]!
  }

  /** Index of the frame with a number: a part of a run does not begin with frame 0. Throws for a number that no frame has. */
  indexOf(number: number): number {
    const index = this.frames.findIndex(({ frame }) => frame === number)
    if (index >= 0) return index
    throw badInput(`${this.name} has no frame ${number}`, {
      advice: `Its frames are ${this.frames[0]?.frame} to ${this.frames.at(-1)?.frame}.`,
    })
  }

  /** Values of a field in the frame with an index. */
  async values(field: string, index: number): Promise<Float32Array> {
    const { shape } = this.field(field)
    const path = await this.pathOf(frameFile(field, this.frames[index]!.frame, 'npy'))
    try {
      const array = readNpy(await readBytes(path))
      if (array.shape.join() !== shape.join()) {
        throw new Error(`its shape is (${array.shape.join(', ')}), and the manifest has (${shape.join(', ')})`)
      }
      return array.data instanceof Float32Array ? array.data : Float32Array.from(array.data, Number)
    } catch (error) {
      throw badInput(`cannot read ${path}: ${reasonOf(error)}`, { cause: error, advice: 'Run the scene again.' })
    }
  }

  async diagnostics(): Promise<CsvTable> {
    return this.#table(this.manifest.diagnostics.file)
  }

  /** Poses of the bodies; undefined where the scene has none. */
  async bodies(): Promise<CsvTable | undefined> {
    const { bodies } = this.manifest
    return bodies && this.#table(bodies.file)
  }

  /** Full path of a file of the run. Throws if it is not inside the folder, also through symbolic links. */
  async pathOf(name: string): Promise<string> {
    const path = resolve(this.path, name)
    if (isOutside(this.path, path)) throw outside(name)
    try {
      const real = await realpath(path)
      if (isOutside(this.path, real)) throw outside(name)
      return real
    } catch (error) {
      if (systemCode(error) === undefined) throw error
      throw badInput(`cannot read ${path}: ${reasonOf(error)}`, { cause: error, advice: 'Run the scene again.' })
    }
  }

  async #table(name: string): Promise<CsvTable> {
    const path = await this.pathOf(name)
    return CsvTable.parse(await readFile(path, 'utf8'), path)
  }
}

function isOutside(folder: string, path: string): boolean {
  const inside = relative(folder, path)
  return inside.startsWith('..') || isAbsolute(inside)
}

function outside(name: string): Error {
  return badInput(`the manifest names a file outside of its folder: ${name}`, {
    advice: 'The folder may be from someone who wants to read your files.',
  })
}
