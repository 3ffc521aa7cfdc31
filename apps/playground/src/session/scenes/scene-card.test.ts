import { describe, expect, it } from 'vitest'
import { cardOf, firstSentence, matches } from './scene-card.js'
import type { SceneEntry } from './scenes.js'

const entry = (content: unknown, title = 'Ducks'): SceneEntry => ({
  id: 'ducks',
  source: 'ducks.json',
  title,
  text: typeof content === 'string' ? content : JSON.stringify(content),
  kind: 'water',
})

describe('the card of a scene', () => {
  it('has the first sentence of the description, the solver and tags of its parts', () => {
    const card = cardOf(
      entry({
        description: 'Ten ducks, 0.2 m long, float. They drift.',
        solver: { type: 'columns' },
        bodies: [{}],
        obstacles: [],
      }),
    )
    expect(card).toMatchObject({
      sentence: 'Ten ducks, 0.2 m long, float.',
      solver: 'columns',
      tags: ['pool', 'bodies'],
      picture: undefined,
    })
  })

  it('tells volumes from flat fluids, and seas from pools', () => {
    const tags = (cells: number[], type: string) => cardOf(entry({ grid: { cells }, solver: { type } })).tags
    expect(tags([8, 8, 8], 'stable-fluids')).toEqual(['fluid', '3-D'])
    expect(tags([8, 8, 1], 'stable-fluids')).toEqual(['fluid'])
    expect(tags([8, 8], 'ocean')).toEqual(['sea'])
  })

  it.each(['', 'null', '[]', '{"solver": 3, "bodies": {}, "grid": null}', 'not JSON'])('bears the file %s', (text) => {
    expect(cardOf(entry(text)).solver).toBe('')
  })

  it('is found by words in any order, in title, sentence, solver and tags', () => {
    const card = cardOf(entry({ description: 'They drift.', solver: { type: 'shallow-water' }, terrain: [] }))
    expect(matches(card, 'terrain ducks')).toBe(true)
    expect(matches(card, '  SHALLOW drift ')).toBe(true)
    expect(matches(card, 'ducks ocean')).toBe(false)
  })

  it('keeps a text without a full stop whole', () => {
    expect(firstSentence('no stop at 0.5 m')).toBe('no stop at 0.5 m')
  })
})
