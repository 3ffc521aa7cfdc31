// A small motor boat, 7 m long and 2.5 m wide: a hull with a chine, its keel lowest amidships, a flat deck, a cabin. Planks
// between frames, so it is closed by construction.

import type { TriangleMesh } from './triangle-mesh.js'
import type { Color } from './write-glb.js'

type Point = readonly [x: number, y: number, z: number]

const DECK = 0.62
const ROOF = 1.75
/** Half the width of the cabin, at the deck and at the roof [m]. */
const CABIN = [0.72, 0.6] as const
/** The frames between which the cabin stands. */
const [CABIN_AFT, CABIN_FORE] = [2, 5]

/** From the transom to the stem: x, depth of the keel, height of the chine, half-breadths of chine and deck [m]. */
const FRAMES = [
  [-3.5, -0.32, -0.12, 0.92, 1.02],
  [-2.6, -0.46, -0.14, 1.04, 1.16],
  [-1.6, -0.55, -0.15, 1.1, 1.24],
  [-0.6, -0.6, -0.15, 1.1, 1.25],
  [0.4, -0.6, -0.13, 1.02, 1.21],
  [1.3, -0.57, -0.08, 0.84, 1.08],
  [2.1, -0.48, 0, 0.58, 0.86],
  [2.8, -0.3, 0.12, 0.3, 0.56],
  [3.5, 0.25, 0.42, 0, 0],
] as const

const RED: Color = [110, 10, 8]
const BLUE: Color = [8, 40, 92]
const WOOD: Color = [150, 84, 36]
const WHITE: Color = [220, 220, 210]

export function boat(): { mesh: TriangleMesh; colors: Color[] } {
  const vertices: number[] = []
  const triangles: number[] = []
  const colors: Color[] = []
  const numbers = new Map<string, number>()
  const corner = (point: Point): number => {
    const key = point.map((value) => value + 0).join(' ')
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, numbers.size)
    vertices.push(...point)
    return numbers.size - 1
  }
  /** A convex face, counterclockwise seen from outside; corners that meet at the stem are one. */
  const face = (color: Color, ...points: Point[]): void => {
    const ring = points.map(corner)
    for (let k = 1; k + 1 < ring.length; k++) {
      const [a, b, c] = [ring[0]!, ring[k]!, ring[k + 1]!]
      if (a === b || b === c || c === a) continue
      triangles.push(a, b, c)
      colors.push(color)
    }
  }
  /** A face and its mirror image on the other side. */
  const faces = (color: Color, ...points: Point[]): void => {
    face(color, ...points)
    const [first, ...others] = points.map(([x, y, z]): Point => [x, y, -z]) as [Point, ...Point[]]
    face(color, first, ...others.reverse())
  }

  const keel = (f: number): Point => [FRAMES[f]![0], FRAMES[f]![1], 0]
  const chine = (f: number): Point => [FRAMES[f]![0], FRAMES[f]![2], FRAMES[f]![3]]
  const sheer = (f: number): Point => [FRAMES[f]![0], DECK, FRAMES[f]![4]]
  const plank = (f: number, side: 1 | -1 = 1): Point => [FRAMES[f]![0], DECK, side * Math.min(CABIN[0], FRAMES[f]![4])]
  const roof = (f: number, side: 1 | -1 = 1): Point => {
    const lean = f === CABIN_FORE ? -0.45 : f === CABIN_AFT ? 0.1 : 0
    return [FRAMES[f]![0] + lean, ROOF, side * CABIN[1]]
  }

  for (let f = 0; f + 1 < FRAMES.length; f++) {
    const n = f + 1
    faces(RED, chine(f), keel(f), keel(n), chine(n))
    faces(BLUE, chine(f), chine(n), sheer(n), sheer(f))
    faces(WOOD, sheer(f), sheer(n), plank(n), plank(f))
    if (f < CABIN_AFT || f >= CABIN_FORE) face(WOOD, plank(f), plank(n), plank(n, -1), plank(f, -1))
    else {
      faces(WHITE, plank(f), plank(n), roof(n), roof(f))
      face(BLUE, roof(f), roof(n), roof(n, -1), roof(f, -1))
    }
  }
  face(WHITE, plank(CABIN_FORE), plank(CABIN_FORE, -1), roof(CABIN_FORE, -1), roof(CABIN_FORE))
  face(WHITE, plank(CABIN_AFT, -1), plank(CABIN_AFT), roof(CABIN_AFT), roof(CABIN_AFT, -1))
  const port = (point: Point): Point => [point[0], point[1], -point[2]]
  face(BLUE, keel(0), chine(0), sheer(0), plank(0), plank(0, -1), port(sheer(0)), port(chine(0)))
  return { mesh: { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) }, colors }
}
