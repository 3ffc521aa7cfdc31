import { Fn, float, If } from 'three/tsl'
import type { Node } from 'three/webgpu'
import type { OpennessTexture } from '../../shared/solids/openness-texture.js'

/** Points at which a ray towards the sun is tested. */
const samples = 6

/**
 * Share of the sunlight that passes the solids along the line from `start` to `end`, both (x, z) [m]. Solids are assumed to be as
 * high as the rim.
 */
export function lightPast(openness: OpennessTexture, start: Node<'vec2'>, end: Node<'vec2'>): Node<'float'> {
  return Fn(() => {
    const open = float(1).toVar()
    If(openness.solids.greaterThan(0.5), () => {
      const way = end.sub(start).toVar()
      for (let k = 1; k <= samples; k++) open.assign(open.min(openness.at(start.add(way.mul(k / samples)))))
    })
    return open
  })()
}
