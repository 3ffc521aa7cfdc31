// The kind of a file: by its first bytes, because names are changed easily; texts, which have no signature, by their words and then by their names.

import { FileError } from './file-error.js'

/** The kinds of files that the page opens. */
export type FileKind = 'scene' | 'npy' | 'geotiff' | 'picture' | 'gltf'

/** Bytes that are read to recognize a file. */
export const headLength = 65_536

const mebibyte = 2 ** 20

/** Largest files that are read [bytes]. */
export const largestFile: Readonly<Record<FileKind, number>> = {
  scene: 4 * mebibyte,
  npy: 256 * mebibyte,
  geotiff: 256 * mebibyte,
  picture: 64 * mebibyte,
  gltf: 32 * mebibyte,
}

/** The kinds in words, as they are named to the person. */
const kindName: Readonly<Record<FileKind, string>> = {
  scene: 'a scene',
  npy: 'a NumPy file',
  geotiff: 'an elevation model',
  picture: 'a picture',
  gltf: 'a glTF file',
}

export const accepted =
  'a scene (.json), a grid (.npy), an elevation model (.tif), a picture (.png, .jpg) or a body (.glb, .gltf)'

interface Signature {
  at?: number
  bytes: string
}

const signatures: readonly (readonly [kind: FileKind, ...Signature[]])[] = [
  ['npy', { bytes: '\x93NUMPY' }],
  ['geotiff', { bytes: 'II\x2a\x00' }, { bytes: 'MM\x00\x2a' }, { bytes: 'II\x2b\x00' }, { bytes: 'MM\x00\x2b' }],
  ['picture', { bytes: '\x89PNG\r\n\x1a\n' }, { bytes: '\xff\xd8\xff' }],
  ['gltf', { bytes: 'glTF' }],
]

/** Files that the page does not open, by signature: to name the mistake. */
const others: readonly (readonly [name: string, ...Signature[]])[] = [
  ['a video', { at: 4, bytes: 'ftyp' }, { bytes: '\x1a\x45\xdf\xa3' }, { bytes: 'OggS' }],
  ['a GIF picture', { bytes: 'GIF8' }],
  ['a WebP picture', { at: 8, bytes: 'WEBP' }],
  ['a bitmap', { bytes: 'BM' }],
  ['a PDF document', { bytes: '%PDF' }],
  ['an archive', { bytes: 'PK\x03\x04' }, { bytes: '\x1f\x8b' }, { bytes: '7z\xbc\xaf' }, { bytes: 'Rar!' }],
  ['a sound', { bytes: 'ID3' }, { at: 8, bytes: 'WAVE' }, { bytes: 'fLaC' }],
  ['an HDF5 or NetCDF file', { bytes: '\x89HDF' }, { bytes: 'CDF' }],
]

/** The same by the ending of the name, for files without a signature. */
const endings: readonly (readonly [kind: FileKind, pattern: RegExp])[] = [
  ['scene', /\.json$/i],
  ['npy', /\.npy$/i],
  ['geotiff', /\.tiff?$/i],
  ['picture', /\.(png|jpe?g)$/i],
  ['gltf', /\.(glb|gltf)$/i],
]

/** The kind of a file from its name and its first bytes. Throws `FileError` for a file that the page does not open. */
export function kindOfFile(name: string, head: Uint8Array): FileKind {
  if (head.length === 0) throw FileError.of(name, ` is empty, or a folder. Drop ${accepted}.`)
  const begins = ({ at = 0, bytes }: Signature): boolean =>
    Array.from(bytes).every((letter, k) => head[at + k] === letter.charCodeAt(0))
  for (const [kind, ...known] of signatures) if (known.some(begins)) return kind
  for (const [other, ...known] of others)
    if (known.some(begins)) throw FileError.of(name, ` is ${other}. Drop ${accepted}.`)
  const named = endings.find(([, pattern]) => pattern.test(name))?.[0]
  const text = new TextDecoder().decode(head.subarray(0, headLength))
  if (/^\uFEFF?\s*\{/.test(text)) return kindOfJson(text, named)
  // A scene with a mistake in its first letter is still one: its message has the line.
  if (named === 'scene') return named
  if (named) throw FileError.of(name, ` does not begin as ${kindName[named]} does: it is damaged, or has a wrong name.`)
  throw FileError.of(name, ` is of a kind that is not opened here. Drop ${accepted}.`)
}

function kindOfJson(text: string, named: FileKind | undefined): FileKind {
  if (/"seiche"\s*:/.test(text)) return 'scene'
  return /"asset"\s*:/.test(text) || named === 'gltf' ? 'gltf' : 'scene'
}

/** Throws `FileError` for a file that is larger than the page reads. */
export function checkSize(name: string, kind: FileKind, size: number): void {
  const largest = largestFile[kind]
  if (size <= largest) return
  const mebibytes = (bytes: number) => `${(bytes / mebibyte).toFixed(bytes < 10 * mebibyte ? 1 : 0)} MiB`
  throw FileError.of(
    name,
    ` is ${kindName[kind]} of ${mebibytes(size)}. The page reads at most ${mebibytes(largest)} of this kind.`,
  )
}
