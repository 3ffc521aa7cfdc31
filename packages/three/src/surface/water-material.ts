import {
  cameraPosition,
  Fn,
  float,
  If,
  mix,
  modelWorldMatrix,
  pmremTexture,
  positionGeometry,
  positionWorld,
  reflect,
  refract,
  smoothstep,
  uniform,
  varying,
  vec3,
} from 'three/tsl'
import {
  Color,
  type ColorRepresentation,
  type Node,
  type NodeBuilder,
  NodeMaterial,
  type Scene,
  type Texture,
  type UniformNode,
  Vector3,
} from 'three/webgpu'
import { fresnel, glitter, meanFresnel, refractiveIndex } from '../light/optics.js'
import { seeBelow } from '../light/screen-refraction.js'
import { Sky, type SkyOptions } from '../light/sky.js'
import type { OceanField, SeaShape } from '../ocean/ocean-field.js'
import type { GroundedWater } from './grounded-water.js'
import type { HeightField } from './height-field.js'

/**
 * Light seen along a ray: `origin` and unit `direction` in world space. `footprint` is the width of a pixel where the ray
 * leaves the water [m], to soften patterns by; derivatives are not allowed inside, since not every pixel asks.
 */
export type RayColor = (origin: Node<'vec3'>, direction: Node<'vec3'>, footprint: Node<'float'>) => Node<'vec3'>

/** Width of the sun's mirror image, as 1 - cosine [1]: about half a degree, a little more than the sun, for ripples too small for the grid. */
const sunWidth = 0.00006
/** Light in the mirror image, summed over its width. */
const sunPower = 0.005

/** Sunlight on the open sea, over the light of the sky's colours: what glitters and what makes foam white. */
const sunlight = 0.24
/** The brightest that glitter comes near; more would only flicker. */
const brightest = 1.6

/** How much red, green and blue water over ground swallows along its usual depth [1]. */
const absorbedInUsualDepth = [0.95, 0.3, 0.2] as const

/** How the water looks. Colours are as for any three.js material. */
export interface WaterLook {
  /** Direction from the scene towards the sun; need not be of unit length. */
  sunDirection?: Vector3
  /** Colour of the sun and of its glints. */
  sunColor?: ColorRepresentation
  /** Colour of water so deep that no ground is seen. */
  waterColor?: ColorRepresentation
  /** Colour of light that shines through steep crests towards the eye. */
  crestColor?: ColorRepresentation
  /**
   * How fast water swallows red, green and blue light [1/m]. The default is that of clean water; more makes it murky. Over ground the
   * default belongs to the depth of the scene, so that shallows are clear and the deep is dark in a puddle as in a reservoir.
   */
  absorption?: Vector3
  /** How strongly slopes bend reflection and refraction [1]; 1 is what water does, 0 a flat mirror. */
  distortionScale?: number
  /** Opacity of the whole surface [1]. */
  alpha?: number
  /** Whether the ground is seen through the surface (costs one copy of the picture per frame). Without it the water is as deep as `waterColor`. */
  refraction?: boolean
  /** Colours of the sky in the reflection, used when neither `reflect`, `envMap` nor `scene.environment` is given. */
  sky?: Sky | Omit<SkyOptions, 'sunDirection' | 'sunColor'>
  /** Environment to reflect instead of `scene.environment`. */
  envMap?: Texture
  /** What a ray meets that leaves the surface upwards. Replaces sky and environment. */
  reflect?: RayColor
  /** What a ray meets below the surface where the picture behind cannot tell, e.g. a floor hidden by the near rim of a basin. */
  refract?: RayColor
  /** Colour of foam in full light. */
  foamColor?: ColorRepresentation
  /** An ocean's foam begins where its surface is squeezed to this share of its area [1]. Default: as in the simulation, else 0.75. */
  foamStart?: number
  /** Below this share foam covers everything [1]. Default: as in the simulation, else 0.35. */
  foamFull?: number
  /** Distance at which two thirds of the water have faded into the sky [m]. Default: clear air. */
  haze?: number
}

/**
 * Water lit by sky and sun: Fresnel reflection, the ground refracted and tinted by the way its light takes through the water
 * (Beer-Lambert), light through crests, and the sun's glints. Unlit by three's lights, but fog and tone mapping apply.
 */
export class WaterMaterial extends NodeMaterial {
  readonly sky: Sky
  readonly sunDirection: UniformNode<'vec3', Vector3>
  readonly sunColor: UniformNode<'color', Color>
  readonly waterColor: UniformNode<'color', Color>
  readonly crestColor: UniformNode<'color', Color>
  /** [1/m] */
  readonly absorption: UniformNode<'vec3', Vector3>
  readonly distortionScale: UniformNode<'float', number>
  readonly alpha: UniformNode<'float', number>
  readonly foamColor: UniformNode<'color', Color>
  readonly foamStart: UniformNode<'float', number>
  readonly foamFull: UniformNode<'float', number>
  /** [m] */
  readonly haze: UniformNode<'float', number>

  /** @internal `more`: what the surface has besides heights: the waves of an ocean, or ground below. */
  constructor(field: HeightField, look: WaterLook = {}, more?: OceanField | GroundedWater) {
    super()
    this.name = 'water'
    // Drawn after everything opaque, so that the picture behind is complete when the water looks at it.
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

    // The local position before displacement is where the texture belongs; it has to be carried to the fragments by hand.
    const place = varying(positionGeometry.xz)
    if (more && 'ground' in more) {
      this.#lieOnGround(field, more, place, look)
      return
    }
    this.positionNode = positionGeometry.add(
      more?.displacement(positionGeometry.xz) ?? vec3(0, field.height(positionGeometry.xz), 0),
    )
    this.colorNode = more ? this.#shadeSea(more, place, look) : this.#shade(field, place, look)
    this.opacityNode = this.alpha
  }

  /** Water that ends where the ground rises out of it: no deeper than it is, and fading into the wet ground at its edge. */
  #lieOnGround(field: HeightField, water: GroundedWater, place: Node<'vec2'>, look: WaterLook): void {
    this.positionNode = positionGeometry.add(vec3(0, water.surface(positionGeometry.xz), 0))
    const depth = water.depth(positionGeometry.xz)
    this.maskNode = depth.greaterThan(0)
    this.opacityNode = this.alpha.mul(smoothstep(float(0), water.visible, depth))
    const { heightScale: scale, material: sand } = water.ground
    const absorption = look.absorption ? this.absorption : vec3(...absorbedInUsualDepth).div(water.usualDepth)
    this.colorNode = Fn(() => {
      const footprint = positionWorld.fwidth().length().toVar()
      const flow = water.flow(place).toVar()
      const ripples = water.ripples(place, flow).toVar()
      const slope = field.slope(place).add(ripples.xy).mul(this.distortionScale).toVar()
      const normal = vec3(slope.x.negate(), 1, slope.y.negate()).transformDirection(modelWorldMatrix).toVar()
      const toEye = cameraPosition.sub(positionWorld).normalize().toVar()
      const facing = normal.dot(toEye).max(0.02).toVar()

      // Rays go through the water as it is drawn, however high that is; its colours are those of its true depth.
      const below = this.#lightFromBelow(normal, toEye, footprint, look, {
        absorption: absorption.div(scale),
        depth: depth.mul(scale),
        color: sand.sandColor.rgb.mul(sand.light(vec3(0, 1, 0), float(1), float(0.9))).mul(0.5),
      })
      const above = this.#reflectedBySea(normal, toEye, footprint, ripples.z, look)
      const body = mix(below, above, meanFresnel(facing, ripples.z))
      const facets = glitter(normal, toEye, this.sunDirection, ripples.z).mul(sunlight).toVar()
      const lit = body.add(this.sunColor.rgb.mul(facets.div(facets.div(brightest).add(1))))

      // Besides the foam of the solver, flecks that drift: without them one would not see smooth water flow.
      const drifting = smoothstep(0.08, 0.9, water.briskness(flow)).mul(0.16)
      const white = water
        .froth(place, flow, flow.z.mul(0.85).max(drifting).toVar(), footprint)
        .mul(flow.z.mul(0.4).add(0.5))
        .toVar()
      return mix(lit, this.foamColor.rgb.mul(this.#lightOnFoam(normal)), white)
    })()
  }

  #shade(field: HeightField, place: Node<'vec2'>, look: WaterLook): Node<'vec3'> {
    return Fn(() => {
      const slope = field.slope(place).mul(this.distortionScale).toVar()
      const normal = vec3(slope.x.negate(), 1, slope.y.negate()).transformDirection(modelWorldMatrix).toVar()
      const toEye = cameraPosition.sub(positionWorld).normalize().toVar()
      // Seen edge-on a fragment's smooth normal may face away from the eye; a small floor keeps Fresnel finite there.
      const facing = normal.dot(toEye).max(0.02).toVar()
      const footprint = positionWorld.fwidth().length().toVar()

      const below = this.#lightFromBelow(normal, toEye, footprint, look)
      const above = this.#lightFromAbove(normal, toEye, footprint, look)
      const shineThrough = this.#lightThroughCrests(normal, toEye)
      return mix(below.add(shineThrough), above, fresnel(facing))
    })()
  }

  /** The open sea: rough where its waves are too small to be seen, white where it breaks, hazy far away. */
  #shadeSea(ocean: OceanField, place: Node<'vec2'>, look: WaterLook): Node<'vec3'> {
    return Fn(() => {
      const footprint = positionWorld.fwidth().length().toVar()
      const shape = ocean.shape(place, footprint)
      const { x, y, z } = shape.normal
      const normal = vec3(x.mul(this.distortionScale), y, z.mul(this.distortionScale))
        .transformDirection(modelWorldMatrix)
        .toVar()
      const fromEye = positionWorld.sub(cameraPosition).toVar()
      const toEye = fromEye.normalize().negate().toVar()
      const facing = normal.dot(toEye).max(0.02).toVar()

      const below = this.#lightFromBelow(normal, toEye, footprint, look)
      const through = this.#lightThroughCrests(normal, toEye).add(this.#lightThroughThinWater(shape, toEye))
      const above = this.#reflectedBySea(normal, toEye, footprint, shape.variance, look)
      const water = mix(below.add(through), above, meanFresnel(facing, shape.variance))
      const facets = glitter(normal, toEye, this.sunDirection, shape.variance).mul(sunlight).toVar()
      const glint = facets.div(facets.div(brightest).add(1))
      const lit = water.add(this.sunColor.rgb.mul(glint))

      const white = this.#whiteness(ocean, place, shape, footprint)
      const surface = mix(lit, this.foamColor.rgb.mul(this.#lightOnFoam(normal)), white)

      const distance = fromEye.length().div(this.haze)
      const clear = distance.mul(distance).negate().exp()
      const skyline = toEye.negate().toVar()
      const behind = this.sky.radiance(vec3(skyline.x, skyline.y.max(0), skyline.z).normalize())
      return mix(behind, surface, clear)
    })()
  }

  #lightOnFoam(normal: Node<'vec3'>): Node<'vec3'> {
    const skylight = mix(this.sky.horizonColor.rgb, this.sky.zenithColor.rgb, 0.3).mul(0.95)
    return this.sunColor.rgb.mul(normal.dot(this.sunDirection).max(0).mul(0.55).add(0.12)).add(skylight)
  }

  /** Foam of the moment where the surface is squeezed, sharp from near; foam that crests have left; froth of both. */
  #whiteness(ocean: OceanField, place: Node<'vec2'>, shape: SeaShape, footprint: Node<'float'>): Node<'float'> {
    const left = ocean.foam(place)
    const made = smoothstep(this.foamStart, this.foamFull, shape.jacobian)
    const share = ocean.hasTiles ? left.max(made) : left
    return ocean.froth(place, share.toVar(), footprint).mul(0.95)
  }

  /** Rough water mirrors a wider and higher part of the sky: of its facets the eye sees mostly those that lean towards it. */
  #reflectedBySea(
    normal: Node<'vec3'>,
    toEye: Node<'vec3'>,
    footprint: Node<'float'>,
    variance: Node<'float'>,
    look: WaterLook,
  ): Node<'vec3'> {
    const mirrored = reflect(toEye.negate(), normal).toVar()
    const raised = mirrored.y.abs().add(variance.sqrt().mul(0.7))
    const direction = vec3(mirrored.x, raised, mirrored.z).normalize().toVar()
    return look.reflect ? look.reflect(positionWorld, direction, footprint) : this.#surroundings(direction, look.envMap)
  }

  #lightFromAbove(normal: Node<'vec3'>, toEye: Node<'vec3'>, footprint: Node<'float'>, look: WaterLook): Node<'vec3'> {
    const mirrored = reflect(toEye.negate(), normal).toVar()
    // A reflection that would go down meets the water again and then mostly goes up: show it the sky.
    const direction = vec3(mirrored.x, mirrored.y.abs(), mirrored.z).normalize().toVar()
    const seen = look.reflect
      ? look.reflect(positionWorld, direction, footprint)
      : this.#surroundings(direction, look.envMap)
    return seen.add(this.#glint(direction, normal))
  }

  #surroundings(direction: Node<'vec3'>, envMap: Texture | undefined): Node<'vec3'> {
    if (envMap) return pmremTexture(envMap, direction, float(0))
    return Fn((builder) => {
      // three's types leave out the scene that every builder carries.
      const { scene } = builder as NodeBuilder & { scene: Scene | null }
      const environment = scene?.environment ?? null
      return environment ? pmremTexture(environment, direction, float(0)) : this.sky.radiance(direction)
    })()
  }

  /**
   * The sun's mirror image as a lobe of finite width. Where the normal changes much within a pixel the lobe is widened and
   * dimmed by the same amount, so that glints neither flicker nor vanish at a distance (Kaplanyan et al. 2016, simplified).
   */
  #glint(direction: Node<'vec3'>, normal: Node<'vec3'>): Node<'vec3'> {
    const change = normal.fwidth()
    const spread = change.dot(change).mul(0.5).min(0.05)
    const width = float(sunWidth).add(spread).toVar()
    const offset = float(1).sub(direction.dot(this.sunDirection)).max(0)
    const lobe = offset.div(width).negate().exp()
    return this.sunColor.rgb.mul(lobe.mul(sunPower).div(width))
  }

  #lightFromBelow(
    normal: Node<'vec3'>,
    toEye: Node<'vec3'>,
    footprint: Node<'float'>,
    look: WaterLook,
    ground?: { absorption: Node<'vec3'>; depth: Node<'float'>; color: Node<'vec3'> },
  ): Node<'vec3'> {
    // Deep water scatters sunlight back: a little more from slopes that face the sun.
    const deep = this.waterColor.rgb.mul(normal.dot(this.sunDirection).max(0).mul(0.8).add(0.5)).toVar()
    if (look.refraction === false) return deep
    const direction = refract(toEye.negate(), normal, float(1 / refractiveIndex)).toVar()
    const seen = seeBelow(direction, ground?.depth)
    const color = (seen.lost && ground ? seen.lost.select(ground.color, seen.color) : seen.color).toVar()
    const { refract: hidden } = look
    if (hidden) {
      If(seen.visible.not(), () => {
        color.assign(hidden(positionWorld, direction, footprint))
      })
    }
    // Light comes down from the sky before it comes up to the eye: it is tinted on both ways.
    const left = (ground?.absorption ?? this.absorption).mul(seen.path.add(seen.drop)).negate().exp().toVar()
    return mix(deep, color, left)
  }

  /** Back-lit slopes let some sunlight through: most when the eye looks towards the sun, none on level water. */
  #lightThroughCrests(normal: Node<'vec3'>, toEye: Node<'vec3'>): Node<'vec3'> {
    const steepness = float(1).sub(normal.y).mul(4).clamp(0, 1)
    const backlit = toEye.negate().dot(this.sunDirection).mul(0.5).add(0.5).clamp(0, 1).pow(2)
    return this.crestColor.rgb.mul(steepness.mul(backlit).mul(0.45))
  }

  /** Where a sea is squeezed together it is a crest, and thin: the sun behind it makes it glow. */
  #lightThroughThinWater({ squeeze }: SeaShape, toEye: Node<'vec3'>): Node<'vec3'> {
    const thin = squeeze.mul(-2.2).clamp(0, 1)
    const backlit = toEye.negate().dot(this.sunDirection).mul(0.5).add(0.5).clamp(0, 1).pow(3)
    return this.crestColor.rgb.mul(this.sunColor.rgb).mul(thin.mul(backlit.mul(0.4).add(0.06)))
  }
}

function sunOf(look: WaterLook): SkyOptions {
  return {
    ...(look.sunDirection && { sunDirection: look.sunDirection }),
    ...(look.sunColor !== undefined && { sunColor: look.sunColor }),
  }
}
