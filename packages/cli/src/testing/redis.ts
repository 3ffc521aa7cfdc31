import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterAll } from 'vitest'

/** Whether Redis can be started here. On a Debian computer of CI it is installed; elsewhere its tests are skipped, with a warning. */
export function hasRedis(): boolean {
  if (answers()) return true
  if (process.env.CI === 'true' && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    execFileSync('apt-get', ['update', '-q'], { stdio: 'ignore' })
    execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'redis-server'], { stdio: 'ignore' })
    if (answers()) return true
  }
  console.warn('SKIPPED: tests of the queue need redis-server (Debian: apt-get install redis-server)')
  return false
}

function answers(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Starts a server without persistence on a free port of this computer; it ends with the tests of the file. Returns its address. */
export async function startRedis(): Promise<string> {
  const port = await freePort()
  const server = spawn('redis-server', [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ])
  afterAll(async () => {
    const ended = once(server, 'exit')
    server.kill()
    await ended
  })
  for await (const chunk of server.stdout) if (String(chunk).includes('Ready to accept connections')) break
  return `redis://127.0.0.1:${port}`
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
