import { expect, it } from 'vitest'
import { StrokePath } from './stroke-path.js'
import type { WaterPoint } from './water-point.js'

it('makes pieces of the asked length that hang together, and ends where the pointer ended', () => {
  const pieces: [WaterPoint, WaterPoint][] = []
  const path = new StrokePath<WaterPoint>([0, 0], (from, to) => pieces.push([from, to]))
  for (let k = 1; k <= 100; k++) path.to({ at: [k * 0.01, 0], pressure: 1 }, 0.095)
  path.end()
  path.end()
  expect(pieces.length).toBe(10)
  for (const [k, [from]] of pieces.entries()) if (k > 0) expect(from).toEqual(pieces[k - 1]?.[1])
  expect(pieces.at(-1)?.[1]).toEqual([1, 0])
})

it('paints nothing when the pointer has not moved', () => {
  new StrokePath([0, 0], () => expect.unreachable()).end()
})
