// Bodies and spray of a simulation, and their exchange with the water.

import { terrainOf } from '../bodies/static-colliders.js'
import type { BodyCoupling, BodyCouplingState } from '../coupling/body-coupling.js'
import { Splashes } from '../coupling/splashes/splashes.js'
import type { SprayState } from '../coupling/splashes/spray.js'
import { SceneError } from '../scene/parse/error.js'
import type { EventOf } from '../scene/schema/event.js'
import type { Scene } from '../scene/schema/scene.js'
import type { SurfaceDiagnostics } from '../solvers/diagnostics.js'
import type { Solver } from '../solvers/solver.js'
import type { StateHash } from './state-hash.js'

/** State of bodies and spray in the header of a snapshot. The state of the rigid-body engine is apart, as bytes. */
export interface ExchangeState {
  readonly bodies?: BodyCouplingState | undefined
  /** Whether terrain or solids have changed since the last exchange. */
  readonly terrainChanged?: boolean | undefined
  readonly splashes?: { readonly nextCell: number; readonly spray: SprayState } | undefined
}

export class WaterExchange {
  readonly splashes: Splashes | undefined
  readonly #solver: Solver
  readonly #sceneBodies: number
  #bodies: BodyCoupling | undefined
  #terrainChanged = false

  constructor(scene: Scene, solver: Solver) {
    this.#solver = solver
    this.#sceneBodies = scene.bodies.length
    const { splashes = scene.bodies.length > 0 } = scene
    if (splashes && solver.coupling?.isTwoWay) this.splashes = new Splashes(solver.coupling)
  }

  addBodies(bodies: BodyCoupling): void {
    this.#bodies = bodies
    bodies.start()
  }

  get bodies(): BodyCoupling | undefined {
    return this.#bodies
  }

  get #hasBodies(): boolean {
    return this.#bodies !== undefined && this.#bodies.world.count > 0
  }

  /** Whether anything acts on the water or is moved by it. */
  get isActive(): boolean {
    return this.splashes !== undefined || this.#hasBodies
  }

  /** Begins a step. */
  begin(): void {
    this.#bodies?.begin()
  }

  /** Lets bodies and spray act on the water and the water on them, and moves them on by `dt` seconds. */
  exchange(dt: number): void {
    if (this.#hasBodies) this.#exchangeWithBodies(this.#bodies!, dt)
    if (!this.splashes) return
    this.splashes.break()
    this.splashes.spray.step(dt)
    this.#solver.coupling!.settle()
  }

  #exchangeWithBodies(bodies: BodyCoupling, dt: number): void {
    const terrain = this.#terrainChanged && terrainOf(this.#solver)
    if (terrain) bodies.world.setTerrain(terrain)
    this.#terrainChanged = false
    bodies.step(dt, this.splashes)
  }

  /** Makes bodies feel a change of terrain or solids in the next exchange. */
  noteTerrainChange(): void {
    this.#terrainChanged = true
  }

  /**
   * Applies an event to bodies.
   *
   * @throws SceneError without a rigid-body engine, or for a body that does not exist or cannot be added.
   */
  apply(event: EventOf<'bodies'>): void {
    if (!this.#bodies)
      throw new SceneError(
        [{ path: '', message: 'there is no rigid-body engine: give createSimulation the option "rigidBodies"' }],
        'event',
      )
    this.#bodies.perform(event)
  }

  /** Completes the diagnostics of a surface. The solver counts the water that bodies displace as volume. */
  diagnose(measured: { readonly volume: number }): Partial<SurfaceDiagnostics> {
    const airborne = this.splashes && { airborneVolume: this.splashes.spray.volume }
    if (!this.#hasBodies) return { ...airborne }
    const { displacedVolume, exchange, solved } = this.#bodies!
    return { ...airborne, ...solved, volume: measured.volume - displacedVolume, displacedVolume, exchange }
  }

  hash(hash: StateHash): void {
    if (this.#hasBodies) this.#bodies!.hash(hash)
    this.splashes?.spray.hash(hash)
  }

  get state(): ExchangeState {
    return {
      bodies: this.#bodies?.state,
      terrainChanged: this.#terrainChanged,
      splashes: this.splashes && { nextCell: this.splashes.nextCell, spray: this.splashes.spray.state },
    }
  }

  /** State of the rigid-body engine. */
  get engineState(): Uint8Array | undefined {
    return this.#bodies?.world.snapshot()
  }

  /** Restores the bodies of a snapshot. Throws for bodies that cannot be restored, and then has changed nothing. */
  restoreBodies({ bodies: state }: ExchangeState, engineState: Uint8Array | undefined): void {
    const count = this.#sceneBodies + (state?.added.length ?? 0)
    if (this.#bodies && state && engineState) this.#bodies.restoreBodies(state, engineState)
    else if (!this.#bodies && count > 0)
      throw new Error('this snapshot has bodies: give createSimulation the option "rigidBodies"')
    else if (this.#hasBodies)
      throw new Error(
        'this snapshot was taken without a rigid-body engine, and bodies have been added here: restore it in a new simulation',
      )
  }

  /** Restores the rest, once the water has its fields. */
  restore({ bodies, terrainChanged, splashes }: ExchangeState): void {
    if (bodies) this.#bodies?.restoreState(bodies)
    this.#terrainChanged = terrainChanged ?? false
    if (!splashes || !this.splashes) return
    this.splashes.nextCell = splashes.nextCell
    this.splashes.spray.state = splashes.spray
  }

  dispose(): void {
    this.#bodies?.world.dispose()
  }
}
