import { expect, it } from 'vitest'
import { WaitingMessages } from './waiting-messages.js'

const events = { type: 'events', events: [], action: 1 } as const
const undo = { type: 'undo', direction: 'undo' } as const

it('keeps messages about the run, in order; frames, speed and undo do not wait', () => {
  const waiting = new WaitingMessages()
  expect(waiting.keep({ type: 'recycle' })).toBe(false)
  expect(waiting.keep({ type: 'speed', speed: 2 })).toBe(false)
  expect(waiting.keep(undo)).toBe(false)
  expect(waiting.keep({ ...events, events: [] })).toBe(true)
  expect(waiting.keep({ type: 'step', count: 1 })).toBe(true)
  expect(waiting.take()?.type).toBe('events')
  expect(waiting.take()?.type).toBe('step')
  expect(waiting.take()).toBeUndefined()
})

it('an undo after an action that waits concerns that action, and waits, too', () => {
  const waiting = new WaitingMessages()
  waiting.keep({ ...events, events: [] })
  expect(waiting.keep(undo)).toBe(true)
  expect(waiting.keep({ type: 'show', fields: [] })).toBe(false)
})

it('on the way to a step, an undo waits, too: it would go back to another step in each of two simulations', () => {
  const waiting = new WaitingMessages()
  expect(waiting.keep(undo, 'goTo')).toBe(true)
  expect(waiting.keep({ type: 'goTo', step: 9 }, 'goTo')).toBe(true)
  expect(waiting.keep({ type: 'recycle' }, 'goTo')).toBe(false)
  expect([waiting.take()?.type, waiting.take()?.type]).toEqual(['undo', 'goTo'])
})
