import { expect, it } from 'vitest'
import { frameFile } from './frame-file.js'

it('numbers files with six digits', () => {
  expect(frameFile('eta', 42, 'npy')).toBe('eta_000042.npy')
})
