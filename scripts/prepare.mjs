// What every other script needs first: the dependencies. Plain Node, before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Runs a command in the project's folder; ends this process if it fails. */
export function run(command, args, { env = {} } = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    // npm is a script on Windows, which only a shell can start; Node itself may live in a folder with spaces.
    shell: process.platform === 'win32' && command !== process.execPath,
  })
  if (result.error) console.error(`${command}: ${result.error.message}`)
  if (result.status !== 0) process.exit(result.status ?? 1)
}

/** Installs the dependencies unless what is installed is what the lock file says. */
export function ensureDependencies() {
  const installed = join(root, 'node_modules/.package-lock.json')
  const lock = join(root, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  console.error('Installing dependencies …')
  // Not `npm ci`: it refuses a lock file that lacks the optional binaries of some other platform. Without saving, the lock
  // file stays as it is.
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund'])
}
