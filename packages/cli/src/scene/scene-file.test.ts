import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exitCode } from '../terminal/failure.js'
import { scratchFolder } from '../testing/scratch.js'
import { readSceneFile } from './scene-file.js'

async function* chunks(...parts: Uint8Array[]) {
  yield* parts
}

describe('readSceneFile', () => {
  it('reads a file, without its byte order mark', async () => {
    const path = join(await scratchFolder(), 'scene.json')
    await writeFile(path, '\uFEFF{"name": "Überlingen"}')
    expect(await readSceneFile(path)).toMatchObject({ text: '{"name": "Überlingen"}', path, name: path })
  })

  it('reads standard input, whose chunks may cut characters', async () => {
    const bytes = Buffer.from('{"name": "Überlingen"}')
    const file = await readSceneFile('-', chunks(bytes.subarray(0, 11), bytes.subarray(11)))
    expect(file).toMatchObject({ text: '{"name": "Überlingen"}', path: undefined, name: 'standard input' })
  })

  it('reads files relative to the scene and remembers them', async () => {
    const folder = await scratchFolder()
    await mkdir(join(folder, 'data'))
    await writeFile(join(folder, 'scene.json'), '{}')
    await writeFile(join(folder, 'data', 'eta.npy'), 'abc')
    const file = await readSceneFile(join(folder, 'scene.json'))
    expect(Buffer.from(await file.read('data/eta.npy')).toString()).toBe('abc')
    await expect(file.read('data/phi.npy')).rejects.toThrow(join(folder, 'data', 'phi.npy'))
    expect(file.reads.map(({ name }) => name)).toEqual(['data/eta.npy', 'data/phi.npy'])
  })

  it.each<[string, (folder: string) => Promise<string>, RegExp]>([
    ['a missing file', async (folder) => join(folder, 'none.json'), /none\.json.*no such file/],
    ['a folder', async (folder) => folder, /is a folder/],
    [
      'text that is not UTF-8',
      async (folder) => {
        await writeFile(join(folder, 'latin.json'), Uint8Array.of(0x7b, 0xfc, 0x7d))
        return join(folder, 'latin.json')
      },
      /UTF-8/,
    ],
    [
      'UTF-16',
      async (folder) => {
        await writeFile(join(folder, 'wide.json'), '\uFEFF{}', 'utf16le')
        return join(folder, 'wide.json')
      },
      /UTF-16/,
    ],
  ])('refuses %s', async (_, make, message) => {
    const path = await make(await scratchFolder())
    await expect(readSceneFile(path)).rejects.toMatchObject({
      exitCode: exitCode.badInput,
      message: expect.stringMatching(message),
    })
  })
})
