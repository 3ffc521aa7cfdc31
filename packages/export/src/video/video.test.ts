import { readdirSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pool, recordRun } from '../../testing/recorded-run.js'
import { scratchOutput } from '../../testing/scratch-output.js'
import { FormatUnavailable } from '../format.js'
import { writeFormats } from '../write-formats.js'
import { zarr } from '../zarr.js'
import { mp4 } from './video.js'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** A program in place of ffmpeg: it lists its encoders, and otherwise does as the script says. */
async function stubFfmpeg(folder: string, encoders: string, script: string): Promise<void> {
  const path = join(folder, 'ffmpeg')
  await writeFile(
    path,
    `#!/bin/sh\nif [ "$2" = -encoders ]; then echo " V....D ${encoders} H.264"; exit; fi\n${script}\n`,
  )
  await chmod(path, 0o755)
  vi.stubEnv('SEICHE_FFMPEG', path)
}

async function surfaceRun() {
  const { run, frames } = await recordRun(pool, ['eta'])
  return {
    run,
    async *frames() {
      yield* frames
    },
  }
}

describe('videos without ffmpeg', () => {
  it('are left out with advice, and other formats are written', async () => {
    vi.stubEnv('SEICHE_FFMPEG', '/nowhere/ffmpeg')
    await expect(mp4.check!()).rejects.toThrow(FormatUnavailable)
    const output = await scratchOutput()
    const requests = [mp4, zarr].map((format) => ({ format, fields: ['eta'] }))
    const { entries, unavailable } = await writeFormats(await surfaceRun(), requests, output)
    expect(Object.keys(entries)).toEqual(['zarr'])
    expect(unavailable).toHaveLength(1)
    expect(unavailable[0]!.error.message).toBe('the program ffmpeg was not found')
    expect(unavailable[0]!.error.advice).toContain('apt install ffmpeg')
    expect(readdirSync(output.path)).toEqual(['run.zarr'])
  })
})

describe.skipIf(process.platform === 'win32')('videos with another ffmpeg', () => {
  it('need an encoder of H.264', async () => {
    await stubFfmpeg((await scratchOutput()).path, 'libtheora', '')
    await expect(mp4.check!()).rejects.toThrow('the program ffmpeg was built without the encoder libx264')
  })

  it.each([
    { when: 'at once', script: 'echo Disk on fire >&2; exit 1' },
    { when: 'after a frame', script: 'head -c 144 >/dev/null; echo Disk on fire >&2; exit 1' },
    { when: 'at the end', script: 'cat >/dev/null; echo Disk on fire >&2; exit 1' },
  ])('report its last message if it fails $when, and leave no file', async ({ script }) => {
    await stubFfmpeg((await scratchOutput()).path, 'libx264', `touch "$(eval echo \\\${$#})"; ${script}`)
    const output = await scratchOutput()
    const source = await surfaceRun()
    await expect(writeFormats(source, [{ format: mp4, fields: ['eta'] }], output)).rejects.toThrow(
      'ffmpeg could not write the video: Disk on fire',
    )
    expect(readdirSync(output.path)).toEqual([])
  })
})

describe('the fields of a video', () => {
  type Run = Parameters<typeof mp4.fieldsFor>[0]
  const surface = { scene: {}, kind: 'surface' } as Run
  const fluid = { scene: { fluid: { dyes: { ink: {} } } }, kind: 'fluid' } as unknown as Run

  it('are the elevation and the solids of surface water', () => {
    expect(mp4.fieldsFor(surface, ['eta', 'phi', 'openness'], ['phi'])).toEqual(['eta', 'openness'])
    expect(() => mp4.fieldsFor(surface, ['phi'], ['phi'])).toThrow('there is no field "eta"')
  })

  it('are the dyes of a fluid, or its velocity', () => {
    expect(mp4.fieldsFor(fluid, ['u', 'v', 'p', 'ink', 'open'], ['u'])).toEqual(['ink', 'open'])
    expect(mp4.fieldsFor(fluid, ['u', 'v', 'w', 'p'], ['p'])).toEqual(['u', 'v', 'w'])
    expect(() => mp4.fieldsFor(fluid, ['p'], ['p'])).toThrow('shows its dyes, or its speed')
  })
})
