import { vec2, vec3 } from 'three/tsl'
import type { Node } from 'three/webgpu'
import type { BasinSize } from '../../shared/solids/basin.js'

/** Distance of a point (x, z) of the water from the nearest wall [m], and the unit vector away from it. */
export function wallDistance({ width, length }: BasinSize, place: Node<'vec2'>): Node<'vec3'> {
  const clearance = vec2(width / 2, length / 2)
    .sub(place.abs())
    .max(0)
    .toVar()
  const inwards = place.sign().negate().toVar()
  return clearance.x.lessThan(clearance.y).select(vec3(clearance.x, inwards.x, 0), vec3(clearance.y, 0, inwards.y))
}
