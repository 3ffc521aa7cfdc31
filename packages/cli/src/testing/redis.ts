import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'

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

export interface RedisServer {
  address: string
  stop(): Promise<void>
}

/** Starts a server without persistence on a free port of this computer. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort()
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn('redis-server', options)
  const ended = once(server, 'exit')
  for await (const chunk of server.stdout) if (String(chunk).includes('Ready to accept connections')) break
  return {
    address: `redis://127.0.0.1:${port}`,
    async stop() {
      server.kill()
      await ended
    },
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
