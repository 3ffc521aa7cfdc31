import { Fn, float } from 'three/tsl'
import type { Node } from 'three/webgpu'
import type { HeightField } from '../surface/height-field.js'
import { refractiveIndex, sunFromWater } from './optics.js'

/**
 * How much brighter (> 1) or darker (< 1) the waves make the sunlight on a level floor.
 *
 * A ray that meets the surface at s, where the slope is ∇h, is bent by (1 - 1/n) ∇h (small angles) and lands `depth` lower at
 *   x(s) = s + shift + depth (1 - 1/n) ∇h(s),
 * where `shift` belongs to the slanting sun over still water. Light is conserved, so its density changes by the inverse of
 * the map's area change: 1 / |det(I + depth (1 - 1/n) ∇∇h)|. One fixed-point step finds s from x; where rays cross that is
 * one of several answers, which is why the pattern is an imitation near the folds and exact away from them.
 */
export function causticsOver(
  field: HeightField,
  position: Node<'vec2'>,
  depth: Node<'float'>,
  sunDirection: Node<'vec3'>,
): Node<'float'> {
  return Fn(() => {
    const toSun = sunFromWater(sunDirection).toVar()
    const still = position.add(toSun.xz.mul(depth.div(toSun.y.max(0.1)))).toVar()
    const bend = depth.mul(1 - 1 / refractiveIndex).toVar()
    const source = still.sub(field.slope(still).mul(bend)).toVar()
    const h = field.curvature(source).mul(bend).toVar()
    const area = h.x.add(1).mul(h.y.add(1)).sub(h.z.mul(h.z)).abs()
    // The sun is not a point: its half degree, and the cells, keep the folds from being infinitely bright.
    return float(1.12).div(area.add(0.12))
  })()
}
