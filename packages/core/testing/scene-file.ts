// The files that the repository's scenes name, in Node and in a page of the test server alike.

import type * as Fs from 'node:fs/promises'

export async function readSceneFile(name: string): Promise<Uint8Array> {
  const url = new URL(`../../../scenes/${name}`, import.meta.url)
  const fs = globalThis.process?.getBuiltinModule?.('node:fs/promises') as typeof Fs | undefined
  if (fs) return new Uint8Array(await fs.readFile(url))
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
  return new Uint8Array(await response.arrayBuffer())
}
