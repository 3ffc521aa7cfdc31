import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { badInput, Failure, reasonOf } from '../terminal/failure.js'
import { readBytes } from './read-bytes.js'

/** A file that a scene names. */
export interface FileRead {
  /** Name in the scene. */
  name: string
  /** Full path. */
  path: string
  /** SHA-256 hash of its content, hexadecimal; undefined if it could not be read. */
  sha256: string | undefined
}

export interface SceneFile {
  /** The scene as written. */
  text: string
  /** Name in messages. */
  name: string
  /** Its full path, or undefined when it came from standard input. */
  path: string | undefined
  /** Other files read so far. */
  reads: FileRead[]
  /** Reads a file that the scene names, relative to the scene's own folder. */
  read(path: string): Promise<Uint8Array>
}

/**
 * @param argument a path, or `-` for standard input
 * @param home folder of the files that a scene from standard input names
 */
export async function readSceneFile(
  argument: string,
  stdin?: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  home = process.cwd(),
): Promise<SceneFile> {
  const path = argument === '-' ? undefined : resolve(argument)
  const name = path === undefined ? 'standard input' : argument
  const bytes = path === undefined ? await readAll(stdin ?? process.stdin) : await readSceneBytes(path)
  const folder = path === undefined ? home : dirname(path)
  const reads: FileRead[] = []
  // Each file is read once: many bodies may share one mesh.
  const contents = new Map<string, Promise<Uint8Array>>()
  const fetch = async (named: string) => {
    const full = resolve(folder, named)
    const entry: FileRead = { name: named, path: full, sha256: undefined }
    reads.push(entry)
    try {
      const content = await readBytes(full)
      entry.sha256 = createHash('sha256').update(content).digest('hex')
      return content
    } catch (error) {
      throw new Error(`${full}: ${reasonOf(error)}`, { cause: error })
    }
  }
  return {
    text: decode(bytes, name),
    name,
    path,
    reads,
    read(named) {
      const content = contents.get(named) ?? fetch(named)
      contents.set(named, content)
      return content
    },
  }
}

async function readSceneBytes(path: string): Promise<Uint8Array> {
  try {
    if ((await stat(path)).isDirectory()) {
      throw badInput(`${path} is a folder`, { advice: 'Give the scene file inside it, for example scene.json.' })
    }
    return await readBytes(path)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw badInput(`cannot read the scene ${path}: ${reasonOf(error)}`, {
      cause: error,
      advice: 'Give the path of a scene file, or - to read standard input.',
    })
  }
}

async function readAll(stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function decode(bytes: Uint8Array, name: string): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw badInput(`${name} is encoded as UTF-16`, { advice: 'Save it as UTF-8.' })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw badInput(`${name} is not a text file in UTF-8`, { cause: error, advice: 'A scene is JSON text.' })
  }
}
