import { float, mix, smoothstep, vec2 } from 'three/tsl'
import type { Node } from 'three/webgpu'

/** Part of a pixel that tiles cover beside their joints, 0 to 1. `blur`: width of a pixel [m]; `joint`: half a joint over a side [1]. */
export function tileCover(place: Node<'vec2'>, side: number, blur: Node<'float'>, joint = 0.02): Node<'float'> {
  const fromEdge = float(0.5).sub(place.div(side).fract().sub(0.5).abs()).toVar()
  const soft = blur.div(side).add(0.012).toVar()
  const edge = smoothstep(float(joint).sub(soft), float(joint).add(soft), fromEdge.x.min(fromEdge.y))
  // Far away a joint is thinner than a pixel: fade to the average of tile and joint.
  return mix(edge, float(1 - 4 * joint), soft.mul(2.5).clamp(0, 1))
}

/** A number from 0 to 1 for each tile. */
export function tileChance(place: Node<'vec2'>, side: number): Node<'float'> {
  return place.div(side).floor().dot(vec2(127.1, 311.7)).sin().mul(43758.5453).fract()
}
