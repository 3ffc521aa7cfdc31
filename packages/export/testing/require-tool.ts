// Programs of others that read our files. A test of a format asks a reader that knows nothing of our writer. On the build machine the reader is
// installed from Debian; elsewhere its absence skips the test, with the reason.

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Python as Debian installs it: its modules are not seen by other Pythons. */
export const PYTHON = '/usr/bin/python3'

const missing = new Set<string>()

/**
 * Whether a program is there. Installs its package if `CI` is set, on Debian, by the superuser.
 *
 * @param command The program.
 * @param debianPackage Its package.
 */
export function requireTool(command: string, debianPackage: string): boolean {
  const isThere = () => spawnSync('which', [command]).status === 0
  return ensure(isThere, command, debianPackage)
}

/**
 * Whether a module of Debian's Python is there; see {@link requireTool}.
 *
 * @param module The module.
 * @param debianPackage Its package.
 */
export function requirePython(module: string, debianPackage: string): boolean {
  const isThere = () => spawnSync(PYTHON, ['-c', `import ${module}`]).status === 0
  return ensure(isThere, `the Python module ${module}`, debianPackage)
}

/** Runs a Python script with arguments and parses the JSON that it prints last. */
export function python(script: string, ...values: string[]): unknown {
  const printed = execFileSync(PYTHON, ['-c', script, ...values], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  return JSON.parse(printed.trim().split('\n').at(-1)!)
}

function ensure(isThere: () => boolean, name: string, debianPackage: string): boolean {
  if (isThere()) return true
  const canInstall = process.env.CI === 'true' && process.getuid?.() === 0 && existsSync('/etc/debian_version')
  if (canInstall) {
    spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore' })
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', debianPackage], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (isThere()) return true
  }
  if (!missing.has(name)) {
    missing.add(name)
    console.warn(`SKIPPED: tests that need ${name}, which is not installed; try: apt-get install ${debianPackage}`)
  }
  return false
}
