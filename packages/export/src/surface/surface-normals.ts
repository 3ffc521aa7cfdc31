import { slopes } from './slopes.js'
import type { SurfaceLayout } from './surface-layout.js'

/** Components along x, up and along z, a list of values each. */
export type Triple = readonly [Float32Array, Float32Array, Float32Array]

/** Unit normals of a surface, from its elevations. */
export function normalsFromHeights(height: Float32Array, layout: SurfaceLayout, openness?: Float32Array): Triple {
  return normalsFromSlopes(slopes(height, layout, 'x', openness), slopes(height, layout, 'z', openness))
}

/** Unit normals of a surface, from its slopes along x and z. */
export function normalsFromSlopes(alongX: Float32Array, alongZ: Float32Array): Triple {
  const up = alongX.map((sx, cell) => 1 / Math.sqrt(sx * sx + 1 + alongZ[cell]! * alongZ[cell]!))
  const across = (slope: Float32Array) => slope.map((value, cell) => -value * up[cell]!)
  return [across(alongX), up, across(alongZ)]
}
