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
  /** Colour at the horizon. */
  horizonColor?: ColorRepresentation
  /** Colour below the horizon. */
  groundColor?: ColorRepresentation
}

/**
 * A clear sky: a gradient from the zenith to the horizon and a glow around the sun. Water reflects it unless the scene has an
 * environment.
 *
 * @example
 * ```ts
 * const sky = new Sky({ sunDirection: new Vector3(1, 0.4, 0) })
 * const water = new WaterSurface(sim, { sky })
 * scene.backgroundNode = sky.radiance(normalWorldGeometry) // the same sky as background
 * ```
 */
export class Sky {
  /** Unit direction towards the sun. */
  readonly sunDirection: UniformNode<'vec3', Vector3>
  /** Colour of the sun and of the glow around it. */
  readonly sunColor: UniformNode<'color', Color>
  /** Colour straight up. */
  readonly zenithColor: UniformNode<'color', Color>
  /** Colour at the horizon. */
  readonly horizonColor: UniformNode<'color', Color>
  /** Colour below the horizon. */
  readonly groundColor: UniformNode<'color', Color>

  /** @param options Sun and colours. */
  constructor(options: SkyOptions = {}) {
    this.sunDirection = uniform((options.sunDirection ?? new Vector3(0.5, 0.6, -0.62)).clone().normalize())
    this.sunColor = uniform(new Color(options.sunColor ?? 0xfff3dc))
    this.zenithColor = uniform(new Color(options.zenithColor ?? 0x2d6cb5))
    this.horizonColor = uniform(new Color(options.horizonColor ?? 0xcfe2ee))
    this.groundColor = uniform(new Color(options.groundColor ?? 0x8d9aa0))
  }

  /**
   * Direction of refracted sunlight, for shadows and light on a floor under water.
   * @returns Unit direction towards the sun as seen from below level water.
   */
  sunDirectionInWater(): Node<'vec3'> {
    return sunFromWater(this.sunDirection)
  }

  /**
   * Radiance of the sky, without the disc of the sun.
   * @param direction Unit direction in world space.
   * @returns Radiance in linear light, as the sky's colours.
   */
  radiance(direction: Node<'vec3'>): Node<'vec3'> {
    // Air mass grows steeply near the horizon; the fourth power approximates the whitening.
    const up = direction.y.clamp(0, 1)
    const haze = float(1).sub(up).pow(4)
    const air = mix(this.zenithColor.rgb, this.horizonColor.rgb, haze)
    const towardsSun = direction.dot(this.sunDirection).max(0)
    const glow = towardsSun.pow(6).mul(0.12).add(towardsSun.pow(48).mul(0.35))
    const ground = direction.y.negate().mul(12).clamp(0, 1)
    return mix(air.add(this.sunColor.rgb.mul(glow)), this.groundColor.rgb, ground)
  }
}
