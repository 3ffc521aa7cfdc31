// Every lesson is whole: its model, its texts, and the functions of the textbook that it says are running.

import { describe, expect, it } from 'vitest'
import { defaultsOf, type Values } from '../settings.js'
import { linesOf, textbookFile } from '../textbook.js'
import { lessons } from './lessons.js'
import { models } from './models.js'

describe.each(lessons)('lesson $id', ({ id, load }) => {
  it('has a model, texts, and settings whose defaults are allowed', async () => {
    const { lesson } = await load()
    expect(models[id]).toBeDefined()
    expect(lesson.notice.length).toBeGreaterThan(1)
    expect(lesson.fromLectures.length).toBeGreaterThan(0)
    for (const [name, setting] of Object.entries(lesson.settings)) {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      if (setting.kind === 'number') {
        expect(setting.default).toBeGreaterThanOrEqual(setting.min)
        expect(setting.default).toBeLessThanOrEqual(setting.max)
      }
      if (setting.kind === 'choice') expect(Object.keys(setting.options)).toContain(setting.default)
    }
  })

  it('names functions of the textbook that exist, for every choice', async () => {
    const { lesson } = await load()
    const defaults: Values = defaultsOf(lesson.settings)
    const cases = Object.entries(lesson.settings).flatMap(([name, setting]) =>
      setting.kind === 'choice' ? Object.keys(setting.options).map((option) => ({ ...defaults, [name]: option })) : [],
    )
    for (const values of [defaults, ...cases])
      for (const { file, running } of lesson.listings(values as never)) {
        const source = await textbookFile(file)
        for (const name of running) expect(linesOf(source, name), `${name} of ${file}`).toBeDefined()
      }
  })
})

it('no model is without its lesson', () => {
  expect(Object.keys(models).sort()).toEqual(lessons.map(({ id }) => id).sort())
})
