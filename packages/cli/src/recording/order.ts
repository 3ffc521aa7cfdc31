// The order of a run with checkpoints: everything that `seiche resume` needs to repeat it, and to see that nothing has changed.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { InputFile } from '@seiche/export'
import { version } from 'seiche'
import type { AtomicFolder } from '../output/atomic-folder.js'
import { orderName } from '../output/leftovers.js'
import { readSceneFile, type SceneFile } from '../scene/scene-file.js'
import { badInput, type Failure, failed, reasonOf } from '../terminal/failure.js'
import { cliVersion } from '../version.js'
import { packChecked, unpackChecked } from './checked-file.js'
import type { RunOptions } from './run-options.js'

const kind = { name: 'seiche-order', version: 1 }

export interface Order {
  readonly versions: { readonly seiche: string; readonly cli: string }
  readonly options: RunOptions
  /** The scene: its text, and its path unless it came from standard input. */
  readonly scene: { readonly path: string | null; readonly text: string }
  /** Folder in which the run began: files that a scene from standard input names are looked for here. */
  readonly folder: string
  /** SHA-256 of the events that are replayed; null without. */
  readonly events: string | null
  /** Files that the scene names. */
  readonly inputs: readonly InputFile[]
}

export async function writeOrder(folder: AtomicFolder, file: SceneFile, options: RunOptions): Promise<void> {
  const events = options.events === undefined ? undefined : resolve(options.events)
  const order: Order = {
    versions: { seiche: version, cli: cliVersion },
    options: { ...options, events },
    scene: { path: file.path ?? null, text: file.text },
    folder: process.cwd(),
    events: events === undefined ? null : await hashOf(events),
    inputs: file.reads,
  }
  await folder.writeWhole(orderName, packChecked(kind, order))
}

export async function readOrder(path: string, out: string): Promise<Order> {
  let bytes: Uint8Array
  try {
    bytes = await readFile(join(path, orderName))
  } catch (error) {
    throw failed(`cannot read ${join(path, orderName)}: ${reasonOf(error)}`, { cause: error })
  }
  try {
    return unpackChecked(bytes, kind).header as Order
  } catch (error) {
    throw failed(`${join(path, orderName)} ${(error as Error).message}`, { cause: error, advice: startAgain(out) })
  }
}

/** Reads the scene of an order again. Throws if the engine, the scene or the events are not those of the start. */
export async function reopenScene(order: Order, out: string): Promise<SceneFile> {
  const mine = { seiche: version, cli: cliVersion }
  for (const [name, had] of Object.entries(order.versions) as [keyof Order['versions'], string][]) {
    if (had !== mine[name]) {
      throw badInput(`the run was started with version ${had} of ${packages[name]}, this is version ${mine[name]}`, {
        advice: `Resume it with that version. ${startAgain(out)}`,
      })
    }
  }
  const { path, text } = order.scene
  const file = path === null ? await readSceneFile('-', [Buffer.from(text)], order.folder) : await readSceneFile(path)
  if (file.text !== text) {
    const difference = firstDifference(text, file.text)
    throw changed(`the scene ${path} has changed since the run began${difference && `: ${difference}`}`, out)
  }
  const { events } = order.options
  if (events !== undefined && (await hashOf(events)) !== order.events)
    throw changed(`the events ${events} have changed since the run began`, out)
  return file
}

/** Throws if a file that the scene names is not the one of the start. */
export function assertSameInputs(order: Order, { reads }: SceneFile, out: string): void {
  for (const { name, path, sha256 } of reads) {
    const before = order.inputs.find((input) => input.name === name)
    if (before?.sha256 !== sha256) throw changed(`the file ${path} has changed since the run began`, out)
  }
}

const packages = { seiche: 'seiche', cli: '@seiche/cli' } as const

function changed(message: string, out: string): Failure {
  return badInput(message, { advice: `Restore the file to resume the run. ${startAgain(out)}` })
}

export function startAgain(out: string): string {
  return `To start again, use seiche run with --out ${out} --force.`
}

async function hashOf(path: string): Promise<string> {
  try {
    return createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  } catch (error) {
    throw badInput(`cannot read the events ${path}: ${reasonOf(error)}`, { cause: error })
  }
}

/** The first path at which two scenes differ, as a phrase; empty if they differ in spaces or comments only. */
function firstDifference(before: string, now: string): string {
  try {
    return difference(JSON.parse(before), JSON.parse(now), '') ?? ''
  } catch {
    return ''
  }
}

function difference(before: unknown, now: unknown, path: string): string | undefined {
  if (before === now) return undefined
  if (isNested(before) && isNested(now) && Array.isArray(before) === Array.isArray(now)) {
    for (const key of Object.keys({ ...before, ...now })) {
      const inner = Array.isArray(before) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
      const found = difference(before[key], now[key], inner)
      if (found) return found
    }
    return undefined
  }
  return `${path} was ${brief(before)} and is ${brief(now)}`
}

function isNested(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
