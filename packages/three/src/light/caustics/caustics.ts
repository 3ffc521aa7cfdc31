import { Fn, float } from 'three/tsl'
import type { Node } from 'three/webgpu'
import type { HeightField } from '../../surface/height-field.js'
import { refractiveIndex, sunFromWater } from '../optics.js'

/**
 * Caustics: brightness of sunlight on a level floor below waves, relative to still water [1].
 *
 * A ray that enters the surface at s, where the slope is ∇h, is deflected by (1 - 1/n) ∇h (small angles). It reaches the floor at
 *   x(s) = s + shift + depth (1 - 1/n) ∇h(s),
 * where `shift` is that of the slanting sun over still water. Light is conserved, so the brightness is the inverse of the area change
 * of this map: 1 / |det(I + depth (1 - 1/n) ∇∇h)|. One fixed-point step finds s from x. Where rays cross, s has several solutions and
 * the result is an approximation.
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
    // The angular width of the sun and the cell size limit the brightness of folds.
    return float(1.12).div(area.add(0.12))
  })()
}
