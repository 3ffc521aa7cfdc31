// The folder of a sweep:
//
//     sweep.json             the sweep: base scene, axes, metrics, version of the engine
//     scenes/<run>.json      the scene of each run; `seiche run` takes it too
//     scenes/files/          copies of the files that scenes name
//     runs/<run>.json        the result of a run; it appears when the run has ended
//     runs/<run>/            the outputs that the sweep keeps, if any
//     results.csv, .json     one row for each run
//
// A run with a result is never run again. A sweep that was stopped, or killed, goes on where it was.

import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { version } from 'seiche'
import { badInput, failed, reasonOf, systemCode, writingFailed } from '../../terminal/failure.js'
import { differences } from '../file/difference.js'
import { filesFolder, type InputFiles } from '../file/input-files.js'
import { canonicalJson } from '../points/run-name.js'
import type { RunRecord } from '../runs/task.js'
import type { Variant } from '../points/variants.js'
import { writeAside } from './write-aside.js'

/** Everything that the results depend on. */
export interface SweepDescription {
  format: 'seiche-sweep'
  formatVersion: 1
  seiche: string
  scene: unknown
  axes: unknown
  metrics: unknown
  sampleEvery: number
  keep: unknown
}

export function describeSweep(rest: Omit<SweepDescription, 'format' | 'formatVersion' | 'seiche'>): SweepDescription {
  // As it reads back from the file.
  const plain = JSON.parse(JSON.stringify(rest)) as typeof rest
  return { format: 'seiche-sweep', formatVersion: 1, seiche: version, ...plain }
}

const descriptionName = 'sweep.json'
const recordExtension = '.json'
/** Most differences in one message. */
const mostDifferences = 5

export class SweepFolder {
  readonly path: string
  /** Hash of the description: workers check that their folder is that of the same sweep. */
  readonly fingerprint: string

  private constructor(path: string, description: SweepDescription) {
    this.path = path
    this.fingerprint = createHash('sha256').update(canonicalJson(description)).digest('hex').slice(0, 16)
  }

  /** Opens the folder of a sweep to continue it, or creates it. Throws if it is that of another sweep. */
  static async create(path: string, description: SweepDescription): Promise<SweepFolder> {
    const folder = resolve(path)
    const there = await readDescription(folder)
    if (there === undefined) {
      await assertUnused(folder)
      for (const inner of [join(folder, 'scenes', filesFolder), join(folder, 'runs')]) await makeFolder(inner)
      await writeAside(join(folder, descriptionName), `${JSON.stringify(description, null, 2)}\n`)
    } else {
      const found = differences(there, description)
      if (found.length > 0) {
        const more = found.length > mostDifferences ? [`and ${found.length - mostDifferences} more`] : []
        throw badInput(
          [`${folder} has the results of another sweep:`, ...found.slice(0, mostDifferences), ...more].join('\n  '),
          { advice: 'Give another folder with --out, or delete this one.' },
        )
      }
    }
    return new SweepFolder(folder, description)
  }

  /** Opens an existing folder, for a worker. Returns undefined if there is none. */
  static async find(path: string): Promise<SweepFolder | undefined> {
    const description = await readDescription(path)
    return description && new SweepFolder(path, description)
  }

  scene(run: string): string {
    return join(this.path, 'scenes', `${run}.json`)
  }

  /** Folder of the outputs of a run. */
  outputs(run: string): string {
    return join(this.path, 'runs', run)
  }

  /** Writes the scenes of runs, and the files they name. Files that exist have the same content: their names are hashes. */
  async addScenes(variants: readonly Variant[], files: InputFiles): Promise<void> {
    const there = new Set(await readdir(join(this.path, 'scenes')))
    const copies = new Set(await readdir(join(this.path, 'scenes', filesFolder)))
    for (const [name, content] of files.contents)
      if (!copies.has(name.slice(filesFolder.length + 1))) await writeAside(join(this.path, 'scenes', name), content)
    for (const { name, scene } of variants)
      if (!there.has(`${name}.json`)) await writeAside(this.scene(name), `${JSON.stringify(scene, null, 2)}\n`)
  }

  /** Names of the runs that have a result. */
  async finished(): Promise<Set<string>> {
    const names = await readdir(join(this.path, 'runs'))
    return new Set(
      names.filter((name) => name.endsWith(recordExtension)).map((name) => name.slice(0, -recordExtension.length)),
    )
  }

  /** Result of a run, or undefined. */
  async record(run: string): Promise<RunRecord | undefined> {
    const path = this.#recordPath(run)
    try {
      return JSON.parse(await readFile(path, 'utf8')) as RunRecord
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return undefined
      throw failed(`cannot read the result ${path}: ${reasonOf(error)}`, {
        cause: error,
        advice: 'Delete the file to repeat this run.',
      })
    }
  }

  async writeRecord(record: RunRecord): Promise<void> {
    await writeAside(this.#recordPath(record.run), `${JSON.stringify(record)}\n`)
  }

  #recordPath(run: string): string {
    return join(this.path, 'runs', `${run}${recordExtension}`)
  }
}

async function readDescription(folder: string): Promise<SweepDescription | undefined> {
  const path = join(folder, descriptionName)
  try {
    return JSON.parse(await readFile(path, 'utf8')) as SweepDescription
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    if (systemCode(error) === 'ENOTDIR')
      throw badInput(`${folder} is a file, not a folder`, { advice: 'Give a folder with --out.' })
    throw failed(`cannot read ${path}: ${reasonOf(error)}`, { cause: error })
  }
}

/** Throws for a folder with other files: a sweep would mix its own with them. Remains of a killed start do not count. */
async function assertUnused(folder: string): Promise<void> {
  let names: string[]
  try {
    names = await readdir(folder)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return
    throw failed(`cannot read the folder ${folder}: ${reasonOf(error)}`, { cause: error })
  }
  const foreign = names.filter(
    (name) => !['scenes', 'runs'].includes(name) && !name.startsWith(`${descriptionName}.partial-`),
  )
  if (foreign.length > 0)
    throw badInput(
      `${folder} is not empty, and it is not the folder of a sweep: it has ${foreign.slice(0, 3).join(', ')}`,
      {
        advice: 'Give another folder with --out; it is created if it does not exist.',
      },
    )
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
  } catch (error) {
    throw writingFailed(path, error)
  }
}
