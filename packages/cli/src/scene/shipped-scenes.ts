// The scenes that ship with the command line: those of the playground.

import { existsSync, readdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { badInput } from '../terminal/failure.js'

/** Beside the built command; in the repository, the folder that the build copies there. */
const folder = [new URL('./scenes/', import.meta.url), new URL('../../../../scenes/', import.meta.url)]
  .map((url) => fileURLToPath(url))
  .find((path) => existsSync(path))

export interface ShippedScene {
  /** The scene as written. */
  text: string
  /** Files that it names, by name. */
  files: Map<string, Uint8Array>
}

/** Names for `--like`. */
export function shippedSceneNames(): string[] {
  if (folder === undefined) return []
  const names = readdirSync(folder).sort()
  return names.filter((name) => name.endsWith('.json')).map((name) => name.replace(/\.json$/, ''))
}

export async function readShippedScene(name: string): Promise<ShippedScene> {
  const names = shippedSceneNames()
  if (folder === undefined || !names.includes(name)) {
    throw badInput(`there is no shipped scene "${name}"`, { advice: `Shipped scenes are ${names.join(', ')}.` })
  }
  const text = await readFile(join(folder, `${name}.json`), 'utf8')
  const files = new Map<string, Uint8Array>()
  const others = (await readdir(folder)).filter((file) => !file.endsWith('.json'))
  const named = new Set(stringsIn(JSON.parse(text)))
  for (const file of others) if (named.has(file)) files.set(file, await readFile(join(folder, file)))
  return { text, files }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
