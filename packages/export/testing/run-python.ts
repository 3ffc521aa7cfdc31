import { execFileSync } from 'node:child_process'
import { python } from './external-tools.js'

/** Runs a Python script with arguments and parses the JSON of the last line that it prints. */
export function runPython(script: string, ...values: string[]): unknown {
  const printed = execFileSync(python, ['-c', script, ...values], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  return JSON.parse(printed.trim().split('\n').at(-1)!)
}
