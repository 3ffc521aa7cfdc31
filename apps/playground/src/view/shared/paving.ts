import { Fn, float, mix, positionWorld, smoothstep, vec2, vec3 } from 'three/tsl'
import { Mesh, type Node, NodeMaterial } from 'three/webgpu'
import { frameGeometry } from './frame-geometry.js'
import type { Lighting } from './lighting.js'

/** Position of the paving, and the object on it. */
export interface PavingPlan {
  /** Longest side of the object that stands on it [m]; the haze is measured by it. */
  reach: number
  /** Height [m]. */
  level: number
  /** Half the sides (x, z) of that object [m]; the paving is a little darker around it. */
  footprint: [number, number]
  /** Side of a slab [m]. */
  slab: number
  /** Sides (x, z) of a hole for a pool [m]. */
  hole?: [number, number]
  /** Light from lamps at a distance from the footprint [m]. */
  spill?: (distance: Node<'float'>) => Node<'vec3'>
}

/** Stone slabs to the horizon, where they fade into the haze. */
export function makePaving(lighting: Lighting, plan: PavingPlan): Mesh {
  const { reach, level, footprint, slab, hole, spill } = plan
  const material = new NodeMaterial()
  material.name = 'ground'
  material.colorNode = Fn(() => {
    const beside = positionWorld.xz
      .abs()
      .sub(vec2(...footprint))
      .max(0)
      .length()
      .toVar()
    const contact = beside
      .div(0.08 * reach)
      .clamp(0, 1)
      .sqrt()
      .mul(0.25)
      .add(0.75)
    const light = lighting.outdoors(vec3(0, 1, 0)).mul(contact)
    const lit = spill ? light.add(spill(beside)) : light
    const haze = smoothstep(0.7, 5, positionWorld.xz.length().div(reach))
    return mix(lighting.stone.rgb.mul(slabs(slab)).mul(lit), lighting.sky.horizonColor.rgb, haze)
  })()
  const far = 80 * reach
  return new Mesh(frameGeometry([far, far], level, hole), material)
}

/** Faint joints, softened by the width of a pixel and gone where slabs are smaller than a few pixels. */
function slabs(side: number): Node<'float'> {
  const place = positionWorld.xz.div(side).add(0.5).toVar()
  const fromJoint = float(0.5).sub(place.fract().sub(0.5).abs()).toVar()
  const soft = positionWorld.fwidth().length().div(side).add(0.004).toVar()
  const joint = smoothstep(float(0), soft.mul(1.5), fromJoint.x.min(fromJoint.y)).mul(0.05).add(0.95)
  const chance = place.floor().dot(vec2(12.9898, 78.233)).sin().mul(43758.5453).fract()
  return mix(joint, float(1), soft.mul(12).clamp(0, 1)).mul(chance.mul(0.02).add(0.84))
}
