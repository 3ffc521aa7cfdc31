// A tiled pool in a garden: stone around it, a lawn, and a hedge.

import { Fn, float, mix, normalWorld, positionWorld, smoothstep, texture, vec2, vec3 } from 'three/tsl'
import { BoxGeometry, Color, Group, Mesh, type Node, NodeMaterial, type Object3D } from 'three/webgpu'
import type { Lighting } from '../../../shared/lighting.js'
import { noiseAt, noiseTexture } from '../../../shared/noise-texture.js'
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
  direction: { polar: 1, azimuth: 0.42 },
  distance: 0.75,
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

/** Mown grass: patches of two kinds, tufts, blades, and the stripes of the mower. */
function lawn(reach: number): Node<'vec3'> {
  const noise = noiseTexture()
  const { x, y } = positionWorld.xz.toVar()
  const patches = texture(noise, positionWorld.xz.div(1.9 * reach)).x
  const tufts = texture(noise, positionWorld.zx.div(0.13 * reach)).x.toVar()
  // Blades are longer than wide, and lie in two directions.
  const blade = (u: Node<'float'>, v: Node<'float'>): Node<'float'> =>
    texture(noise, vec2(u.div(0.015 * reach), v.div(0.045 * reach))).x
  const blades = blade(x.add(y.mul(0.4)), y.sub(x.mul(0.4)))
    .max(blade(y.add(x.mul(0.3)), x.sub(y.mul(0.3))))
    .toVar()
  const stripes = x
    .add(y.mul(0.6))
    .mul(9 / reach)
    .sin()
    .mul(3)
    .clamp(-1, 1)
    .mul(0.045)
  const bright = patches.mul(0.25).add(tufts.mul(0.35)).add(blades.mul(0.75)).add(stripes).add(0.2)
  const hue = mix(vec3(0.9, 1, 0.85), vec3(1.06, 1, 0.84), tufts.mul(0.6).add(patches.mul(0.6)).sub(0.1))
  return vec3(grass.r, grass.g, grass.b).mul(hue).mul(bright)
}

function hedge({ width, length, rim }: BasinSize, lighting: Lighting): Group {
  const reach = Math.max(width, length)
  const height = hedgeHeight * reach
  const thick = 0.12 * reach
  const [w, l] = [width + 2 * hedgeAway * reach, length + 2 * hedgeAway * reach]
  const material = new NodeMaterial()
  material.name = 'hedge'
  material.colorNode = Fn(() => {
    const { x, y, z } = positionWorld
    // Each face by its own two axes; on the rounded edges they are mixed.
    const weights = normalWorld.abs().pow(4).toVar()
    const leavesAt = (size: number): Node<'vec4'> => {
      const noise = (u: Node<'float'>, v: Node<'float'>): Node<'vec4'> =>
        texture(noiseTexture(), vec2(u, v).div(size * reach))
      return noise(z, y)
        .mul(weights.x)
        .add(noise(x, z).mul(weights.y))
        .add(noise(x, y).mul(weights.z))
        .div(weights.x.add(weights.y).add(weights.z))
        .toVar()
    }
    const [twigs, foliage] = [leavesAt(0.34), leavesAt(0.075)] as const
    const bumpy = normalWorld
      .add(vec3(twigs.y.sub(0.5), twigs.z.sub(0.5), twigs.y.sub(twigs.z)).mul(0.8))
      .add(vec3(foliage.y.sub(0.5), foliage.z.sub(0.5), foliage.z.sub(foliage.y)).mul(0.9))
      .normalize()
    // Light reaches little of what is between the leaves, and less further down.
    const deep = smoothstep(0.28, 0.62, foliage.x.mul(0.65).add(twigs.x.mul(0.35)))
      .mul(0.65)
      .add(0.35)
    const low = smoothstep(rim, rim + 0.8 * height, y)
      .mul(0.6)
      .add(0.4)
    const tint = vec3(leaves.r, leaves.g, leaves.b).mul(twigs.x.mul(0.5).add(foliage.x.mul(0.6)).add(0.35))
    const haze = smoothstep(1.2, 9, positionWorld.xz.length().div(reach))
    const lit = tint.mul(deep).mul(low).mul(lighting.outdoors(bumpy))
    return mix(lit, lighting.sky.horizonColor.rgb, haze.mul(float(0.8)))
  })()
  const group = new Group()
  const parts: [number, number, number, number][] = [
    [w + thick, thick, 0, -l / 2],
    [w + thick, thick, 0, l / 2],
    [thick, l - thick, -w / 2, 0],
    [thick, l - thick, w / 2, 0],
  ]
  for (const [x, z, atX, atZ] of parts) {
    const geometry = grown(new BoxGeometry(x, height, z, ...quadsOf([x, height, z], 0.03 * reach)), [atX, atZ], reach)
    const part = new Mesh(geometry, material)
    part.position.set(atX, rim + height / 2 - copingThickness * reach, atZ)
    group.add(part)
  }
  return group
}

/** Quads along the sides of a box, of about a length [m]. */
function quadsOf(sides: readonly number[], length: number): [number, number, number] {
  return sides.map((side) => Math.max(2, Math.round(side / length))) as [number, number, number]
}

/** Rounds and dents a box, as shears leave a hedge. The same point of two faces moves alike, so that no gap opens. */
function grown(box: BoxGeometry, [atX, atZ]: readonly [number, number], reach: number): BoxGeometry {
  const points = box.getAttribute('position')
  const { width, height, depth } = box.parameters
  const uneven = (u: number, v: number): number => noiseAt(u / (0.9 * reach), v / (0.9 * reach)) - 0.5
  for (let k = 0; k < points.count; k++) {
    const [x, y, z] = [points.getX(k), points.getY(k), points.getZ(k)]
    const [worldX, worldZ] = [x + atX, z + atZ]
    const top = y / height + 0.5
    // Narrower at the top, and round there.
    const narrow = 1 - 0.14 * top ** 3
    const bulge = 0.045 * reach * uneven(worldX + 2 * y, worldZ - 1.4 * y)
    const along = width > depth
    points.setXYZ(
      k,
      along ? x : x * narrow + Math.sign(x) * bulge,
      y + 0.05 * reach * top * uneven(worldX, worldZ),
      along ? z * narrow + Math.sign(z) * bulge : z,
    )
  }
  box.computeVertexNormals()
  return box
}
