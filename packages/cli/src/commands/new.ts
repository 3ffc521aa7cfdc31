// `seiche new`: a scene to start from, for a solver or like one of the shipped scenes.

import { readFile, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { sceneJsonSchema } from 'seiche'
import { fileExists, writeAtomically } from '../output/atomic-file.js'
import { exists } from '../results/exists.js'
import { formatScene } from '../scene/scene-text.js'
import { readShippedScene, shippedSceneNames } from '../scene/shipped-scenes.js'
import { solverNames, startingScenes } from '../scene/starting-scenes.js'
import { badInput } from '../terminal/failure.js'
import type { Terminal } from '../terminal/terminal.js'

export interface NewOptions {
  solver?: (typeof solverNames)[number] | undefined
  /** Name of a shipped scene. */
  like?: string | undefined
  force?: boolean | undefined
}

/** The files that were written; printed by --json. */
export interface NewReport {
  ok: true
  /** Full path of the scene. */
  scene: string
  /** Full paths of the files that it names. */
  files: string[]
}

export function addNew(program: Command, terminal: Terminal): void {
  program
    .command('new')
    .summary('write a scene to start from')
    .description('Write a scene to start from, with the files that it names. Editors complete it by its "$schema".')
    .argument('<name>', 'name of the scene; it becomes the file <name>.json')
    .addOption(new Option('-s, --solver <type>', 'solver of the scene').choices(solverNames).default('columns'))
    .addOption(
      new Option('-l, --like <scene>', 'copy a shipped scene').choices(shippedSceneNames()).conflicts('solver'),
    )
    .option('--force', 'replace files that exist')
    .option('--json', 'print the report as JSON')
    .action(async (name: string, { json, ...options }: NewOptions & { json?: boolean }) => {
      const report = await createScene(name, options)
      await terminal.result(json ? JSON.stringify(report) : formatNew(report))
    })
}

/** Writes the files. Throws a `Failure`, and then leaves nothing behind. */
export async function createScene(name: string, { solver, like, force = false }: NewOptions): Promise<NewReport> {
  const path = resolve(name.endsWith('.json') ? name : `${name}.json`)
  const title = titleOf(path)
  const { text, files } =
    like === undefined ? startingScene(title, solver ?? 'columns') : await likeShipped(title, like)
  const others = [...files].map(([file, bytes]) => ({ path: join(dirname(path), file), bytes }))
  if (!force) {
    if (await exists(path)) throw fileExists(path)
    for (const { path, bytes } of others) if (!(await isMissingOrSame(path, bytes))) throw fileExists(path)
  }
  const written: string[] = []
  try {
    for (const { path, bytes } of others) {
      if ((await isMissingOrSame(path, bytes)) && (await exists(path))) continue
      written.push(await writeAtomically(path, bytes, { force }))
    }
    await writeAtomically(path, text, { force })
  } catch (error) {
    for (const file of written) await rm(file, { force: true })
    throw error
  }
  return { ok: true, scene: path, files: others.map(({ path }) => path) }
}

export function formatNew({ scene, files }: NewReport): string {
  return [scene, ...files].join('\n')
}

/** The name of the file as a title: "harbour-at-night.json" is "Harbour at night". */
function titleOf(path: string): string {
  const words = basename(path)
    .replace(/\.json$/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
  if (words === '') {
    throw badInput('the scene needs a name', { advice: 'For example: seiche new pool' })
  }
  return `${words[0]!.toUpperCase()}${words.slice(1)}`
}

const schemaAddress = () => (sceneJsonSchema() as { $id: string }).$id

function startingScene(name: string, solver: (typeof solverNames)[number]) {
  const scene = { $schema: schemaAddress(), seiche: 1, name, ...startingScenes[solver] }
  return { text: formatScene(scene), files: new Map<string, Uint8Array>() }
}

/** The shipped text, whose layout is kept, with another name and the public address of the schema. */
async function likeShipped(name: string, like: string) {
  const { text, files } = await readShippedScene(like)
  const adapted = text
    .replace(/"\$schema": "[^"]*"/, () => `"$schema": ${JSON.stringify(schemaAddress())}`)
    .replace(/"name": "(?:[^"\\]|\\.)*"/, () => `"name": ${JSON.stringify(name)}`)
  return { text: adapted, files }
}

async function isMissingOrSame(path: string, bytes: Uint8Array): Promise<boolean> {
  return !(await exists(path)) || (await readFile(path)).equals(bytes)
}
