import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { main } from '../main.js'
import { capturedTerminal } from '../testing/captured-terminal.js'
import { scratchFolder } from '../testing/scratch.js'

const shipped = new URL('../../../core/scene.schema.json', import.meta.url)

async function schema(...words: string[]) {
  const { terminal, out, err } = capturedTerminal()
  return { code: await main(['schema', ...words], terminal), out: out(), err: err() }
}

describe('schema', () => {
  it('prints the schema that ships with the engine', async () => {
    const { code, out } = await schema()
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual(JSON.parse(await readFile(shipped, 'utf8')))
  })

  it('writes it to a file, and replaces one only when forced', async () => {
    const path = join(await scratchFolder(), 'deep', 'scene.schema.json')
    expect(await schema('--out', path)).toEqual({ code: 0, out: `${path}\n`, err: '' })
    expect(JSON.parse(await readFile(path, 'utf8')).title).toBe('Seiche scene')
    await writeFile(path, 'mine')
    expect(await schema('--out', path)).toMatchObject({ code: 2, err: expect.stringContaining('exists already') })
    expect(await readFile(path, 'utf8')).toBe('mine')
    expect(await schema('--out', path, '--force')).toMatchObject({ code: 0 })
  })
})
