// The loop: fixed steps, events, queries, snapshots. The numerical methods are in the solvers, and the backend runs their passes.

import type { Backend } from '../backend/backend.js'
import type { Profile } from '../backend/profile.js'
import type { FloatingBody } from '../bodies/floating-body.js'
import type { BodyCoupling } from '../coupling/body-coupling.js'
import type { SprayView } from '../coupling/splashes/spray.js'
import type { Field } from '../fields/field.js'
import type { Grid } from '../fields/grid.js'
import type { StartingValues } from '../scene/load.js'
import { SceneError } from '../scene/parse/error.js'
import { parseEvent } from '../scene/parse/parse.js'
import { isBodyEvent, isEventOf, type RecordedEvent, type SimulationEventInput } from '../scene/schema/event.js'
import type { Scene } from '../scene/schema/scene.js'
import type { Diagnostics } from '../solvers/diagnostics.js'
import type { Run, Solver, StepContext } from '../solvers/solver.js'
import { EventTimeline } from './event-timeline.js'
import { FiniteGuard } from './finite-guard.js'
import { type PlacedSource, PlacedSources } from './placed-sources.js'
import { identityOf } from './scene-identity.js'
import { fillFields, packSnapshot, readSnapshot } from './snapshot.js'
import { StateHash } from './state-hash.js'
import { WaterExchange } from './water-exchange.js'

/** Real time that one call of `advance` simulates at most [s], so that a tab that was asleep does not have to catch up. */
const LONGEST_CATCH_UP = 0.1

/** Elevation at a probe of the scene. */
export interface ProbeReading {
  readonly name: string
  /** Position along x [m]. */
  readonly x: number
  /** Position along z [m]. */
  readonly z: number
  /** Elevation [m]. */
  readonly eta: number
}

/**
 * A running scene, made by `createSimulation`: the part that `SurfaceSimulation` and `FluidSimulation` have in common. `Name` is the type
 * of the names of its fields.
 *
 * @example
 * ```ts
 * import { createSimulation } from 'seiche'
 *
 * const sim = await createSimulation({ seiche: 1, grid: { cells: [64, 64], cellSize: 0.1 }, solver: { type: 'columns', depth: 1 } })
 * sim.step(60)
 * console.log(sim.time, sim.diagnostics().energy, sim.hash())
 * sim.dispose()
 * ```
 */
export abstract class Simulation<Name extends string = string> implements Disposable {
  /** The kind of simulation: water with a surface, or a fluid in a box. */
  abstract readonly kind: 'surface' | 'fluid'
  /** The scene as used: validated, with all defaults. */
  readonly scene: Scene
  /** Numbers of cells and their size. */
  readonly grid: Grid
  /** Warnings about the start, a sentence each: input files that were resampled or filled, a scene without water, and the like. */
  readonly warnings: readonly string[]
  /** @internal */
  protected readonly solver: Solver
  /** @internal Runs a pass list of the solver. */
  protected readonly run: Run
  readonly #backend: Backend
  readonly #timeline: EventTimeline
  readonly #exchange: WaterExchange
  readonly #sources: PlacedSources
  readonly #context: StepContext
  readonly #guard: FiniteGuard
  /** Checksums of the files that the scene names. */
  readonly #files: ReadonlyMap<string, string>
  #identity: string | undefined
  #stepCount = 0
  #remainder = 0
  #droppedTime = 0
  #isDerived = false
  #isDisposed = false

  /** @internal Use `createSimulation`. `files`: checksums of the files that the scene names. */
  constructor(
    scene: Scene,
    solver: Solver,
    backend: Backend,
    values: StartingValues,
    files: ReadonlyMap<string, string>,
  ) {
    this.scene = scene
    this.grid = solver.grid
    this.solver = solver
    this.run = (list, repeats) => backend.run(list, repeats)
    this.#backend = backend
    this.#files = files
    this.#timeline = new EventTimeline(scene)
    this.#exchange = new WaterExchange(scene, solver)
    this.#sources = new PlacedSources(scene, solver)
    this.#context = this.#makeContext()
    solver.start(values)
    this.warnings = [...values.warnings, ...(solver.warnings ?? [])]
    solver.refresh(0, this.run)
    this.#guard = new FiniteGuard(solver.state)
    const bad = this.#guard.find()
    if (bad)
      throw SceneError.at([], `field "${bad.field}" would start with ${bad.value} in cell [${bad.cell.join(', ')}]`)
  }

  /** The means of a step. They are made once: a step allocates nothing. */
  #makeContext(): StepContext {
    const water = this.#exchange
    return {
      run: this.run,
      get isCoupled() {
        return water.isActive
      },
      exchange: (dt) => {
        // Bodies in prescribed waves need the velocity of the water, which is not part of its state.
        if (this.solver.isPrescribed && water.isActive) this.derive()
        water.exchange(dt)
      },
    }
  }

  /** @internal Adds the bodies of the scene. */
  addBodies(bodies: BodyCoupling): void {
    this.#exchange.addBodies(bodies)
  }

  /** Length of one step [s]. */
  get timeStep(): number {
    return this.scene.timeStep
  }

  /** Substeps of the last step, which keep it stable; before the first step, those that the stability limit asks for. */
  get substeps(): number {
    return this.solver.substeps
  }

  /** Number of threads; 1 where memory cannot be shared. */
  get threads(): number {
    return this.#backend.threads
  }

  /** Number of steps made so far. */
  get stepCount(): number {
    return this.#stepCount
  }

  /** Simulated time [s]. */
  get time(): number {
    return this.#stepCount * this.scene.timeStep
  }

  /** All events so far, from the scene and from `apply`. A scene with these as its `events` repeats the run. */
  get events(): readonly RecordedEvent[] {
    return this.#timeline.log
  }

  /**
   * Takes the recorded events out of the log, which grows with every event: for long interactive sessions.
   *
   * @returns The events since the start or the last call.
   */
  drainEvents(): RecordedEvent[] {
    return this.#timeline.drain()
  }

  /** Real time that `advance` has not simulated, because a call was given more than a tenth of a second [s]. */
  get droppedTime(): number {
    return this.#droppedTime
  }

  /**
   * Makes fixed steps.
   *
   * @param count Number of steps. Default 1.
   * @throws RangeError for a count that is not a whole number, and for a step that would need too many substeps.
   * @throws NonFiniteError when fields have become infinite or NaN, at most 256 steps after they have.
   */
  step(count = 1): void {
    this.assertAlive()
    if (!Number.isInteger(count) || count < 0) throw new RangeError(`steps are counted in whole numbers, got ${count}`)
    this.#guard.assertRunning()
    const end = this.#stepCount + count
    while (this.#stepCount < end) {
      while (this.#timeline.nextStep <= this.#stepCount) this.#perform(this.#timeline.takeNext())
      this.#exchange.begin()
      if (this.solver.isPrescribed && !this.#exchange.isActive) this.#skipTo(Math.min(end, this.#timeline.nextStep))
      else {
        this.#sources.pour(this.#stepCount)
        this.#advanceTo(Math.min(end, this.#timeline.nextStep))
      }
      this.#isDerived = false
      this.#guard.check(this.#stepCount)
    }
  }

  /** Makes a step, or several up to the step `end` if nothing acts on the water between them. */
  #advanceTo(end: number): void {
    const step = this.#stepCount
    if (this.solver.advanceSeveral && !this.#exchange.isActive && this.#sources.list.length === 0) {
      this.#stepCount += this.solver.advanceSeveral(step, end - step, this.#context)
      // The last step is checked by the caller.
      for (let made = step + 1; made < this.#stepCount; made++) this.#guard.check(made)
    } else {
      this.#advance(step)
      this.#stepCount++
    }
  }

  /** Makes a step. One in which bodies exchange with the water runs many short lists, between which threads are not to fall asleep. */
  #advance(step: number): void {
    if (!this.#exchange.isActive) {
      this.solver.advance(step, this.#context)
      return
    }
    this.#backend.stayAwake(true)
    try {
      this.solver.advance(step, this.#context)
    } finally {
      this.#backend.stayAwake(false)
    }
  }

  /** Goes to a later step of waves that are a function of time. */
  #skipTo(step: number): void {
    this.#stepCount = step
    this.solver.refresh(this.#stepCount, this.run)
  }

  /**
   * Lets real time pass: makes the whole steps that fit into it and into the remainder of the last call.
   *
   * @param seconds Real time since the last call [s]. At most a tenth of a second is simulated; `droppedTime` counts the rest.
   * @returns The number of steps made.
   * @throws RangeError for a time that is not finite, and everything that `step` throws.
   */
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

  /**
   * Applies an event before the next step, and records it.
   *
   * @param event The event; see the chapter on events in the guide.
   * @throws SceneError for an event that is invalid, or that this simulation does not support. It has then changed nothing.
   * @example
   * ```ts
   * sim.apply({ type: 'drop', x: 0, z: 0, radius: 0.3, height: 0.1 })
   * ```
   */
  apply(event: SimulationEventInput): void {
    this.assertAlive()
    this.#perform({ ...parseEvent(event), step: this.#stepCount })
  }

  #perform(event: RecordedEvent): void {
    if (isBodyEvent(event)) this.#exchange.apply(event)
    else if (isEventOf('sources', event)) this.#sources.apply(event)
    else this.solver.apply(event)
    this.#timeline.record(event)
    if (isEventOf('solids', event) || isEventOf('terrain', event)) this.#exchange.noteTerrainChange()
    this.#isDerived = false
  }

  /** @internal Computes the fields that queries and diagnostics need beyond the state, once after each change of it. */
  protected derive(): void {
    if (this.#isDerived || !this.solver.derive) return
    this.run(this.solver.derive)
    this.#isDerived = true
  }

  /** Names of the fields. */
  get fieldNames(): readonly Name[] {
    return [...this.solver.fields.keys()] as Name[]
  }

  /**
   * A field. Its values are live: they change with every step.
   *
   * @param name One of `fieldNames`.
   * @returns The field; `read()` copies its values.
   * @throws Error for a field that does not exist.
   * @example
   * ```ts
   * const heights = sim.field('eta').read()
   * ```
   */
  field(name: Name): Field {
    this.assertAlive()
    const field = this.solver.fields.get(name)
    if (!field) throw new Error(`there is no field "${name}" here; there are ${this.fieldNames.join(', ')}`)
    return field
  }

  /** The rigid bodies: those of the scene, then those that events have added. Their properties are live. A fluid in a box has none. */
  get bodies(): readonly FloatingBody[] {
    this.assertAlive()
    return this.#exchange.bodies?.views ?? []
  }

  /** Sources that events have placed on the water and not removed. It is another list after each change. */
  get sources(): readonly PlacedSource[] {
    return this.#sources.list
  }

  /** Drops in the air; undefined without splashes. */
  get spray(): SprayView | undefined {
    this.assertAlive()
    return this.#exchange.splashes?.spray.view
  }

  /**
   * Elevation at the probes of the scene; a fluid in a box has none.
   *
   * @returns A reading for each probe, in the order of the scene.
   */
  probes(): ProbeReading[] {
    this.assertAlive()
    return []
  }

  /**
   * Volume, energy, momentum, extremes: integrals over the fields.
   *
   * @returns The diagnostics at the present time.
   * @throws NonFiniteError when fields have become infinite or NaN.
   */
  diagnostics(): Diagnostics {
    this.assertAlive()
    this.derive()
    const measured = this.solver.measure(this.run)
    if (!Number.isFinite(measured.energy + measured.volume)) this.#guard.checkAll(this.#stepCount)
    const { substeps, courant } = this.solver
    const common = { step: this.#stepCount, time: this.time, courant, substeps }
    // Object.assign, because a chain of spreads gives every object a hidden class of its own in V8: 3 kB a call.
    return measured.kind === 'fluid'
      ? Object.assign(common, measured)
      : Object.assign(common, measured, this.#exchange.diagnose(measured))
  }

  /**
   * Begins or ends to measure the time of each pass, for `profile`. Off by default, and then without cost. While it is on, every thread reads
   * the clock before and after each pass. The results have the same bits.
   *
   * @param on Whether passes are measured from now on.
   */
  measurePasses(on: boolean): void {
    this.assertAlive()
    this.#backend.measurePasses(on)
  }

  /**
   * Where the time of steps goes: time of each kernel, its use of the threads, barriers. Since the last call, or since `measurePasses(true)`.
   *
   * @returns Sums over all steps and diagnostics; empty unless passes are measured.
   * @example
   * ```ts
   * sim.measurePasses(true)
   * sim.step(60)
   * for (const { kernel, milliseconds } of sim.profile().passes) console.log(kernel, milliseconds / 60)
   * ```
   */
  profile(): Profile {
    this.assertAlive()
    return this.#backend.takeProfile()
  }

  /**
   * Saves the whole state, and the events that have led to it.
   *
   * @returns The snapshot, for `restore`.
   */
  snapshot(): Uint8Array {
    this.assertAlive()
    const header = {
      stepCount: this.#stepCount,
      scene: this.#sceneIdentity,
      scalars: this.solver.scalars,
      events: this.events,
      ...(this.#sources.list.length > 0 && { sources: this.#sources.list }),
      ...this.#exchange.state,
    }
    return packSnapshot(header, this.solver.state, this.#exchange.engineState)
  }

  /**
   * Goes back to a snapshot of a simulation of the same scene. Name, description, duration, probes and events of the scene may differ: past
   * events come from the snapshot, later ones from the scene of this simulation.
   *
   * @param bytes A snapshot.
   * @throws Error for a snapshot of another scene, or one that is damaged. It has then changed nothing.
   */
  restore(bytes: Uint8Array): void {
    this.assertAlive()
    const snapshot = readSnapshot(bytes, { scene: this.#sceneIdentity, fields: this.solver.fields })
    const { header } = snapshot
    this.#exchange.restoreBodies(header, snapshot.engineState)
    // From here on nothing can fail.
    fillFields(snapshot)
    this.solver.scalars = [...header.scalars]
    this.#stepCount = header.stepCount
    this.#sources.restore(header.sources)
    this.#timeline.goTo(header.stepCount, header.events)
    this.#remainder = 0
    this.#isDerived = false
    this.#guard.reset()
    this.#exchange.restore(header)
    this.solver.refresh(this.#stepCount, this.run)
  }

  /** The identity by which snapshots are compared. */
  get #sceneIdentity(): string {
    this.#identity ??= JSON.stringify(identityOf(this.scene, this.#files))
    return this.#identity
  }

  /**
   * Hash of the state. It is the same on every machine and for any number of threads.
   *
   * @returns Sixteen hexadecimal digits.
   */
  hash(): string {
    this.assertAlive()
    const hash = new StateHash()
    hash.word(this.#stepCount)
    for (const field of this.solver.state) hash.field(field)
    this.#exchange.hash(hash)
    this.#sources.hash(hash)
    return hash.digest()
  }

  /**
   * Ends the threads and frees the bodies. A second call has no effect. Afterwards, stepping and queries throw; the record of the run
   * (`scene`, `events`, `stepCount`, `time` …) can still be read.
   */
  dispose(): void {
    if (this.#isDisposed) return
    this.#isDisposed = true
    this.#backend.dispose()
    this.#exchange.dispose()
  }

  /** Calls `dispose`, for `using sim = await createSimulation(…)`. */
  [Symbol.dispose](): void {
    this.dispose()
  }

  /** @internal */
  protected assertAlive(): void {
    if (this.#isDisposed) throw new Error('this simulation has been disposed')
  }
}
