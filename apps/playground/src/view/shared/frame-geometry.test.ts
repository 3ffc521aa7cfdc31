import { expect, it } from 'vitest'
import { frameGeometry } from './frame-geometry.js'

/** Area of the triangles that face upwards, less that of those that face downwards [m²]. */
function areaFromAbove(geometry: ReturnType<typeof frameGeometry>): number {
  const at = geometry.getAttribute('position')
  const index = Array.from(geometry.getIndex()!.array)
  let area = 0
  for (let k = 0; k < index.length; k += 3) {
    const [a, b, c] = index.slice(k, k + 3) as [number, number, number]
    area +=
      ((at.getZ(b) - at.getZ(a)) * (at.getX(c) - at.getX(a)) - (at.getX(b) - at.getX(a)) * (at.getZ(c) - at.getZ(a))) /
      2
  }
  return area
}

it('faces upwards around its hole, at its height', () => {
  const frame = frameGeometry([6, 4], 0.5, [2, 1])
  expect(areaFromAbove(frame)).toBeCloseTo(6 * 4 - 2 * 1, 6)
  expect(new Set(Array.from({ length: 8 }, (_, k) => frame.getAttribute('position').getY(k)))).toEqual(new Set([0.5]))
})

it('without a hole is a whole rectangle', () => {
  expect(areaFromAbove(frameGeometry([6, 4], 0))).toBeCloseTo(24, 6)
})
