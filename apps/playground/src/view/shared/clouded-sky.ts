import { Fn, float, mix, smoothstep, texture, uniform, vec2 } from 'three/tsl'
import { Color, type Node } from 'three/webgpu'
import type { Lighting } from './lighting.js'
import { noiseTexture } from './noise-texture.js'

/** Cosine of the sun's angular radius, drawn larger than it is because it dazzles. */
const rim = 0.99992
/** Radiance of the sun's disc over that of the sky: far above the white of the screen, so that the tone curve gives it a soft edge. */
const discRadiance = 24

/** The sky over wide water: the one that the water reflects, plus the sun's disc and thin high clouds. */
export class CloudedSky {
  readonly cloudColor = uniform(new Color())
  /** Share of the sky under clouds, roughly. */
  readonly cover = uniform(0.5)
  readonly #lighting: Lighting
  readonly #clouds = noiseTexture()
  readonly #tint: Node<'vec3'>

  /** `tint`: color of the clouds instead of `cloudColor`. */
  constructor(lighting: Lighting, tint?: Node<'vec3'>) {
    this.#lighting = lighting
    this.#tint = tint ?? this.cloudColor.rgb
  }

  /** The sky as the background: with the disc of the sun. */
  radiance(direction: Node<'vec3'>): Node<'vec3'> {
    return Fn(() => {
      const { sky } = this.#lighting
      const { color, dense } = this.#clouded(direction)
      const towardsSun = direction.dot(sky.sunDirection).max(0).toVar()
      const disc = smoothstep(rim, rim + 0.00004, towardsSun).mul(float(1).sub(dense.mul(0.85)))
      const halo = towardsSun
        .pow(2200)
        .mul(2.2)
        .add(towardsSun.pow(220).mul(0.3))
        .mul(float(1).sub(dense.mul(0.4)))
      return color.add(sky.sunColor.rgb.mul(disc.mul(discRadiance).add(halo)))
    })()
  }

  /** The sky that the water mirrors; its glitter has the image of the sun. */
  mirrored(direction: Node<'vec3'>): Node<'vec3'> {
    return Fn(() => this.#clouded(direction).color)()
  }

  #clouded(direction: Node<'vec3'>): { color: Node<'vec3'>; dense: Node<'float'> } {
    const { sky } = this.#lighting
    const base = sky.radiance(direction).toVar()
    const up = direction.y.max(0.02).toVar()
    // A layer of clouds is a plane overhead: distant parts are seen at a lower angle, and look denser.
    const place = direction.xz.div(up.add(0.12)).toVar()
    const cloud = texture(this.#clouds, place.mul(vec2(0.07, 0.19)))
      .x.mul(2)
      .sub(1)
    const dense = smoothstep(float(0.45).sub(this.cover), float(1.15).sub(this.cover), cloud.add(0.1))
    const seen = dense.mul(smoothstep(0.01, 0.2, direction.y)).mul(0.75)
    const towardsSun = direction.dot(sky.sunDirection).max(0).toVar()
    const lining = sky.sunColor.rgb.mul(towardsSun.pow(24).mul(0.5))
    return { color: mix(base, this.#tint.mul(0.92).add(lining), seen).toVar(), dense }
  }
}
