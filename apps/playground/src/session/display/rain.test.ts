import { readFile } from 'node:fs/promises'
import { parseScene } from 'seiche'
import { expect, it } from 'vitest'
import { rainOf } from './rain.js'

async function sceneOf(name: string) {
  const text = await readFile(new URL(`../../../../../scenes/${name}.json`, import.meta.url), 'utf8')
  return parseScene(JSON.parse(text))
}

it('finds rain in a source over the whole of a scene, as long as it lasts', async () => {
  expect(rainOf(await sceneOf('hill-rain'))).toEqual({ rate: 0.002, start: 0, end: 90 })
})

it('finds rain in many drops: their volume over area and time', async () => {
  const { rate, end } = rainOf(await sceneOf('rain'))!
  // 25 drops of about one litre on 41 m² in 12 s.
  expect(rate).toBeGreaterThan(2e-5)
  expect(rate).toBeLessThan(1e-4)
  expect(end).toBe(12)
})

it('finds none in springs and in single drops', async () => {
  for (const name of ['drop', 'hill-lake', 'tidal-beach', 'stones', 'duck-and-ball'])
    expect(rainOf(await sceneOf(name))).toBeUndefined()
})
