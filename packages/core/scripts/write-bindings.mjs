// The texts that the build writes: AssemblyScript that calls kernels by number, TypeScript with what the engine has to know of them.

import { posix } from 'node:path'

const HEAD = '// Written by scripts/build-kernels.mjs.\n'

/**
 * Kernels that smaller files leave out, by the constant that is 0 there: those that only fluids and some couplings of bodies need, and those
 * that basins of `columns` and of linear `iwave` do not need.
 */
const OPTIONAL = {
  FLUIDS: /^(fluids|poisson)\//,
  OPEN_WATER: /^(terrain\/|dispersion\/|nonlinear-waves\/|prescribed\/ocean)/,
}

/** kernels/generated/dispatch.ts. A kernel's number is its place in the list. */
export function dispatchText(kernels) {
  const imports = kernels.map(
    ({ name, pass, path }) => `import { ${name}, ${pass} as ${name}Pass } from '../${moduleOf(path)}'`,
  )
  const cases = kernels.map(
    ({ name, path, thread }, index) =>
      `    case ${index}: ${guardOf(path)}${name}(changetype<${name}Pass>(pass), begin, end${thread ? ', thread' : ''}); break`,
  )
  return `${HEAD}${imports.join('\n')}

export function dispatch(kernel: i32, pass: usize, begin: i32, end: i32, thread: i32): void {
  switch (kernel) {
${cases.join('\n')}
  }
}
`
}

function guardOf(path) {
  const constant = Object.keys(OPTIONAL).find((name) => OPTIONAL[name].test(path))
  return constant ? `if (!${constant}) unreachable(); else ` : ''
}

/** kernels/generated/check.ts: compiles only if AssemblyScript agrees with every number that was read. */
export function checkText(layouts) {
  const imports = []
  const checks = []
  const check = (path, what, actual, expected) =>
    checks.push(`if (${actual} != ${expected}) ERROR("${path}: ${what} is not ${expected}, as the build has read it")`)
  for (const [index, { path, constants, enums, records }] of layouts.entries()) {
    const local = (name) => `${name}_${index}`
    const names = [...constants, ...enums, ...records].map(({ name }) => `${name} as ${local(name)}`)
    if (names.length > 0) imports.push(`import { ${names.join(', ')} } from '../${moduleOf(path)}'`)
    for (const { name, type, value } of constants) check(path, name, local(name), `<${type}>${value}`)
    for (const { name, values } of enums)
      for (const [member, value] of Object.entries(values))
        check(path, `${name}.${member}`, `${local(name)}.${member}`, value)
    for (const { name, bytes, members } of records) {
      check(path, `the size of ${name}`, `offsetof<${local(name)}>()`, bytes)
      for (const member of members)
        check(path, `the offset of ${name}.${member.name}`, `offsetof<${local(name)}>("${member.name}")`, member.offset)
    }
  }
  return `${HEAD}${imports.join('\n')}\n\n${checks.join('\n')}\n`
}

/** Where the layouts of a file of kernels are written to, under src/generated/layouts; undefined if it exports none. */
export function layoutPath({ path, constants, enums, records }) {
  if (constants.length + enums.length + records.length === 0) return undefined
  return posix.basename(path) === 'index.ts' ? `${posix.dirname(path)}.ts` : path
}

/** TypeScript with the constants, enumerations and records that a file of kernels exports. */
export function layoutText({ path, constants, enums, records }) {
  const one = (name, value) => `export const ${name} = ${value} as const\n`
  return [
    `${HEAD}// From kernels/${path}.\n`,
    ...constants.map(({ name, value }) => one(name, value)),
    ...enums.map(({ name, values }) => one(name, JSON.stringify(values, null, 2))),
    ...records.map(({ name, bytes, members }) => one(name, JSON.stringify(recordOf(bytes, members), null, 2))),
  ].join('\n')
}

/** A record: its size, and by name where each member begins, in bytes; the words of four bytes in words too, the doubles in doubles. */
function recordOf(bytes, members) {
  const places = (those, unit) => Object.fromEntries(those.map(({ name, offset }) => [name, offset / unit]))
  const words = members.filter((member) => member.bytes === 4)
  const doubles = members.filter((member) => member.bytes === 8)
  return {
    bytes,
    words: bytes / 4,
    byte: places(members, 1),
    ...(words.length > 0 ? { word: places(words, 4) } : {}),
    ...(doubles.length > 0 ? { doubles: bytes / 8, double: places(doubles, 8) } : {}),
  }
}

/** src/generated/kernels.ts. */
export function kernelsText({ kernels, thread }) {
  const signatures = Object.fromEntries(kernels.map(({ name, members }) => [name, Object.fromEntries(members)]))
  return `${HEAD}
/** Arguments of each kernel, in the order of its Pass class. A kernel's number is its place in this list. */
export const signatures = ${JSON.stringify(signatures, null, 2)} as const

export const threadSource = ${JSON.stringify(thread)}
`
}

/** src/generated/<name>.ts: a module of its own. */
export function moduleText(name, binary) {
  return `${HEAD}
export const ${name}Wasm =
  '${base64(binary)}'
`
}

function moduleOf(path) {
  return path.replace(/\.ts$/, '')
}

function base64(bytes) {
  return Buffer.from(bytes).toString('base64')
}
