// Points for trees on pieces of ground, more where it is more wooded.

import { chance } from '../noise-texture.js'
import type { Point } from './trees.js'

/** A piece of ground: its corners, in order around it, and the part of it under trees [1]. */
export interface WoodedQuad {
  corners: readonly [Point, Point, Point, Point]
  cover: number
}

/** At most so many points on ground. A quad that is smaller than another gets fewer of them in proportion. */
export function pointsOn(ground: readonly WoodedQuad[], most: number): Point[] {
  const weights = ground.map((quad) => quad.cover * areaOf(quad))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const points: Point[] = []
  let due = 0
  for (const [at, { corners }] of ground.entries()) {
    due += whole > 0 ? (most * weights[at]!) / whole : 0
    while (points.length + 1 <= due) points.push(within(corners, points.length))
  }
  return points
}

function areaOf({ corners: [a, b, c, d] }: WoodedQuad): number {
  return 0.5 * Math.abs((c[0] - a[0]) * (d[2] - b[2]) - (d[0] - b[0]) * (c[2] - a[2]))
}

/** A point of a quad, by chance. */
function within([a, b, c, d]: WoodedQuad['corners'], seed: number): Point {
  const [s, t] = [0.5 + 0.5 * chance(2 * seed + 5003), 0.5 + 0.5 * chance(2 * seed + 5004)]
  const at = (k: 0 | 1 | 2): number => (a[k] * (1 - s) + b[k] * s) * (1 - t) + (d[k] * (1 - s) + c[k] * s) * t
  return [at(0), at(1), at(2)]
}
