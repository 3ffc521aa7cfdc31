// Everything afloat in the pool, on the land or at sea: bodies with their shadows, and spray.

import { type BodyHit, type BodyLook, FloatingBodies, type Sky, SprayCloud, type SunPrint } from '@seiche/three'
import { Group, type Ray, type Renderer, type Vector3 } from 'three/webgpu'
import type { RemoteBodies } from '../../session/remote-bodies.js'

/** A stage without bodies. */
const nobody: Pick<RemoteBodies, 'bodies' | 'scene'> = { bodies: [], scene: { joints: [] } }

export class BodyLayer extends Group {
  readonly #bodies: FloatingBodies
  readonly #spray: SprayCloud
  readonly #print: SunPrint | undefined
  #source = nobody
  #glowing: readonly number[] = []

  /** `print`: the shadow that the bodies throw, for whatever it falls on. */
  constructor(look: BodyLook & { sky: Sky }, print?: SunPrint) {
    super()
    this.name = 'afloat'
    const stage = this
    // One for all simulations that the stage shows in turn, so that shaders are built once.
    this.#bodies = new FloatingBodies(
      {
        get bodies() {
          return stage.#source.bodies
        },
        get scene() {
          return stage.#source.scene
        },
      },
      look,
    )
    this.#spray = new SprayCloud(look)
    this.#print = print
    this.add(this.#bodies, this.#spray)
  }

  show(source: RemoteBodies | undefined): void {
    this.#source = source ?? nobody
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

  /** Where a body is [m]; undefined if it is not there. */
  placeOf(body: number): Vector3 | undefined {
    return this.#bodies.meshes[body]?.position.clone()
  }

  highlight(glows: ReadonlyMap<number, number>): void {
    for (const body of this.#glowing) this.#bodies.setGlow(body, 0)
    for (const [body, glow] of glows) this.#bodies.setGlow(body, glow)
    this.#glowing = [...glows.keys()]
  }

  meet(ray: Ray): BodyHit | undefined {
    return this.#bodies.meet(ray)
  }

  /** Prints the shadow; before the picture is drawn. */
  print(renderer: Renderer): void {
    this.updateWorldMatrix(true, true)
    this.#print?.render(renderer, this.#bodies)
  }

  override dispose(): void {
    super.dispose?.()
    this.#bodies.dispose()
    this.#spray.dispose()
    this.#print?.dispose()
  }
}
