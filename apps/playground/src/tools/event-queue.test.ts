import type { SimulationEvent } from 'seiche'
import { expect, it } from 'vitest'
import { EventQueue } from './event-queue.js'

const grip = (body: number, x: number): SimulationEvent => ({ type: 'grab', body, at: [0, 0, 0], to: [x, 0, 0] })

it('keeps the last target of a drag between two frames, and everything else', () => {
  const queue = new EventQueue()
  const drop: SimulationEvent = { type: 'drop', x: 0, z: 0, radius: 1, height: 1 }
  queue.add(grip(1, 0), grip(1, 1), grip(2, 2))
  queue.add(drop, drop)
  queue.add(grip(2, 3), { type: 'release', body: 2 })
  expect(queue.take()).toEqual([grip(1, 1), grip(2, 2), drop, drop, grip(2, 3), { type: 'release', body: 2 }])
  expect(queue.take()).toEqual([])
})
