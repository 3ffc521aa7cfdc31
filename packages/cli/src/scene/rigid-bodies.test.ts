import { parseScene } from 'seiche'
import { expect, it } from 'vitest'
import { exitCode } from '../terminal/failure.js'
import { pool } from '../testing/scratch.js'
import { hasBodies, loadEngine } from './rigid-bodies.js'

it('knows scenes with bodies, and those where one comes later', () => {
  const ball = { shape: 'sphere', radius: 0.2 } as const
  expect(hasBodies(parseScene(pool))).toBe(false)
  expect(hasBodies(parseScene({ ...pool, bodies: [ball] }))).toBe(true)
  expect(hasBodies(parseScene({ ...pool, events: [{ time: 0.1, type: 'addBody', body: ball }] }))).toBe(true)
  expect(hasBodies(parseScene({ ...pool, events: [{ time: 0.1, type: 'release', body: 0 }] }))).toBe(true)
})

it('says which package is missing and how to get it', async () => {
  const missing = new Error("Cannot find package '@dimforge/rapier3d-deterministic-compat' imported from bodies.mjs")
  await expect(loadEngine(() => Promise.reject(missing))).rejects.toMatchObject({
    exitCode: exitCode.failed,
    message: expect.stringContaining('not installed'),
    advice: 'npm install @dimforge/rapier3d-deterministic-compat',
  })
  const other = new Error('out of memory')
  await expect(loadEngine(() => Promise.reject(other))).rejects.toBe(other)
})
