// Bodies and water exchange volume and momentum before a substep of the water, or several. The steps and their order (docs/physics.md, Bodies):
//
//                      bodies                                water
//   1  locate          columns at the present pose       ←   undisturbed level around each body
//   2  cover           (virtual height only)             ←   cells under bodies, inflow since the last exchange
//   3  displace        change of the displaced heights   →   level raised or lowered, as far as bodies do not drift with it
//   4  heave           (dispersive water only)           ↔   level through the draughts, raised by the heave of bodies
//   5  measure         submerged volume and areas        ←   local level in the columns, raised in 3
//   6  smooth                                            →   level under bodies relaxed to its plane
//   7  respond         (virtual height only)             ←   pressure response of the water under bodies: added mass
//   8  all bodies      forces                            ←   buoyancy, drag, added mass
//                      reaction                          →   pressure, discharge
//      splashes                                          →   drops
//   9  settle                                                the water completes its fields
//  10  move            the rigid-body engine moves the bodies on
//
// 3 has to precede 4 and 5: buoyancy follows from the level that the displaced water has raised. 6 uses the plane of 5. 2 has to precede
// 3, which would count as inflow, and 7 has to follow 6, because it remembers the levels for the inflow of the next exchange.
//
// All transfers are counted: the vertical momentum that bodies receive and the water gives, and the displaced volume.

import { findBody, validateBodyEvent } from '../bodies/find-body.js'
import type { FloatingBody } from '../bodies/floating-body.js'
import { loadAddedBody } from '../bodies/load.js'
import type { BodyWorld, LoadedBody, Tank } from '../bodies/world.js'
import type { Body } from '../scene/schema/body.js'
import type { EventOf } from '../scene/schema/event.js'
import { BodyViews } from './body-views.js'
import { type BodyCouplingState, restoreSubmergedBody, submergedBodyState } from './coupling-state.js'
import { Displaced } from './displaced.js'
import { type ForceMemory, MOST_FORCES } from './force-memory.js'
import { Forces } from './forces.js'
import { Reaction } from './reaction.js'
import type { Splashes } from './splashes/splashes.js'
import { Submersion } from './submersion/submersion.js'
import { UserForces } from './user-forces.js'
import type { UnitResponses } from './virtual-height/unit-responses.js'
import { VirtualHeight } from './virtual-height/virtual-height.js'
import type { WaterCoupling } from './water-coupling.js'

export type { BodyCouplingState } from './coupling-state.js'

/** Momentum that bodies and water gave each other in the last step. */
export interface Exchange {
  /** Upward momentum that bodies received from the water [N s]. */
  readonly bodies: number
  /** Downward momentum that the water received, by displaced volume and by pressure, as its fields hold it [N s]. */
  readonly water: number
}

export class BodyCoupling {
  readonly world: BodyWorld
  #bodies: LoadedBody[]
  /** Number of bodies in the scene; those after them were added during the run. */
  readonly #sceneBodies: number
  readonly #tank: Tank
  readonly #water: WaterCoupling
  readonly #submersion: Submersion
  readonly #displaced: Displaced
  readonly #virtual: VirtualHeight | undefined
  readonly #forces: Forces
  readonly #reaction: Reaction
  readonly #userForces: UserForces
  readonly #views: BodyViews
  /** Displaced volume of each body in the last exchange [m³]. */
  readonly #displacedBefore: number[] = []
  /** Upward momentum that bodies have received in this step [N s]. */
  #received = 0

  /** `responses`: for coupling by virtual height; without it, coupling is by displacement. */
  constructor(
    bodies: readonly LoadedBody[],
    world: BodyWorld,
    tank: Tank,
    water: WaterCoupling,
    forces: ForceMemory,
    responses: UnitResponses | undefined,
  ) {
    this.world = world
    this.#bodies = [...bodies]
    this.#sceneBodies = bodies.length
    this.#tank = tank
    this.#water = water
    this.#forces = new Forces(forces)
    this.#submersion = new Submersion(water, water.isTwoWay && water.isDispersive && !responses)
    this.#displaced = new Displaced(water)
    this.#virtual = responses && new VirtualHeight(responses, water)
    this.#reaction = new Reaction(water, this.#virtual)
    this.#userForces = new UserForces(bodies, world, water.gravity)
    this.#views = new BodyViews(world, this.#submersion, this.#userForces)
  }

  /** Finds the initial submersion, once the water has its initial level. */
  start(): void {
    this.#submersion.locate(this.#bodies, this.world, 0)
    this.#displaced.start(this.#submersion)
    this.#submersion.measure(this.world, 0)
  }

  /** Begins a step: sets the exchanged momentum to 0. */
  begin(): void {
    this.#received = 0
    this.#reaction.momentum = 0
  }

  /**
   * One exchange, followed by the motion of the bodies over `dt`. To be called before the water moves on by the same `dt`.
   * `splashes`: where drops go, if the scene has spray.
   */
  step(dt: number, splashes: Splashes | undefined): void {
    const submersion = this.#submersion
    const world = this.world
    const { bodies } = submersion
    for (let body = 0; body < bodies.length; body++) this.#displacedBefore[body] = bodies[body]!.displaced
    submersion.locate(this.#bodies, world, dt) // 1
    this.#virtual?.cover(submersion, world) // 2
    this.#displaced.carry(submersion, world, dt) // 3
    this.#displaced.update(submersion)
    if (submersion.heave(world, dt)) this.#displaced.update(submersion) // 4
    submersion.measure(world, dt) // 5
    this.#displaced.smooth(submersion, world, dt) // 6
    this.#virtual?.respond(submersion, world, dt) // 7
    for (let first = 0; first < this.#bodies.length; first += MOST_FORCES) this.#applyForces(first, dt) // 8
    this.#reaction.finish()
    if (splashes) this.#splash(splashes)
    this.#water.settle() // 9
    world.step(dt) // 10
  }

  /** Throws drops where bodies have hit the water. */
  #splash(splashes: Splashes): void {
    const submersion = this.#submersion
    for (let body = 0; body < submersion.bodies.length; body++)
      splashes.hit(body, submersion, this.world, this.#displacedBefore)
  }

  /** Solves the forces on as many bodies as there is room for, from the first on, hands them to the rigid-body engine, and reacts to the water. */
  #applyForces(first: number, dt: number): void {
    const { world } = this
    const forces = this.#forces
    const submersion = this.#submersion
    const count = Math.min(MOST_FORCES, this.#bodies.length - first)
    for (let row = 0; row < count; row++) {
      const loaded = this.#bodies[first + row]!
      const submerged = submersion.bodies[first + row]!
      forces.write(row, first + row, loaded, submerged, world, this.#virtual?.addedMasses[first + row])
      this.#userForces.act(first + row, loaded, submerged, forces, dt)
    }
    forces.solve(count, this.#water.gravity, this.#water.grid.cellSize, dt)
    const { results } = forces
    for (let row = 0; row < count; row++) {
      const body = first + row
      const all = forces.allOf(row)
      world.push(
        body,
        results[all]!,
        results[all + 1]!,
        results[all + 2]!,
        results[all + 3]!,
        results[all + 4]!,
        results[all + 5]!,
      )
      this.#received += results[forces.waterOf(row) + 1]!
      if (submersion.bodies[body]!.volume[0]! > 0) this.#reaction.apply(body, row, submersion, world, forces, dt)
    }
  }

  /** Applies an event to bodies. Throws `SceneError` for a body that does not exist or cannot be added. */
  perform(event: EventOf<'bodies'>): void {
    const bodies = this.#bodies.map(({ body }) => body)
    validateBodyEvent(event, bodies)
    if (event.type === 'addBody') {
      this.#addBody(event.body)
      return
    }
    const body = findBody(bodies, event.body)
    if (event.type === 'setDensity') {
      const { volume, mass } = this.#bodies[body]!.solid
      this.world.setDensity(body, (event.density * volume) / mass.amount)
    } else this.#userForces.perform(body, event)
  }

  #addBody(body: Body): void {
    const loaded = loadAddedBody(body, this.#tank)
    this.world.add(loaded)
    this.#bodies.push(loaded)
    this.#userForces.addBody(loaded)
  }

  get bodies(): readonly LoadedBody[] {
    return this.#bodies
  }

  /** The bodies as programs see them. */
  get views(): readonly FloatingBody[] {
    return this.#views.of(this.#bodies)
  }

  /** Adds the state of the bodies to a hash. */
  hash(hash: { doubles(values: Float64Array): void }): void {
    const { positions, rotations, velocities, angularVelocities } = this.world
    for (const list of [positions, rotations, velocities, angularVelocities]) hash.doubles(list)
  }

  /** Volume by which bodies have raised the level [m³]. */
  get displacedVolume(): number {
    return this.#displaced.volume
  }

  /** Iterations and residual of the last solve for the water under bodies, if coupling is by virtual height. */
  get solved(): { iterations: number; residual: number } | undefined {
    return this.#virtual && { iterations: this.#virtual.iterations, residual: this.#virtual.residual }
  }

  get exchange(): Exchange {
    return { bodies: this.#received, water: this.#reaction.momentum }
  }

  get state(): BodyCouplingState {
    return {
      added: this.#bodies.slice(this.#sceneBodies).map(({ body }) => body),
      displaced: this.#displaced.state,
      submersions: this.#submersion.bodies.map(submergedBodyState),
      addedMass: this.#virtual?.state ?? [],
      ...this.#userForces.state,
    }
  }

  /**
   * Restores the bodies of a snapshot; `restoreState` follows once the water is restored. Throws for a damaged snapshot, or one of
   * other bodies, and then has changed nothing.
   */
  restoreBodies({ added, submersions, controls }: BodyCouplingState, state: Uint8Array): void {
    const bodies = [
      ...this.#bodies.slice(0, this.#sceneBodies),
      ...added.map((body) => loadAddedBody(body, this.#tank)),
    ]
    if (submersions.length > bodies.length || controls.length !== bodies.length)
      throw new Error(`this snapshot is damaged: it has ${bodies.length} bodies and ${controls.length} controls`)
    this.world.restore(state, bodies)
    this.#bodies = bodies
  }

  /** Restores the state that bodies and water share. */
  restoreState({ displaced, submersions, addedMass, grabs, controls }: BodyCouplingState): void {
    const { bodies } = this.#submersion
    bodies.length = 0
    this.#submersion.locate(this.#bodies, this.world, 0)
    this.#submersion.measure(this.world, 0)
    // A body that was added since the last exchange has no state yet.
    bodies.length = submersions.length
    this.#displacedBefore.length = 0
    this.#displaced.state = displaced
    for (const [body, state] of submersions.entries()) restoreSubmergedBody(bodies[body]!, state)
    if (this.#virtual) this.#virtual.state = [...addedMass]
    this.#userForces.state = { grabs, controls }
  }
}
