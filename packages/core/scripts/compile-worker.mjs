// Compiles modules of kernels to WebAssembly, one after another; runs in a worker thread (compile.mjs).
import { parentPort } from 'node:worker_threads'
import asc from 'assemblyscript/asc'

parentPort.on('message', async ({ folder, entry, flags }) => {
  const output = new Map()
  const { error, stderr } = await asc.main([entry, '--baseDir', folder, '--outFile', 'kernels.wasm', ...flags], {
    writeFile: (name, contents) => output.set(name, contents),
  })
  const problem = error && `${entry} does not compile\n${stderr.toString()}`
  parentPort.postMessage({ binary: output.get('kernels.wasm'), problem })
})
