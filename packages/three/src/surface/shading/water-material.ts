import { positionGeometry, uniform, varying, vec3 } from 'three/tsl'
import { Color, NodeMaterial, type UniformNode, Vector3 } from 'three/webgpu'
import { Sky, type SkyOptions } from '../../light/sky.js'
import type { OceanField } from '../../ocean/ocean-field.js'
import { shadeSea } from '../../ocean/sea-shading.js'
import type { GroundedWater } from '../grounded-water.js'
import { type HeightField, heightWith } from '../height-field.js'
import { shadeOverGround } from './grounded-shading.js'
import { shadePool } from './pool-shading.js'
import type { WaterLook } from './water-look.js'
import { WindRipples } from './wind-ripples.js'

/**
 * Material of `WaterSurface`: Fresnel reflection of sky and sun, refraction with absorption (Beer–Lambert), light through crests.
 *
 * Its colours and numbers are uniforms, which may be changed at any time. Three's lights have no effect; fog and tone mapping apply.
 */
export class WaterMaterial extends NodeMaterial {
  /** Reflected sky. */
  readonly sky: Sky
  /** Unit direction towards the sun: that of the sky. */
  readonly sunDirection: UniformNode<'vec3', Vector3>
  /** Colour of the sun: that of the sky. */
  readonly sunColor: UniformNode<'color', Color>
  /** Colour of deep water. */
  readonly waterColor: UniformNode<'color', Color>
  /** Colour of light through crests. */
  readonly crestColor: UniformNode<'color', Color>
  /** Absorption of red, green and blue [1/m]. */
  readonly absorption: UniformNode<'vec3', Vector3>
  /** Factor on the slopes that deflect rays [1]. */
  readonly distortionScale: UniformNode<'float', number>
  /** Opacity of the whole surface [1]. */
  readonly alpha: UniformNode<'float', number>
  /** Colour of foam in full light. */
  readonly foamColor: UniformNode<'color', Color>
  /** Jacobian at which foam begins [1]. */
  readonly foamStart: UniformNode<'float', number>
  /** Jacobian at which foam covers everything [1]. */
  readonly foamFull: UniformNode<'float', number>
  /** Distance at which the water has faded into the sky by two thirds [m]. */
  readonly haze: UniformNode<'float', number>
  /** @internal Share of direct sunlight at a point of the water [1]; undefined where it is 1. */
  readonly sunlight: WaterLook['sunlight']
  /** @internal Ripples that the grid does not resolve; undefined where none are drawn. */
  readonly ripples: WindRipples | undefined

  /** @internal `more`: additional properties of the surface: the waves of an ocean, or the ground below. */
  constructor(field: HeightField, look: WaterLook = {}, more?: OceanField | GroundedWater) {
    super()
    this.name = 'water'
    // Drawn after all opaque objects: refraction samples the complete frame.
    this.transparent = true
    this.sky = look.sky instanceof Sky ? look.sky : new Sky({ ...look.sky, ...sunOf(look) })
    this.sunDirection = this.sky.sunDirection
    this.sunColor = this.sky.sunColor
    this.waterColor = uniform(new Color(look.waterColor ?? 0x06384a))
    this.crestColor = uniform(new Color(look.crestColor ?? 0x2fa79b))
    this.absorption = uniform(look.absorption?.clone() ?? new Vector3(0.35, 0.07, 0.03))
    this.distortionScale = uniform(look.distortionScale ?? 1)
    this.alpha = uniform(look.alpha ?? 1)
    this.foamColor = uniform(new Color(look.foamColor ?? 0xf2f6f7))
    this.foamStart = uniform(look.foamStart ?? 0.75)
    this.foamFull = uniform(look.foamFull ?? 0.35)
    this.haze = uniform(look.haze ?? Number.POSITIVE_INFINITY)

    this.sunlight = look.sunlight
    const { rippleVariance = 0, rippleSide = 0 } = look
    if (!more && rippleVariance > 0 && rippleSide > 0) this.ripples = new WindRipples(rippleVariance, rippleSide)

    // Textures belong to the local position before displacement, which needs a varying of its own.
    if (more && 'ground' in more) {
      shadeOverGround(this, field, more, look)
      return
    }
    const place = varying(positionGeometry.xz)
    const { xz } = positionGeometry
    this.positionNode = positionGeometry.add(more?.displacement(xz) ?? vec3(0, heightWith(look.patch, field, xz), 0))
    this.colorNode = more ? shadeSea(this, more, place, look) : shadePool(this, field, place, look)
    this.opacityNode = this.alpha
  }

  override dispose(): void {
    super.dispose()
    this.ripples?.dispose()
  }
}

function sunOf(look: WaterLook): SkyOptions {
  return {
    ...(look.sunDirection && { sunDirection: look.sunDirection }),
    ...(look.sunColor !== undefined && { sunColor: look.sunColor }),
  }
}
