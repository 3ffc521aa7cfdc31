import { expect, it } from 'vitest'
import { type BodyInput, bodySchema } from '../scene/schema/body.js'
import { scheduledEventSchema } from '../scene/schema/event.js'
import { findBody, validateBodyEvents } from './find-body.js'

const bodies = [
  { shape: 'sphere', radius: 1 },
  { shape: 'box', size: [1, 1, 1], name: 'boat', outboard: { thrust: 10 } },
].map((body) => bodySchema.parse(body as BodyInput))

const refused = (events: object[]) =>
  expect(() =>
    validateBodyEvents(
      events.map((event) => scheduledEventSchema.parse(event)),
      0.1,
      bodies,
    ),
  )

it('bodies are called by name or number', () => {
  expect(findBody(bodies, 0)).toBe(0)
  expect(findBody(bodies, 'boat')).toBe(1)
  expect(() => findBody(bodies, 'boot')).toThrow(
    'scene: body: no body is named "boot"; there are 0 to 1, with the names "boat"',
  )
  expect(() => findBody([], 2)).toThrow('no body is 2; there are none')
})

it('events that cannot be are found before the run, with their place', () => {
  refused([{ time: 0, type: 'steer', body: 'boat' }]).not.toThrow()
  refused([{ time: 0, type: 'drop', x: 0, z: 0, radius: 1, height: 1 }]).not.toThrow()
  refused([
    { time: 0, type: 'steer', body: 'boat' },
    { time: 0, type: 'steer', body: 0 },
  ]).toThrow('scene: events[1].body: this body has no outboard motor')
  refused([{ time: 0, type: 'addBody', body: { shape: 'sphere', radius: 1, name: 'boat' } }]).toThrow(
    'events[0].body.name: there is a body named "boat" already',
  )
  refused([{ time: 0, type: 'addBody', body: { shape: 'mesh', file: 'duck.glb' } }]).toThrow(
    'events[0].body.file: files are read before a run begins',
  )
})

it('a body can be called once it is there', () => {
  const launch = { step: 5, type: 'addBody', body: { shape: 'sphere', radius: 1, name: 'late' } }
  refused([{ time: 1, type: 'setDensity', body: 'late', density: 100 }, launch]).not.toThrow()
  refused([{ time: 0.3, type: 'setDensity', body: 'late', density: 100 }, launch]).toThrow(
    'events[0].body: no body is named',
  )
})
