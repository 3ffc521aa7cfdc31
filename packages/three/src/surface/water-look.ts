import type { ColorRepresentation, Node, Texture, Vector3 } from 'three/webgpu'
import type { Sky, SkyOptions } from '../light/sky.js'

/**
 * Radiance along a ray, in TSL. `origin` and unit `direction` are in world space. `footprint` is the width of a pixel at the origin [m],
 * for filtering patterns. Screen-space derivatives are not allowed, because the function is called in branches.
 */
export type RayColor = (origin: Node<'vec3'>, direction: Node<'vec3'>, footprint: Node<'float'>) => Node<'vec3'>

/** Look of the water. Colours are as for any three.js material. */
export interface WaterLook {
  /** Direction from the scene towards the sun; need not be of unit length. */
  sunDirection?: Vector3
  /** Colour of the sun and of its glints. */
  sunColor?: ColorRepresentation
  /** Colour of deep water. */
  waterColor?: ColorRepresentation
  /** Colour of light that is transmitted through steep crests. */
  crestColor?: ColorRepresentation
  /**
   * Absorption of red, green and blue [1/m]. Default: clean water; higher values are murky. With `ground` the default is relative to the
   * depth of the scene, so that shallows are clear in a puddle and in a reservoir.
   */
  absorption?: Vector3
  /** Factor on the slopes that deflect reflected and refracted rays [1]; 1 is physical, 0 a flat mirror. */
  distortionScale?: number
  /** Opacity of the whole surface [1]. */
  alpha?: number
  /** Whether the ground is visible through the surface; costs one copy of the frame. Otherwise the water has `waterColor`. Default true. */
  refraction?: boolean
  /** Reflected sky if there is neither `reflect`, `envMap` nor `scene.environment`. */
  sky?: Sky | Omit<SkyOptions, 'sunDirection' | 'sunColor'>
  /** Environment to reflect instead of `scene.environment`. */
  envMap?: Texture
  /** Radiance along reflected rays, instead of sky and environment. */
  reflect?: RayColor
  /** Radiance along refracted rays that leave the frame or are occluded, for example by the rim of a basin. */
  refract?: RayColor
  /** Colour of foam in full light. */
  foamColor?: ColorRepresentation
  /** Jacobian (area relative to rest) at which the foam of an ocean begins [1]. Default: that of the simulation, else 0.75. */
  foamStart?: number
  /** Jacobian at which foam covers everything [1]. Default: that of the simulation, else 0.35. */
  foamFull?: number
  /** Distance at which the water has faded into the sky by two thirds [m]. Default: clear air. */
  haze?: number
}
