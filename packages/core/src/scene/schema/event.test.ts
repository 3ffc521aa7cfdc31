import { expect, it } from 'vitest'
import { eventTable, isBodyEvent, isEventOf } from './event.js'

it('an event belongs to the family of bodies exactly if its fields name a body', () => {
  const types = Object.keys(eventTable)
  const naming = Object.entries(eventTable).flatMap(([type, { fields }]) => ('body' in fields ? [type] : []))
  expect(naming).toContain('addBody')
  expect(types.filter((type) => isBodyEvent({ type }))).toEqual(naming)
})

it('every event belongs to one family', () => {
  const families = ['surface', 'sources', 'solids', 'terrain', 'bodies', 'fluid'] as const
  for (const type of Object.keys(eventTable))
    expect(families.filter((family) => isEventOf(family, { type }))).toHaveLength(1)
})

it('a value that is not an event belongs to no family', () => {
  for (const event of [{}, { type: 3 }, { type: null }, { type: 'ADDBODY' }, { type: 'toString' }])
    expect(isBodyEvent(event)).toBe(false)
})
