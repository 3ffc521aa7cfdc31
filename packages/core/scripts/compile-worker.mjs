// Compiles one module of kernels to WebAssembly; runs in a worker thread (compile.mjs).
import { parentPort, workerData } from 'node:worker_threads'
import asc from 'assemblyscript/asc'

const { folder, entry, flags } = workerData
const output = new Map()
const { error, stderr } = await asc.main([entry, '--baseDir', folder, '--outFile', 'kernels.wasm', ...flags], {
  writeFile: (name, contents) => output.set(name, contents),
})
const problem = error && `${entry} does not compile\n${stderr.toString()}`
parentPort.postMessage({ binary: output.get('kernels.wasm'), problem })
