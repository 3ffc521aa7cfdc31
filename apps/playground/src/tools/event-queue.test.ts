import type { SimulationEvent } from 'seiche'
import { expect, it } from 'vitest'
import { EventQueue } from './event-queue.js'

const grip = (body: number, x: number): SimulationEvent => ({ type: 'grab', body, at: [0, 0, 0], to: [x, 0, 0] })
const drop: SimulationEvent = { type: 'drop', x: 0, z: 0, radius: 1, height: 1 }

it('keeps the last target of a drag between two frames, and everything else', () => {
  const queue = new EventQueue()
  const drag = queue.begin()
  drag.add(grip(1, 0), grip(1, 1), grip(2, 2))
  drag.add(drop, drop)
  drag.add(grip(2, 3), { type: 'release', body: 2 })
  expect(queue.take()).toEqual([grip(1, 1), grip(2, 2), drop, drop, grip(2, 3), { type: 'release', body: 2 }])
  expect(queue.take()).toEqual([])
})

it('groups events by action, in order, over several frames', () => {
  const queue = new EventQueue()
  const drag = queue.begin()
  drag.add(grip(1, 0), drop)
  queue.add(drop)
  drag.add(grip(1, 1))
  expect(queue.takeActions()).toEqual([
    { action: 1, events: [grip(1, 0), drop] },
    { action: 2, events: [drop] },
    { action: 1, events: [grip(1, 1)] },
  ])
  drag.add({ type: 'release', body: 1 })
  expect(queue.takeActions()).toEqual([{ action: 1, events: [{ type: 'release', body: 1 }] }])
})

it('keeps the targets of two drags of a body apart: each is undone by itself', () => {
  const queue = new EventQueue()
  queue.add(grip(1, 0))
  queue.add(grip(1, 1))
  expect(queue.takeActions()).toHaveLength(2)
})
