import { readFile } from 'node:fs/promises'

/** Node's `Buffer` passes for a `Uint8Array`, but its `slice` shares memory instead of copying: hand out the plain kind. */
export async function readBytes(path: string): Promise<Uint8Array> {
  const buffer = await readFile(path)
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
}
