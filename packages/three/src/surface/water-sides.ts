import { Fn, float, mix, positionGeometry, smoothstep, varying, vec3 } from 'three/tsl'
import { type BufferGeometry, Mesh, NodeMaterial } from 'three/webgpu'
import { sidesOfBlock, upwards } from '../shared/block-sides.js'
import type { GroundedWater } from './grounded-water.js'
import type { HeightField } from './height-field.js'
import type { WaterMaterial } from './shading/water-material.js'

/** The sides of a block of water, as behind glass: darker downwards, bright at the surface. */
export class WaterSides extends Mesh<BufferGeometry, NodeMaterial> {
  constructor(level: HeightField, water: GroundedWater, look: WaterMaterial) {
    const { ground } = water
    const material = new NodeMaterial()
    super(sidesOfBlock(...ground.extent, ...ground.segments), material)
    this.name = 'sides of the water'
    this.frustumCulled = false
    material.name = 'cut water'
    material.transparent = true
    const place = positionGeometry.xz
    const depth = water.depthField.height(place)
    const bed = ground.heightField.height(place)
    material.positionNode = vec3(place.x, bed.add(depth.max(0).mul(upwards)), place.y)
    const thickness = varying(depth.div(level.heightScale))
    const below = varying(depth.max(0).mul(upwards.oneMinus()).div(level.heightScale))
    material.maskNode = thickness.greaterThan(0)
    const usual = water.usualDepth
    material.colorNode = Fn(() => {
      // Daylight fades with the depth, red first; a bright line is the surface, seen edgeways.
      const depths = below.div(usual).toVar()
      const left = depths.mul(vec3(-2.2, -0.9, -0.6)).exp()
      const body = mix(look.waterColor.rgb.mul(0.75), look.crestColor.rgb.mul(0.9), left)
      const light = look.sky.horizonColor.rgb.mul(0.75).add(look.sunColor.rgb.mul(0.35))
      const edge = smoothstep(0.05, 0, depths).mul(0.45)
      // The water next to the ground is lit by it.
      const nearBed = smoothstep(0.35, 0, thickness.sub(below).div(usual)).mul(0.12)
      return body.mul(light).mul(nearBed.add(1)).add(look.sky.horizonColor.rgb.mul(edge))
    })()
    material.opacityNode = smoothstep(float(0), water.visible, thickness).mul(0.9)
  }

  override dispose(): void {
    super.dispose?.()
    this.geometry.dispose()
    this.material.dispose()
  }
}
