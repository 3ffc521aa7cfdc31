// Commands that run at the same time. What a command prints is shown whole when it fails, and the first failure ends all.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './prepare.mjs'

const running = new Set()

/**
 * Runs a script by this Node in the project's folder: no shell, no PATH. Resolves to its exit code.
 * @param {string} name what the job is called in messages
 * @param {string} script its file, relative to the project's folder
 * @param {string[]} args
 * @param {object} options
 * @param {boolean} [options.live] show each line as it comes, and leave it to the caller what a failure means
 * @param {Record<string, string>} [options.env]
 * @returns {Promise<number>}
 */
export function runJob(name, script, args, { live = false, env = {} } = {}) {
  const begin = performance.now()
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
  })
  running.add(child)
  const lines = []
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => (live ? console.log(line) : lines.push(line)))
  return new Promise((resolve) => {
    child.on('error', (error) => lines.push(error.message))
    child.on('close', (code) => {
      running.delete(child)
      const seconds = ((performance.now() - begin) / 1000).toFixed(1)
      console.error(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
      if (code !== 0 && !live) {
        console.error(lines.join('\n'))
        endAll(code ?? 1)
      }
      resolve(code ?? 1)
    })
  })
}

function endAll(code) {
  for (const child of running) child.kill()
  process.exit(code)
}
