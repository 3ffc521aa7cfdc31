// Floating bodies with their shadows, spray, and the bubbles of both: on every stage that has a water surface.

import {
  type BodyHit,
  type BodyLook,
  BubbleCloud,
  boundingRadius,
  FloatingBodies,
  PlungingBodies,
  type PlungingBody,
  type Sky,
  SprayCloud,
  type SunShadow,
  type WaterSurface,
} from '@seiche/three'
import { Group, type Ray, type Renderer, type Vector3 } from 'three/webgpu'
import type { RemoteBodies } from '../../../session/remote-bodies.js'
import { dropLength } from '../../../worker/protocol.js'

/** No bodies. */
const none: Pick<RemoteBodies, 'placed' | 'scene'> = { placed: [], scene: { joints: [] } }

/** Look of the bodies of a stage. `shadow`: where their shadow is drawn, for the materials that it falls on. */
export interface StageBodyLook extends BodyLook {
  sky: Sky
  shadow?: SunShadow | undefined
  /** Where plunging bodies make bubbles: the water, and the depth of its level floor, if it has one [m]. */
  bubbles?: { surface: WaterSurface; depth?: number }
}

/** Size of a body of the same volume over its bounding radius, roughly [1]. */
const compactness = 0.75

export class BodyLayer extends Group {
  readonly #bodies: FloatingBodies
  readonly #spray: SprayCloud
  readonly #shadow: SunShadow | undefined
  /** Bubbles, to be added beside the layer: they follow the scale of the water by themselves. */
  readonly bubbles: BubbleCloud | undefined
  readonly #plunging: PlungingBodies | undefined
  #plungers: PlungingBody[] = []
  #source = none
  #drops = roomFor(256)
  #dropCount = 0
  #glowing: readonly number[] = []

  constructor({ shadow, bubbles, ...material }: StageBodyLook) {
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
    if (!bubbles) return
    this.bubbles = new BubbleCloud(bubbles.surface, bubbles)
    this.#plunging = new PlungingBodies(bubbles.surface, this.bubbles)
  }

  show(source: RemoteBodies | undefined): void {
    this.#source = source ?? none
    this.update()
  }

  update(): void {
    this.#bodies.update()
    const { placed } = this.#source
    if (this.#plungers.length !== placed.length)
      this.#plungers = placed.map(({ position, solid }) => ({
        position,
        radius: compactness * boundingRadius(solid.pieces),
      }))
  }

  /** Shows the bubbles of a time [s]: after the bodies and drops of that time. */
  setTime(time: number): void {
    if (!this.bubbles) return
    const passed = this.bubbles.update(time)
    this.#plunging?.update(this.#plungers, passed)
    this.#plunging?.land(this.#drops, this.#dropCount, passed)
  }

  setSpray(drops: Float32Array | undefined): void {
    const count = (drops?.length ?? 0) / dropLength
    this.#dropCount = count
    if (count > this.#drops.radii.length) this.#drops = roomFor(2 * count)
    const { positions, velocities, radii } = this.#drops
    for (let k = 0; k < count; k++) {
      const at = dropLength * k
      positions.set(drops!.subarray(at, at + 3), 3 * k)
      radii[k] = drops![at + 3]!
      velocities.set(drops!.subarray(at + 4, at + 7), 3 * k)
    }
    this.#spray.update({ count, positions, velocities, radii })
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
    this.bubbles?.dispose()
  }
}

/** Arrays for drops, kept from frame to frame. */
function roomFor(count: number) {
  return {
    positions: new Float32Array(3 * count),
    velocities: new Float32Array(3 * count),
    radii: new Float32Array(count),
  }
}
