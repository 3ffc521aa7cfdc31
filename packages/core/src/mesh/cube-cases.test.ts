import { describe, expect, it } from 'vitest'
import { CASE_STRIDE, cubeCases, EDGE_AXIS, EDGE_CORNER, loopsOf } from './cube-cases.js'

const corners = [0, 1, 2, 3, 4, 5, 6, 7]
const edgeList = [...EDGE_CORNER].map((corner, e) => [corner, corner | (1 << EDGE_AXIS[e]!)] as const)
const isInner = (inner: number, corner: number) => ((inner >> corner) & 1) === 1

/** How many pieces corners of a kind are in, joined along `pairs`. */
function pieces(members: number[], pairs: readonly (readonly [number, number])[]): number {
  const name = new Map(members.map((corner) => [corner, corner]))
  for (let round = 0; round < 8; round++)
    for (const [a, b] of pairs)
      if (name.has(a) && name.has(b)) {
        const least = Math.min(name.get(a)!, name.get(b)!)
        name.set(a, least)
        name.set(b, least)
      }
  return new Set(name.values()).size
}

describe('cases of a cube', () => {
  it('have a vertex on every edge whose ends differ, in one loop', () => {
    for (let inner = 0; inner < 256; inner++) {
      const crossed = edgeList.flatMap(([a, b], e) => (isInner(inner, a) === isInner(inner, b) ? [] : [e]))
      const used = loopsOf(inner)
        .flat()
        .sort((a, b) => a - b)
      expect(used).toEqual(crossed)
    }
  })

  it('have as many loops as part the pieces inside, joined along edges, from those outside, joined across faces too', () => {
    const diagonals = corners.flatMap((a) =>
      corners.flatMap((b) => ([3, 5, 6].includes(a ^ b) ? [[a, b] as const] : [])),
    )
    for (let inner = 1; inner < 255; inner++) {
      const inside = pieces(
        corners.filter((corner) => isInner(inner, corner)),
        edgeList,
      )
      // Two outer corners across a face meet if its other corners are inside, or are joined by one of these anyway.
      const outside = pieces(
        corners.filter((corner) => !isInner(inner, corner)),
        [...edgeList, ...diagonals],
      )
      // Loops on a sphere part it into one piece more than there are loops.
      expect(loopsOf(inner).length, `case ${inner}`).toBe(inside + outside - 1)
    }
  })

  it('have triangles whose joints cross the cube, never a face', () => {
    const faces = (e: number) =>
      [0, 1, 2].filter((a) => a !== EDGE_AXIS[e]).map((a) => 2 * a + ((EDGE_CORNER[e]! >> a) & 1))
    const onFace = (a: number, b: number) => faces(a).some((face) => faces(b).includes(face))
    const cases = cubeCases()
    for (let inner = 0; inner < 256; inner++) {
      const loops = loopsOf(inner)
      const isLine = (a: number, b: number) =>
        loops.some((loop) => loop.some((edge, k) => edge === a && loop[(k + 1) % loop.length] === b))
      const edges = cases.edges.subarray(CASE_STRIDE * inner, CASE_STRIDE * inner + cases.corners[inner]!)
      expect(edges.length).toBe(loops.reduce((sum, loop) => sum + 3 * (loop.length - 2), 0))
      for (let k = 0; k < edges.length; k++) {
        const [a, b] = [edges[k]!, edges[k % 3 === 2 ? k - 2 : k + 1]!]
        if (!isLine(a, b)) expect(onFace(a, b), `case ${inner}, joint ${a} to ${b}`).toBe(false)
      }
    }
  })
})
