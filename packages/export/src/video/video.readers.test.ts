import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasTool } from '../../testing/external-tools.js'
import { box, pool, recordRun } from '../../testing/recorded-run.js'
import { runProgram } from '../../testing/run-program.js'
import { writeRun } from '../../testing/scratch-output.js'
import { painterOf } from './painter.js'
import { mp4, webm } from './video.js'

const hasFfmpeg = hasTool('ffmpeg', 'ffmpeg', ['-version']) && hasTool('ffprobe', 'ffmpeg', ['-version'])

/** Properties of the video in a file, after decoding all of it. */
function probe(path: string): Record<string, string> {
  const entries = 'stream=codec_name,pix_fmt,width,height,r_frame_rate,nb_read_frames,color_space:format=duration'
  const words = ['-v', 'error', '-count_frames', '-show_entries', entries, '-of', 'default=noprint_wrappers=1', path]
  return Object.fromEntries(
    runProgram('ffprobe', words)
      .trim()
      .split('\n')
      .map((line) => line.split('=') as [string, string]),
  )
}

describe.runIf(hasFfmpeg)('videos, read by ffprobe', () => {
  it.each([
    { format: mp4, codec: 'h264' },
    { format: webm, codec: 'vp9' },
  ])('$format.name has the size, the rate and the frames of the run', async ({ format, codec }) => {
    // Frames at 0, 0.1 and 0.2 s: three pictures each of the first two, one of the last.
    const folder = await writeRun(format, await recordRun(pool, ['eta', 'openness'], [0, 5, 10]))
    const { duration, ...rest } = probe(join(folder, `run.${format.name}`))
    expect(rest).toEqual({
      codec_name: codec,
      pix_fmt: 'yuv420p',
      color_space: 'bt709',
      width: '720',
      height: '540',
      r_frame_rate: '30/1',
      nb_read_frames: '7',
    })
    expect(Number(duration)).toBeCloseTo(7 / 30, 2)
  })

  it('take the rate and the speed that are asked for', async () => {
    const recorded = await recordRun(pool, ['eta'], [0, 5, 10])
    const folder = await writeRun(mp4, recorded, { fps: 50, speed: 0.5 })
    expect(probe(join(folder, 'run.mp4'))).toMatchObject({ r_frame_rate: '50/1', nb_read_frames: '21' })
  })

  it('show still water in its colour', async () => {
    const still = await recordRun({ ...pool, initial: {}, obstacles: [] }, ['eta'], [0])
    const path = join(await writeRun(mp4, still), 'run.mp4')
    const words = ['-loglevel', 'error', '-i', path, '-f', 'rawvideo', '-pix_fmt', 'rgb24', `${path}.rgb`]
    runProgram('ffmpeg', words)
    const decoded = readFileSync(`${path}.rgb`)
    const painted = await painterOf(still.run, ['eta'], {}).draw(still.frames[0]!)
    for (let c = 0; c < 3; c++) expect(Math.abs(decoded[c]! - painted[c]!)).toBeLessThan(4)
  })

  it('have the index of an mp4 at its start', async () => {
    const bytes = readFileSync(join(await writeRun(mp4, await recordRun(pool, ['eta'], [0])), 'run.mp4'))
    expect(bytes.indexOf('moov')).toBeGreaterThan(0)
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  })

  it.each([mp4, webm])('$name has the same bytes for the same frames', async (format) => {
    const recorded = await recordRun(box, ['ink', 'x'], [0, 5, 10])
    const [first, second] = [await writeRun(format, recorded), await writeRun(format, recorded)]
    const name = `run.${format.name}`
    expect(readFileSync(join(second, name)).equals(readFileSync(join(first, name)))).toBe(true)
  })
})
