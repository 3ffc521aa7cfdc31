// Runs programs that read our files, and returns their findings.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { python } from './external-tools.js'

/**
 * Runs a command to its end.
 *
 * @returns What it has written to standard output.
 * @throws Error with its messages if it has failed.
 */
export function runProgram(command: string, words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, words, { encoding: 'utf8', maxBuffer: 1e9 })
  if (status !== 0) throw new Error(`${command} has failed: ${error?.message ?? ''}${stderr}${stdout}`)
  return stdout
}

/**
 * Runs a Python program of this folder.
 *
 * @returns What it has printed, read as JSON.
 * @throws Error with its messages if it has failed.
 */
export function runPython(file: string, ...words: readonly string[]): unknown {
  const program = readFileSync(new URL(file, import.meta.url), 'utf8')
  return JSON.parse(runProgram(python, ['-c', program, ...words]))
}
