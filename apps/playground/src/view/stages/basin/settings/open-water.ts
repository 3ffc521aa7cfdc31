// Water without a visible floor, to the horizon where nothing bounds it. Lakes and harbors have land around it.

import type { RayColor, WaterBeyond } from '@seiche/three'
import type { Scene } from 'seiche'
import { Fn, mix, smoothstep, texture, vec3 } from 'three/tsl'
import { Color, Group, type Node } from 'three/webgpu'
import { openSides } from '../../../setting.js'
import type { Basin, BasinSize } from '../../../shared/basin.js'
import type { Lighting } from '../../../shared/lighting.js'
import { noiseTexture } from '../../../shared/noise-texture.js'
import { landPaletteFor, type Palette } from '../../../shared/palette.js'
import type { SettingDesign } from '../basin-setting.js'
import { Land, type LandPlan } from './land.js'

/** Distance to which water goes on beyond its grid, in parts of the extent [1]. */
const horizon = 40

export const design: SettingDesign = {
  rim: 0.012,
  hasRim: false,
  hasFloor: false,
  direction: { polar: 1.2, azimuth: 0.5 },
  distance: 0.75,
  palette: openWaterPalette,
  beyond: beyondOpenSides,
  make: (size, lighting) => new OpenWater(size, lighting),
}

export function openWaterPalette(dark: boolean): Palette {
  const common = landPaletteFor(dark)
  return {
    ...common,
    waterColor: new Color(dark ? 0x05293a : 0x0b4a63),
    crestColor: new Color(dark ? 0x1f6f78 : 0x3fb0a6),
    obstacleColor: new Color(dark ? 0xa9a7a2 : 0xb5b0a6),
  }
}

/** Water goes on beyond all edges that do not reflect. */
export function beyondOpenSides({ grid, boundaries }: Scene): WaterBeyond {
  const extent = Math.max(grid.cells[0], grid.cells[1]) * grid.cellSize
  return Object.fromEntries(openSides(boundaries).map((side) => [side, horizon * extent]))
}

export class OpenWater extends Group implements Basin {
  readonly #lighting: Lighting
  readonly #reach: number
  readonly #land: Land | undefined
  /** Height of the hills over the horizon, as the sine of its angle [1]; 0 without land. */
  readonly #skyline: number
  readonly #landColor: Color

  constructor({ width, length, ...size }: BasinSize, lighting: Lighting, land?: LandPlan) {
    super()
    this.name = 'open water'
    this.#lighting = lighting
    this.#reach = Math.max(width, length)
    this.#skyline = land && land.open.length === 0 ? (0.5 * land.hills) / this.#reach : 0
    this.#landColor = land?.forest ?? new Color()
    if (land) this.add((this.#land = new Land({ width, length, ...size }, lighting, land)))
  }

  /** The sky, and hills above the horizon, in ripples that are too small for the grid. */
  readonly reflect: RayColor = (origin, direction, footprint) =>
    Fn(() => {
      const size = 0.045 * this.#reach
      const small = texture(noiseTexture(), origin.xz.div(size)).yz.sub(0.5)
      const large = texture(noiseTexture(), origin.zx.div(4.3 * size)).yz.sub(0.5)
      // Ripples that are smaller than a pixel do not flicker: they are averaged.
      const visible = smoothstep(0.5 * size, 0.01 * size, footprint).mul(0.22)
      const bent = direction
        .add(vec3(small.x.add(large.x).mul(visible), visible.mul(0.3), small.y.add(large.y).mul(visible)))
        .normalize()
        .toVar()
      const ray = vec3(bent.x, bent.y.abs(), bent.z).toVar()
      const sky = this.#lighting.sky.radiance(ray)
      if (this.#skyline === 0) return sky
      const { r, g, b } = this.#landColor
      const wavy = ray.x.mul(5).sin().mul(ray.z.mul(4).add(1).sin()).mul(0.3).add(1)
      const hills = smoothstep(wavy.mul(1.2 * this.#skyline), wavy.mul(0.8 * this.#skyline), ray.y)
      const seen = mix(this.#lighting.sky.horizonColor.rgb, vec3(r, g, b).mul(this.#lighting.skylight), 0.65)
      return mix(sky, seen, hills.mul(0.8))
    })()

  light(_point: Node<'vec3'>, normal: Node<'vec3'>): Node<'vec3'> {
    return this.#lighting.outdoors(normal)
  }

  setSolids(solid: (x: number, z: number) => number): void {
    this.#land?.setSolids(solid)
  }

  override dispose(): void {
    super.dispose()
    this.#land?.dispose()
  }
}
