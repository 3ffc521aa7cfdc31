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
  /** Colour of each body, by its number and what it is. Default: the colour that the scene gives it, else one of a few. */
  color?: (body: BodyLike, index: number) => ColorRepresentation
}

/** Where a ray meets a body. */
export interface BodyHit {
  /** Number of the body. */
  body: number
  /** In the space of the ray [m]. */
  point: Vector3
  /** In the body's own axes [m]. */
  at: Vector3
  /** From the ray's origin [m]. */
  distance: number
}

/** Toys and hulls; boxes, logs and barrels are of wood. */
const paints = [0xf2b531, 0xd9483b, 0x2a8c97, 0xf0853a, 0x3566a8, 0xdb6d92, 0x58a45c, 0x8259a5].map(
  (hex) => new Color(hex),
)
const woods = [0xb98a54, 0xa8723f, 0xc49a66, 0x94663c, 0xb37d4a].map((hex) => new Color(hex))

/**
 * Draws the rigid bodies of a simulation, ropes and springs between them included. In the scene's own space: metres, y up, as
 * the water surface. Call `update()` after each step; bodies that have been launched appear, those of a state before that vanish.
 */
export class FloatingBodies extends Group {
  override readonly type: string = 'FloatingBodies'
  /** One for each body, in their order. */
  readonly meshes: Mesh<BufferGeometry, BodyMaterial>[] = []
  readonly material: BodyMaterial
  readonly #source: BodiesLike
  readonly #color: (body: BodyLike, index: number) => ColorRepresentation
  readonly #tethers: Tethers
  /** Geometries by what they show: fifty ducks share one. */
  readonly #geometries = new Map<string, BufferGeometry>()
  /** What each mesh was made for. */
  readonly #solids: BodyLike['solid'][] = []
  readonly #raycaster = new Raycaster()

  constructor(source: BodiesLike, options: FloatingBodiesOptions = {}) {
    super()
    this.name = 'floating bodies'
    this.#source = source
    this.#color = options.color ?? defaultColor
    this.material = new BodyMaterial(options)
    this.#tethers = new Tethers(source, options)
    this.add(this.#tethers)
    this.update()
  }

  /** Takes over where the bodies are now. */
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

  /** Makes the rim of a body shine, 0 to 1: one that is pointed at, chosen or held. */
  setGlow(body: number, glow: number): void {
    const mesh = this.meshes[body]
    if (mesh) (mesh.userData as { paint: BodyPaint }).paint.glow = glow
  }

  /** The first body that a ray meets; undefined if it meets none. */
  meet(ray: Ray): BodyHit | undefined {
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

  /** Frees everything on the graphics device. */
  override dispose(): void {
    // Older versions of three have no such method to override.
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
    mesh.userData = { paint: { color: new Color(this.#color(body, index)), glow: 0 } satisfies BodyPaint }
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

/** That of the scene; else by the body's number, of wood if it is made of boxes, logs or barrels. */
function defaultColor({ solid: { pieces }, body }: BodyLike, index: number): ColorRepresentation {
  if (body?.color) return body.color
  const kind = pieces[0]?.shape.kind
  const list = kind === 'box' || kind === 'capsule' || kind === 'cylinder' ? woods : paints
  return list[index % list.length]!
}
