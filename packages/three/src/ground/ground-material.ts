import {
  cameraPosition,
  Fn,
  float,
  mix,
  modelScale,
  modelWorldMatrix,
  positionGeometry,
  positionWorld,
  smoothstep,
  texture,
  uniform,
  vec2,
  vec3,
} from 'three/tsl'
import {
  Color,
  type ColorRepresentation,
  type DataTexture,
  type Node,
  NodeMaterial,
  type UniformNode,
} from 'three/webgpu'
import { fresnel } from '../light/optics.js'
import { onlyWhere } from '../light/rays/only-where.js'
import { Sky, type SkyOptions } from '../light/sky.js'
import { insideVarying } from '../shared/inside-varying.js'
import { splineSample } from '../shared/spline-sample.js'
import type { HeightField } from '../surface/height-field.js'

/** Irradiance of the ground. `normal`: in world space; `sun`: part of the sunlight that passes the hills; `open`: visible part of the sky. */
export type GroundLight = (normal: Node<'vec3'>, sun: Node<'float'>, open: Node<'float'>) => Node<'vec3'>

/** Look of the ground. Colours are as for any three.js material. */
export interface GroundLook {
  /** Colour of sand, beside and under water. */
  sandColor?: ColorRepresentation
  /** Colour of grass, on gentle slopes. */
  grassColor?: ColorRepresentation
  /** Colour of rock, on steep slopes. */
  rockColor?: ColorRepresentation
  /** Colour of snow, at great height. */
  snowColor?: ColorRepresentation
  /** Colour of soil, where the ground was changed and at the sides of the block. */
  soilColor?: ColorRepresentation
  /** Sky, which may be shared with the water and the background. */
  sky?: Sky | SkyOptions
  /** Custom light instead of that of sky and sun. */
  light?: GroundLight
}

/** Textures of the ground besides its heights. */
export interface GroundTextures {
  /** Parts of the sunlight and of the sky that reach the cell, 0 to 1 each. */
  readonly light: DataTexture
  /** Wetness, sand, soil, and present water, 0 to 1 each. Wetness and water are 1/2 on the waterline, as in `Wetness`. */
  readonly cover: DataTexture
  readonly noise: DataTexture
}

/** A point of the ground: functions are called while the shader is built. */
export interface GroundPoint {
  /** Local position (x, z), as it is drawn [m]. */
  readonly place: Node<'vec2'>
  /** Drawn slope along x and z [1]. */
  slope(): Node<'vec2'>
  /** Elevation without the height factor [m]. */
  height(): Node<'float'>
  /** Parts of the sunlight and of the sky that reach it, as in `GroundTextures`. */
  light(): Node<'vec2'>
  /** Wetness, sand, soil and present water, as in `GroundTextures`. */
  cover(): Node<'vec4'>
  /** Whether caustics may be on it. */
  readonly hasCaustics: boolean
}

/** Factors on the colours of sun and sky for the irradiance of open ground [1]. */
const [sunStrength, skyStrength] = [1.45, 1.05]

/** Heights above the lowest water at which rock and snow begin, in parts of the extent. */
const [treeLine, snowLine] = [0.15, 0.21]

/** Albedo of wet ground over that of dry ground, red, green and blue [1]. */
export const wetAlbedo = [0.58, 0.54, 0.49] as const

/** Material of {@link GroundSurface}: sand beside water, grass, rock on steep slopes, snow at great height; darker and glossy where it is wet. */
export class GroundMaterial extends NodeMaterial {
  /** Sky that lights the ground. */
  readonly sky: Sky
  /** Colour of sand. */
  readonly sandColor: UniformNode<'color', Color>
  /** Colour of grass. */
  readonly grassColor: UniformNode<'color', Color>
  /** Colour of rock. */
  readonly rockColor: UniformNode<'color', Color>
  /** Colour of snow. */
  readonly snowColor: UniformNode<'color', Color>
  /** Colour of soil. */
  readonly soilColor: UniformNode<'color', Color>
  /** Elevation from which tree line and snow line are measured [m]. */
  readonly datum = uniform(0)
  /** Irradiance of the ground. */
  readonly light: GroundLight

  /** @internal Brightness of sunlight under the water above this fragment, relative to still water [1]. Read when the shader is built. */
  caustics: (() => Node<'float'>) | undefined
  readonly #noise: DataTexture
  readonly #heightScale: UniformNode<'float', number>
  /** Longer side, by which patches and heights of plants are measured [m]. */
  readonly #reach: number

  /** @internal `extent`: along x and z [m]. */
  constructor(field: HeightField, textures: GroundTextures, extent: readonly [number, number], look: GroundLook = {}) {
    super()
    this.name = 'ground'
    this.sky = look.sky instanceof Sky ? look.sky : new Sky(look.sky)
    this.sandColor = uniform(new Color(look.sandColor ?? 0xdcc9a0))
    this.grassColor = uniform(new Color(look.grassColor ?? 0x7d8a58))
    this.rockColor = uniform(new Color(look.rockColor ?? 0x9d958a))
    this.snowColor = uniform(new Color(look.snowColor ?? 0xf3f6fa))
    this.soilColor = uniform(new Color(look.soilColor ?? 0x85725f))
    this.light = look.light ?? ((normal, sun, open) => this.#lightOfSky(normal, sun, open))
    this.#noise = textures.noise
    this.#heightScale = field.heightScale
    this.#reach = Math.max(...extent)
    const place = insideVarying(positionGeometry.xz)
    const uv = place.div(vec2(...extent)).add(0.5)
    const { width, height } = textures.cover.image
    this.positionNode = positionGeometry.add(vec3(0, field.height(positionGeometry.xz), 0))
    this.colorNode = this.shaded({
      // A channel of one cell is drawn wider than it is: its grains are not.
      place: place.mul(modelScale.xz.div(modelScale.y)),
      slope: () => field.slope(place),
      height: () => field.height(place).div(field.heightScale),
      light: () => texture(textures.light, uv).xy,
      cover: () => splineSample(texture(textures.cover), vec2(width, height), uv),
      hasCaustics: true,
    })
  }

  /** @internal Radiance of the ground at a point: of this material, and of land beyond it. */
  shaded({ place, hasCaustics, ...point }: GroundPoint): Node<'vec3'> {
    const reach = this.#reach
    const noise = this.#noise
    return Fn(() => {
      const light = point.light().toVar()
      const cover = point.cover().toVar()
      // Noise of four sizes: patches, tufts, and two of grain. The small ones are sampled twice at different angles, which hides their period.
      const patches = texture(noise, place.div(reach * 0.37)).toVar()
      const aslant = vec2(place.dot(vec2(0.8, 0.6)), place.dot(vec2(-0.6, 0.8))).toVar()
      const twofold = (size: number, other: number): Node<'vec4'> =>
        mix(texture(noise, place.yx.div(reach * size)), texture(noise, aslant.div(reach * size * other)), 0.5).toVar()
      const [tufts, grain] = [twofold(0.071, 1.73), twofold(0.0173, 0.47)] as const
      const slope = point.slope().toVar()
      // Vegetation depends on the true slope, not on the drawn one.
      const steep = slope.length().div(this.#heightScale).toVar()
      const uneven = patches.x.mul(0.5).add(tufts.x.mul(0.35)).add(grain.x.mul(0.15)).sub(0.5).toVar()

      const high = point.height().sub(this.datum).div(reach).add(uneven.mul(0.05)).toVar()
      const rocky = smoothstep(0.5, 0.85, steep.add(uneven.mul(0.5)))
        .max(smoothstep(treeLine, treeLine + 0.03, high))
        .toVar()
      const snowy = smoothstep(snowLine, snowLine + 0.012, high.sub(smoothstep(0.7, 1.3, steep).mul(0.05))).toVar()
      const sandy = smoothstep(0.35, 0.6, cover.y.add(uneven.mul(0.9))).toVar()
      const dug = smoothstep(0.25, 0.75, cover.z.add(uneven.mul(0.4))).toVar()

      // Grass is lush near the water and dry above it. Shrubs stand in groups, where it is neither wet nor steep.
      const dry = smoothstep(0.01, 0.1, high.add(patches.x.mul(0.05))).toVar()
      const meadow = mix(
        this.grassColor.rgb.mul(vec3(0.82, 0.95, 0.75)),
        this.grassColor.rgb.mul(vec3(1.3, 1.15, 1)),
        dry,
      )
      const shrubs = smoothstep(0.38, 0.72, grain.x.add(tufts.x.sub(0.5).mul(0.9)))
        .mul(smoothstep(0.38, 0.66, patches.x))
        .mul(smoothstep(0.5, 0.25, steep))
        .mul(smoothstep(0, 0.4, cover.x).oneMinus())
        .mul(float(1).sub(sandy))
        .toVar()
      const grass = meadow
        .mul(tufts.x.mul(0.22).add(grain.x.mul(0.34)).add(0.68))
        .mul(mix(vec3(1), vec3(0.5, 0.6, 0.44), shrubs))
      // Strata of rock, visible on slopes.
      const layers = high.mul(90).add(patches.x.mul(3)).fract()
      const strata = smoothstep(0, 0.3, layers)
        .mul(smoothstep(1, 0.55, layers))
        .mul(0.07)
      const rock = this.rockColor.rgb.mul(tufts.x.mul(0.4).add(grain.x.mul(0.35)).add(strata).add(0.52))
      const sand = this.sandColor.rgb.mul(grain.x.mul(0.12).add(patches.x.mul(0.12)).add(0.87))
      const soil = this.soilColor.rgb.mul(tufts.x.mul(0.3).add(grain.x.mul(0.4)).add(0.62))
      const bare = mix(mix(grass, sand, sandy), rock, rocky.mul(float(1).sub(sandy.mul(0.6))))
      const albedo = mix(mix(bare, soil, dug), this.snowColor.rgb, snowy).toVar()

      // Wet ground reflects less light (Lekner and Dorf 1988): it is darker and slightly redder.
      // It is drawn up a little above the waterline, unevenly.
      const soaked = cover.x.add(uneven.mul(0.12)).toVar()
      const wet = smoothstep(0.16, 0.4, soaked).mul(float(1).sub(snowy)).toVar()
      // Leaves do not soak: a meadow in the rain is hardly darker.
      const bareness = sandy.max(rocky).max(dug).mul(0.7).add(0.3)
      const damp = mix(vec3(1), vec3(...wetAlbedo), wet.mul(bareness))

      // Shrubs are round: their sides are lit and shaded as those of rocks.
      const rough = mix(float(0.06), float(0.2), rocky.max(shrubs)).mul(float(1).sub(snowy.mul(0.6)))
      const bump = tufts.zy
        .add(grain.yz.mul(0.8))
        .sub(vec2(0.9))
        .mul(rough)
        .mul(float(1).sub(wet.mul(0.6)))
      const tilt = slope.add(bump).toVar()
      const normal = vec3(tilt.x.negate(), 1, tilt.y.negate()).transformDirection(modelWorldMatrix).toVar()
      const sun = hasCaustics && this.caustics ? light.x.mul(this.caustics()) : light.x
      const diffuse = albedo.mul(damp).mul(this.light(normal, sun, light.y))

      // Ground that water has just left is glossy, blades of grass less than grains; under water it is not.
      const film = wet
        .mul(mix(float(0.3), float(1), sandy.max(rocky)))
        .mul(smoothstep(0.25, 0.7, soaked))
        .mul(smoothstep(0.45, 0.6, cover.w).oneMinus())
        .mul(float(1).sub(dug.mul(0.5)))
        .toVar()
      const color = diffuse.toVar()
      onlyWhere(film.greaterThan(0), () => {
        color.addAssign(this.#gloss(vec3(slope.x.negate(), 1, slope.y.negate()), light.x).mul(film))
      })
      return color
    })()
  }

  /** Soft reflection of sky and sun by a film of water on grains. */
  #gloss(upward: Node<'vec3'>, sunny: Node<'float'>): Node<'vec3'> {
    const normal = upward.transformDirection(modelWorldMatrix).toVar()
    const toEye = cameraPosition.sub(positionWorld).normalize().toVar()
    const facing = normal.dot(toEye).max(0.02)
    const mirrored = toEye.negate().reflect(normal).toVar()
    const sky = this.sky.radiance(vec3(mirrored.x, mirrored.y.abs(), mirrored.z).normalize())
    const half = toEye.add(this.sky.sunDirection).normalize()
    const glint = half.dot(normal).max(0).pow(180).mul(0.9).mul(sunny)
    return sky.mul(fresnel(facing).mul(0.75)).add(this.sky.sunColor.rgb.mul(glint))
  }

  #lightOfSky(normal: Node<'vec3'>, sun: Node<'float'>, open: Node<'float'>): Node<'vec3'> {
    const facing = normal.dot(this.sky.sunDirection).max(0).mul(sun).mul(sunStrength)
    const skylight = mix(this.sky.horizonColor.rgb, this.sky.zenithColor.rgb, 0.35)
    const upward = normal.y.mul(0.3).add(0.7).mul(open).mul(skyStrength)
    return this.sky.sunColor.rgb.mul(facing).add(skylight.mul(upward))
  }
}
