// A wave basin in a laboratory: painted concrete with a measuring grid, on the floor of a hall.

import { Fn, mix, positionWorld, smoothstep, texture, vec2, vec3 } from 'three/tsl'
import { Color, Group, type Node, type Object3D } from 'three/webgpu'
import type { Lighting } from '../../../shared/lighting.js'
import { noiseTexture } from '../../../shared/noise-texture.js'
import { type Palette, paletteFor } from '../../../shared/palette.js'
import { type BasinSize, roundLength } from '../../../shared/solids/basin.js'
import { makeFloor } from '../../../shared/solids/paving.js'
import { tileCover } from '../../../shared/solids/tiles.js'
import type { SettingDesign } from '../basin-setting.js'
import { copingThickness, copingWidth, lampSpill, makeCoping } from '../coping.js'
import { Pool } from '../pool.js'
import { makeHallWall } from './hall-wall.js'

const paint = new Color(0xb9d3dc)
const screed = new Color(0xb5b2ab)
const marking = new Color(0xe3b93a)

/** Distance of the walls of the hall from the basin, in parts of its extent [1]. */
const away = 0.5

export const design: SettingDesign = {
  rim: 0.03,
  hasRim: true,
  hasFloor: true,
  direction: { polar: 1.03, azimuth: 0.42 },
  distance: 0.74,
  palette: laboratoryPalette,
  make(size, lighting, water) {
    const mark = roundLength(Math.max(size.width, size.length) / 20)
    return new Pool(size, lighting, water, {
      lining: (place, blur) => {
        const color = vec3(paint.r, paint.g, paint.b)
        return mix(color.mul(0.55), color, tileCover(place, mark, blur, 0.012))
      },
      surroundings: hall,
    })
  },
}

export function laboratoryPalette(dark: boolean): Palette {
  const common = paletteFor(dark)
  return {
    ...common,
    obstacleColor: new Color(dark ? 0xb9c0c6 : 0xc9cdd0),
    stoneColor: new Color(dark ? 0x6d7480 : 0xc8ccce),
  }
}

function hall(size: BasinSize, lighting: Lighting): Object3D {
  const { width, length, rim } = size
  const reach = Math.max(width, length)
  const border = copingWidth * reach
  const spill = lampSpill(size, lighting)
  const level = rim - copingThickness * reach
  const room = new Group()
  room.add(
    makeFloor(lighting, {
      reach,
      level,
      footprint: [width / 2 + border, length / 2 + border],
      color: (beside, blur) => concrete(reach, beside, blur),
      // Under the coping: an edge in the plane of the walls would show through as dots.
      hole: [width + border, length + border],
      spill: (distance) => spill(distance.add(border)),
    }),
    makeCoping(size, lighting),
    ...[true, false].map((alongX) =>
      makeHallWall(lighting, { reach, level, dado: 0.07, alongX, at: -((alongX ? length : width) / 2 + away * reach) }),
    ),
  )
  return room
}

/** Screed with joints, and a yellow line around the basin. `beside`: distance from it; `blur`: width of a pixel [m]. */
export function concrete(reach: number, beside: Node<'float'>, blur: Node<'float'>): Node<'vec3'> {
  return Fn(() => {
    const { xz } = positionWorld
    const cloudy = texture(noiseTexture(), xz.div(2.3 * reach)).x
    const grain = texture(noiseTexture(), vec2(xz.y, xz.x).div(0.19 * reach)).x
    const joint = tileCover(xz, 0.75 * reach, blur, 0.004)
      .mul(0.2)
      .add(0.8)
    const color = vec3(screed.r, screed.g, screed.b)
      .mul(cloudy.mul(0.3).add(grain.mul(0.16)).add(0.75))
      .mul(joint)
    const [line, half] = [0.14 * reach, 0.008 * reach]
    const inLine = smoothstep(blur.add(half), blur.negate().add(half), beside.sub(line).abs())
    return mix(color, vec3(marking.r, marking.g, marking.b), inLine.mul(0.85))
  })()
}
