// Programs of others that read the files we write. `npm test` installs them on Debian (scripts/debian-tools.mjs).

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Debian's Python, which has the modules of Debian's packages; another Python on the path has not. */
export const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'

/** Whether a program can be started. Tests skip without it, and say so; where CI is set, it must be there. */
export function hasTool(command: string, debianPackage: string, args: readonly string[] = ['--version']): boolean {
  const found = spawnSync(command, args, { stdio: 'ignore' }).error === undefined
  return found || missing(command, debianPackage)
}

/** Whether Python has a module. */
export function hasPythonModule(module: string, debianPackage: string): boolean {
  const found = spawnSync(python, ['-c', `import ${module}`], { stdio: 'ignore' }).status === 0
  return found || missing(`the Python module ${module}`, debianPackage)
}

function missing(what: string, debianPackage: string): false {
  const message = `${what} was not found (Debian: apt-get install ${debianPackage})`
  if (process.env.CI) throw new Error(message)
  console.warn(`Skipped tests: ${message}`)
  return false
}
