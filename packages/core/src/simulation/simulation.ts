// The loop: fixed steps, events, queries, snapshots. All physics is in the solver, all speed in the backend.

import type { WasmBackend } from '../backend/wasm.js'
import type { Fleet } from '../bodies/fleet.js'
import type { FloatingBody } from '../bodies/floating-body.js'
import { Splashes } from '../bodies/splashes.js'
import type { SprayView } from '../bodies/spray.js'
import { groundOf } from '../bodies/tank.js'
import type { Field } from '../fields/field.js'
import type { Grid } from '../fields/grid.js'
import { SceneError } from '../scene/error.js'
import { isBodyEvent, isGroundEvent, type RecordedEvent, type WaterEventInput } from '../scene/event-schema.js'
import { isFluidEvent } from '../scene/fluid-event-schema.js'
import type { StartingValues } from '../scene/load.js'
import { parseEvent } from '../scene/parse.js'
import type { Scene } from '../scene/schema.js'
import { noFluid } from '../solvers/fluid-refusals.js'
import { groundRefused } from '../solvers/ground.js'
import type { Diagnostics, Solver } from '../solvers/solver.js'
import { coverageOf, patchOf } from './brush.js'
import { StateHash } from './hash.js'
import { packSnapshot, unpackSnapshot } from './snapshot.js'

/** Real time that one call of `advance` catches up at most [s]: a tab that was asleep does not try to make up for it. */
const LONGEST_CATCH_UP = 0.1

const NO_ENGINE = () =>
  new SceneError(
    [{ path: '', message: 'there is no engine for bodies here: give createSimulation the option "bodies"' }],
    'event',
  )

/** A probe and what it reads. */
export interface ProbeReading {
  readonly name: string
  readonly x: number
  readonly z: number
  /** Elevation [m]. */
  readonly eta: number
}

/** Water in motion. Made by `createSimulation`. */
export class Simulation {
  /** The scene as used: checked, every default filled in. */
  readonly scene: Scene
  readonly grid: Grid
  readonly #solver: Solver
  readonly #backend: WasmBackend
  readonly #scheduled: readonly RecordedEvent[]
  readonly #remarks: readonly string[]
  #events: RecordedEvent[] = []
  #nextScheduled = 0
  #stepCount = 0
  #remainder = 0
  #derived = false
  #disposed = false
  #fleet: Fleet | undefined
  readonly #splashes: Splashes | undefined
  /** Whether the ground has changed since bodies last felt it. */
  #groundChanged = false
  /** For solvers that say when bodies move. Made once: a step allocates nothing. */
  readonly #exchanging = (seconds: number) => this.#moveBodies(seconds)

  /** @internal Use `createSimulation`. */
  constructor(scene: Scene, solver: Solver, backend: WasmBackend, values: StartingValues) {
    this.scene = scene
    this.grid = solver.grid
    this.#solver = solver
    this.#backend = backend
    this.#scheduled = scheduleEvents(scene)
    const { splashes = scene.bodies.length > 0 } = scene
    if (splashes && solver.afloat?.yields) this.#splashes = new Splashes(solver.afloat)
    solver.start(values)
    this.#remarks = [...values.remarks, ...(solver.remarks ?? [])]
    this.#settle()
  }

  /** @internal Puts bodies into the water. */
  float(fleet: Fleet): void {
    this.#fleet = fleet
    fleet.start()
  }

  /** Shows the present moment where that takes more than the state. */
  #settle(): void {
    if (this.#solver.setTime) this.#recompute()
    const show = this.#solver.settle?.(this.time)
    if (show) this.#backend.run(show)
  }

  /** The fields of a state that is a function of time. */
  #recompute(): void {
    this.#solver.setTime!(this.time)
    this.#backend.run(this.#solver.step)
    this.#derived = false
  }

  /** What was done to the scene's files so that they fit, and what else a person should know of the start: a sentence each. */
  get remarks(): readonly string[] {
    return this.#remarks
  }

  /** One fixed step [s]. */
  get timeStep(): number {
    return this.scene.timeStep
  }

  /** Substeps that the solver takes within a step to be stable. */
  get substeps(): number {
    return this.#solver.substeps
  }

  /** Threads at work; 1 where memory cannot be shared. */
  get threads(): number {
    return this.#backend.threads
  }

  /** Steps made so far. */
  get stepCount(): number {
    return this.#stepCount
  }

  /** Simulated time [s]. */
  get time(): number {
    return this.#stepCount * this.scene.timeStep
  }

  /** Everything that has happened to the water, from the scene and from `apply`: give it to a scene as `events` to replay the run. */
  get events(): readonly RecordedEvent[] {
    return this.#events
  }

  /** Makes fixed steps. */
  step(count = 1): void {
    this.#assertAlive()
    if (!Number.isInteger(count) || count < 0) throw new RangeError(`steps are counted in whole numbers, got ${count}`)
    if (this.#solver.setTime && !this.#fleet?.world.count) {
      this.#stepCount += count
      this.#recompute()
      return
    }
    this.#derived = false
    for (let k = 0; k < count; k++) {
      this.#applyScheduled()
      this.#fleet?.begin()
      if (this.#solver.setTime) {
        this.#moveBodies(this.timeStep)
        this.#stepCount++
        this.#recompute()
        continue
      }
      this.#solver.prepare(this.#stepCount)
      this.#runStep()
      this.#derived = false
      this.#stepCount++
    }
  }

  /** Bodies and drops, for the part of a step that lies before the water moves on [s]. */
  #moveBodies(seconds: number): void {
    const fleet = this.#fleet
    if (fleet?.world.count) this.#exchange(fleet, seconds)
    if (!this.#splashes) return
    this.#splashes.break()
    this.#splashes.spray.step(seconds)
    this.#solver.afloat!.settle()
  }

  #exchange(fleet: Fleet, seconds: number): void {
    if (this.#groundChanged) {
      const ground = groundOf(this.#solver, this.#depth)
      if (ground) fleet.world.reshape(ground)
      this.#groundChanged = false
    }
    // Currents of waves that are a function of time have to be found first.
    if (this.#solver.setTime) this.#derive()
    fleet.step(seconds, this.#splashes)
  }

  get #depth(): number | undefined {
    return 'depth' in this.scene.solver ? this.scene.solver.depth : undefined
  }

  /** The water of one step, and what is in it: bodies act on the water before each substep that it takes, so that no wave escapes them. */
  #runStep(): void {
    const { step, substeps, nextPasses, prepareSubstep } = this.#solver
    const isAlone = !this.#splashes && !this.#fleet?.world.count
    if (nextPasses) {
      const exchange = isAlone ? undefined : this.#exchanging
      for (let next = nextPasses.call(this.#solver, exchange); next; next = nextPasses.call(this.#solver, exchange))
        this.#backend.run(next)
      return
    }
    if (isAlone && !prepareSubstep) {
      this.#backend.run(step, substeps)
      return
    }
    for (let k = 0; k < substeps; k++) {
      this.#moveBodies(this.timeStep / substeps)
      prepareSubstep?.call(this.#solver, this.time + (k * this.timeStep) / substeps)
      this.#backend.run(step)
    }
  }

  /** Lets real time pass: makes the whole steps that fit into it and what was left before. Returns how many. */
  advance(seconds: number): number {
    if (!Number.isFinite(seconds)) throw new RangeError(`time passes in finite seconds, got ${seconds}`)
    const { timeStep } = this.scene
    this.#remainder += Math.max(0, Math.min(seconds, Math.max(LONGEST_CATCH_UP, timeStep)))
    const count = Math.floor(this.#remainder / timeStep)
    this.#remainder -= count * timeStep
    this.step(count)
    return count
  }

  /** Does something to the water now, and records it. Throws `SceneError` for an event that is none. */
  apply(event: WaterEventInput): void {
    this.#assertAlive()
    this.#perform({ ...parseEvent(event), step: this.#stepCount })
  }

  #applyScheduled(): void {
    while (
      this.#nextScheduled < this.#scheduled.length &&
      this.#scheduled[this.#nextScheduled]!.step <= this.#stepCount
    )
      this.#perform(this.#scheduled[this.#nextScheduled++]!)
  }

  #perform(event: RecordedEvent): void {
    if (isBodyEvent(event)) {
      if (!this.#fleet) throw NO_ENGINE()
      this.#fleet.perform(event)
    } else if (event.type === 'build' || event.type === 'erase')
      this.#solver.paint(event.type, coverageOf(event, plan(this.grid)), event.strength)
    else if (isGroundEvent(event)) {
      if (!this.#solver.reshape) throw groundRefused(this.scene.solver.type)
      this.#solver.reshape(event, coverageOf(event, this.grid))
    } else if (isFluidEvent(event)) {
      if (!this.#solver.disturb) throw noFluid(this.scene.solver.type)
      this.#solver.disturb(event)
    } else this.#solver.pour(patchOf(event, this.grid, (i, j) => this.#solver.opennessAt(i, j)))
    this.#events.push(event)
    this.#groundChanged ||= event.type === 'build' || event.type === 'erase' || isGroundEvent(event)
    this.#derived = false
  }

  /** Finds what queries and diagnostics need beyond the state, once after each change of it. */
  #derive(): void {
    if (this.#derived || !this.#solver.derive) return
    this.#backend.run(this.#solver.derive)
    this.#derived = true
  }

  /** Elevation of the surface at a point [m]; beyond the grid, that of its edge, or that of waves which go on there. */
  heightAt(x: number, z: number): number {
    this.#assertAlive()
    return this.#solver.heightAt(x, z)
  }

  /** Unit normal of the surface at a point. */
  normalAt(x: number, z: number): [number, number, number] {
    this.#assertAlive()
    return this.#solver.normalAt(x, z)
  }

  /** Velocity of the water at the surface [m/s]: along x, up, along z. Of a fluid at a point: velocityAt(x, y) or velocityAt(x, y, z). */
  velocityAt(x: number, z: number, third?: number): [number, number, number] {
    this.#derive()
    return this.#solver.velocityAt(x, z, third)
  }

  /** Names of the fields. */
  get fieldNames(): readonly string[] {
    return [...this.#solver.fields.keys()]
  }

  /** A field, live. */
  field(name: string): Field {
    this.#assertAlive()
    const field = this.#solver.fields.get(name)
    if (!field) throw new Error(`there is no field "${name}" here; there are ${this.fieldNames.join(', ')}`)
    return field
  }

  /** Elevation at the scene's probes. */
  probes(): ProbeReading[] {
    return this.scene.probes.map(({ name, at: [x, z] }) => ({ name, x, z, eta: this.heightAt(x, z) }))
  }

  /** The rigid bodies in the order of the scene, launched ones behind. Their numbers are live. */
  get bodies(): readonly FloatingBody[] {
    this.#assertAlive()
    return this.#fleet?.views ?? []
  }

  /** Drops in the air; undefined where none can fly. */
  get spray(): SprayView | undefined {
    return this.#splashes?.spray.view
  }

  /** Volume, energy, momentum, extremes: one pass over the fields. */
  diagnostics(): Diagnostics {
    this.#assertAlive()
    this.#derive()
    this.#backend.run(this.#solver.measure)
    const { substeps, courant } = this.#solver
    const measured = this.#solver.measured()
    const common = { step: this.#stepCount, time: this.time, ...measured, courant, substeps }
    const air = this.#splashes && { airborneVolume: this.#splashes.spray.volume }
    const fleet = this.#fleet
    if (!fleet?.world.count) return { ...common, ...air }
    // What bodies displace counts as water in their columns.
    const displacedVolume = fleet.displacedVolume
    const volume = measured.volume - displacedVolume
    return { ...common, ...air, ...fleet.solved, volume, displacedVolume, exchange: fleet.exchange }
  }

  /** The whole state as bytes. */
  snapshot(): Uint8Array {
    this.#assertAlive()
    const header = {
      stepCount: this.#stepCount,
      ...this.#identity(),
      scalars: this.#solver.scalars,
      events: this.#events,
      fleet: this.#fleet?.books,
      groundChanged: this.#groundChanged,
      splashes: this.#splashes && { turn: this.#splashes.turn, spray: this.#splashes.spray.books },
    }
    return packSnapshot(header, this.#solver.state, this.#fleet?.world.snapshot())
  }

  /** Goes back to a snapshot of a simulation of the same scene. */
  restore(bytes: Uint8Array): void {
    this.#assertAlive()
    const { header, bodies } = unpackSnapshot(bytes, this.#identity(), this.#solver.fields)
    this.#solver.scalars = [...header.scalars]
    this.#stepCount = header.stepCount
    this.#events = [...header.events]
    this.#remainder = 0
    this.#derived = false
    if (header.fleet && bodies) this.#fleet?.restore(header.fleet, bodies)
    this.#groundChanged = header.groundChanged ?? false
    if (header.splashes && this.#splashes) {
      this.#splashes.turn = header.splashes.turn
      this.#splashes.spray.books = header.splashes.spray
    }
    const next = this.#scheduled.findIndex((event) => event.step >= this.#stepCount)
    this.#nextScheduled = next < 0 ? this.#scheduled.length : next
    this.#settle()
  }

  #identity() {
    const { nx, ny, nz } = this.grid
    const hasBodies = this.#fleet !== undefined
    return { solver: this.scene.solver.type, cells: ny === undefined ? [nx, nz] : [nx, ny, nz], hasBodies }
  }

  /** Fingerprint of the state, sixteen hexadecimal digits: the same on every machine for any number of threads. */
  hash(): string {
    this.#assertAlive()
    const hash = new StateHash()
    hash.word(this.#stepCount)
    for (const field of this.#solver.state) hash.field(field)
    if (this.#fleet?.world.count) this.#fleet.hash(hash)
    this.#splashes?.spray.hash(hash)
    return hash.digest()
  }

  /** Ends the threads. The simulation cannot be used afterwards. */
  dispose(): void {
    this.#disposed = true
    this.#backend.dispose()
    this.#fleet?.world.dispose()
  }

  #assertAlive(): void {
    if (this.#disposed) throw new Error('this simulation has been disposed')
  }
}

/** The grid that strokes lie in: x and z of a surface, x and y of a fluid. */
function plan({ nx, ny, nz, cellSize }: Grid): Grid {
  return { nx, nz: ny ?? nz, cellSize }
}

/** The scene's events with whole step numbers, in the order in which they happen. */
function scheduleEvents(scene: Scene): RecordedEvent[] {
  return scene.events
    .map(
      ({ time, step, ...event }) => ({ ...event, step: step ?? Math.round(time! / scene.timeStep) }) as RecordedEvent,
    )
    .sort((a, b) => a.step - b.step)
}
