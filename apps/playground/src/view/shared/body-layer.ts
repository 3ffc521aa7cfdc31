// Floating bodies with their shadows, and spray: on every stage that has a water surface.

import { type BodyHit, type BodyLook, FloatingBodies, type Sky, SprayCloud, type SunShadow } from '@seiche/three'
import { Group, type Ray, type Renderer, type Vector3 } from 'three/webgpu'
import type { RemoteBodies } from '../../session/remote-bodies.js'

/** No bodies. */
const none: Pick<RemoteBodies, 'placed' | 'scene'> = { placed: [], scene: { joints: [] } }

/** Look of the bodies of a stage. `shadow`: where their shadow is drawn, for the materials that it falls on. */
export interface StageBodyLook extends BodyLook {
  sky: Sky
  shadow?: SunShadow | undefined
}

export class BodyLayer extends Group {
  readonly #bodies: FloatingBodies
  readonly #spray: SprayCloud
  readonly #shadow: SunShadow | undefined
  #source = none
  #glowing: readonly number[] = []

  constructor({ shadow, ...material }: StageBodyLook) {
    super()
    this.name = 'bodies'
    const layer = this
    // One for all simulations that the stage shows in turn: shaders are built once.
    this.#bodies = new FloatingBodies(
      {
        get bodies() {
          return layer.#source.placed
        },
        get scene() {
          return layer.#source.scene
        },
      },
      material,
    )
    this.#spray = new SprayCloud(material)
    this.#shadow = shadow
    this.add(this.#bodies, this.#spray)
  }

  show(source: RemoteBodies | undefined): void {
    this.#source = source ?? none
    this.update()
  }

  update(): void {
    this.#bodies.update()
  }

  setSpray(drops: Float32Array | undefined): void {
    const count = (drops?.length ?? 0) / 4
    const [positions, radii] = [new Float32Array(3 * count), new Float32Array(count)]
    for (let k = 0; k < count; k++) {
      positions.set(drops!.subarray(4 * k, 4 * k + 3), 3 * k)
      radii[k] = drops![4 * k + 3]!
    }
    this.#spray.update({ count, positions, radii })
  }

  /** Position of a body [m]; undefined if there is no such body. */
  positionOf(body: number): Vector3 | undefined {
    return this.#bodies.meshes[body]?.position.clone()
  }

  highlight(glows: ReadonlyMap<number, number>): void {
    for (const body of this.#glowing) this.#bodies.setGlow(body, 0)
    for (const [body, glow] of glows) this.#bodies.setGlow(body, glow)
    this.#glowing = [...glows.keys()]
  }

  intersect(ray: Ray): BodyHit | undefined {
    return this.#bodies.intersect(ray)
  }

  /** Draws the shadow; before each picture. */
  renderShadow(renderer: Renderer): void {
    this.updateWorldMatrix(true, true)
    this.#shadow?.render(renderer, this.#bodies)
  }

  override dispose(): void {
    super.dispose()
    this.#bodies.dispose()
    this.#spray.dispose()
  }
}
