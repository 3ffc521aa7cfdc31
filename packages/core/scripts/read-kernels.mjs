// What the engine has to know of the kernels, read from their sources: the kernels with the arguments that they take, and for each file
// the constants, enumerations and records that it exports.

import { constantOf, enumOf, isNumeric } from './evaluate-constant.mjs'
import { modulesOf } from './kernel-sources.mjs'
import { parseKernels } from './parse-kernels.mjs'
import { layoutOf } from './record-layout.mjs'

/** `sources`: text by path. */
export function readKernels(sources) {
  const files = parseKernels(sources)
  return {
    kernels: kernelsOf(files, modulesOf(sources)),
    layouts: [...files.values()].map((file) => exportsOf(files, file)),
  }
}

/**
 * The functions `export function kernel(pass: XPass, begin: i32, end: i32)`, in the order of their names. A kernel that needs scratch of
 * its own thread takes `thread: i32` as well. Modules of their own have no kernels in this sense.
 */
function kernelsOf(files, modules) {
  const found = []
  for (const file of files.values()) {
    if (modules.some(({ entry }) => entry === file.path)) continue
    for (const { name, exported, parameters } of file.functions) {
      const [pass, ...rest] = parameters
      const rows = rest.map((one) => `${one.name}: ${one.type}`).join(', ')
      if (!exported || !pass?.type.endsWith('Pass') || !rows.startsWith('begin: i32, end: i32')) continue
      if (!file.classes.has(pass.type))
        throw new Error(`${file.path}: kernel ${name} takes a ${pass.type}, which this file does not define`)
      const twin = found.find((other) => other.name === name)
      if (twin) throw new Error(`${file.path}: there is a kernel ${name} in ${twin.path} already`)
      found.push({
        name,
        pass: pass.type,
        path: file.path,
        members: argumentsOf(files, file, pass.type),
        thread: rows === 'begin: i32, end: i32, thread: i32',
      })
    }
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** A pass is written word by word (src/backend/pass-list.ts): addresses of fields, floats and whole numbers. */
function argumentsOf(files, file, pass) {
  const { members } = layoutOf(files, file, pass)
  for (const { name, type } of members)
    if (!['Field', 'f32', 'i32'].includes(type))
      throw new Error(`${file.path}: ${pass}.${name} is ${type}; arguments are Field, f32 or i32`)
  return members.map(({ name, type }) => [name, type])
}

/** Constants, enumerations and records that a file exports. Vectors and 64-bit integers have no number here; Pass classes are in the signatures. */
function exportsOf(files, file) {
  const exported = (declarations) => [...declarations].filter(([, { exported }]) => exported).map(([name]) => name)
  return {
    path: file.path,
    constants: exported(file.constants)
      .filter((name) => isNumeric(file.constants.get(name).type))
      .map((name) => ({ name, type: file.constants.get(name).type, value: constantOf(files, file, name) })),
    enums: exported(file.enums).map((name) => ({ name, values: enumOf(files, file, name) })),
    records: exported(file.classes)
      .filter((name) => !name.endsWith('Pass'))
      .map((name) => ({ name, ...layoutOf(files, file, name) })),
  }
}
