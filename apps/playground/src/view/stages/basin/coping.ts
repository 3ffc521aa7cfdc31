import { Fn, positionWorld, vec2, vec3 } from 'three/tsl'
import { Group, Mesh, type Node, NodeMaterial, PlaneGeometry, type UniformNode } from 'three/webgpu'
import { frameGeometry } from '../../shared/frame-geometry.js'
import type { Lighting } from '../../shared/lighting.js'
import type { BasinSize } from '../../shared/solids/basin.js'

const up = vec3(0, 1, 0)

/** Width and thickness of the coping, in parts of the extent of the basin [1]. */
export const [copingWidth, copingThickness] = [0.045, 0.012]

/** Light that lamps in the basin cast on its surroundings, at a distance from the water [m]. */
export function lampSpill({ width, length }: BasinSize, lighting: Lighting): (distance: Node<'float'>) => Node<'vec3'> {
  const reach = Math.max(width, length)
  return (distance) =>
    lighting.lamp.rgb.mul(
      distance
        .div(-0.22 * reach)
        .exp()
        .mul(0.3),
    )
}

/** The stone frame on the rim of a basin. */
export function makeCoping(
  size: BasinSize,
  lighting: Lighting,
  tint: Node<'vec3'> | UniformNode<'color', never> = lighting.stone.rgb,
): Group {
  const { width, length, rim } = size
  const reach = Math.max(width, length)
  const [border, thickness] = [copingWidth * reach, copingThickness * reach]
  const spill = lampSpill(size, lighting)
  const stone = new NodeMaterial()
  stone.name = 'coping'
  stone.colorNode = Fn(() => {
    const beside = positionWorld.xz
      .abs()
      .sub(vec2(width / 2, length / 2))
      .max(0)
      .length()
    return (tint as Node<'vec3'>).mul(lighting.outdoors(up).add(spill(beside)))
  })()
  const [w, l] = [width + 2 * border, length + 2 * border]
  const coping = new Group()
  coping.add(new Mesh(frameGeometry([w, l], rim, [width, length]), stone))
  const sides: [number, number, number, number][] = [
    [w, 0, l / 2, 0],
    [w, 0, -l / 2, Math.PI],
    [l, w / 2, 0, Math.PI / 2],
    [l, -w / 2, 0, -Math.PI / 2],
  ]
  for (const [span, x, z, turn] of sides) {
    const side = new Mesh(new PlaneGeometry(span, thickness), stone)
    side.position.set(x, rim - thickness / 2, z)
    side.rotation.y = turn
    coping.add(side)
  }
  return coping
}
