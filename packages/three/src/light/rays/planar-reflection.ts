// Objects in the mirror of the water at rest: a picture of them with depths, taken by a mirrored camera. Rays that waves deflect are followed
// through its depths. On still water all points of a ray have the same place in it.

import { Fn, float, ivec2, mix, texture, textureLoad, uniform, vec2, vec3, vec4 } from 'three/tsl'
import {
  type Camera,
  Color,
  DepthTexture,
  HalfFloatType,
  type Light,
  LinearMipmapLinearFilter,
  Matrix4,
  type Node,
  type Object3D,
  PerspectiveCamera,
  type Renderer,
  RenderTarget,
  type Scene,
  type Texture,
  Vector2,
  Vector3,
  Vector4,
  WebGPUCoordinateSystem,
} from 'three/webgpu'
import type { WaterSurface } from '../../surface/water-surface.js'
import { type DepthPicture, distanceAt, marchThrough, placeAt, sampleAt } from './depth-march.js'
import { insidePicture } from './frame.js'
import { Blur, deviationOfRays } from './mirror-blur.js'
import { ObjectBox } from './object-box.js'
import { onlyWhere } from './only-where.js'

/** Most steps of a ray, pixels of the picture for each, and halvings of the last. */
const [mostSteps, pixelsOfStep, refinements] = [7, 3, 3]
/** Length of the first step over the average [1]; later ones are longer: a ray may pass over a wall soon after it has met its foot. */
const firstStep = 0.12
/** Way behind a surface after which a ray is taken to pass it, in parts of its distance from the camera [1], besides that of a step. */
const thickness = 0.04
/** Part of the objects' height to which they are drawn below the lowest trough [1]: filtered pixels at the waterline have colour. */
const below = 0.08
/** Few samples: those of the mipmaps are wide. */
const blur = /* @__PURE__ */ new Blur(1.25, 1)
/** Layer of three that the objects are drawn by. */
const layer = 30

/** Options of {@link PlanarReflection}. */
export interface PlanarReflectionOptions {
  /** Pixels of the picture over those of the frame, along each side [1]. Default 0.5. */
  resolution?: number
}

/**
 * Objects that water mirrors: bodies and solids in a basin, on a lake, on a calm sea. Their whole mirror image is drawn, with the sides
 * that the camera does not see. It is rendered only while there are visible objects above the water and the camera is above it, too.
 *
 * The water must be level: that of a `WaterSurface` without `ground`, not rotated. Water that runs down a slope mirrors what the frame
 * shows instead (`reflections: true`).
 *
 * @example
 * ```ts
 * const reflections = new PlanarReflection([boat])
 * const water = new WaterSurface(sim, { reflections })
 * scene.add(water, boat)
 * reflections.render(renderer, scene, camera) // before each frame
 * renderer.render(scene, camera)
 * ```
 */
export class PlanarReflection {
  /** Objects in the mirror, with all that they contain. May change at any time. */
  readonly objects: Object3D[]
  /** Whether objects are mirrored; false saves the picture of them. */
  enabled = true
  /** The box around the objects, as of the last call of `render`. */
  readonly box = new ObjectBox()
  readonly #resolution: number
  readonly #target: RenderTarget
  readonly #camera = new PerspectiveCamera()
  readonly #view = uniform(new Matrix4())
  readonly #projection = uniform(new Matrix4())
  readonly #projectionInverse = uniform(new Matrix4())
  /** Matrix from view space to world space. */
  readonly #world = uniform(new Matrix4())
  /** Size of the picture [px]. */
  readonly #pixels = uniform(new Vector2(1, 1))
  /** Last level of its mipmaps. */
  readonly #coarsest = uniform(0)
  /** 1 if the picture has been drawn, else 0. */
  readonly #filled = uniform(0)
  readonly #picture: DepthPicture
  readonly #size = new Vector2()
  readonly #plane = new Vector4()
  readonly #corner = new Vector4()
  readonly #clearColor = new Color()
  #water: WaterSurface | undefined

  /**
   * @param objects Objects to mirror, with all that they contain.
   * @param options Size of the picture.
   */
  constructor(objects: readonly Object3D[], { resolution = 0.5 }: PlanarReflectionOptions = {}) {
    this.objects = [...objects]
    this.#resolution = resolution
    this.#target = new RenderTarget(1, 1, { type: HalfFloatType, samples: 4, depthTexture: new DepthTexture(1, 1) })
    this.#target.texture.name = 'mirrored objects'
    this.#target.texture.generateMipmaps = true
    this.#target.texture.mipmapsAutoUpdate = false
    this.#target.texture.minFilter = LinearMipmapLinearFilter
    this.#camera.matrixAutoUpdate = this.#camera.matrixWorldAutoUpdate = false
    this.#camera.layers.set(layer)
    const depths = texture(this.#target.depthTexture!)
    this.#picture = {
      view: this.#view,
      projection: this.#projection,
      projectionInverse: this.#projectionInverse,
      depth: (uv) => depths.sample(uv).x,
    }
  }

  /** @internal Water that has this mirror. */
  attach(water: WaterSurface): void {
    this.#water = water
  }

  /**
   * Draws the mirror image. Call it before each frame in which objects or camera may have moved.
   * @param renderer Renderer of the scene; its render target is restored.
   * @param scene Scene with the objects and their lights.
   * @param camera Camera of the frame.
   */
  render(renderer: Renderer, scene: Scene, camera: Camera): void {
    this.#filled.value = 0
    this.box.measure(this.objects)
    const water = this.#water
    if (!this.enabled || !water || this.objects.length === 0) return
    const level = water.getWorldPosition(this.#camera.position).y
    const top = this.box.bounds.max.y
    camera.updateWorldMatrix(true, false)
    const isAbove = camera.matrixWorld.elements[13]! > level
    this.#measure(renderer)
    if (!(top > level) || !isAbove || this.#size.x < 1 || this.#size.y < 1) return
    this.#target.setSize(this.#size.x, this.#size.y)
    this.#pixels.value.copy(this.#size)
    this.#coarsest.value = Math.floor(Math.log2(Math.max(this.#size.x, this.#size.y)))
    this.#aim(renderer, camera, level, level + troughOf(water) - below * (top - level))
    this.#filled.value = 1
    for (const object of this.objects) object.traverse(show)
    scene.traverse(enlighten)
    this.#draw(renderer, scene)
  }

  /**
   * What a ray from the water upwards meets in the mirror.
   * @param origin Point of the water in world space [m].
   * @param direction Unit direction in world space.
   * @param variance Variance of slopes that are not resolved [1]; they blur the image. Default 0.
   * @returns Radiance times its share, and the share [1]; 0 where the ray meets no object.
   */
  seen(origin: Node<'vec3'>, direction: Node<'vec3'>, variance?: Node<'float'>): Node<'vec4'> {
    return Fn(() => {
      const result = vec4(0).toVar()
      const away = this.#view.mul(vec4(origin, 1)).z.negate().toVar()
      const deviation = variance ? deviationOfRays(variance).toVar() : undefined
      // The part of the ray inside the box of all objects, a little wider for pixels at their edges, and for deflected rays.
      const pixel = away.mul(0.01)
      const edge = deviation ? pixel.add(this.box.distanceFrom(origin).mul(deviation).mul(2)) : pixel
      const { near, far } = this.box.crossing(origin, direction, edge)
      onlyWhere(this.#filled.greaterThan(0.5).and(far.greaterThan(near)), () => {
        const along = this.#view.mul(vec4(direction, 0)).xyz.toVar()
        const forward = along.z.negate().max(0.05).toVar()
        // Steps are even in the picture.
        const length = away.div(forward).toVar()
        const [from, to] = [near.div(near.add(length)).toVar(), far.div(far.add(length)).toVar()] as const
        const tolerance = away.mul(0.003).toVar()
        /** The mirrored camera also sees objects between itself and the water. */
        const isBeyond = (surface: Node<'vec3'>): Node<'bool'> =>
          this.#world
            .mul(vec4(surface, 1))
            .y.sub(origin.y)
            .greaterThan(tolerance.negate())
            .and(surface.z.add(away).lessThan(tolerance))
        const ray = { origin, direction }
        // On calm water the whole ray is in one pixel.
        const way = placeAt(this.#picture, ray, far).sub(placeAt(this.#picture, ray, near))
        const pixels = way.mul(this.#pixels).length()
        const met = marchThrough(this.#picture, {
          ...ray,
          steps: pixels.div(pixelsOfStep).ceil().clamp(1, mostSteps).toInt(),
          refinements,
          distance: (share) => distanceAt(mix(from, to, share.mul(share.mul(1 - firstStep).add(firstStep))), length),
          counts: ({ surface, depth }) => isDrawn(depth).and(isBeyond(surface)),
          thickness: (step) => step.mul(forward).mul(2).add(away.mul(thickness)),
        })
        const { uv, depth, surface } = sampleAt(this.#picture, ray, met.distance)
        // A ray that passes over an object ends behind it in the picture, and does not show it.
        const isValid = isDrawn(depth)
          .not()
          .or(met.isMet.and(isBeyond(surface)))
        const share = isValid.select(insidePicture(uv, 0.01), float(0)).toVar()
        const sampled = (place: Node<'vec2'>, level: Node<'float'>): Node<'vec4'> =>
          texture(this.#target.texture, place).level(level)
        if (!deviation) {
          result.assign(sampled(uv, float(0)).mul(share))
          return
        }
        // A ray that meets nothing passes the objects near the middle of their box.
        const distance = met.isMet.select(met.distance, near.add(far).mul(0.5)).toVar()
        const raised = { origin, direction: direction.add(vec3(0, 1, 0).mul(deviation)) }
        const spread = placeAt(this.#picture, raised, distance)
          .sub(placeAt(this.#picture, ray, distance))
          .toVar()
        const width = spread.mul(this.#pixels).length().toVar()
        // Blurred over less than half a pixel, it would look the same.
        const isSharp = width.lessThan(0.5).toVar()
        const level = isSharp.select(float(0), blur.level(width)).toVar()
        const isSeen = share.greaterThan(0).and(this.#covered(uv, blur.coveringLevel(level)))
        blur.addUp(isSeen, isSharp, (place, weight) => {
          result.addAssign(sampled(uv.add(spread.mul(place)), level).mul(weight))
        })
        result.mulAssign(share)
      })
      return result
    })()
  }

  /**
   * Whether there is anything around a place, by the four nearest texels of a level of the mipmaps: in software, four of them take half the
   * time of one that is interpolated.
   */
  #covered(uv: Node<'vec2'>, level: Node<'float'>): Node<'bool'> {
    const coarse = level.ceil().min(this.#coarsest).toVar()
    const size = this.#pixels.div(coarse.exp2()).floor().max(1).toVar()
    const corner = uv.mul(size).sub(0.5).floor().toVar()
    const weights = [0, 1, 2, 3].map((k) => {
      const texel = corner.add(vec2(k % 2, k >> 1)).clamp(vec2(0), size.sub(1))
      return textureLoad(this.#target.texture, ivec2(texel), coarse.toInt()).w
    })
    return weights.reduce((sum, weight) => sum.add(weight)).greaterThan(0)
  }

  /** Frees the picture on the graphics device. */
  dispose(): void {
    this.#target.dispose()
  }

  #measure(renderer: Renderer): void {
    const target = renderer.getRenderTarget()
    if (target) this.#size.set(target.width, target.height)
    else renderer.getDrawingBufferSize(this.#size)
    this.#size.multiplyScalar(this.#resolution).round()
  }

  /**
   * Places the mirrored camera. It is turned over in x, too, so that faces keep their orientation. Its near plane is the level from which
   * on objects are drawn (Lengyel, "Oblique view frustum depth projection and clipping", Journal of Game Development 1, 2005).
   */
  #aim(renderer: Renderer, camera: Camera, level: number, lowest: number): void {
    const own = this.#camera
    const { matrixWorld, matrixWorldInverse, projectionMatrix, projectionMatrixInverse } = own
    matrixWorld
      .makeScale(1, -1, 1)
      .setPosition(0, 2 * level, 0)
      .multiply(camera.matrixWorld)
      .scale(mirroredX)
    matrixWorldInverse.copy(matrixWorld).invert()
    // The system of the camera may not be set before its first frame.
    if (camera.coordinateSystem !== renderer.coordinateSystem) {
      camera.coordinateSystem = renderer.coordinateSystem
      ;(camera as PerspectiveCamera).updateProjectionMatrix()
    }
    own.coordinateSystem = camera.coordinateSystem
    const { near, far } = camera as PerspectiveCamera
    own.near = near
    own.far = far
    projectionMatrix.copy(camera.projectionMatrix)
    const { elements } = projectionMatrix
    elements[8] *= -1
    elements[12] *= -1
    projectionMatrixInverse.copy(projectionMatrix).invert()

    // The plane y = lowest in view space, and the corner of the view farthest from it.
    const view = matrixWorldInverse.elements
    const x = view[4]!
    const y = view[5]!
    const z = view[6]!
    const plane = this.#plane.set(x, y, z, -(x * view[12]! + y * view[13]! + z * view[14]! + lowest))
    const corner = this.#corner.set(Math.sign(x), Math.sign(y), 1, 1).applyMatrix4(projectionMatrixInverse)
    plane.multiplyScalar(1 / plane.dot(corner))
    const isHalf = renderer.coordinateSystem === WebGPUCoordinateSystem
    for (let k = 0; k < 4; k++) elements[4 * k + 2] = plane.getComponent(k) - (isHalf ? 0 : elements[4 * k + 3]!)
    projectionMatrixInverse.copy(projectionMatrix).invert()

    this.#world.value.copy(matrixWorld)
    this.#view.value.copy(matrixWorldInverse)
    this.#projection.value.copy(projectionMatrix)
    this.#projectionInverse.value.copy(projectionMatrixInverse)
  }

  #draw(renderer: Renderer, scene: Scene): void {
    const { background, backgroundNode, fogNode } = scene
    const { autoClear } = renderer
    const target = renderer.getRenderTarget()
    const mrt = renderer.getMRT()
    const alpha = renderer.getClearAlpha()
    renderer.getClearColor(this.#clearColor as never)
    scene.background = null
    scene.backgroundNode = null
    // The mirrored camera is under water, where the fog of `UnderwaterView` is.
    scene.fogNode = null
    renderer.setMRT(null)
    renderer.setRenderTarget(this.#target)
    renderer.setClearColor(black, 0)
    renderer.autoClear = true
    renderer.render(scene, this.#camera)
    // By itself the renderer would make them from the picture before: it adds up the samples of pixels afterwards.
    ;(renderer.backend as typeof renderer.backend & MipmapMaker).generateMipmaps(this.#target.texture)
    renderer.autoClear = autoClear
    renderer.setClearColor(this.#clearColor, alpha)
    renderer.setRenderTarget(target)
    renderer.setMRT(mrt)
    scene.background = background
    scene.backgroundNode = backgroundNode ?? null
    scene.fogNode = fogNode ?? null
  }
}

/** The types of three lack this method of its backends. */
interface MipmapMaker {
  generateMipmaps(texture: Texture): void
}

const mirroredX = /* @__PURE__ */ new Vector3(-1, 1, 1)
const black = /* @__PURE__ */ new Color(0)

/** Whether a pixel of the picture shows an object. The far plane is oblique: the depth of empty pixels is no distance. */
function isDrawn(depth: Node<'float'>): Node<'bool'> {
  return depth.lessThan(1)
}

function show(object: Object3D): void {
  object.layers.enable(layer)
}

/** Lights shine on the objects only if they are on their layer. */
function enlighten(object: Object3D): void {
  if ((object as Light).isLight) object.layers.enable(layer)
}

/** The lowest height of the drawn water [m], at most 0. */
function troughOf({ heightTexture, heightScale }: WaterSurface): number {
  const heights = heightTexture.image.data as Float32Array
  let lowest = 0
  for (let cell = 0; cell < heights.length; cell++) lowest = Math.min(lowest, heights[cell]!)
  return lowest * heightScale.value
}
