import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { hasTool } from '../../../export/testing/external-tools.js'

/** Whether Redis can be started here. Without it the tests of the queue are skipped, with a warning. */
export const hasRedis = (): boolean => hasTool('redis-server', 'redis-server')

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
