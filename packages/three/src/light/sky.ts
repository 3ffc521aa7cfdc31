import { float, mix, uniform } from 'three/tsl'
import { Color, type ColorRepresentation, type Node, type UniformNode, Vector3 } from 'three/webgpu'
import { sunFromWater } from './optics.js'

/** Options of {@link Sky}. */
export interface SkyOptions {
  /** Direction from the scene towards the sun; need not be of unit length. */
  sunDirection?: Vector3
  /** Colour of the sun and of the glow around it. */
  sunColor?: ColorRepresentation
  /** Colour straight up. */
  zenithColor?: ColorRepresentation
  /** Colour at the height of the eye. */
  horizonColor?: ColorRepresentation
  /** Colour below the horizon. */
  groundColor?: ColorRepresentation
}

/**
 * A clear sky as a formula: a gradient that is densest at the horizon, and a glow around the sun. The water reflects it when
 * the scene has no environment; `scene.backgroundNode = sky.radiance(normalWorldGeometry)` shows the same sky behind it.
 */
export class Sky {
  readonly sunDirection: UniformNode<'vec3', Vector3>
  readonly sunColor: UniformNode<'color', Color>
  readonly zenithColor: UniformNode<'color', Color>
  readonly horizonColor: UniformNode<'color', Color>
  readonly groundColor: UniformNode<'color', Color>

  constructor(options: SkyOptions = {}) {
    this.sunDirection = uniform((options.sunDirection ?? new Vector3(0.5, 0.6, -0.62)).clone().normalize())
    this.sunColor = uniform(new Color(options.sunColor ?? 0xfff3dc))
    this.zenithColor = uniform(new Color(options.zenithColor ?? 0x2d6cb5))
    this.horizonColor = uniform(new Color(options.horizonColor ?? 0xcfe2ee))
    this.groundColor = uniform(new Color(options.groundColor ?? 0x8d9aa0))
  }

  /** Unit direction towards the sun as seen from below level water, where its light is refracted. */
  sunDirectionInWater(): Node<'vec3'> {
    return sunFromWater(this.sunDirection)
  }

  /** Light that arrives from a unit direction, without the disc of the sun itself. */
  radiance(direction: Node<'vec3'>): Node<'vec3'> {
    // Air mass, and with it the whitening, grows steeply near the horizon; the fourth power imitates that.
    const up = direction.y.clamp(0, 1)
    const haze = float(1).sub(up).pow(4)
    const air = mix(this.zenithColor.rgb, this.horizonColor.rgb, haze)
    const towardsSun = direction.dot(this.sunDirection).max(0)
    const glow = towardsSun.pow(6).mul(0.12).add(towardsSun.pow(48).mul(0.35))
    const ground = direction.y.negate().mul(12).clamp(0, 1)
    return mix(air.add(this.sunColor.rgb.mul(glow)), this.groundColor.rgb, ground)
  }
}
