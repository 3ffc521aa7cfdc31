import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { main } from './main.js'
import { Terminal } from './terminal/terminal.js'
import { capturedTerminal } from './testing/captured-terminal.js'
import { scratchFolder, writeScene } from './testing/scratch.js'

async function seiche(...words: string[]) {
  const { terminal, out, err } = capturedTerminal()
  return { code: await main(words, terminal), out: out(), err: err() }
}

describe('seiche', () => {
  it('--help prints help with examples and exit codes', async () => {
    const { code, out, err } = await seiche('--help')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatchSnapshot()
    expect(await seiche('help')).toEqual({ code, out, err })
  })

  it('run --help prints every option', async () => {
    const { code, out } = await seiche('run', '--help')
    expect(code).toBe(0)
    for (const option of ['--out', '--every', '--every-steps', '--duration', '--threads', '--fields', '--format']) {
      expect(out).toContain(option)
    }
  })

  it('--version prints the version alone', async () => {
    expect(await seiche('--version')).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' })
  })

  it.each<[string, string[], RegExp]>([
    ['no command', [], /no command was given[\s\S]*Usage/],
    ['an unknown command', ['walk'], /unknown command 'walk'/],
    ['a command nearly right', ['chekc'], /Did you mean check\?/],
    ['an option nearly right', ['run', 'SCENE', '--out', 'OUT', '--evry', '1'], /Did you mean --every\?/],
    ['no output folder', ['run', 'SCENE'], /'-o, --out <folder>' not specified/],
    ['no scene', ['run', '--out', 'OUT'], /missing required argument 'scene'/],
    ['no threads', ['run', 'SCENE', '--out', 'OUT', '--threads', '0'], /--threads.*'0'.*from 1 to 64/],
    ['a negative interval', ['run', 'SCENE', '--out', 'OUT', '--every', '-1'], /--every.*'-1'.*more than 0/],
    ['two intervals', ['run', 'SCENE', '--out', 'OUT', '--every', '1', '--every-steps', '1'], /cannot be used with/],
    ['an unknown format', ['run', 'SCENE', '--out', 'OUT', '--format', 'gif'], /"gif".*Allowed are npy, zarr, netcdf/],
    ['an unknown field', ['run', 'SCENE', '--out', 'OUT', '--fields', 'foam'], /no field "foam"[\s\S]*eta, phi/],
    ['a missing scene', ['run', 'none.json', '--out', 'OUT'], /none\.json: there is no such file/],
    ['a folder as scene', ['check', '.'], /is a folder/],
    ['output inside a file', ['run', 'SCENE', '--out', 'SCENE/out'], /is a file, not a folder/],
    ['a file as output', ['run', 'SCENE', '--out', 'SCENE'], /is a file/],
  ])('refuses %s with exit code 2 and nothing on standard output', async (_, words, message) => {
    const root = await scratchFolder()
    const scene = await writeScene(root)
    const place = (word: string) => word.replace('SCENE', scene).replace('OUT', join(root, 'out'))
    const { code, out, err } = await seiche(...words.map(place))
    expect(err).toMatch(message)
    expect(err).toMatch(/^error: /)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(await readdir(root)).toEqual(['scene.json'])
  })

  it('reports failures as JSON too when asked', async () => {
    const root = await scratchFolder()
    const path = await writeScene(root, { seiche: 1 })
    const { code, out } = await seiche('check', path, '--json')
    expect(code).toBe(2)
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      exitCode: 2,
      issues: expect.arrayContaining([expect.anything()]),
    })
  })

  it('prints one JSON object, and without it a summary', async () => {
    const root = await scratchFolder()
    const scene = await writeScene(root)
    const json = await seiche('run', scene, '--out', join(root, 'a'), '--json', '--quiet')
    expect(JSON.parse(json.out)).toMatchObject({ ok: true, out: join(root, 'a'), frames: 21 })
    expect(json.err).toBe('')
    const text = await seiche('run', scene, '--out', join(root, 'b'))
    expect(text.out).toContain(join(root, 'b'))
    expect(text.err).toMatch(/simulating 100 %/)
  })

  it('fails when standard output cannot be written, and says where the results are', async () => {
    const root = await scratchFolder()
    const scene = await writeScene(root)
    const full = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    })
    const err = new PassThrough()
    const code = await main(['run', scene, '--out', join(root, 'out'), '-q', '--json'], new Terminal(full, err))
    expect(code).toBe(1)
    expect(String(err.read())).toMatch(/standard output: no space is left.*complete and in/)
    expect(await readdir(join(root, 'out'))).toContain('manifest.json')
  })
})
