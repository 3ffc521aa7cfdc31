// Films of finished runs, drawn by the viewer in a browser of their own.

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { film } from '../../../packages/cli/src/commands/film.js'
import { exitCode } from '../../../packages/cli/src/terminal/failure.js'
import { capturedTerminal } from '../../../packages/cli/src/testing/captured-terminal.js'
import { startSeiche } from '../../../packages/cli/src/testing/child.js'
import { makeRun } from '../../../packages/cli/src/testing/finished-run.js'

const run = promisify(execFile)
const hasFfmpeg = await run('ffprobe', ['-version']).then(
  () => true,
  () => false,
)
if (!hasFfmpeg) console.warn('ffmpeg is not installed: films are not tested. apt-get install ffmpeg')

let root: string
let folder: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'seiche-film-test-'))
  folder = await makeRun(root, 'run')
})

afterAll(() => rm(root, { recursive: true, force: true }))

/** Facts about a film, and its pictures as grey values. */
async function read(path: string) {
  const entries = 'stream=codec_name,width,height,nb_read_frames,r_frame_rate'
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-count_frames',
    '-show_entries',
    entries,
    '-of',
    'json',
    path,
  ])
  const pictures = await run('ffmpeg', ['-v', 'error', '-i', path, '-f', 'rawvideo', '-pix_fmt', 'gray', '-'], {
    encoding: 'buffer',
    maxBuffer: 2 ** 26,
  })
  return { stream: JSON.parse(stdout).streams[0] as Record<string, unknown>, pixels: pictures.stdout }
}

describe.skipIf(!hasFfmpeg)('film', () => {
  it('has the size, the rate and the number of pictures that were asked for, and shows moving water', async () => {
    const out = join(root, 'film.mp4')
    const size = { width: 160, height: 120 }
    const camera = { azimuth: 30, polar: 50, distance: 1 }
    const options = { out, size, camera, frames: [0, 2, 4], exaggeration: 4 }
    expect(await film(folder, options, capturedTerminal().terminal)).toMatchObject({ frames: 3, fps: 25, width: 160 })
    const { stream, pixels } = await read(out)
    expect(stream).toMatchObject({
      codec_name: 'h264',
      width: 160,
      height: 120,
      nb_read_frames: '3',
      r_frame_rate: '25/1',
    })
    const picture = (at: number) => pixels.subarray(at * 160 * 120, (at + 1) * 160 * 120)
    const mean = picture(0).reduce((sum, value) => sum + value, 0) / picture(0).length
    const spread = Math.sqrt(picture(0).reduce((sum, value) => sum + (value - mean) ** 2, 0) / picture(0).length)
    expect(spread).toBeGreaterThan(10)
    // Codecs change values by a few levels, waves by many.
    const moved = picture(0).reduce((most, value, at) => Math.max(most, Math.abs(value - picture(2)[at]!)), 0)
    expect(moved).toBeGreaterThan(30)
  })

  it('leaves nothing behind when it is stopped', async () => {
    const before = await readdir(root)
    const words = [
      'film',
      folder,
      '--out',
      join(root, 'long.mp4'),
      '--size',
      '160x120',
      '--fps',
      '60',
      '--speed',
      '0.001',
    ]
    const child = startSeiche(words, { cwd: root })
    await child.says(/drawing 10 %/)
    child.process.kill('SIGINT')
    expect(await child.ended).toMatchObject({ code: exitCode.SIGINT })
    expect(await readdir(root)).toEqual(before)
  })

  it('says so when the browser cannot be started', async () => {
    const options = { out: join(root, 'none.mp4'), chromium: join(root, 'no-browser') }
    await expect(film(folder, options, capturedTerminal().terminal)).rejects.toMatchObject({
      exitCode: exitCode.badInput,
      advice: expect.stringContaining('--chromium'),
    })
    await expect(
      film(folder, { ...options, chromium: '/bin/false' }, capturedTerminal().terminal),
    ).rejects.toMatchObject({
      exitCode: exitCode.failed,
      message: expect.stringContaining('the browser has ended with code 1'),
    })
  })
})
