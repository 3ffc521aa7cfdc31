import type { ColorRepresentation, Node, Texture, Vector3 } from 'three/webgpu'
import type { ObjectBox } from '../../light/rays/object-box.js'
import type { PlanarReflection } from '../../light/rays/planar-reflection.js'
import type { Sky, SkyOptions } from '../../light/sky.js'
import type { WavePatch } from '../../ocean/wave-patch.js'
import type { Rain } from '../rain.js'

/**
 * Radiance along a ray, in TSL. `origin` and unit `direction` are in world space. `footprint` is the width of a pixel at the origin [m],
 * for filtering patterns. Screen-space derivatives are not allowed, because the function is called in branches.
 */
export type RayColor = (origin: Node<'vec3'>, direction: Node<'vec3'>, footprint: Node<'float'>) => Node<'vec3'>

/** Length of a ray [m], in TSL, as for {@link RayColor}. */
export type RayLength = (origin: Node<'vec3'>, direction: Node<'vec3'>) => Node<'float'>

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
   * Red, green and blue light that is lost per metre [1/m]: absorbed, and in murky water scattered, too (`waterOptics`). Default: clean
   * water. With `ground` the default is relative to the depth of the scene, so that shallows are clear in a puddle and in a reservoir.
   */
  absorption?: Vector3
  /** Factor on the slopes that deflect reflected and refracted rays [1]; 1 is physical, 0 a flat mirror. */
  distortionScale?: number
  /** Opacity of the whole surface [1]. */
  alpha?: number
  /** Whether the ground is visible through the surface; costs one copy of the frame. Otherwise the water has `waterColor`. Default true. */
  refraction?: boolean
  /**
   * Whether the water mirrors objects, terrain and walls, as far as the frame shows them; or the objects of a `PlanarReflection`, with
   * the sides that the camera does not see. Otherwise it mirrors its surroundings alone: `reflect`, an environment or a sky. Default: as
   * `refraction`, because both read the same copy of the frame.
   */
  reflections?: boolean | PlanarReflection
  /**
   * Variance of the slopes of ripples that the grid does not resolve [1], along both axes together: they blur mirror images, the more the
   * farther the mirrored object is from the water that mirrors it. For water in a basin; seas and water over ground know their own. 0.002
   * is a harbor in a light wind, 0.02 open water in a breeze (Cox and Munk 1954). Default 0.
   */
  rippleVariance?: number
  /**
   * Side of a tile of such ripples [m], for water in a basin: they are drawn then, as slopes of `rippleVariance` by which the water mirrors
   * and refracts, in gusts. Those that a pixel does not resolve spread the sun's glitter and soften mirror images. The longest ripples
   * are of the length of the tile, the shortest of a twenty-fifth. `WaterSurface.setRippleTime` moves them. Default: not drawn.
   */
  rippleSide?: number
  /** Reflected sky if there is neither `reflect`, `envMap` nor `scene.environment`. */
  sky?: Sky | Omit<SkyOptions, 'sunDirection' | 'sunColor'>
  /** Environment to reflect instead of `scene.environment`. */
  envMap?: Texture
  /** Radiance along reflected rays, instead of sky and environment. */
  reflect?: RayColor
  /** Radiance along refracted rays that leave the frame or are occluded, for example by the rim of a basin. */
  refract?: RayColor
  /** Share of direct sunlight at a point of the water in world space [1], in TSL: less behind clouds and walls. Default: 1. */
  sunlight?: (point: Node<'vec3'>) => Node<'float'>
  /** Rain whose rings are on the water. Default: none. */
  rain?: Rain | undefined
  /** Waves of a second simulation that are added to these in a region, for water without `ground`. Default: none. */
  patch?: WavePatch | undefined
  /**
   * Length of refracted rays down to a ground of known shape: the walls and the floor of a basin, a plane beach. Light is absorbed along
   * them, and the ground is found at once. Default: by the frame.
   */
  refractedLength?: RayLength
  /**
   * Box around all objects in and on the water, for example that of a `PlanarReflection` with all of them. Refracted rays that pass it meet
   * the ground, and are drawn in a fraction of the time. Default: objects are anywhere.
   */
  objects?: ObjectBox
  /**
   * Distance of a local position (x, z) [m] from the nearest wall [m], and the unit vector away from it along x and z, in TSL: there
   * the water rises by the millimetres of its capillary rise, seen from near. Default: no walls. Without effect over ground and on an ocean.
   */
  walls?: (place: Node<'vec2'>) => Node<'vec3'>
  /** Colour of foam in full light. */
  foamColor?: ColorRepresentation
  /** Jacobian (area relative to rest) at which the foam of an ocean begins [1]. Default: that of the simulation, else 0.75. */
  foamStart?: number
  /** Jacobian at which foam covers everything [1]. Default: that of the simulation, else 0.35. */
  foamFull?: number
  /**
   * Direction towards which the wind blows over an ocean, from x towards z [degrees], as in scenes: foam is drawn out along it. Default:
   * that of the simulation, else 0.
   */
  windDirection?: number
  /** Distance at which the water has faded into the sky by two thirds [m]. Default: clear air. */
  haze?: number
}
