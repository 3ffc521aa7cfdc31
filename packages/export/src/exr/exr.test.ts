import { expect, it } from 'vitest'
import { exr } from './exr.js'

it('a fluid in a volume is refused, with the formats that hold it', () => {
  const grid = { nx: 4, ny: 4, nz: 4, cellSize: 1 }
  expect(() => exr.fieldsFor({ scene: {} as never, kind: 'fluid', grid }, ['u', 'ink'], ['ink'])).toThrow(
    'a picture holds a fluid in 2-D, and this one fills a volume; write it as vdb, or as npy',
  )
})
