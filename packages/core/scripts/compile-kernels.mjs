// Compiles a module of kernels to WebAssembly. Runs in a worker thread, so that several modules are compiled at the same time.
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import asc from 'assemblyscript/asc'

const { folder, entry, flags } = workerData

const output = new Map()
const { error, stderr } = await asc.main(
  [
    entry,
    '--baseDir',
    folder,
    '--outFile',
    'kernels.wasm',
    '--runtime',
    'stub',
    '--noAssert',
    '-O3',
    '--converge',
    '--enable',
    'simd',
    '--exportStart',
    '_start',
    ...flags,
  ],
  { writeFile: (name, contents) => output.set(name, contents) },
)
if (error) throw new Error(`${join(folder, entry)} does not compile\n${stderr.toString()}`)
parentPort.postMessage(output.get('kernels.wasm'))
