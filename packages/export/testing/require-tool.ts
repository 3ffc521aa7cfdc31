// Programs of other makers that read our files in tests. On a CI machine with Debian they are installed; elsewhere the tests that
// need a missing one are skipped, and say why.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * Debian's own Python: a version manager's interpreter, first on the path, does not see Debian's modules. The environment variable
 * SEICHE_PYTHON names another one.
 */
export const python = process.env.SEICHE_PYTHON ?? (existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3')

/**
 * Looks for a command, and installs its package on a CI machine.
 *
 * @param command Name of the command, such as `ffprobe`.
 * @param debianPackage The package of Debian that has it.
 * @returns Why tests with this command have to be skipped; undefined if it can be used.
 */
export function requireTool(command: string, debianPackage: string): string | undefined {
  return findOrInstall(`the command ${command}`, [debianPackage], () => succeeds('which', [command]))
}

/**
 * Looks for modules of Debian's Python, and installs their packages on a CI machine.
 *
 * @param modules Names for `import`.
 * @param debianPackages The packages of Debian that have them.
 * @returns Why tests with these modules have to be skipped; undefined if they can be used.
 */
export function requirePython(modules: readonly string[], debianPackages: readonly string[]): string | undefined {
  const imports = `import ${modules.join(', ')}`
  return findOrInstall(`Python with ${modules.join(', ')}`, debianPackages, () => succeeds(python, ['-c', imports]))
}

/**
 * Runs a Python program of this folder.
 *
 * @param name Name of its file.
 * @param words Its arguments.
 * @returns What it has printed, read as JSON.
 * @throws Error with its messages if it has failed.
 */
export function runPythonFile(name: string, ...words: readonly string[]): unknown {
  const program = readFileSync(new URL(name, import.meta.url), 'utf8')
  return JSON.parse(runTool(python, ['-c', program, ...words]))
}

/**
 * Runs a command to its end.
 *
 * @param command Its name.
 * @param words Its arguments.
 * @returns What it has written to standard output.
 * @throws Error with its messages if it has failed.
 */
export function runTool(command: string, words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, words, { encoding: 'utf8', maxBuffer: 1e9 })
  if (status !== 0) throw new Error(`${command} has failed: ${error?.message ?? ''}${stderr}${stdout}`)
  return stdout
}

function findOrInstall(thing: string, packages: readonly string[], isThere: () => boolean): string | undefined {
  if (isThere()) return undefined
  if (process.env.CI === 'true' && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    install(packages)
    if (isThere()) return undefined
  }
  const reason = `${thing} is missing; on Debian: apt-get install ${packages.join(' ')}`
  console.warn(`skipped tests: ${reason}`)
  return reason
}

/** Test files run at the same time: each waits for the lock of the package manager. */
function install(packages: readonly string[]): void {
  const wait = ['-o', 'DPkg::Lock::Timeout=600', '-y', '--no-install-recommends']
  if (!succeeds('apt-get', [...wait, 'install', ...packages])) {
    succeeds('apt-get', [...wait, 'update'])
    succeeds('apt-get', [...wait, 'install', ...packages])
  }
}

function succeeds(command: string, words: readonly string[]): boolean {
  return spawnSync(command, words, { stdio: 'ignore' }).status === 0
}
