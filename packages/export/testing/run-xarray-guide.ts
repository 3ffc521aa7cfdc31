// Does what docs/guide/xarray.md says: runs the command and the Python code of the chapter.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { codeBlocks } from './code-blocks.js'
import { python } from './external-tools.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Runs the chapter in a folder. `seiche.png` is there afterwards.
 *
 * @param folder An empty folder.
 * @param more Options for `seiche run` after those of the chapter.
 * @returns What the Python code has printed.
 * @throws Error with the messages of a program that has failed.
 */
export function runXarrayGuide(folder: string, more: readonly string[] = []): string {
  const chapter = readFileSync(join(root, 'docs/guide/xarray.md'), 'utf8')
  const [command] = codeBlocks(chapter, 'sh')
  const [program, ...words] = command!.trim().split(' ')
  if (program !== 'seiche') throw new Error(`the chapter should begin with seiche run, not with ${program}`)
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const run = words.map((word) => (word.startsWith('scenes/') ? join(root, word) : word))
  const entry = ['--import', tsx, join(root, 'packages/cli/src/seiche.ts')]
  execute(process.execPath, [...entry, ...run, ...more], folder, { TSX_TSCONFIG_PATH: join(root, 'tsconfig.json') })
  return execute(python, ['-c', codeBlocks(chapter, 'python').join('\n')], folder, { MPLBACKEND: 'Agg' })
}

function execute(command: string, words: readonly string[], cwd: string, env: Record<string, string>): string {
  const { status, stdout, stderr } = spawnSync(command, words, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${command} has failed: ${stderr}`)
  return stdout
}
