// Clouds over wide water: a layer of cumulus, and thin cirrus high above it. Light is followed through the layers once for each direction
// and kept as a picture of the sky; backgrounds and mirror images read it. Clouds stand still: a picture is drawn when the sun or the
// amount of clouds has changed.
//
// Along a ray with transmittance T, each step of a layer with extinction s over a length l takes the share a = T (1 - exp(-s l)). It adds
// a to the opacity, a times the sunlight that reaches it to the sunlit part, and a times its light from above to the shaded part:
//
//   radiance = (1 - opacity) sky + sunColor · sunlit + color · shaded
//
// so that colors of sun and clouds are not in the picture. The layers are shells around the earth: towards the horizon clouds are lower,
// smaller and closer together, and fade into the haze. A fourth channel is the share of direct sunlight that would come through from there.
//
// The picture has the directions of a hemisphere in a disc, by stereographic projection: the zenith in the middle, the horizon at the rim.

import {
  exp,
  Fn,
  float,
  hash,
  int,
  Loop,
  mix,
  screenCoordinate,
  texture,
  texture3D,
  uniform,
  uv,
  varying,
  vec2,
  vec3,
  vec4,
} from 'three/tsl'
import {
  Color,
  type ColorRepresentation,
  LinearFilter,
  LinearMipmapNearestFilter,
  Mesh,
  type Node,
  NodeMaterial,
  OrthographicCamera,
  PlaneGeometry,
  type Renderer,
  RenderTarget,
  RGBAFormat,
  UnsignedByteType,
  Vector3,
} from 'three/webgpu'
import { drawnTexture } from '../../shared/cell-texture.js'
import { onlyWhere } from '../rays/only-where.js'
import type { Sky } from '../sky.js'
import { createBillows, createCoverNoise } from './cloud-noise.js'

/** Radius of the earth [km]. */
const earth = 6371
/** Height of the bases of cumulus, and their greatest thickness [km]. */
const [base, thickness] = [0.9, 1.5]
/** Height of cirrus [km]. */
const cirrusHeight = 8
/** Sides of the periodic noise: places of clouds, details of places, billows, and cirrus along and across the wind [km]. */
const [placeSide, detailSide, billowSide] = [30, 6.1, 2.1]
/** Frequency of the finer billows over that of the others, and their share [1]: wisps on the edges of clouds that are near. */
const [finer, finerShare] = [3.7, 0.3]
const cirrusSides = [70, 26] as const
/** Share of the details in the noise of places [1]. */
const detailShare = 0.28
/** Extinction of a dense cloud [1/km]: a tenth of the real one, whose edges would be finer than the steps; and that factor [1]. */
const [extinction, realExtinction] = [4, 10]
/** Steps of a ray through the layer. */
const steps = 48
/** Longest way through the layer that is followed [km]. */
const longest = 8
/** Distances from a point towards the sun at which the cloud above it is measured [km]. */
const towardsSun = [0.25, 0.75] as const
/** Distance over which air takes away contrast [km]. */
const clearAir = 38
/** Sine of the lowest elevation at which clouds are followed [1], and the distance of their bases there [km]: none are seen beyond. */
const lowestRise = 0.004
const farthest = Math.sqrt((earth * lowestRise) ** 2 + 2 * earth * base) - earth * lowestRise
/** Sunlit parts brighter than this are not told apart [1]. */
const brightest = 2
/** Cosines of the angles from the sun between which a gap opens, through which it shines on the scene: 14 and 4 degrees. */
const [gapBegins, gapOpen] = [0.9703, 0.9976]
/** Covers up to which that gap is left, and from which on there is none [1]. */
const [fair, covered] = [0.45, 0.6]
/** Scale of the projection: some degrees below the horizon are in the picture, too. */
const scale = 0.97
/** Cosine of the sun's angular radius, drawn larger than it is because it dazzles. */
const rim = 0.99992
/** Radiance of the sun's disc over that of the sky: far above the white of the screen, so that the tone curve gives it a soft edge. */
const discRadiance = 24
/** Level of the mipmaps that water mirrors [1]: waves blur their images. */
const mirroredLevel = 4
/** Level that the sunlight is read from [1]: a texel of it is about as wide as the sun, and has no noise of the steps. */
const sunLevel = 2

/** Options of {@link Clouds}. */
export interface CloudsOptions {
  /** Part of the sky under cumulus, 0 to 1; default 0.4. */
  cover?: number
  /** Part of the light that cirrus takes away where it is densest, 0 to 1; default 0.5. */
  cirrus?: number
  /** Color of clouds in the shade; default a light gray. */
  color?: ColorRepresentation
  /** Directions of the picture of the sky, along each side; default 1024. */
  texels?: number
}

/**
 * Clouds in front of a {@link Sky}, for its background and for water that mirrors it.
 *
 * @example
 * ```ts
 * const sky = new Sky({ sunDirection: new Vector3(1, 0.4, 0) })
 * const clouds = new Clouds(sky, { cover: 0.5 })
 * const water = new WaterSurface(sim, {
 *   sky,
 *   reflect: (_origin, direction) => clouds.mirrored(direction),
 *   sunlight: () => clouds.sunlight,
 * })
 * scene.backgroundNode = clouds.radiance(normalWorldGeometry)
 * clouds.render(renderer) // before the first frame, and after changes
 * ```
 */
export class Clouds {
  /** Part of the sky under cumulus, 0 to 1. */
  readonly cover
  /** Part of the light that cirrus takes away where it is densest, 0 to 1. */
  readonly cirrus
  /** Color of clouds in the shade. */
  readonly color
  readonly #sky: Sky
  readonly #places = createCoverNoise()
  readonly #billows = createBillows()
  readonly #picture: RenderTarget
  readonly #screen: Mesh<PlaneGeometry, NodeMaterial>
  readonly #camera = new OrthographicCamera(-1, 1, 1, -1, 0, 1)
  /** What the picture was drawn with. */
  readonly #drawn = { sun: new Vector3(), cover: Number.NaN, cirrus: Number.NaN }

  /**
   * @param sky Sky behind the clouds, with the sun that lights them.
   * @param options Amount and color.
   */
  constructor(sky: Sky, { cover = 0.4, cirrus = 0.5, color = 0xdfe6ec, texels = 1024 }: CloudsOptions = {}) {
    this.#sky = sky
    this.cover = uniform(cover)
    this.cirrus = uniform(cirrus)
    this.color = uniform(new Color(color))
    this.#picture = new RenderTarget(texels, texels, {
      format: RGBAFormat,
      type: UnsignedByteType,
      depthBuffer: false,
      magFilter: LinearFilter,
      minFilter: LinearMipmapNearestFilter,
      generateMipmaps: true,
    })
    this.#picture.texture.name = 'clouds'
    const material = new NodeMaterial()
    material.name = 'clouds'
    material.fragmentNode = this.#follow()
    this.#screen = new Mesh(new PlaneGeometry(2, 2), material)
    this.#screen.frustumCulled = false
  }

  /**
   * Draws the picture of the sky if the sun or the amount of clouds has changed.
   * @param renderer Renderer of the scene; its render target is restored.
   */
  render(renderer: Renderer): void {
    const { sun, cover, cirrus } = this.#drawn
    if (cover === this.cover.value && cirrus === this.cirrus.value && sun.equals(this.#sky.sunDirection.value)) return
    sun.copy(this.#sky.sunDirection.value)
    this.#drawn.cover = this.cover.value
    this.#drawn.cirrus = this.cirrus.value
    const before = renderer.getRenderTarget()
    renderer.setRenderTarget(this.#picture)
    renderer.render(this.#screen, this.#camera)
    renderer.setRenderTarget(before)
  }

  /** Share of direct sunlight that the clouds let through, in TSL [1]: for `WaterSurface` and for lights. */
  get sunlight(): Node<'float'> {
    // The same for all pixels: vertices read it.
    return varying(this.#read(vec3(this.#sky.sunDirection), sunLevel).w)
  }

  /**
   * Radiance of the sky with clouds and with the disc of the sun, for the background.
   * @param direction Unit direction in world space.
   * @returns Radiance in linear light, as the sky's colors.
   */
  radiance(direction: Node<'vec3'>): Node<'vec3'> {
    return Fn(() => {
      const { sunDirection, sunColor } = this.#sky
      const { color, opacity, direct } = this.#clouded(direction, 0)
      const cosine = direction.dot(sunDirection).max(0).toVar()
      const disc = cosine.smoothstep(rim, rim + 0.00004).mul(direct)
      // Air around the sun is bright as far as the sun shines on it.
      const aureole = cosine.pow(2200).mul(2.2).add(cosine.pow(220).mul(0.3)).mul(opacity.mul(0.85).oneMinus())
      const halo = aureole.mul(this.sunlight)
      return color.add(sunColor.rgb.mul(disc.mul(discRadiance).add(halo)))
    })()
  }

  /**
   * Radiance of the sky that water mirrors: without the disc of the sun, whose image is the glitter, and with soft clouds.
   * @param direction Unit direction in world space.
   * @returns Radiance in linear light, as the sky's colors.
   */
  mirrored(direction: Node<'vec3'>): Node<'vec3'> {
    return Fn(() => this.#clouded(direction, mirroredLevel).color)()
  }

  /** Frees the picture and the noise on the graphics device. */
  dispose(): void {
    this.#picture.dispose()
    this.#screen.geometry.dispose()
    this.#screen.material.dispose()
    this.#places.dispose()
    this.#billows.dispose()
  }

  #clouded(
    direction: Node<'vec3'>,
    level: number,
  ): { color: Node<'vec3'>; opacity: Node<'float'>; direct: Node<'float'> } {
    const seen = this.#read(direction, level).toVar()
    const light = this.#sky.sunColor.rgb.mul(seen.y.mul(brightest)).add(this.color.rgb.mul(seen.z))
    const color = this.#sky.radiance(direction).mul(seen.x.oneMinus()).add(light).toVar()
    return { color, opacity: seen.x, direct: seen.w }
  }

  /** The picture in a direction, from a level of its mipmaps. */
  #read(direction: Node<'vec3'>, level: number): Node<'vec4'> {
    const place = direction.xz
      .div(direction.y.add(1).max(0.5))
      .mul(scale / 2)
      .add(0.5)
    return drawnTexture(this.#picture.texture).sample(place).level(float(level))
  }

  /** Opacity, sunlit and shaded part of the clouds in the direction of each texel, and the direct sunlight that they let through. */
  #follow(): Node<'vec4'> {
    return Fn(() => {
      // The place at which it is read: the first row of a picture is its uppermost.
      const place = vec2(uv().x, uv().y.oneMinus())
      const disc = place.mul(2).sub(1).div(scale).toVar()
      const square = disc.dot(disc).toVar()
      const ray = vec3(disc.x.mul(2), square.oneMinus(), disc.y.mul(2)).div(square.add(1)).toVar()
      const up = ray.y.max(lowestRise).toVar()
      const sun = this.#sky.sunDirection
      const cosine = ray.dot(sun).toVar()
      // Clouds scatter mostly forwards: their edges are brightest around the sun.
      const forwards = scattering(cosine, 0.7).mul(0.4).add(scattering(cosine, -0.15).mul(0.8)).min(2.2).toVar()

      const start = distanceTo(base, up).toVar()
      const step = distanceTo(base + thickness, up)
        .sub(start)
        .min(longest)
        .div(steps)
        .toVar()
      // Steps begin at different distances in neighbouring texels: layers of equal distance would be seen.
      const offset = hash(screenCoordinate.x.add(screenCoordinate.y.mul(8192))).toVar()
      // A scene in fair weather is lit by the sun: fair clouds leave it free, a covered sky does not.
      const free = this.cover.smoothstep(fair, covered).oneMinus().mul(this.cover.oneMinus())
      const gap = cosine.smoothstep(gapBegins, gapOpen).mul(free).toVar()
      // Less than this of the wide noise makes no cloud, whatever its detail.
      const least = this.cover
        .oneMinus()
        .sub(detailShare)
        .div(1 - detailShare)
        .toVar()
      const last = float(0).toVar()
      const through = float(1).toVar()
      const sunlit = float(0).toVar()
      const shaded = float(0).toVar()
      Loop(steps, ({ i }) => {
        const way = start.add(step.mul(float(int(i)).add(offset))).toVar()
        const at = ray.xz.mul(way).toVar()
        const wide = this.#wide(at).sub(gap).toVar()
        const density = float(0).toVar()
        // Most steps are outside of clouds, or behind them.
        onlyWhere(wide.greaterThan(least).and(through.greaterThan(0.01)), () => {
          const height = heightAt(way, up).sub(base).div(thickness).toVar()
          const place = vec3(at.x, height.mul(thickness), at.y).div(billowSide).toVar()
          const billows = mix(
            texture3D(this.#billows, place).x,
            texture3D(this.#billows, place.mul(finer)).x,
            finerShare,
          )
          density.assign(this.#density(wide, at, height, billows))
          // The mean of both ends: the middle alone would let the offsets show as a pattern.
          const dense = density.add(last).mul(0.5)
          const share = exp(dense.mul(step).mul(-extinction)).oneMinus().mul(through).toVar()
          const above = float(0).toVar()
          for (const distance of towardsSun) {
            const point = at.add(sun.xz.mul(distance)).toVar()
            const raised = height.add(sun.y.mul(distance / thickness))
            above.addAssign(this.#density(this.#wide(point), point, raised, float(0.55)).mul(distance))
          }
          // Light that is scattered several times comes through thick clouds, too.
          const beam = exp(above.mul(-0.7 * extinction))
            .mul(0.8)
            .add(exp(above.mul(-0.12 * extinction)).mul(0.2))
          sunlit.addAssign(share.mul(beam).mul(height.clamp(0, 1).mul(0.5).add(0.5)))
          const open = exp(above.mul(-0.35 * extinction))
            .mul(0.5)
            .add(0.5)
          shaded.addAssign(share.mul(open).mul(height.clamp(0, 1).mul(0.4).add(0.7)))
          through.subAssign(share)
        })
        last.assign(density)
      })
      sunlit.mulAssign(forwards)

      const high = distanceTo(cirrusHeight, up).toVar()
      const cirrusPlace = ray.xz.mul(high).toVar()
      const veil = texture(this.#places, cirrusPlace.div(vec2(...cirrusSides)).add(0.37)).level(float(0)).x
      const fine = texture(this.#places, cirrusPlace.yx.div(vec2(5.1, 15))).level(float(0)).x
      const thin = veil.mul(0.75).add(fine.mul(0.25)).smoothstep(0.42, 0.95).mul(this.cirrus)
      const cirrusShare = thin.mul(through).toVar()
      const [near, far] = [throughHaze(start).toVar(), throughHaze(high.mul(0.5)).toVar()]
      const opacity = through.oneMinus().mul(near).add(cirrusShare.mul(far))
      const direct = through.pow(realExtinction).mul(thin.oneMinus())
      const lit = sunlit.mul(near).add(cirrusShare.mul(far).mul(forwards.mul(0.5).add(0.15)))
      return vec4(opacity, lit.div(brightest), shaded.mul(near).add(cirrusShare.mul(far).mul(0.55)), direct)
    })()
  }

  /** The wide part of the noise of places, 0 to 1. */
  #wide(at: Node<'vec2'>): Node<'float'> {
    return texture(this.#places, at.div(placeSide)).level(float(0)).x
  }

  /** Density of cumulus, 0 to 1, at a place (x, z) [km] and a height over the bases in parts of the greatest thickness. */
  #density(wide: Node<'float'>, at: Node<'vec2'>, height: Node<'float'>, billows: Node<'float'>): Node<'float'> {
    const fine = texture(this.#places, at.yx.div(detailSide)).level(float(0)).x
    const place = wide.mul(1 - detailShare).add(fine.mul(detailShare))
    // Where there is much cloud, it is high. The bases are level, the tops round.
    const much = place.sub(this.cover.oneMinus()).mul(3.2).clamp(0, 1).sqrt().toVar()
    const rise = height.div(much.max(0.05)).toVar()
    const inside = much.mul(rise.mul(rise).oneMinus()).sub(billows.oneMinus().mul(0.62))
    return inside.smoothstep(0, 0.36).mul(height.smoothstep(-0.01, 0.08))
  }
}

/** Contrast that is left of clouds at a distance [km], 0 to 1. Without the difference, those at the horizon would go on below it as columns. */
function throughHaze(way: Node<'float'>): Node<'float'> {
  const least = Math.exp(-farthest / clearAir)
  return exp(way.div(-clearAir))
    .sub(least)
    .max(0)
    .div(1 - least)
}

/** Distance along a ray to a height over the ground [km]. `up`: sine of the ray's elevation. */
function distanceTo(height: number, up: Node<'float'>): Node<'float'> {
  const rise = up.mul(earth)
  return rise
    .mul(rise)
    .add(2 * earth * height + height * height)
    .sqrt()
    .sub(rise)
}

/** Height over the ground after a way along a ray [km]. */
function heightAt(way: Node<'float'>, up: Node<'float'>): Node<'float'> {
  return way.mul(up).add(
    way
      .mul(way)
      .mul(up.mul(up).oneMinus())
      .div(2 * earth),
  )
}

/** Phase function of Henyey and Greenstein (1941), times 4π: 1 in all directions for g = 0. */
function scattering(cosine: Node<'float'>, g: number): Node<'float'> {
  return float(1 - g * g).div(
    cosine
      .mul(-2 * g)
      .add(1 + g * g)
      .pow(1.5),
  )
}
