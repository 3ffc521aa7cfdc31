import { readFile } from 'node:fs/promises'

/** Reads a file as a plain `Uint8Array`. Node's `Buffer` is a subclass whose `slice` shares memory instead of copying. */
export async function readBytes(path: string): Promise<Uint8Array> {
  const buffer = await readFile(path)
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
}
