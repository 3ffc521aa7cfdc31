import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Runs the command in a process of its own, as users do: from the source, or from the built file that SEICHE_CLI_ENTRY
 * names. The built package passes the same tests.
 */
const built = process.env.SEICHE_CLI_ENTRY
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const entry = built ? [built] : ['--import', tsx, fileURLToPath(new URL('../seiche.ts', import.meta.url))]
const tsconfig = fileURLToPath(new URL('../../../../tsconfig.json', import.meta.url))

/** Program and arguments of the command. */
export const seicheCommand: readonly string[] = [process.execPath, ...entry]

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  out: string
  err: string
}

export interface Child {
  process: ChildProcess
  ended: Promise<Ended>
  /** Resolves when standard error matches. */
  says(pattern: RegExp): Promise<void>
}

export interface ChildOptions {
  cwd: string
  input?: string
  env?: Record<string, string>
}

export function startSeiche(words: readonly string[], { cwd, input, env }: ChildOptions): Child {
  const child = spawn(process.execPath, [...entry, ...words], {
    cwd,
    // The colour settings of the test runner must not affect the command.
    env: { ...process.env, FORCE_COLOR: undefined, TSX_TSCONFIG_PATH: tsconfig, ...env },
  })
  const texts = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    texts.out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    texts.err += chunk.toString()
  })
  child.stdin.end(input ?? '')
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, ...texts }))
  })
  const says = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => pattern.test(texts.err) && resolve()
      child.stderr.on('data', look)
      child.once('close', () => reject(new Error(`ended without saying ${pattern}: ${texts.err}`)))
      look()
    })
  return { process: child, ended, says }
}

export function seiche(words: readonly string[], options: ChildOptions): Promise<Ended> {
  return startSeiche(words, options).ended
}
