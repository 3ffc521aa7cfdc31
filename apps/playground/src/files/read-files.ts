// What was dropped or chosen, read and checked. Everything that is wrong with a file is a `FileError`; nothing of the running scene is touched.

import type { readGeotiff } from 'seiche/geotiff'
import { type BodyMesh, type ReadMesh, readBody } from './body-mesh.js'
import { FileError } from './file-error.js'
import { accepted, checkSize, type FileKind, headLength, kindOfFile } from './file-kind.js'
import type { DataFile, HeightMap } from './height-map.js'
import { geotiffMap } from './read-geotiff.js'
import { npyMap } from './read-npy.js'
import { type DecodePicture, pictureMap } from './read-picture.js'

/** The content of the files. */
export type Incoming =
  | { kind: 'scene'; source: string; text: string; files: readonly DataFile[] }
  | { kind: 'map'; map: HeightMap }
  | { kind: 'body'; body: BodyMesh }

/** Readers that are loaded when a file needs them. */
export interface FileReaders {
  decode: DecodePicture
  readElevation: typeof readGeotiff
  readMesh: ReadMesh
}

/** Most files in one drop: a scene and its data. */
const mostFiles = 32

type AnyFile = Pick<File, 'name' | 'size' | 'slice' | 'arrayBuffer'>

/** Reads a file, or a scene or a .gltf together with the files that it names. Throws `FileError`. */
export async function readFiles(files: readonly AnyFile[], readers: FileReaders): Promise<Incoming> {
  const [first] = files
  if (!first) throw new FileError(`Nothing was dropped that is a file. Drop ${accepted}.`)
  if (files.length > mostFiles) throw new FileError(`${files.length} files are too many. Drop at most ${mostFiles}.`)
  if (files.length === 1) return read(first, await kindOf(first), [], readers)
  const leading = await leadingFile(files)
  return read(
    leading.file,
    leading.kind,
    files.filter((file) => file !== leading.file),
    readers,
  )
}

/** The scene, or else the glTF file, of several files. */
async function leadingFile(files: readonly AnyFile[]): Promise<{ file: AnyFile; kind: FileKind }> {
  const named = /\.(json|gltf)$/i
  const found: { file: AnyFile; kind: FileKind }[] = []
  for (const file of files) if (named.test(file.name)) found.push({ file, kind: await kindOf(file) })
  const [leading, other] = [
    ...found.filter(({ kind }) => kind === 'scene'),
    ...found.filter(({ kind }) => kind === 'gltf'),
  ]
  if (!leading || (other && other.kind === leading.kind))
    throw new FileError(
      `${files.length} files at once: drop one, or one scene (.json) or .gltf together with the files that it names.`,
    )
  return leading
}

async function kindOf(file: AnyFile): Promise<FileKind> {
  const head = await bytesOf(file, file.slice(0, headLength))
  const kind = kindOfFile(file.name, head)
  checkSize(file.name, kind, file.size)
  return kind
}

async function bytesOf(file: AnyFile, part: Pick<Blob, 'arrayBuffer'> = file): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await part.arrayBuffer())
  } catch (error) {
    // A folder, or a file that was deleted meanwhile.
    throw FileError.of(file.name, ' could not be read', error)
  }
}

async function read(
  file: AnyFile,
  kind: FileKind,
  others: readonly AnyFile[],
  { decode, readElevation, readMesh }: FileReaders,
): Promise<Incoming> {
  const { name } = file
  const bytes = await bytesOf(file)
  switch (kind) {
    case 'scene':
      return { kind, source: name, text: new TextDecoder().decode(bytes), files: await dataFiles(others) }
    case 'npy':
      return { kind: 'map', map: npyMap(name, bytes) }
    case 'geotiff':
      return { kind: 'map', map: await geotiffMap(name, bytes, readElevation) }
    case 'picture':
      return { kind: 'map', map: await pictureMap(name, bytes, decode) }
    case 'gltf': {
      const beside = (wanted: string) => {
        const found = others.find((other) => other.name === wanted.replace(/^.*\//, ''))
        return found && bytesOf(found)
      }
      return { kind: 'body', body: await readBody(name, bytes, beside, readMesh) }
    }
  }
}

async function dataFiles(files: readonly AnyFile[]): Promise<DataFile[]> {
  const read: DataFile[] = []
  for (const file of files) {
    // Not every file that a scene names has a signature: the buffer of a .gltf has none.
    if (file.size > 256 * 2 ** 20) throw FileError.of(file.name, ' is larger than 256 MiB.')
    read.push({ name: file.name, bytes: await bytesOf(file) })
  }
  return read
}
