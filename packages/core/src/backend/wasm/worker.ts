// The whole program of a worker thread. The build turns this file into text (see scripts/build-kernels.mjs), so that the
// pool can start it from a blob or a string: no bundler has to find it and no server has to serve it.

interface Job {
  module: WebAssembly.Module
  memory: WebAssembly.Memory
  control: number
  thread: number
  threads: number
}

interface Port {
  postMessage(message: 'ready' | { failed: string }): void
}

async function work(orders: Job, port: Port): Promise<void> {
  try {
    const words = new Int32Array(orders.memory.buffer)
    const sleep = (address: number, value: number) => void Atomics.wait(words, address >>> 2, value)
    const notify = (address: number) => void Atomics.notify(words, address >>> 2)
    const { exports } = await WebAssembly.instantiate(orders.module, { env: { memory: orders.memory, sleep, notify } })
    const serve = exports.serve as (control: number, thread: number, threads: number) => void
    port.postMessage('ready')
    serve(orders.control, orders.thread, orders.threads)
  } catch (error) {
    port.postMessage({ failed: String(error) })
  }
}

const scope = globalThis as typeof globalThis & {
  process?: { getBuiltinModule?: (name: string) => unknown }
  require?: (name: string) => unknown
  onmessage?: unknown
  close?: () => void
  postMessage?: Port['postMessage']
}

declare const require: ((name: string) => { workerData: Job; parentPort: Port }) | undefined

if (typeof require === 'function') {
  const { workerData, parentPort } = require('node:worker_threads')
  void work(workerData, parentPort)
} else {
  scope.onmessage = async (event: { data: Job }) => {
    await work(event.data, scope as unknown as Port)
    scope.close?.()
  }
}

export {}
