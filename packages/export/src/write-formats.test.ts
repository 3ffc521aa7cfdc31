import { parseScene } from 'seiche'
import { describe, expect, it } from 'vitest'
import { type Format, FormatUnavailable } from './format.js'
import type { Frame } from './frame.js'
import type { RunInfo } from './run-info.js'
import { writeFormats } from './write-formats.js'

const run: RunInfo = {
  scene: parseScene({ seiche: 1, grid: { cells: [4, 4], cellSize: 1 }, solver: { type: 'columns' } }),
  kind: 'surface',
  grid: { nx: 4, nz: 4, cellSize: 1 },
  fields: {},
  frames: [3, 4].map((frame) => ({ frame, step: 10 * frame, time: frame })),
}

/** Counts how often its frames were read. */
function sourceOf() {
  const source = {
    run,
    passes: 0,
    async *frames(): AsyncGenerator<Frame> {
      source.passes++
      for (const time of run.frames) yield { ...time, bodies: [], probes: [], values: async () => new Float32Array(16) }
    },
  }
  return source
}

const nowhere = { path: '', write: async () => {} }

/** A format that writes down the calls of its writer. */
function noting(name: string, calls: string[], changes: Partial<Format> = {}): Format {
  return {
    name,
    summary: '',
    fieldsFor: () => [],
    filesOf: () => [],
    open: async () => ({
      add: async ({ frame }) => void calls.push(`${name} adds ${frame}`),
      finish: async () => ({ frames: 2 }),
      dispose: () => void calls.push(`${name} disposed`),
    }),
    ...changes,
  }
}

const requestOf = (format: Format) => ({ format, fields: ['eta'] })

describe('writeFormats', () => {
  it('gives each frame to all writers, and reads the frames once', async () => {
    const calls: string[] = []
    const source = sourceOf()
    const requests = ['a', 'b'].map((name) => requestOf(noting(name, calls)))
    const { entries } = await writeFormats(source, requests, nowhere)
    expect(calls).toEqual(['a adds 3', 'b adds 3', 'a adds 4', 'b adds 4', 'a disposed', 'b disposed'])
    expect(source.passes).toBe(1)
    expect(entries).toEqual({
      a: { fields: ['eta'], details: { frames: 2 } },
      b: { fields: ['eta'], details: { frames: 2 } },
    })
  })

  it('shows all frames to a writer that surveys them before the first is added', async () => {
    const calls: string[] = []
    const plain = noting('a', calls)
    const surveying = noting('b', calls, {
      open: async (...words) => ({
        ...(await noting('b', calls).open(...words)),
        survey: async ({ frame }) => void calls.push(`b surveys ${frame}`),
      }),
    })
    const counts: string[] = []
    const source = sourceOf()
    await writeFormats(source, [requestOf(plain), requestOf(surveying)], nowhere, {
      progress: (done, total) => void counts.push(`${done}/${total}`),
    })
    expect(calls.slice(0, 4)).toEqual(['b surveys 3', 'b surveys 4', 'a adds 3', 'b adds 3'])
    expect(source.passes).toBe(2)
    expect(counts).toEqual(['1/4', '2/4', '3/4', '4/4'])
  })

  it('leaves out a format whose program is missing, and writes the others', async () => {
    const calls: string[] = []
    const film = noting('film', calls, {
      open: async () => {
        throw new FormatUnavailable('ffmpeg is not installed', 'apt-get install ffmpeg')
      },
    })
    const { entries, unavailable } = await writeFormats(
      sourceOf(),
      [requestOf(film), requestOf(noting('a', calls))],
      nowhere,
    )
    expect(Object.keys(entries)).toEqual(['a'])
    expect(unavailable).toMatchObject([{ format: 'film', error: { advice: 'apt-get install ffmpeg' } }])
  })

  it('releases all writers after an error', async () => {
    const calls: string[] = []
    const failing = noting('b', calls, {
      open: async (...words) => ({
        ...(await noting('b', calls).open(...words)),
        add: async () => {
          throw new Error('full')
        },
      }),
    })
    const requests = [requestOf(noting('a', calls)), requestOf(failing)]
    await expect(writeFormats(sourceOf(), requests, nowhere)).rejects.toThrow('full')
    expect(calls).toEqual(['a adds 3', 'a disposed', 'b disposed'])
  })
})
