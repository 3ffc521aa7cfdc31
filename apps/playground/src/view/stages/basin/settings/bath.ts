// A white bath on a wooden floor.

import { Fn, mix, positionWorld, smoothstep, texture, vec2, vec3 } from 'three/tsl'
import { Color, Group, type Node, type Object3D } from 'three/webgpu'
import type { Lighting } from '../../../shared/lighting.js'
import { noiseTexture } from '../../../shared/noise-texture.js'
import { type Palette, paletteFor } from '../../../shared/palette.js'
import { type BasinSize, roundLength } from '../../../shared/solids/basin.js'
import { makeFloor } from '../../../shared/solids/paving.js'
import type { SettingDesign } from '../basin-setting.js'
import { copingThickness, copingWidth, lampSpill, makeCoping } from '../coping.js'
import { Pool } from '../pool.js'

const enamel = new Color(0xf1f4f3)
const wood = new Color(0xb08a63)

export const design: SettingDesign = {
  rim: 0.05,
  hasRim: true,
  hasFloor: true,
  direction: { polar: 1, azimuth: 0.42 },
  distance: 0.76,
  palette,
  make(size, lighting, water) {
    return new Pool(size, lighting, water, {
      // Faint marks of a round length: over plain enamel nobody would see that the water bends its light.
      lining: (place, blur) => {
        const mark = roundLength(Math.max(size.width, size.length) / 9)
        const line = place.div(mark).fract().sub(0.5).abs().oneMinus().sub(0.5).mul(mark).toVar()
        const near = smoothstep(blur.add(0.004 * mark), blur.mul(0.2), line.x.min(line.y))
        return vec3(enamel.r, enamel.g, enamel.b).mul(near.mul(-0.12).add(0.92))
      },
      surroundings: bathroom,
    })
  },
}

function palette(dark: boolean): Palette {
  const common = paletteFor(dark)
  return { ...common, stoneColor: dark ? common.stoneColor : enamel }
}

function bathroom(size: BasinSize, lighting: Lighting): Object3D {
  const { width, length, rim } = size
  const reach = Math.max(width, length)
  const border = copingWidth * reach
  const spill = lampSpill(size, lighting)
  const room = new Group()
  room.add(
    makeFloor(lighting, {
      reach,
      level: rim - copingThickness * reach,
      footprint: [width / 2 + border, length / 2 + border],
      color: (_, blur) => planks(0.16 * reach, blur),
      // Under the coping: an edge in the plane of the walls would show through as dots.
      hole: [width + border, length + border],
      spill: (distance) => spill(distance.add(border)),
    }),
    makeCoping(size, lighting),
  )
  return room
}

/** Boards along x, with their grain. `width`: of a board [m]. */
function planks(width: number, blur: Node<'float'>): Node<'vec3'> {
  return Fn(() => {
    const row = positionWorld.z.div(width).floor().toVar()
    const chance = row.mul(12.9898).sin().mul(43758.5453).fract().toVar()
    // Ends of boards are shifted from row to row.
    const along = positionWorld.x.div(width).add(chance.mul(7)).toVar()
    const board = along.div(9).floor().add(row.mul(3.7)).sin().mul(43758.5453).fract()
    const grain = texture(noiseTexture(), vec2(along.mul(0.05), positionWorld.z.div(0.9 * width).add(board))).x
    const across = positionWorld.z.div(width).fract().sub(0.5).abs()
    const end = along.div(9).fract().sub(0.5).abs().sub(0.5).abs().mul(9)
    const gap = smoothstep(blur.div(width).mul(0.6).add(0.012), 0, across.sub(0.5).abs().min(end))
    const tint = mix(vec3(wood.r, wood.g, wood.b).mul(0.7), vec3(wood.r, wood.g, wood.b).mul(1.15), grain)
    return tint.mul(board.mul(0.22).add(0.86)).mul(gap.mul(-0.4).add(1))
  })()
}
