import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { exitCode } from '../terminal/failure.js'
import { capturedTerminal } from '../testing/captured-terminal.js'
import { makeRun } from '../testing/finished-run.js'
import { scratchFolder } from '../testing/scratch.js'
import { type FilmOptions, film } from './film.js'

/** The failure of a film. The films themselves are made in apps/playground/test/film.test.ts, which has a browser. */
async function failing(options: Partial<FilmOptions>, prepare?: (root: string) => Promise<unknown>) {
  const root = await scratchFolder()
  const run = await makeRun(root, 'run')
  await prepare?.(root)
  const before = await readdir(root)
  const failure = await film(run, { out: join(root, 'film.mp4'), ...options }, capturedTerminal().terminal).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(await readdir(root)).toEqual(before)
  return failure
}

describe('film', () => {
  it.each<[string, Partial<FilmOptions>, RegExp]>([
    ['a file that is no film', { out: 'film.gif' }, /\.mp4 or \.webm/],
    ['an odd size', { size: { width: 641, height: 360 } }, /even number of pixels/],
    ['a frame that does not exist', { frames: [2, 7] }, /no frame 7/],
  ])('refuses %s', async (_, options, message) => {
    expect(await failing(options)).toMatchObject({
      exitCode: exitCode.badInput,
      message: expect.stringMatching(message),
    })
  })

  it('does not replace a file unless forced', async () => {
    const failure = await failing({}, (root) => writeFile(join(root, 'film.mp4'), 'mine'))
    expect(failure).toMatchObject({ exitCode: exitCode.badInput, advice: expect.stringContaining('--force') })
  })

  it('says how to install ffmpeg where it is missing', async () => {
    const { PATH } = process.env
    onTestFinished(() => void (process.env.PATH = PATH))
    process.env.PATH = await scratchFolder()
    expect(await failing({ chromium: '/bin/false' })).toMatchObject({
      exitCode: exitCode.failed,
      message: 'a film needs ffmpeg, and it is not installed',
      advice: expect.stringContaining('apt-get install ffmpeg'),
    })
  })
})
