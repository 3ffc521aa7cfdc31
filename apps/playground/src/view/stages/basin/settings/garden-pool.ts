// A tiled pool in a garden: stone around it, a lawn, and a hedge.

import { Fn, float, mix, normalWorld, positionWorld, smoothstep, texture, vec2, vec3 } from 'three/tsl'
import { BoxGeometry, Color, Group, Mesh, type Node, NodeMaterial, type Object3D } from 'three/webgpu'
import type { Lighting } from '../../../shared/lighting.js'
import { noiseTexture } from '../../../shared/noise-texture.js'
import { paletteFor } from '../../../shared/palette.js'
import { type BasinSize, roundLength } from '../../../shared/solids/basin.js'
import { makeFloor, slabs } from '../../../shared/solids/paving.js'
import { tileChance, tileCover } from '../../../shared/solids/tiles.js'
import type { SettingDesign } from '../basin-setting.js'
import { copingThickness, copingWidth, lampSpill, makeCoping } from '../coping.js'
import { Pool } from '../pool.js'

/** Width of the stone around the pool, in parts of its extent [1]. */
const terrace = 0.16
/** Distance and height of the hedge, in parts of the extent [1]. */
const [hedgeAway, hedgeHeight] = [0.72, 0.15]
const grass = new Color(0x72874c)
const leaves = new Color(0x6d8f4a)

export const design: SettingDesign = {
  rim: 0.04,
  hasRim: true,
  hasFloor: true,
  direction: { polar: 1.13, azimuth: 0.5 },
  distance: 0.82,
  palette: paletteFor,
  make(size, lighting, water) {
    const side = roundLength(Math.max(size.width, size.length) / 26)
    return new Pool(size, lighting, water, {
      lining: (place, blur) => mosaic(lighting, place, side, blur),
      surroundings: garden,
    })
  },
}

function mosaic(lighting: Lighting, place: Node<'vec2'>, side: number, blur: Node<'float'>): Node<'vec3'> {
  const tint = lighting.tile.rgb.mul(tileChance(place, side).mul(0.16).add(0.92))
  return mix(lighting.grout.rgb, tint, tileCover(place, side, blur))
}

function garden(size: BasinSize, lighting: Lighting): Object3D {
  const { width, length, rim } = size
  const reach = Math.max(width, length)
  const border = copingWidth * reach
  const slab = 4 * roundLength(reach / 26)
  const spill = lampSpill(size, lighting)
  const ground = makeFloor(lighting, {
    reach,
    level: rim - copingThickness * reach,
    footprint: [width / 2 + border, length / 2 + border],
    color: (_, blur) => {
      // A rectangle of whole slabs around the pool.
      const half = (side: number): number => Math.ceil((side / 2 + terrace * reach) / slab - 0.5) * slab + slab / 2
      const out = positionWorld.xz
        .abs()
        .sub(vec2(half(width), half(length)))
        .toVar()
      const edge = out.x.max(out.y).toVar()
      const stone = slabs(lighting, slab, blur)
      const shade = smoothstep(0.03 * reach, 0, edge)
        .mul(0.25)
        .oneMinus()
      return mix(stone, lawn(reach).mul(shade), smoothstep(blur.negate(), blur, edge))
    },
    // Under the coping: an edge in the plane of the walls would show through as dots.
    hole: [width + border, length + border],
    spill: (distance) => spill(distance.add(border)),
  })
  const place = new Group()
  place.add(ground, makeCoping(size, lighting), hedge(size, lighting))
  return place
}

/** Mown grass: patches, tufts, and the stripes of the mower. */
function lawn(reach: number): Node<'vec3'> {
  const noise = noiseTexture()
  const patches = texture(noise, positionWorld.xz.div(1.9 * reach)).x
  const tufts = texture(noise, positionWorld.zx.div(0.13 * reach)).x
  const blades = texture(noise, positionWorld.xz.div(0.037 * reach)).x
  const stripes = positionWorld.x
    .add(positionWorld.z.mul(0.6))
    .mul(9 / reach)
    .sin()
    .mul(3)
    .clamp(-1, 1)
    .mul(0.035)
  return vec3(grass.r, grass.g, grass.b).mul(
    patches.mul(0.3).add(tufts.mul(0.4)).add(blades.mul(0.4)).add(stripes).add(0.48),
  )
}

function hedge({ width, length, rim }: BasinSize, lighting: Lighting): Group {
  const reach = Math.max(width, length)
  const height = hedgeHeight * reach
  const thick = 0.12 * reach
  const [w, l] = [width + 2 * hedgeAway * reach, length + 2 * hedgeAway * reach]
  const material = new NodeMaterial()
  material.name = 'hedge'
  material.colorNode = Fn(() => {
    const along = positionWorld.xz.add(positionWorld.y)
    const noise = texture(noiseTexture(), vec2(along.x.add(along.y), positionWorld.y.mul(2)).div(0.55 * reach)).toVar()
    const fine = texture(noiseTexture(), along.div(0.13 * reach)).x
    const bumpy = normalWorld.add(vec3(noise.y.sub(0.5), noise.z.sub(0.5), noise.y.sub(noise.z)).mul(0.9)).normalize()
    const low = smoothstep(rim, rim + 0.8 * height, positionWorld.y)
      .mul(0.6)
      .add(0.4)
    const tint = vec3(leaves.r, leaves.g, leaves.b).mul(noise.x.mul(0.7).add(fine.mul(0.9)).add(0.25))
    const haze = smoothstep(1.2, 9, positionWorld.xz.length().div(reach))
    return mix(tint.mul(lighting.outdoors(bumpy)).mul(low), lighting.sky.horizonColor.rgb, haze.mul(float(0.8)))
  })()
  const group = new Group()
  const parts: [number, number, number, number][] = [
    [w + thick, thick, 0, -l / 2],
    [w + thick, thick, 0, l / 2],
    [thick, l - thick, -w / 2, 0],
    [thick, l - thick, w / 2, 0],
  ]
  for (const [x, z, atX, atZ] of parts) {
    const part = new Mesh(new BoxGeometry(x, height, z), material)
    part.position.set(atX, rim + height / 2 - copingThickness * reach, atZ)
    group.add(part)
  }
  return group
}
