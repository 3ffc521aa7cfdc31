import { expect, it } from 'vitest'
import { eventSchema, isBodyEvent } from './event.js'

it('an event is one of bodies exactly if its schema names a body', () => {
  const types = (options: readonly { shape: { type: { value: string } } }[]) =>
    options.map(({ shape }) => shape.type.value)
  const { options } = eventSchema
  const naming = types(options.filter(({ shape }) => 'body' in shape))
  expect(naming).toContain('launch')
  expect(types(options).filter((type) => isBodyEvent({ type }))).toEqual(naming)
})

it('a value without a type of an event is none of bodies', () => {
  for (const event of [{}, { type: 3 }, { type: null }, { type: 'LAUNCH' }, { type: 'toString' }])
    expect(isBodyEvent(event)).toBe(false)
})
