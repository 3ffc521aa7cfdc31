import type { WaterEvent } from 'seiche'
import { expect, it } from 'vitest'
import { addEvent } from './body-events.js'

const grip = (body: number, x: number): WaterEvent => ({ type: 'grip', body, at: [0, 0, 0], to: [x, 0, 0] })

it('keeps the last place of a hand between two frames, and everything else', () => {
  const waiting: WaterEvent[] = []
  const drop: WaterEvent = { type: 'drop', x: 0, z: 0, radius: 1, height: 1 }
  for (const event of [
    grip(1, 0),
    grip(1, 1),
    grip(2, 2),
    drop,
    drop,
    grip(2, 3),
    { type: 'release', body: 2 },
  ] as const)
    addEvent(waiting, event)
  expect(waiting).toEqual([grip(1, 1), grip(2, 2), drop, drop, grip(2, 3), { type: 'release', body: 2 }])
})
