// The program of a worker thread. The build turns this file into text (scripts/build-kernels.mjs), and the thread pool
// starts it from a blob or a string: no bundler has to find the file and no server has to deliver it.

interface WorkerStart {
  module: WebAssembly.Module
  memory: WebAssembly.Memory
  control: number
  thread: number
}

interface Port {
  postMessage(message: 'ready' | { failed: string }): void
}

async function work({ module, memory, control, thread }: WorkerStart, port: Port): Promise<void> {
  try {
    const words = new Int32Array(memory.buffer)
    const sleep = (address: number, value: number, timeout: number) =>
      void Atomics.wait(words, address >>> 2, value, timeout)
    const notify = (address: number) => void Atomics.notify(words, address >>> 2)
    // The clock of all threads (../host.ts).
    const elapsed = performance.now()
    const time = scope.process?.hrtime?.()
    const origin = time ? 1e3 * time[0] + 1e-6 * time[1] - elapsed : performance.timeOrigin
    const now = () => performance.now() + origin
    const { exports } = await WebAssembly.instantiate(module, { env: { memory, sleep, notify, now } })
    const serve = exports.serve as (control: number, thread: number) => void
    port.postMessage('ready')
    serve(control, thread)
  } catch (error) {
    port.postMessage({ failed: String(error) })
  }
}

const scope = globalThis as typeof globalThis & {
  process?: { hrtime?: () => [number, number] }
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
