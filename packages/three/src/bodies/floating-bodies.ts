import {
  type BufferGeometry,
  Color,
  type ColorRepresentation,
  Group,
  Mesh,
  type Ray,
  Raycaster,
  type Vector3,
} from 'three/webgpu'
import { bodyGeometry } from './body-geometry.js'
import { type BodyLook, BodyMaterial, type BodyPaint } from './body-material.js'
import type { BodiesLike, BodyLike } from './body-source.js'
import { Tethers } from './tethers.js'

/** Options of {@link FloatingBodies}. */
export interface FloatingBodiesOptions extends BodyLook {
  /** Colour of a body with its index. Default: the colour in the scene, else those of its file, else one of a palette. */
  color?: (body: BodyLike, index: number) => ColorRepresentation
}

/** Intersection of a ray with a body. */
export interface BodyHit {
  /** Index of the body. */
  body: number
  /** Intersection in the space of the ray [m]. */
  point: Vector3
  /** Intersection in the body's own axes [m], as the event `grab` takes it. */
  at: Vector3
  /** Distance from the origin of the ray [m]. */
  distance: number
}

/** Default colours of toys and hulls; boxes, logs and barrels have those of wood. */
const paints = [0xf2b531, 0xd9483b, 0x2a8c97, 0xf0853a, 0x3566a8, 0xdb6d92, 0x58a45c, 0x8259a5].map(
  (hex) => new Color(hex),
)
const woods = [0xb98a54, 0xa8723f, 0xc49a66, 0x94663c, 0xb37d4a].map((hex) => new Color(hex))

/**
 * The rigid bodies of a simulation, with the ropes and springs between them.
 *
 * Their space is that of the scene, as for the water surface: metres, y up. Call `update()` after each step: it also adds and removes
 * meshes when the list of bodies has changed.
 *
 * @example
 * ```ts
 * const water = new WaterSurface(sim)
 * const bodies = new FloatingBodies(sim, { water })
 * scene.add(water, bodies)
 * bodies.update() // after each step
 * const hit = bodies.intersect(raycaster.ray)
 * ```
 */
export class FloatingBodies extends Group {
  override readonly type: string = 'FloatingBodies'
  /** One mesh for each body, in the order of the bodies. */
  readonly meshes: Mesh<BufferGeometry, BodyMaterial>[] = []
  /** Material of all meshes. */
  readonly material: BodyMaterial
  readonly #source: BodiesLike
  readonly #color: ((body: BodyLike, index: number) => ColorRepresentation) | undefined
  readonly #tethers: Tethers
  /** Geometries by the pieces they show, so that equal bodies share one. */
  readonly #geometries = new Map<string, BufferGeometry>()
  /** The solid that each mesh was made for. */
  readonly #solids: BodyLike['solid'][] = []
  readonly #raycaster = new Raycaster()

  /**
   * @param source Simulation, or another object with bodies.
   * @param options Light and colours.
   */
  constructor(source: BodiesLike, options: FloatingBodiesOptions = {}) {
    super()
    this.name = 'floating bodies'
    this.#source = source
    this.#color = options.color
    this.material = new BodyMaterial(options)
    this.#tethers = new Tethers(source, options)
    this.add(this.#tethers)
    this.update()
  }

  /** Moves the meshes to the present poses of the bodies. */
  update(): void {
    const { bodies } = this.#source
    for (const [index, body] of bodies.entries()) {
      if (this.#solids[index] !== body.solid) this.#make(index, body)
      const mesh = this.meshes[index]!
      const { position, rotation } = body
      mesh.position.set(position[0]!, position[1]!, position[2]!)
      mesh.quaternion.set(rotation[0]!, rotation[1]!, rotation[2]!, rotation[3]!)
    }
    for (const mesh of this.meshes.splice(bodies.length)) this.remove(mesh)
    this.#solids.length = bodies.length
    this.#tethers.update()
  }

  /**
   * Highlights the rim of a body, for example under the pointer.
   * @param body Index of the body.
   * @param glow Strength, 0 to 1.
   */
  setGlow(body: number, glow: number): void {
    const mesh = this.meshes[body]
    if (mesh) (mesh.userData as { paint: BodyPaint }).paint.glow = glow
  }

  /**
   * The nearest intersection of a ray with a body.
   * @param ray Ray in world space.
   * @returns The intersection, or undefined if there is none.
   */
  intersect(ray: Ray): BodyHit | undefined {
    this.updateWorldMatrix(true, true)
    this.#raycaster.ray.copy(ray)
    const [hit] = this.#raycaster.intersectObjects(this.meshes, false)
    if (!hit) return undefined
    const { point, distance, object } = hit
    return {
      body: this.meshes.indexOf(object as Mesh<BufferGeometry, BodyMaterial>),
      point: point.clone(),
      at: object.worldToLocal(point.clone()),
      distance,
    }
  }

  /** Frees geometries and materials on the graphics device. */
  override dispose(): void {
    // Some supported versions of three have no such method.
    super.dispose?.()
    for (const geometry of this.#geometries.values()) geometry.dispose()
    this.#geometries.clear()
    this.material.dispose()
    this.#tethers.dispose()
  }

  #make(index: number, body: BodyLike): void {
    const old = this.meshes[index]
    if (old) this.remove(old)
    const mesh = new Mesh(this.#geometryOf(body), this.material)
    mesh.name = body.name ?? `body ${index}`
    mesh.castShadow = true
    mesh.receiveShadow = true
    const given = this.#color?.(body, index) ?? body.body?.color
    mesh.userData = {
      paint: {
        color: new Color(given ?? paletteColor(body, index)),
        isPainted: given !== undefined,
        glow: 0,
      } satisfies BodyPaint,
    }
    this.meshes[index] = mesh
    this.#solids[index] = body.solid
    this.add(mesh)
  }

  #geometryOf({ solid: { pieces } }: BodyLike): BufferGeometry {
    const key = JSON.stringify(pieces, (_, value: unknown) =>
      ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value,
    )
    let geometry = this.#geometries.get(key)
    if (!geometry) this.#geometries.set(key, (geometry = bodyGeometry(pieces)))
    return geometry
  }
}

/** One of a palette by the index of the body; wood for boxes, logs and barrels. */
function paletteColor({ solid: { pieces } }: BodyLike, index: number): ColorRepresentation {
  const kind = pieces[0]?.shape.kind
  const list = kind === 'box' || kind === 'capsule' || kind === 'cylinder' ? woods : paints
  return list[index % list.length]!
}
