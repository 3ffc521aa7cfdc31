// Where the members of a record are: of an `@unmanaged class`, which AssemblyScript lays out like a struct of C.
//
// The engine writes and reads records as arrays of four-byte words and eight-byte doubles, so a record consists of those alone, each at a
// multiple of its size and without a gap before it. A class that is laid out otherwise fails the build.

import { resolve } from './parse-kernels.mjs'

/** Bytes of the types that records have. A class stands for the address of a record. */
const BYTES = { i32: 4, u32: 4, f32: 4, usize: 4, isize: 4, f64: 8 }

/** The members of a class after those of the classes that it extends: `{ name, type, bytes, offset }` each. */
export function layoutOf(files, file, name) {
  const { path, unmanaged, base, members: own } = classOf(file, name)
  if (!unmanaged) throw new Error(`${path}: ${name} is a record, so it has to be @unmanaged`)
  const { file: baseFile, name: baseName } = base ? resolve(files, file, base) : {}
  const inherited = base ? layoutOf(files, baseFile, baseName) : { bytes: 0, members: [] }
  let offset = inherited.bytes
  const members = own.map(({ name: member, type }) => {
    const bytes = BYTES[type] ?? (isClass(files, file, type) ? 4 : undefined)
    if (!bytes)
      throw new Error(`${path}: ${name}.${member} is ${type}; records consist of words of four bytes and of doubles`)
    if (offset % bytes !== 0)
      throw new Error(`${path}: ${name}.${member} would leave a gap before it; add a member \`pad: i32\``)
    const at = offset
    offset += bytes
    return { name: member, type, bytes, offset: at }
  })
  const all = [...inherited.members, ...members]
  if (all.some(({ bytes }) => bytes === 8) && offset % 8 !== 0)
    throw new Error(
      `${path}: ${name} ends within a double, where the next record could not begin; add a member \`pad: i32\``,
    )
  return { bytes: offset, members: all }
}

function classOf(file, name) {
  const found = file.classes.get(name)
  if (!found) throw new Error(`${file.path}: there is no class ${name}`)
  return found
}

function isClass(files, file, type) {
  const { file: home, name } = resolve(files, file, type)
  return home.classes.has(name)
}
