import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settingsFromAddress, settingsToAddress } from './address.js'
import { defaultsOf, type Settings, type ValuesOf } from './settings.js'

const settings = {
  size: { kind: 'number', label: 'Size', unit: 'm', min: 0.5, max: 20, step: 0.1, default: 2 },
  scheme: { kind: 'choice', label: 'Scheme', options: { euler: 'Euler', leapfrog: 'Leapfrog' }, default: 'euler' },
  damped: { kind: 'switch', label: 'Damped', default: false },
} as const satisfies Settings

const read = (query: string) => settingsFromAddress(settings, new URLSearchParams(query))

describe('the address of a lesson', () => {
  it('gives back the settings that were written to it', () => {
    const values = { size: 7.25, scheme: 'leapfrog', damped: true }
    const address = settingsToAddress('spring', settings, values)
    expect(address.toString()).toBe('lesson=spring&size=7.25&scheme=leapfrog&damped=on')
    expect(settingsFromAddress(settings, address)).toEqual({ values, refused: [] })
  })

  it('leaves out defaults', () => {
    expect(settingsToAddress('spring', settings, defaultsOf(settings)).toString()).toBe('lesson=spring')
  })

  it.each([
    ['size=0.4', 'Size cannot be “0.4”: it goes from 0.5 to 20 m.'],
    ['size=1e999', 'Size cannot be “1e999”: it goes from 0.5 to 20 m.'],
    ['size=0x2', 'Size cannot be “0x2”: it goes from 0.5 to 20 m.'],
    ['size=', 'Size cannot be “”: it goes from 0.5 to 20 m.'],
    ['scheme=toString', 'Scheme cannot be “toString”: it is one of euler, leapfrog.'],
    ['damped=1', 'Damped cannot be “1”: it is “on” or “off”.'],
    ['__proto__=1', '“__proto__” is not a setting of this lesson.'],
    [`a=${'b'.repeat(9)}`, '“a” is not a setting of this lesson.'],
  ])('refuses %s and keeps the default', (query, message) => {
    expect(read(query)).toEqual({ values: defaultsOf(settings), refused: [message] })
  })

  it('cuts long texts in messages', () => {
    expect(read(`scheme=${'x'.repeat(100_000)}`).refused[0]!.length).toBeLessThan(120)
  })

  it('of any content gives allowed values', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.double().map(String),
      fc.constantFrom('on', 'off', 'euler', '__proto__'),
    )
    const names = fc.oneof(fc.constantFrom(...Object.keys(settings)), fc.string({ maxLength: 12 }))
    fc.assert(
      fc.property(fc.array(fc.tuple(names, texts), { maxLength: 6 }), (pairs) => {
        const { values } = settingsFromAddress(settings, new URLSearchParams(pairs))
        const { size, scheme, damped } = values as ValuesOf<typeof settings>
        expect(size >= 0.5 && size <= 20).toBe(true)
        expect(['euler', 'leapfrog']).toContain(scheme)
        expect(typeof damped).toBe('boolean')
        expect(Object.keys(values)).toEqual(Object.keys(settings))
      }),
      { numRuns: 2000 },
    )
  })
})
