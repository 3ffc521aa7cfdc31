// AssemblyScript's compiler, and the demands on what it makes.

import asc from 'assemblyscript/asc'

/** Flags of everything that ships. */
const SHIPPED = ['--runtime', 'stub', '--noAssert', '-O3', '--converge', '--enable', 'simd', '--exportStart', '_start']

/** Compiles a module of kernels; returns its WebAssembly. `entry` is a path from `folder`. */
export async function compile(folder, entry, flags) {
  const binary = await run(folder, entry, [...SHIPPED, ...flags])
  refuseData(binary)
  return binary
}

/** Compiles without optimizing, for what the compiler says about it. */
export async function check(folder, entry) {
  await run(folder, entry, ['--runtime', 'stub', '--enable', 'simd'])
}

async function run(folder, entry, flags) {
  const output = new Map()
  const { error, stderr } = await asc.main([entry, '--baseDir', folder, '--outFile', 'kernels.wasm', ...flags], {
    writeFile: (name, contents) => output.set(name, contents),
  })
  if (error) throw new Error(`${entry} does not compile\n${stderr.toString()}`)
  return output.get('kernels.wasm')
}

/** Kernels keep no data of their own: the engine's arena may begin at a fixed place. Section 11 of a module is its data. */
function refuseData(binary) {
  for (let at = 8; at < binary.length; ) {
    const section = binary[at++]
    let size = 0
    for (let shift = 0, more = true; more; shift += 7) {
      const byte = binary[at++]
      size |= (byte & 127) << shift
      more = byte > 127
    }
    if (section === 11) throw new Error('the kernels contain static data; put tables into a field instead')
    at += size
  }
}
