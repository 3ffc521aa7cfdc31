// The loop: fixed steps, events, queries, snapshots. All physics is in the solver, all speed in the backend.

import type { WasmBackend } from '../backend/wasm/wasm-backend.js'
import type { FloatingBody } from '../bodies/floating-body.js'
import { groundOf } from '../bodies/static-colliders.js'
import type { BodyCoupling, BodyCouplingState } from '../coupling/body-coupling.js'
import { Splashes } from '../coupling/splashes/splashes.js'
import type { SprayView } from '../coupling/splashes/spray.js'
import type { Field } from '../fields/field.js'
import type { Grid } from '../fields/grid.js'
import type { StartingValues } from '../scene/load.js'
import { SceneError } from '../scene/parse/error.js'
import { parseEvent } from '../scene/parse/parse.js'
import { coverageOf, patchOf } from '../scene/rasterize/brush.js'
import { isBodyEvent, isEventOf, type RecordedEvent, type SimulationEventInput } from '../scene/schema/event.js'
import type { Scene } from '../scene/schema/scene.js'
import type { Diagnostics, Solver } from '../solvers/solver.js'
import { noFluidError, surfaceEventRefused } from '../solvers/stable-fluids/validate.js'
import { noTerrainError } from '../solvers/terrain/validate.js'
import { FiniteGuard } from './finite-guard.js'
import { identityOf } from './scene-identity.js'
import { fillFields, packSnapshot, readSnapshot } from './snapshot.js'
import { StateHash } from './state-hash.js'

/** Real time that one call of `advance` catches up at most [s]: a tab that was asleep does not try to make up for it. */
const LONGEST_CATCH_UP = 0.1

const NO_ENGINE = () =>
  new SceneError(
    [{ path: '', message: 'there is no engine for bodies here: give createSimulation the option "rigidBodies"' }],
    'event',
  )

/** A probe of the scene and its reading. */
export interface ProbeReading {
  readonly name: string
  readonly x: number
  readonly z: number
  /** Elevation [m]. */
  readonly eta: number
}

/**
 * A scene in motion, made by `createSimulation`: the part that surfaces and fluids have in common. `Name` is the type of the names of its
 * fields.
 */
export abstract class Simulation<Name extends string = string> implements Disposable {
  /** Which kind of simulation this is: water with a surface, or a fluid in a box. */
  abstract readonly kind: 'surface' | 'fluid'
  /** The scene as used: checked, every default filled in. */
  readonly scene: Scene
  readonly grid: Grid
  /** @internal */
  protected readonly solver: Solver
  readonly #backend: WasmBackend
  readonly #scheduled: readonly RecordedEvent[]
  readonly #warnings: readonly string[]
  #events: RecordedEvent[] = []
  #nextScheduled = 0
  #stepCount = 0
  #remainder = 0
  #droppedTime = 0
  #derived = false
  #disposed = false
  #bodies: BodyCoupling | undefined
  readonly #splashes: Splashes | undefined
  /** Whether the ground has changed since bodies last felt it. */
  #terrainChanged = false
  readonly #guard: FiniteGuard
  /** For solvers that say when bodies move. Made once: a step allocates nothing. */
  readonly #exchanging = (seconds: number) => this.#moveBodies(seconds)

  readonly #files: ReadonlyMap<string, string>
  #identity: string | undefined

  /** @internal Use `createSimulation`. `files`: checksums of the files that the scene names. */
  constructor(
    scene: Scene,
    solver: Solver,
    backend: WasmBackend,
    values: StartingValues,
    files: ReadonlyMap<string, string>,
  ) {
    this.scene = scene
    this.grid = solver.grid
    this.solver = solver
    this.#backend = backend
    this.#files = files
    this.#scheduled = scheduleEvents(scene)
    const { splashes = scene.bodies.length > 0 } = scene
    if (splashes && solver.coupling?.isTwoWay) this.#splashes = new Splashes(solver.coupling)
    solver.start(values)
    this.#warnings = [...values.warnings, ...(solver.warnings ?? [])]
    this.#settle()
    this.#guard = new FiniteGuard(solver.state)
    const bad = this.#guard.find()
    if (bad)
      throw SceneError.at([], `field "${bad.field}" would begin with ${bad.value} in cell [${bad.cell.join(', ')}]`)
  }

  /** @internal Puts bodies into the water. */
  addBodies(bodies: BodyCoupling): void {
    this.#bodies = bodies
    bodies.start()
  }

  /** Shows the present moment where that takes more than the state. */
  #settle(): void {
    if (this.solver.setTime) this.#recompute()
    const show = this.solver.settle?.(this.time)
    if (show) this.#backend.run(show)
  }

  /** The fields of a state that is a function of time. */
  #recompute(): void {
    this.solver.setTime!(this.time)
    this.#backend.run(this.solver.step)
    this.#derived = false
  }

  /** What was done to the scene's files so that they fit, and what else a person should know of the start: a sentence each. */
  get warnings(): readonly string[] {
    return this.#warnings
  }

  /** One fixed step [s]. */
  get timeStep(): number {
    return this.scene.timeStep
  }

  /** Substeps that the solver takes within a step to be stable. */
  get substeps(): number {
    return this.solver.substeps
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

  /**
   * Takes the recorded events out of the log, which grows with every event: for long interactive sessions.
   *
   * @returns The events since the start or the last call.
   */
  drainEvents(): RecordedEvent[] {
    const drained = this.#events
    this.#events = []
    return drained
  }

  /** Real time that `advance` did not catch up with, because a call was given more than a tenth of a second [s]. */
  get droppedTime(): number {
    return this.#droppedTime
  }

  /** Makes fixed steps. Throws `NonFiniteError` when the fields hold no numbers any more, at most 256 steps after the first. */
  step(count = 1): void {
    this.assertAlive()
    if (!Number.isInteger(count) || count < 0) throw new RangeError(`steps are counted in whole numbers, got ${count}`)
    this.#guard.assertRunning()
    const end = this.#stepCount + count
    while (this.#stepCount < end) {
      this.#applyScheduled()
      this.#bodies?.begin()
      if (this.solver.setTime) {
        const isEmpty = !this.#bodies?.world.count
        if (!isEmpty) this.#moveBodies(this.timeStep)
        this.#stepCount = isEmpty ? Math.min(end, this.#nextEventStep) : this.#stepCount + 1
        this.#recompute()
        this.#guard.check(this.#stepCount)
        continue
      }
      this.solver.prepare(this.#stepCount)
      this.#runStep()
      this.#derived = false
      this.#stepCount++
      this.#guard.check(this.#stepCount)
    }
  }

  /** Step before which the next event of the scene happens: until then, waves that are a function of time need not be computed. */
  get #nextEventStep(): number {
    return this.#scheduled[this.#nextScheduled]?.step ?? Number.POSITIVE_INFINITY
  }

  /** Bodies and drops, for the part of a step that lies before the water moves on [s]. */
  #moveBodies(seconds: number): void {
    const bodies = this.#bodies
    if (bodies?.world.count) this.#exchange(bodies, seconds)
    if (!this.#splashes) return
    this.#splashes.break()
    this.#splashes.spray.step(seconds)
    this.solver.coupling!.settle()
  }

  #exchange(bodies: BodyCoupling, seconds: number): void {
    if (this.#terrainChanged) {
      const ground = groundOf(this.solver, this.#depth)
      if (ground) bodies.world.setTerrain(ground)
      this.#terrainChanged = false
    }
    // Currents of waves that are a function of time have to be found first.
    if (this.solver.setTime) this.derive()
    bodies.step(seconds, this.#splashes)
  }

  get #depth(): number | undefined {
    return 'depth' in this.scene.solver ? this.scene.solver.depth : undefined
  }

  /** The water of one step, and what is in it: bodies act on the water before each substep that it takes, so that no wave escapes them. */
  #runStep(): void {
    const { step, substeps, nextPasses, prepareSubstep } = this.solver
    const isAlone = !this.#splashes && !this.#bodies?.world.count
    if (nextPasses) {
      const exchange = isAlone ? undefined : this.#exchanging
      for (let next = nextPasses.call(this.solver, exchange); next; next = nextPasses.call(this.solver, exchange))
        this.#backend.run(next)
      return
    }
    if (isAlone && !prepareSubstep) {
      this.#backend.run(step, substeps)
      return
    }
    for (let k = 0; k < substeps; k++) {
      this.#moveBodies(this.timeStep / substeps)
      prepareSubstep?.call(this.solver, this.time + (k * this.timeStep) / substeps)
      this.#backend.run(step)
    }
  }

  /** Lets real time pass: makes the whole steps that fit into it and what was left before. Returns how many. */
  advance(seconds: number): number {
    this.assertAlive()
    if (!Number.isFinite(seconds)) throw new RangeError(`time passes in finite seconds, got ${seconds}`)
    const { timeStep } = this.scene
    const passed = Math.max(0, Math.min(seconds, Math.max(LONGEST_CATCH_UP, timeStep)))
    this.#droppedTime += Math.max(0, seconds - passed)
    this.#remainder += passed
    const count = Math.floor(this.#remainder / timeStep)
    this.#remainder -= count * timeStep
    this.step(count)
    return count
  }

  /** Does something to the water now, and records it. Throws `SceneError` for an event that is none. */
  apply(event: SimulationEventInput): void {
    this.assertAlive()
    this.#perform({ ...parseEvent(event), step: this.#stepCount })
  }

  #applyScheduled(): void {
    while (this.#nextEventStep <= this.#stepCount) this.#perform(this.#scheduled[this.#nextScheduled++]!)
  }

  #perform(event: RecordedEvent): void {
    if (isBodyEvent(event)) {
      if (!this.#bodies) throw NO_ENGINE()
      this.#bodies.perform(event)
    } else if (isEventOf('solids', event))
      this.solver.paint(event.type, coverageOf(event, plan(this.grid)), event.strength)
    else if (isEventOf('terrain', event)) {
      if (!this.solver.reshape) throw noTerrainError(this.scene.solver.type)
      this.solver.reshape(event, coverageOf(event, this.grid))
    } else if (isEventOf('fluid', event)) {
      if (!this.solver.disturb) throw noFluidError(this.scene.solver.type)
      this.solver.disturb(event)
    } else if (this.solver.disturb) throw surfaceEventRefused()
    else this.solver.pour(patchOf(event, this.grid, (i, j) => this.solver.opennessAt(i, j)))
    this.#events.push(event)
    this.#terrainChanged ||= isEventOf('solids', event) || isEventOf('terrain', event)
    this.#derived = false
  }

  /** @internal Finds what queries and diagnostics need beyond the state, once after each change of it. */
  protected derive(): void {
    if (this.#derived || !this.solver.derive) return
    this.#backend.run(this.solver.derive)
    this.#derived = true
  }

  /** Names of the fields. */
  get fieldNames(): readonly Name[] {
    return [...this.solver.fields.keys()] as Name[]
  }

  /** A field, live. */
  field(name: Name): Field {
    this.assertAlive()
    const field = this.solver.fields.get(name)
    if (!field) throw new Error(`there is no field "${name}" here; there are ${this.fieldNames.join(', ')}`)
    return field
  }

  /** The rigid bodies in the order of the scene, then those that events have added. Their numbers are live. A fluid has none. */
  get bodies(): readonly FloatingBody[] {
    this.assertAlive()
    return this.#bodies?.views ?? []
  }

  /** Drops in the air; undefined where the scene has no splashes. */
  get spray(): SprayView | undefined {
    this.assertAlive()
    return this.#splashes?.spray.view
  }

  /**
   * Elevation at the probes of the scene; a fluid has none.
   *
   * @returns A reading for each probe, in the order of the scene.
   */
  probes(): ProbeReading[] {
    this.assertAlive()
    return []
  }

  /** Volume, energy, momentum, extremes: one pass over the fields. Throws `NonFiniteError` where these are no numbers any more. */
  diagnostics(): Diagnostics {
    this.assertAlive()
    this.derive()
    this.#backend.run(this.solver.measure)
    const { substeps, courant } = this.solver
    const measured = this.solver.measured()
    if (!Number.isFinite(measured.energy + measured.volume)) this.#guard.checkAll(this.#stepCount)
    const common = { step: this.#stepCount, time: this.time, ...measured, courant, substeps }
    const air = this.#splashes && { airborneVolume: this.#splashes.spray.volume }
    const bodies = this.#bodies
    if (!bodies?.world.count) return { ...common, ...air }
    // What bodies displace counts as water in their columns.
    const displacedVolume = bodies.displacedVolume
    const volume = measured.volume - displacedVolume
    return { ...common, ...air, ...bodies.solved, volume, displacedVolume, exchange: bodies.exchange }
  }

  /** The whole state as bytes, and the events that have led to it. */
  snapshot(): Uint8Array {
    this.assertAlive()
    const header = {
      stepCount: this.#stepCount,
      scene: this.#sceneIdentity,
      scalars: this.solver.scalars,
      events: this.#events,
      bodies: this.#bodies?.state,
      groundChanged: this.#terrainChanged,
      splashes: this.#splashes && { turn: this.#splashes.nextCell, spray: this.#splashes.spray.state },
    }
    return packSnapshot(header, this.solver.state, this.#bodies?.world.snapshot())
  }

  /**
   * Goes back to a snapshot of a simulation of the same scene; name, description, duration, probes and events may differ. What has
   * happened comes from the snapshot, what is yet to happen from the scene of this simulation. Throws for a snapshot of another scene or
   * one that is damaged, and then has changed nothing.
   */
  restore(bytes: Uint8Array): void {
    this.assertAlive()
    const snapshot = readSnapshot(bytes, { scene: this.#sceneIdentity, fields: this.solver.fields })
    const { header } = snapshot
    this.#restoreBodies(header.bodies, snapshot.bodies)
    // Nothing from here on can fail.
    fillFields(snapshot)
    this.solver.scalars = [...header.scalars]
    this.#stepCount = header.stepCount
    this.#events = [...header.events]
    this.#remainder = 0
    this.#derived = false
    this.#guard.reset()
    if (header.bodies) this.#bodies?.restoreState(header.bodies)
    this.#terrainChanged = header.groundChanged ?? false
    if (header.splashes && this.#splashes) {
      this.#splashes.nextCell = header.splashes.turn
      this.#splashes.spray.state = header.splashes.spray
    }
    const next = this.#scheduled.findIndex((event) => event.step >= this.#stepCount)
    this.#nextScheduled = next < 0 ? this.#scheduled.length : next
    this.#settle()
  }

  /** Throws for bodies that cannot be restored, and then has changed nothing. */
  #restoreBodies(books: BodyCouplingState | undefined, state: Uint8Array | undefined): void {
    const count = this.scene.bodies.length + (books?.added.length ?? 0)
    if (this.#bodies && books && state) this.#bodies.restoreBodies(books, state)
    else if (!this.#bodies && count > 0)
      throw new Error('this snapshot has bodies: give createSimulation the engine that moves them')
    else if (this.#bodies?.world.count)
      throw new Error(
        'this snapshot was taken without an engine for bodies, and bodies have been launched here: restore it in a new simulation',
      )
  }

  /** What snapshots are compared by. */
  get #sceneIdentity(): string {
    this.#identity ??= JSON.stringify(identityOf(this.scene, this.#files))
    return this.#identity
  }

  /** Fingerprint of the state, sixteen hexadecimal digits: the same on every machine for any number of threads. */
  hash(): string {
    this.assertAlive()
    const hash = new StateHash()
    hash.word(this.#stepCount)
    for (const field of this.solver.state) hash.field(field)
    if (this.#bodies?.world.count) this.#bodies.hash(hash)
    this.#splashes?.spray.hash(hash)
    return hash.digest()
  }

  /**
   * Ends the threads and frees the bodies; a second call does nothing. Afterwards everything that runs or looks at the water throws;
   * the record of the run (`scene`, `events`, `stepCount`, `time` …) can still be read.
   */
  dispose(): void {
    if (this.#disposed) return
    this.#disposed = true
    this.#backend.dispose()
    this.#bodies?.world.dispose()
  }

  /** Calls `dispose`, for `using sim = await createSimulation(…)`. */
  [Symbol.dispose](): void {
    this.dispose()
  }

  /** @internal */
  protected assertAlive(): void {
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
