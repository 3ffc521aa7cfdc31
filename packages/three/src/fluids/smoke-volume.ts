import type { Flow } from 'seiche'
import {
  Break,
  Fn,
  float,
  fract,
  If,
  Loop,
  mix,
  modelViewMatrix,
  positionGeometry,
  positionView,
  screenCoordinate,
  screenUV,
  texture3D,
  uniform,
  vec2,
  vec3,
  vec4,
} from 'three/tsl'
import {
  AddEquation,
  BackSide,
  BoxGeometry,
  ClampToEdgeWrapping,
  Color,
  type ColorRepresentation,
  CustomBlending,
  Data3DTexture,
  Matrix4,
  Mesh,
  type Node,
  NodeMaterial,
  OneFactor,
  OneMinusSrcAlphaFactor,
  RGBAFormat,
  RGFormat,
  type UniformNode,
  UnsignedByteType,
  Vector2,
  Vector3,
} from 'three/webgpu'
import { behind } from '../light/rays/frame.js'
import { onlyWhere } from '../light/rays/only-where.js'
import { interpolated } from '../shared/texture-filters.js'
import { isOrthographic, towardsEye } from '../shared/towards-eye.js'
import { type CellValues, type FluidBox, hasField, readBox, readValues } from './fluid-source.js'
import { SmokeDetail } from './smoke-detail.js'
import { SmokeLight } from './smoke-light.js'
import { type BytePair, packPairs, valueOfPair } from './volume-bytes.js'

/** Options of {@link SmokeVolume}. */
export interface SmokeVolumeOptions {
  /** Field with the density of the smoke. Default: the first of `smoke` and `density` that exists. */
  density?: string
  /** Field with the temperature of glowing smoke. Default `temperature` if `glow` is given. */
  temperature?: string
  /** Temperatures at which smoke begins to glow red and at which it is white hot, in the unit of the field. Default: no glow. */
  glow?: readonly [begins: number, whiteHot: number]
  /** Brightness of the hottest fire. Default 7. */
  glowStrength?: number
  /** Extinction coefficient of smoke of density 1 [1/m]. Default: 24 over the longest side of the box. */
  extinction?: number
  /** Albedo of the smoke. Default: a bright grey. */
  color?: ColorRepresentation
  /** Direction towards the light, in the space of the volume; need not be of unit length. Default: from the upper right. */
  lightDirection?: Vector3
  /** Colour of the light. */
  lightColor?: ColorRepresentation
  /** Factor on the colour of the light. Default 2.6. */
  lightStrength?: number
  /** Ambient light from above. */
  skyColor?: ColorRepresentation
  /** Ambient light from below. */
  groundColor?: ColorRepresentation
  /** Asymmetry g of the Henyey–Greenstein phase function, -1 (backward) to 1 (forward). Default 0.35: bright rims against the light. */
  forwardness?: number
  /** Samples along the diagonal of the box. More are finer and slower. Default: 0.75 per cell of the diagonal, 64 to 160. */
  steps?: number
  /** Strength of detail finer than the cells, which the flow carries, 0 to 1; needs the velocities of the fluid. Default 0. */
  detail?: number
  /** Whether opaque objects occlude the smoke; costs a copy of the depth in each frame. Default true. */
  occluded?: boolean
}

/** Red, green and blue of the screen [nm], and Planck's second constant [nm K]. */
const wavelengths = [610, 549, 468] as const
const secondRadiation = 1.4388e7
/** Temperatures of a flame where its red begins to show and where it is nearly white [K]. */
const [dullRed, white] = [1100, 2600] as const
/** A ray ends when its transmittance is below this value. */
const opaqueBelow = 0.005

/**
 * Smoke, fog or fire of a 3-D fluid, drawn by ray marching with self-shadowing, scattering and emission.
 *
 * The volume is the box of the fluid: metres, middle at the origin. It may be moved, rotated and uniformly scaled. Opaque objects stand
 * in it and occlude it. Call `update()` after the fluid has changed.
 *
 * @example
 * ```ts
 * const smoke = new SmokeVolume(sim, { density: 'smoke', glow: [600, 1500] })
 * scene.add(smoke)
 * smoke.update() // after each step
 * ```
 */
export class SmokeVolume extends Mesh<BoxGeometry, NodeMaterial> {
  override readonly type: string = 'SmokeVolume'
  /** Density of each cell in two bytes, and its temperature in two more if it glows. */
  readonly densityTexture: Data3DTexture
  /** Parts of the direct and of the ambient light that reach each cell, bytes. */
  readonly lightTexture: Data3DTexture
  /** Unit direction towards the light. A change takes effect with the next `update()`. */
  readonly lightDirection: UniformNode<'vec3', Vector3>
  /** Extinction coefficient of smoke of density 1 [1/m]. A change takes effect with the next `update()`. */
  readonly extinction: UniformNode<'float', number>
  /** Albedo of the smoke. This and the following properties take effect at once. */
  readonly color: UniformNode<'color', Color>
  /** Colour of the light. */
  readonly lightColor: UniformNode<'color', Color>
  /** Factor on the colour of the light. */
  readonly lightStrength: UniformNode<'float', number>
  /** Ambient light from above. */
  readonly skyColor: UniformNode<'color', Color>
  /** Ambient light from below. */
  readonly groundColor: UniformNode<'color', Color>
  /** Asymmetry of the phase function, -1 to 1. */
  readonly forwardness: UniformNode<'float', number>
  /** Brightness of the hottest fire. */
  readonly glowStrength: UniformNode<'float', number>
  /** Lowest density and temperature, and the range up to the highest, in the units of the fields. */
  readonly #densities = uniform(new Vector2(0, 1))
  readonly #temperatures = uniform(new Vector2(0, 1))
  readonly #glowBegins: UniformNode<'float', number>
  readonly #glowWhite: UniformNode<'float', number>
  readonly #fluid: Flow
  readonly #box: FluidBox
  readonly #density: string
  readonly #temperature: string | undefined
  readonly #light: SmokeLight
  readonly #size: Vector3
  readonly #detail: SmokeDetail | undefined
  /** From world space to the space of the volume, for `shadowAt` in other materials. */
  readonly #toLocal = uniform(new Matrix4())

  /**
   * @param fluid Simulation of a 3-D fluid, or arrays.
   * @param options Fields, light and quality.
   * @throws RangeError if a field is missing, does not fit the cells, or is on faces.
   */
  constructor(fluid: Flow, options: SmokeVolumeOptions = {}) {
    const box = readBox(fluid)
    const material = new NodeMaterial()
    super(new BoxGeometry(...box.size), material)
    this.name = 'smoke'
    this.#fluid = fluid
    this.#box = box
    this.#size = new Vector3(...box.size)
    this.#density = options.density ?? ['smoke', 'density'].find((name) => hasField(fluid, name)) ?? 'density'
    this.#temperature = options.temperature ?? (options.glow ? 'temperature' : undefined)
    this.#light = new SmokeLight(box)
    const [nx, ny, nz] = box.cells
    this.densityTexture = volumeTexture(new Uint8Array((this.#temperature ? 4 : 2) * nx * ny * nz), box.cells, 'smoke')
    this.lightTexture = volumeTexture(this.#light.bytes, this.#light.cells, 'light in smoke')
    const towards = options.lightDirection ?? new Vector3(0.85, 0.6, 0.2)
    this.lightDirection = uniform(towards.clone().normalize())
    this.extinction = uniform(options.extinction ?? 24 / Math.max(...box.size))
    this.color = uniform(new Color(options.color ?? 0xe6e6e8))
    this.lightColor = uniform(new Color(options.lightColor ?? 0xfff0dc))
    this.lightStrength = uniform(options.lightStrength ?? 2.6)
    this.skyColor = uniform(new Color(options.skyColor ?? 0x6f86a8))
    this.groundColor = uniform(new Color(options.groundColor ?? 0x2c2723))
    this.forwardness = uniform(options.forwardness ?? 0.35)
    this.glowStrength = uniform(options.glowStrength ?? 7)
    this.#glowBegins = uniform(options.glow?.[0] ?? 0)
    this.#glowWhite = uniform(options.glow?.[1] ?? 1)
    if (options.detail && hasField(fluid, 'u')) this.#detail = new SmokeDetail(box, options.detail)
    material.name = 'smoke'
    material.fog = false
    // The far faces are drawn, because the camera may be inside. Opaque objects are found in the depth texture instead of by the depth test.
    material.side = BackSide
    material.transparent = true
    material.depthWrite = false
    material.depthTest = false
    // Premultiplied alpha: fire adds light without covering the background.
    material.blending = CustomBlending
    material.blendEquation = AddEquation
    material.blendSrc = material.blendSrcAlpha = OneFactor
    material.blendDst = material.blendDstAlpha = OneMinusSrcAlphaFactor
    material.fragmentNode = this.#march(options.steps ?? usualSteps(box), options.occluded ?? true)
    this.update()
  }

  #march(steps: number, occluded: boolean): Node<'vec4'> {
    const size = uniform(this.#size)
    const stepLength = this.#size.length() / steps
    const volume = texture3D(this.densityTexture)
    /** Density, and temperature if it glows. */
    const at = (place: Node<'vec3'>): Node<'vec2'> => {
      const bytes = volume.sample(place).level(float(0)).toVar()
      const density = valueOfPair(bytes.x, bytes.y, this.#densities)
      return vec2(density, this.#temperature ? valueOfPair(bytes.z, bytes.w, this.#temperatures) : float(0))
    }
    const lit = texture3D(this.lightTexture)
    const detail = this.#detail
    return Fn(() => {
      const { exit, direction, length } = this.#ray(size, occluded)
      const start = exit.sub(direction.mul(length)).toVar()
      // Each pixel samples at another offset within a step, which turns bands into fine grain (interleaved gradient noise, Jimenez 2014).
      const grain = fract(fract(screenCoordinate.xy.dot(vec2(0.06711056, 0.00583715))).mul(52.9829189))
      const travelled = float(0).toVar()
      const light = vec3(0).toVar()
      const through = float(1).toVar()
      const phase = this.#phase(direction.dot(this.lightDirection)).toVar()
      Loop({ type: 'int', start: 0, end: steps + 1 }, () => {
        If(travelled.greaterThanEqual(length).or(through.lessThan(opaqueBelow)), () => {
          Break()
        })
        // The last step ends at the end of the ray: walls and floors cut the smoke sharply.
        const step = length.sub(travelled).min(stepLength).toVar()
        const place = start
          .add(direction.mul(travelled.add(grain.mul(step))))
          .div(size)
          .add(0.5)
          .toVar()
        const found = at(place).toVar()
        if (detail)
          onlyWhere(found.x.greaterThan(0), () => {
            place.addAssign(detail.displacement(place))
            found.assign(at(place))
          })
        const sigma = found.x.max(0).mul(this.extinction).toVar()
        const thick = sigma.greaterThan(1e-3)
        onlyWhere(this.#temperature ? thick.or(found.y.greaterThan(this.#glowBegins)) : thick, () => {
          const arriving = lit.sample(place).level(float(0)).xy.toVar()
          const depth = sigma.mul(step).toVar()
          const passed = depth.negate().exp().toVar()
          light.addAssign(this.#scattered(arriving, phase).mul(passed.oneMinus()).mul(through))
          if (this.#temperature) {
            // Emission within a step is absorbed within it: the mean of exp(-σ s) over its length.
            const dimmed = depth.lessThan(1e-2).select(depth.mul(-0.5).add(1), passed.oneMinus().div(depth.max(1e-6)))
            light.addAssign(this.#glow(found.y).mul(step).mul(dimmed).mul(through))
          }
          through.mulAssign(passed)
        })
        travelled.addAssign(step.max(1e-6))
      })
      return vec4(light, through.oneMinus())
    })()
  }

  /** The part of the line of sight within the box and in front of opaque objects, in the space of the volume. */
  #ray(size: Node<'vec3'>, occluded: boolean) {
    const exit = positionGeometry.toVar()
    const sight = towardsEye(positionView).normalize().negate().toVar()
    const scale = modelViewMatrix
      .mul(vec4(1, 0, 0, 0))
      .xyz.length()
      .toVar()
    // The model-view matrix is a rotation and a uniform scale: its inverse is its transpose over the square of the scale.
    const axis = (x: number, y: number, z: number) => modelViewMatrix.mul(vec4(x, y, z, 0)).xyz.dot(sight)
    const direction = vec3(axis(1, 0, 0), axis(0, 1, 0), axis(0, 0, 1))
      .normalize()
      .toVar()
    const wall = size.mul(0.5)
    // Distance back from the far face to the point of entry: the nearest of the three walls.
    const reach = wall.add(direction.sign().mul(exit)).div(direction.abs().max(1e-6)).toVar()
    const fromEye = mix(positionView.length(), 1e9, isOrthographic()).div(scale)
    const inside = reach.x.min(reach.y).min(reach.z).min(fromEye).toVar()
    if (!occluded) return { exit, direction, length: inside }
    const opaque = behind(screenUV)
    const hidden = opaque.z.sub(positionView.z).max(0).div(sight.z.negate().max(1e-4)).div(scale).toVar()
    return {
      exit: exit.sub(direction.mul(hidden)).toVar(),
      direction,
      length: inside.sub(hidden).max(0).toVar(),
    }
  }

  /** Phase function of Henyey and Greenstein (1941), 1 for isotropic scattering, mixed with an isotropic part. */
  #phase(forward: Node<'float'>): Node<'float'> {
    const g = this.forwardness
    const squared = g.mul(g)
    // The light travels against the direction towards it.
    const bent = float(1).add(squared).sub(g.mul(2).mul(forward))
    return float(1).sub(squared).div(bent.max(1e-3).pow(1.5)).mul(0.6).add(0.4)
  }

  /**
   * Scattered light. Multiple scattering is approximated by one octave of the direct light with less extinction (Wrenninge et al., "Oz:
   * the great and volumetric", 2013).
   */
  #scattered(arriving: Node<'vec2'>, phase: Node<'float'>): Node<'vec3'> {
    const straight = arriving.x.mul(phase)
    const turned = arriving.x.max(1e-3).pow(0.35).mul(0.25)
    const lamp = this.lightColor.rgb.mul(this.lightStrength).mul(straight.add(turned))
    const sky = this.skyColor.rgb.mul(arriving.y).add(this.groundColor.rgb.mul(arriving.y.mul(0.5).add(0.5)))
    return this.color.rgb.mul(lamp.mul(0.5).add(sky))
  }

  /** Emission of a flame per metre. Its colour follows Planck's law; its brightness rises less steeply: dull parts stay visible. */
  #glow(temperature: Node<'float'>): Node<'vec3'> {
    const share = temperature.sub(this.#glowBegins).div(this.#glowWhite.sub(this.#glowBegins)).clamp(0, 1).toVar()
    const kelvin = mix(dullRed, white, share).toVar()
    const [red, green, blue] = wavelengths
    // Radiance over that of red (Wien's limit, good to a part in a thousand here).
    const over = (nanometers: number) =>
      float(secondRadiation / red - secondRadiation / nanometers)
        .div(kelvin)
        .exp()
        .mul((red / nanometers) ** 5)
    const color = vec3(1, over(green), over(blue))
    const longest = Math.max(...this.#box.size)
    return color.mul(share.mul(share)).mul(this.glowStrength.div(longest))
  }

  /**
   * Changes the temperatures of the glow, for fires that grow hotter. Takes effect at once; it has none without the option `glow`.
   * @param begins Temperature at which smoke begins to glow red, in the unit of the field.
   * @param whiteHot Temperature at which it is white hot.
   * @throws RangeError if the second is not higher than the first.
   */
  setGlow(begins: number, whiteHot: number): void {
    if (!(whiteHot > begins))
      throw new RangeError(`white heat must be above ${begins}, where the glow begins, got ${whiteHot}`)
    this.#glowBegins.value = begins
    this.#glowWhite.value = whiteHot
  }

  /**
   * Transmittance of the smoke between a point and the light, for shadows on floors and other objects.
   * @param worldPlace Point in world space [m].
   * @returns Part of the direct light that arrives, 1 without smoke.
   */
  shadowAt(worldPlace: Node<'vec3'>): Node<'float'> {
    const size = uniform(this.#size)
    return Fn(() => {
      const place = this.#toLocal.mul(vec4(worldPlace, 1)).xyz.toVar()
      const towards = this.lightDirection
      // The point where the line towards the light enters the box, or the point itself if that is inside.
      const wall = size.mul(0.5)
      const ahead = towards.abs().max(1e-5)
      const sign = towards.sign()
      const near = wall.negate().sub(sign.mul(place)).div(ahead).toVar()
      const far = wall.sub(sign.mul(place)).div(ahead).toVar()
      const first = near.x.max(near.y).max(near.z).max(0).toVar()
      const last = far.x.min(far.y).min(far.z)
      const entry = place.add(towards.mul(first)).div(size).add(0.5)
      const arriving = texture3D(this.lightTexture).sample(entry).level(float(0)).x
      return last.greaterThan(first).select(arriving, 1)
    })()
  }

  /**
   * Uploads the present density and temperature, and computes the light that reaches each cell.
   * @param passed Simulated time since the last update, by which the flow carries fine detail [s]. Default 0.
   */
  update(passed = 0): void {
    this.#detail?.update(this.#fluid, passed)
    const density = this.#find(this.#density)
    const { cells } = this.#box
    packPairs(density, cells, this.#pair(0), this.#densities.value, 0)
    if (this.#temperature) packPairs(this.#find(this.#temperature), cells, this.#pair(2), this.#temperatures.value)
    this.densityTexture.needsUpdate = true
    const { x, y, z } = this.lightDirection.value
    this.#light.update(density, [x, y, z], this.extinction.value)
    this.lightTexture.needsUpdate = true
    this.updateWorldMatrix(true, false)
    this.#toLocal.value.copy(this.matrixWorld).invert()
  }

  /** Memory layout of the present values of a field at the centres of cells. */
  #find(name: string): CellValues {
    const values = readValues(this.#fluid, name, this.#box)
    if (values.ahead !== 0)
      throw new RangeError(`SmokeVolume needs values at the centres of cells, and ${name} is on faces`)
    return values
  }

  #pair(first: 0 | 2): BytePair {
    const bytes = this.densityTexture.image.data as unknown as Uint8Array
    return { bytes, channels: this.#temperature ? 4 : 2, first }
  }

  /** Frees geometry, material and textures on the graphics device. */
  override dispose(): void {
    super.dispose?.()
    this.geometry.dispose()
    this.material.dispose()
    this.densityTexture.dispose()
    this.lightTexture.dispose()
    this.#detail?.dispose()
  }
}

function usualSteps({ cells }: FluidBox): number {
  return Math.min(160, Math.max(64, Math.round(0.75 * Math.hypot(...cells))))
}

/** Two or four channels, interpolated between cells; beyond the edge the last cells continue. */
function volumeTexture(data: Uint8Array, cells: FluidBox['cells'], name: string): Data3DTexture {
  const volume = interpolated(new Data3DTexture(data, ...cells), name)
  const [nx, ny, nz] = cells
  volume.format = data.length === 4 * nx * ny * nz ? RGBAFormat : RGFormat
  volume.type = UnsignedByteType
  volume.wrapS = volume.wrapT = volume.wrapR = ClampToEdgeWrapping
  return volume
}
