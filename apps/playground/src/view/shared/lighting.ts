import { Sky } from '@seiche/three'
import { mix, uniform } from 'three/tsl'
import { Color, type Node } from 'three/webgpu'
import type { Palette } from './palette.js'

/** Uniforms of sky, sun, lamps and colors. One for the whole view: themes change its values, never the shaders. */
export class Lighting {
  readonly sky = new Sky()
  readonly tile = uniform(new Color())
  readonly grout = uniform(new Color())
  readonly stone = uniform(new Color())
  readonly obstacle = uniform(new Color())
  readonly lamp = uniform(new Color())
  readonly water = uniform(new Color())
  /** Light of the sky near the horizon on surfaces. */
  readonly #horizon = uniform(new Color())
  readonly #sun = uniform(1)
  readonly #ambient = uniform(1)
  readonly #earth = uniform(1)

  setPalette(palette: Palette): void {
    this.sky.sunDirection.value.copy(palette.sunDirection)
    for (const name of ['sunColor', 'zenithColor', 'horizonColor', 'groundColor'] as const) {
      this.sky[name].value.copy(palette[name])
    }
    this.#horizon.value.copy(palette.horizonColor).lerp(grayOf(palette.horizonColor), palette.colorless)
    this.tile.value.copy(palette.tileColor)
    this.grout.value.copy(palette.groutColor)
    this.stone.value.copy(palette.stoneColor)
    this.obstacle.value.copy(palette.obstacleColor)
    this.lamp.value.copy(palette.lampColor)
    this.water.value.copy(palette.waterColor)
    this.#sun.value = palette.sunStrength
    this.#ambient.value = palette.skyStrength
    this.#earth.value = palette.earthStrength
  }

  /** Sunlight on a surface that faces the sun fully. */
  get sunlight(): Node<'vec3'> {
    return this.sky.sunColor.rgb.mul(this.#sun)
  }

  /** Light from the whole sky on a level surface. */
  get skylight(): Node<'vec3'> {
    return mix(this.#horizon.rgb, this.sky.zenithColor.rgb, 0.35).mul(this.#ambient)
  }

  /** Light in the open on a surface with this normal. */
  outdoors(normal: Node<'vec3'>): Node<'vec3'> {
    const facing = normal.dot(this.sky.sunDirection).max(0)
    // The ground reflects some light: faces turned down or sideways are not black.
    const open = normal.y.mul(0.3).add(0.7)
    return this.sunlight.mul(facing).add(this.#horizon.rgb.mul(this.#ambient).mul(open))
  }

  /** Light on earth with this normal: `sun` the share of sunlight that hills let pass, `open` the visible share of the sky. */
  overland(normal: Node<'vec3'>, sun: Node<'float'>, open: Node<'float'>): Node<'vec3'> {
    const facing = normal.dot(this.sky.sunDirection).max(0).mul(sun)
    const upward = normal.y.mul(0.3).add(0.7).mul(open)
    const light = this.sunlight.mul(facing).add(this.#horizon.rgb.mul(this.#ambient).mul(upward).mul(0.8))
    return light.mul(this.#earth)
  }
}

/** The gray that is as bright as a color. */
function grayOf({ r, g, b }: Color): Color {
  return new Color().setScalar(0.2126 * r + 0.7152 * g + 0.0722 * b)
}
