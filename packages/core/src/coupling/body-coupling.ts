// Bodies and water together, step by step: the water lifts and drags the bodies, the bodies raise and press the water.
//
// All that goes from one to the other is counted: vertical momentum that bodies get and the water gives, water that is displaced.

import { findBody, validateBodyEvent } from '../bodies/find-body.js'
import { type FloatingBody, viewOf } from '../bodies/floating-body.js'
import { setMatrix } from '../bodies/geometry/rotation.js'
import { loadAddedBody } from '../bodies/load.js'
import type { BodyWorld, LoadedBody, Tank } from '../bodies/world.js'
import type { Grid } from '../fields/grid.js'
import { WATER_DENSITY } from '../numerics/constants.js'
import type { Body } from '../scene/schema/body.js'
import type { EventOf } from '../scene/schema/event.js'
import { Displaced, type DisplacedState } from './displaced.js'
import { Forces } from './forces.js'
import { Pressing, pressingRadius } from './pressing.js'
import type { Splashes } from './splashes.js'
import { type SubmergedBody, Submersion } from './submersion.js'
import type { UnitResponses } from './unit-responses.js'
import { UserForces, type UserForcesState } from './user-forces.js'
import { VirtualHeight } from './virtual-height.js'
import type { WaterCoupling } from './water-coupling.js'

/** What bodies and water gave each other in the last step. */
export interface Exchange {
  /** Upward momentum that bodies got from the water [N s]. */
  readonly bodies: number
  /** Downward momentum that the water got: by what is displaced and by pressure, as its fields hold it [N s]. */
  readonly water: number
}

interface SubmersionState {
  readonly undisturbed: { readonly height: number; readonly slopeX: number; readonly slopeZ: number }
  readonly wasOverWater: boolean
  readonly before: number
  readonly displaced: number
}

/** State beside that of the rigid-body engine, for snapshots. */
export interface BodyCouplingState extends UserForcesState {
  readonly added: readonly Body[]
  readonly displaced: DisplacedState
  /** What is remembered of each body from step to step: the calm level, and what was wet and displaced. */
  readonly submersions: readonly SubmersionState[]
  /** What virtual height remembers. */
  readonly addedMass: readonly number[]
}

export class BodyCoupling {
  readonly world: BodyWorld
  #bodies: LoadedBody[]
  /** Bodies of the scene; those after them were launched. */
  readonly #made: number
  readonly #tank: Tank
  readonly #water: WaterCoupling
  readonly #grid: Grid
  readonly #submersion: Submersion
  readonly #displaced: Displaced
  readonly #virtual: VirtualHeight | undefined
  readonly #forces = new Forces()
  readonly #pressing: Pressing
  readonly #userForces: UserForces
  readonly #matrix = new Float64Array(9)
  readonly #inertia = new Float64Array(9)
  readonly #rates = new Float64Array(6)
  readonly #views: FloatingBody[] = []
  /** What each body displaced a step ago [m³]. */
  readonly #before: number[] = []
  #given = 0
  #taken = 0

  /** `responses`: for coupling by virtual height; without it, by displacement. */
  constructor(
    bodies: readonly LoadedBody[],
    world: BodyWorld,
    tank: Tank,
    water: WaterCoupling,
    responses: UnitResponses | undefined,
  ) {
    this.world = world
    this.#bodies = [...bodies]
    this.#made = bodies.length
    this.#tank = tank
    this.#water = water
    this.#grid = water.grid
    this.#submersion = new Submersion(water)
    this.#displaced = new Displaced(water)
    this.#pressing = new Pressing(water)
    this.#virtual = responses && new VirtualHeight(responses, water)
    this.#userForces = new UserForces(bodies, world, water.gravity)
  }

  /** The water is there: bodies lie in it from the start. */
  start(): void {
    this.#submersion.find(this.#bodies, this.world, 0)
    this.#displaced.start(this.#submersion)
    this.#submersion.measure(this.world, 0)
  }

  get bodies(): readonly LoadedBody[] {
    return this.#bodies
  }

  /** A step begins: what is exchanged counts from here. */
  begin(): void {
    this.#given = 0
    this.#taken = 0
  }

  /** Before the water moves on by a part of the step: exchanges momentum and volume with it, then moves the bodies. `splashes`: where drops fly, if they do. */
  step(dt: number, splashes: Splashes | undefined): void {
    const { bodies: submersions } = this.#submersion
    for (let body = 0; body < submersions.length; body++) this.#before[body] = submersions[body]!.displaced
    this.#submersion.find(this.#bodies, this.world, dt)
    this.#virtual?.cover(this.#submersion, this.world)
    this.#displaced.update(this.#submersion)
    this.#submersion.measure(this.world, dt)
    this.#displaced.smooth(this.#submersion, this.world, dt)
    this.#virtual?.find(this.#submersion, this.world, dt)
    for (let body = 0; body < this.#bodies.length; body++) {
      this.#move(body, dt)
      const submerged = submersions[body]!
      if (submerged.volume[0]! > 0) this.#react(body, dt)
      splashes?.hit(submerged, this.#submersion, this.world, body, submerged.displaced - (this.#before[body] ?? 0))
    }
    this.#water.settle()
    this.world.step(dt)
  }

  /** Gives a body its forces. */
  #move(index: number, dt: number): void {
    const { world } = this
    const { body, solid } = this.#bodies[index]!
    const submerged = this.#submersion.bodies[index]!
    const [m, rates] = [this.#matrix, this.#rates]
    setMatrix(m, world.rotations, 4 * index)
    for (let axis = 0; axis < 3; axis++) {
      rates[axis] = world.velocities[3 * index + axis]!
      rates[axis + 3] = world.angularVelocities[3 * index + axis]!
    }
    const mass = world.masses[index]!
    turnTensor(m, solid.mass.inertia, mass / solid.mass.amount, this.#inertia)
    const tilt = Math.sqrt(m[0]! * m[0]! + m[6]! * m[6]!)
    const [forwardX, forwardZ] = tilt > 0.1 ? [m[0]! / tilt, m[6]! / tilt] : [1, 0]
    const forces = this.#forces
    forces.clear()
    this.#userForces.act(index, this.#bodies[index]!, submerged, m, forces, dt)
    forces.solve(
      {
        mass,
        inertia: this.#inertia,
        rates,
        drag: body.drag,
        forwardX,
        forwardZ,
        length: this.#extent(submerged.volume, forwardX, forwardZ),
        width: this.#extent(submerged.volume, -forwardZ, forwardX),
      },
      submerged,
      this.#virtual?.addedMasses[index],
      this.#water.gravity,
      dt,
    )
    const { all } = forces
    world.push(index, all[0]!, all[1]!, all[2]!, all[3]!, all[4]!, all[5]!)
    this.#given += forces.water[1]!
  }

  /** Length of the wet part in a direction [m], as if it were a box. */
  #extent(volume: Float64Array, x: number, z: number): number {
    const amount = volume[0]!
    const { cellSize } = this.#grid
    if (amount === 0) return cellSize
    const middle = (volume[1]! * x + volume[3]! * z) / amount
    const square = (volume[4]! * x * x + 2 * volume[9]! * x * z + volume[6]! * z * z) / amount
    return Math.sqrt(12 * Math.max(0, square - middle * middle) + cellSize * cellSize)
  }

  /** What a body got, the water gives: what it does not give by being displaced, it gives as pressure under the body. */
  #react(index: number, dt: number): void {
    const { spans, heights, undisturbed, openness, bodies: submersions } = this.#submersion
    const submerged = submersions[index]!
    const { gravity } = this.#water
    const cellArea = this.#grid.cellSize * this.#grid.cellSize
    const water = this.#forces.water
    const displaced = WATER_DENSITY * gravity * dt * submerged.displaced
    if (this.#water.isTwoWay) this.#taken += displaced - this.#forces.carried
    const { change } = this.#forces
    const pressed = this.#virtual?.press(index, change[1]!, change[3]!, change[5]!) ?? 0
    this.#taken += pressed
    const lift = WATER_DENSITY * gravity * dt * (submerged.volume[0]! + submerged.damped)
    // What is wet above the calm level presses where it is, drag around the body.
    const damping = (gravity * dt * submerged.damped) / submerged.area[0]!
    this.#pressAround(index, submerged, water[1]! + this.#forces.carried - pressed - lift)
    const [dragX, dragZ] = [
      -(water[0]! + lift * submerged.felt.slopeX) / (WATER_DENSITY * submerged.volume[0]!),
      -(water[2]! + lift * submerged.felt.slopeZ) / (WATER_DENSITY * submerged.volume[0]!),
    ]
    for (let k = submerged.first; k < submerged.end; k++) {
      if (heights[k] === 0 && undisturbed[k] === 0) continue
      const cell = spans.cell[k]!
      const above = gravity * dt * (heights[k]! - undisturbed[k]!)
      const felt = this.#water.press(cell, heights[k] === 0 ? above : above + damping * spans.coverage[k]!)
      this.#taken += felt * WATER_DENSITY * cellArea * openness[k]!
      this.#water.drag?.(cell, dragX * heights[k]!, dragZ * heights[k]!)
    }
  }

  #pressAround(index: number, submerged: SubmergedBody, momentum: number): void {
    if (momentum === 0) return
    const { centers } = this.world
    const depth = this.#submersion.depth[submerged.first]!
    const [amount, momentX, , momentZ] = submerged.volume as unknown as readonly [number, number, number, number]
    const radius = pressingRadius(this.#water, depth, amount, submerged.area[0]!)
    // Around a centre beyond the grid there may be no water: then the middle of the wet part counts.
    const x = centers[3 * index]! + (submerged.isWhole ? 0 : momentX / amount)
    const z = centers[3 * index + 2]! + (submerged.isWhole ? 0 : momentZ / amount)
    this.#taken += this.#pressing.around(x, z, radius, momentum)
  }

  /** Does something to bodies. Throws `SceneError` for a body that is not there, or cannot be. */
  perform(event: EventOf<'bodies'>): void {
    const bodies = this.#bodies.map(({ body }) => body)
    validateBodyEvent(event, bodies)
    if (event.type === 'addBody') {
      this.#addBody(event.body)
      return
    }
    const body = findBody(bodies, event.body)
    if (event.type === 'grab') this.#userForces.grab(body, event.at, event.to)
    else if (event.type === 'release') this.#userForces.release(body)
    else if (event.type === 'steer') this.#userForces.steer(body, { throttle: event.throttle, rudder: event.rudder })
    else
      this.world.setDensity(
        body,
        (event.density * this.#bodies[body]!.solid.volume) / this.#bodies[body]!.solid.mass.amount,
      )
  }

  #addBody(body: Body): void {
    const loaded = loadAddedBody(body, this.#tank)
    this.world.add(loaded)
    this.#bodies.push(loaded)
    this.#userForces.join(loaded)
  }

  /** The bodies, for people. */
  get views(): readonly FloatingBody[] {
    while (this.#views.length < this.#bodies.length) this.#views.push(this.#view(this.#views.length))
    this.#views.length = this.#bodies.length
    return this.#views
  }

  #view(index: number): FloatingBody {
    const loaded = this.#bodies[index]!
    const [submersion, handling] = [this.#submersion, this.#userForces]
    return viewOf(loaded, index, this.world, {
      get submerged() {
        return (submersion.bodies[index]?.volume[0] ?? 0) / loaded.solid.volume
      },
      get held() {
        return handling.holds(index)
      },
      get controls() {
        return handling.controlsOf(index)
      },
    })
  }

  /** Mixes the state of the bodies into a fingerprint. */
  hash(hash: { doubles(values: Float64Array): void }): void {
    const { positions, rotations, velocities, angularVelocities: spins } = this.world
    for (const list of [positions, rotations, velocities, spins]) hash.doubles(list)
  }

  /** Volume by which bodies have raised the level [m³]. */
  get displacedVolume(): number {
    return this.#displaced.volume
  }

  /** How the last solve for the water under bodies went, if there is one. */
  get solved(): { iterations: number; residual: number } | undefined {
    return this.#virtual && { iterations: this.#virtual.iterations, residual: this.#virtual.residual }
  }

  get exchange(): Exchange {
    return { bodies: this.#given, water: this.#taken }
  }

  get state(): BodyCouplingState {
    return {
      added: this.#bodies.slice(this.#made).map(({ body }) => body),
      displaced: this.#displaced.state,
      submersions: this.#submersion.bodies.map(({ undisturbed, wasOverWater, before, displaced }) => ({
        undisturbed: { ...undisturbed },
        wasOverWater,
        before,
        displaced,
      })),
      addedMass: this.#virtual?.state ?? [],
      ...this.#userForces.state,
    }
  }

  /** Goes back to the bodies of a snapshot; `restoreBooks` follows once the water is there. Throws if that cannot be, and then has changed nothing. */
  restoreBodies({ added: launched, submersions, controls }: BodyCouplingState, state: Uint8Array): void {
    const bodies = [...this.#bodies.slice(0, this.#made), ...launched.map((body) => loadAddedBody(body, this.#tank))]
    if (submersions.length > bodies.length || controls.length !== bodies.length)
      throw new Error(`this snapshot is damaged: it has ${bodies.length} bodies and ${controls.length} controls`)
    this.world.restore(state, bodies)
    this.#bodies = bodies
  }

  /** Goes back to what a snapshot remembers of bodies and water together. */
  restoreState({ displaced, submersions, addedMass: squeezed, grabs, controls }: BodyCouplingState): void {
    this.#submersion.bodies.length = 0
    this.#submersion.find(this.#bodies, this.world, 0)
    this.#submersion.measure(this.world, 0)
    // A body that has just been launched has not met the water yet.
    this.#submersion.bodies.length = submersions.length
    this.#before.length = 0
    this.#displaced.state = displaced
    for (const [body, { undisturbed, wasOverWater, before, displaced }] of submersions.entries()) {
      const submerged = this.#submersion.bodies[body]!
      Object.assign(submerged.undisturbed, undisturbed)
      Object.assign(submerged, { wasOverWater, before, displaced })
    }
    if (this.#virtual) this.#virtual.state = [...squeezed]
    this.#userForces.state = { grabs: grabs, controls }
  }
}

/** out = scale × m tensor mᵀ. */
function turnTensor(m: Float64Array, tensor: Float64Array, scale: number, out: Float64Array): void {
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 3; column++) {
      let sum = 0
      for (let a = 0; a < 3; a++)
        for (let b = 0; b < 3; b++) sum += m[3 * row + a]! * tensor[3 * a + b]! * m[3 * column + b]!
      out[3 * row + column] = scale * sum
    }
}
