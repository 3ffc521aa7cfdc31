// The queue of runs in Redis. The packages `bullmq` and `ioredis` are loaded only when a queue is asked for.

import type { ConnectionOptions } from 'bullmq'
import { badInput, failed, reasonOf } from '../../terminal/failure.js'
import type { Task } from './task.js'

/** Name of the queue; several sweeps may use it at the same time. */
export const queueName = 'seiche-sweep'

/** A run in the queue. */
export interface QueuedRun {
  /** Name of the sweep's folder in the shared folder. */
  sweep: string
  fingerprint: string
  task: Task
}

/** Outcome of a job: the result itself is in the shared folder. */
export interface QueuedResult {
  hash: string
}

/** Longest wait for an answer of Redis at the start [ms]. */
const patience = 5000

/** @param load replaces the import of the packages in tests */
export async function loadQueue(
  load = async () => ({ bullmq: await import('bullmq'), ioredis: await import('ioredis') }),
): Promise<{ bullmq: typeof import('bullmq'); ioredis: typeof import('ioredis') }> {
  try {
    return await load()
  } catch (error) {
    if (!/bullmq|ioredis/.test(String(error))) throw error
    throw failed('--queue needs the packages bullmq and ioredis, which are not installed', {
      cause: error,
      advice:
        'npm install bullmq ioredis, beside @seiche/cli (with --global if that is installed globally)\nWithout --queue, runs are made on this computer and need no package.',
    })
  }
}

/** Parses the address of a queue. */
export function queueAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && ['redis:', 'rediss:'].includes(url.protocol) && url.hostname !== '') return url
  throw badInput(`--queue: "${withoutPassword(text)}" is not the address of a Redis server`, {
    advice: 'Write it as redis://host:6379, or rediss:// for an encrypted connection.',
  })
}

/** The address for messages. */
export function withoutPassword(address: URL | string): string {
  return String(address).replace(/\/\/[^@/]*@/, '//')
}

/** Options of a connection that waits for a server that is away for a while. */
export function connection(url: URL): ConnectionOptions {
  return { url: url.href, maxRetriesPerRequest: null }
}

/** Throws, with advice, if the server does not answer. BullMQ itself would try for ever. */
export async function assertReachable(url: URL): Promise<void> {
  const { ioredis } = await loadQueue()
  const client = new ioredis.Redis(url.href, {
    lazyConnect: true,
    connectTimeout: patience,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let reason: unknown
  // The event has the reason; the promise only says that the connection is closed.
  client.on('error', (error) => {
    reason = error
  })
  try {
    await client.connect()
    await client.ping()
  } catch (error) {
    throw failed(`cannot reach Redis at ${withoutPassword(url)}: ${reasonOf(reason ?? error)}`, {
      cause: error,
      advice: [
        'Start a server, for example: redis-server --port 6379 (Debian package redis-server), or docker compose up -d redis.',
        'If it runs on another computer, check the address, its "bind" and "requirepass" settings and the firewall.',
        'Without --queue, runs are made on this computer.',
      ].join('\n'),
    })
  } finally {
    client.disconnect()
  }
}
