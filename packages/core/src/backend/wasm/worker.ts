// The program of a worker thread. The build turns this file into text (scripts/build-kernels.mjs), and the thread pool
// starts it from a blob or a string: no bundler has to find the file and no server has to deliver it.

interface WorkerStart {
  module: WebAssembly.Module
  memory: WebAssembly.Memory
  control: number
  thread: number
  threads: number
}

interface Port {
  postMessage(message: 'ready' | { failed: string }): void
}

async function work({ module, memory, control, thread, threads }: WorkerStart, port: Port): Promise<void> {
  try {
    const words = new Int32Array(memory.buffer)
    const sleep = (address: number, value: number) => void Atomics.wait(words, address >>> 2, value)
    const notify = (address: number) => void Atomics.notify(words, address >>> 2)
    const now = () => performance.now()
    const { exports } = await WebAssembly.instantiate(module, { env: { memory, sleep, notify, now } })
    const serve = exports.serve as (control: number, thread: number, threads: number) => void
    port.postMessage('ready')
    serve(control, thread, threads)
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

declare const require: ((name: string) => { workerData: WorkerStart; parentPort: Port }) | undefined

if (typeof require === 'function') {
  const { workerData, parentPort } = require('node:worker_threads')
  void work(workerData, parentPort)
} else {
  scope.onmessage = async (event: { data: WorkerStart }) => {
    await work(event.data, scope as unknown as Port)
    scope.close?.()
  }
}

export {}
