import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseScene } from 'seiche'
import { describe, expect, it } from 'vitest'
import { exitCode } from '../terminal/failure.js'
import { pool, scratchFolder } from '../testing/scratch.js'
import { formatEventLog, replaceEvents } from './event-log.js'

const scene = parseScene(pool)

async function log(text: string): Promise<string> {
  const path = join(await scratchFolder(), 'events.json')
  await writeFile(path, text)
  return path
}

describe('an event log', () => {
  it('reads back what it wrote', async () => {
    const event = { type: 'drop', x: 1, z: 2, radius: 0.1, height: -0.2, step: 7 } as const
    expect((await replaceEvents(scene, await log(formatEventLog([event, event])))).scene.events).toEqual([event, event])
    expect((await replaceEvents(scene, await log(formatEventLog([])))).scene.events).toEqual([])
  })

  it.each([
    ['is not JSON', '[{', /not JSON/],
    ['is not a list', '{"events": []}', /not a list/],
    [
      'holds what is no event',
      '[{"type": "drop", "step": 1, "x": 0, "z": 0, "radius": -1, "height": 1}]',
      /events\[0\]\.radius/,
    ],
    [
      'holds an event without a time',
      '[{"type": "drop", "x": 0, "z": 0, "radius": 1, "height": 1}]',
      /"step" or "time"/,
    ],
  ])('that %s is refused', async (_, text, message) => {
    await expect(replaceEvents(scene, await log(text))).rejects.toMatchObject({
      exitCode: exitCode.badInput,
      message: expect.stringMatching(message),
    })
  })
})
