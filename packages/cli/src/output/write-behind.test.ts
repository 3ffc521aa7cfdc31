import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { WriteBehind } from './write-behind.js'

it('runs tasks one after the other, without waiting for the last', async () => {
  const writer = new WriteBehind()
  const log: string[] = []
  const task = (name: string) => async () => {
    log.push(`${name} begins`)
    await pause(5)
    log.push(`${name} ends`)
  }
  await writer.push(task('a'))
  expect(log).toEqual(['a begins'])
  await writer.push(task('b'))
  expect(log).toEqual(['a begins', 'a ends', 'b begins'])
  await writer.drain()
  expect(log.at(-1)).toBe('b ends')
})

it('reports a failed task at the next occasion and never as an unhandled rejection', async () => {
  const writer = new WriteBehind()
  await writer.push(() => Promise.reject(new Error('full')))
  await pause(1)
  expect(() => writer.check()).toThrow('full')
  await expect(writer.push(async () => {})).rejects.toThrow('full')
  await expect(writer.drain()).rejects.toThrow('full')
  await writer.settle()
})
