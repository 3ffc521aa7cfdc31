// A file with a checksum, of two parts:
//
//   one line     name and version of the format, SHA-256 of all that follows
//   one line     header, JSON
//   the rest     bytes

import { createHash } from 'node:crypto'

const newline = 10

export interface CheckedContent {
  readonly header: unknown
  readonly bytes: Uint8Array
}

/** The name and the version of a format. */
export interface CheckedKind {
  readonly name: string
  readonly version: number
}

export function packChecked(
  { name, version }: CheckedKind,
  header: unknown,
  bytes: Uint8Array = new Uint8Array(),
): Uint8Array {
  const text = Buffer.from(`${JSON.stringify(header)}\n`)
  const sum = createHash('sha256').update(text).update(bytes).digest('hex')
  return Buffer.concat([Buffer.from(`${name} ${version} ${sum}\n`), text, bytes])
}

/** Reads a file that `packChecked` has made. Throws an Error with the end of a sentence that begins with the name of the file. */
export function unpackChecked(file: Uint8Array, { name, version }: CheckedKind): CheckedContent {
  const first = file.indexOf(newline)
  const [foundName, foundVersion, sum] = new TextDecoder().decode(file.subarray(0, Math.max(0, first))).split(' ')
  if (foundName !== name || sum === undefined) throw new Error('is damaged: its first line is not that of its format')
  if (Number(foundVersion) !== version)
    throw new Error(`has version ${foundVersion} of its format, this version of Seiche reads version ${version}`)
  const rest = file.subarray(first + 1)
  if (createHash('sha256').update(rest).digest('hex') !== sum)
    throw new Error('is damaged: its checksum does not match its content')
  const second = rest.indexOf(newline)
  const header = JSON.parse(new TextDecoder().decode(rest.subarray(0, second)))
  // Copied: a snapshot must be aligned to words.
  return { header, bytes: new Uint8Array(rest.subarray(second + 1)) }
}
