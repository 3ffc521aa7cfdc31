import { Fn, mix, positionWorld, smoothstep, texture, vec2, vec3 } from 'three/tsl'
import { Mesh, type Node, NodeMaterial } from 'three/webgpu'
import { frameGeometry } from '../frame-geometry.js'
import type { Lighting } from '../lighting.js'
import { noiseTexture } from '../noise-texture.js'
import { tileChance, tileCover } from './tiles.js'

/** Position of a level floor, and the object on it. */
export interface FloorPlan {
  /** Longest side of the object that stands on it [m]; the haze is measured by it. */
  reach: number
  /** Height [m]. */
  level: number
  /** Half the sides (x, z) of that object [m]; the floor is a little darker around it. */
  footprint: [number, number]
  /** Color of the floor. `beside`: distance from the footprint; `blur`: width of a pixel [m]. */
  color(beside: Node<'float'>, blur: Node<'float'>): Node<'vec3'>
  /** Sides (x, z) of a hole for a pool [m]. */
  hole?: [number, number]
  /** Light from lamps at a distance from the footprint [m]. */
  spill?: (distance: Node<'float'>) => Node<'vec3'>
}

/** A floor to the horizon, where it fades into the haze. */
export function makeFloor(lighting: Lighting, plan: FloorPlan): Mesh {
  const { reach, level, footprint, color, hole, spill } = plan
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
      .mul(0.3)
      .add(0.7)
    const light = lighting.outdoors(vec3(0, 1, 0)).mul(contact)
    const lit = spill ? light.add(spill(beside)) : light
    const haze = smoothstep(1.2, 9, positionWorld.xz.length().div(reach))
    const blur = positionWorld.fwidth().length().toVar()
    return mix(color(beside, blur).mul(lit), lighting.sky.horizonColor.rgb, haze)
  })()
  const far = 80 * reach
  return new Mesh(frameGeometry([far, far], level, hole), material)
}

/** Slabs of stone with faint joints and specks. */
export function slabs(lighting: Lighting, side: number, blur: Node<'float'>): Node<'vec3'> {
  const place = positionWorld.xz.add(side / 2).toVar()
  const joint = tileCover(place, side, blur, 0.004).mul(0.1).add(0.9)
  const specks = texture(noiseTexture(), place.div(0.6 * side)).x.sub(0.5)
  const cloudy = texture(noiseTexture(), place.yx.div(4.3 * side)).x.sub(0.5)
  const tint = tileChance(place, side).mul(0.05).add(specks.mul(0.09)).add(cloudy.mul(0.07)).add(0.82)
  return lighting.stone.rgb.mul(joint.mul(tint))
}
