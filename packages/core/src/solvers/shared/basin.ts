// A basin: the parts that all solvers of elevation and potential share. Solids that stand, move or are painted; sources; drops and
// strokes; and the balance of added volume.
//
// A potential has no zero of its own. Measuring it relative to the mean level keeps it small in a closed basin: in a pool filled above its
// rest level, phi would otherwise grow without bound, and floats would lose digits. Where solids divide the water, each pool has its own
// level (pools.ts), unless waves pass under the solids.

import { type Pass, pass } from '../../backend/pass.js'
import type { Parameter, PassList } from '../../backend/pass-list.js'
import type { Arena } from '../../fields/arena.js'
import { edgeKinds, isClosed, outsideLevel } from '../../fields/boundaries.js'
import type { Patch } from '../../fields/cell-box.js'
import type { Field } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import { normalOf, Sampler } from '../../fields/sampling.js'
import type { StartingValues } from '../../scene/load.js'
import { coverageOf, patchOf } from '../../scene/rasterize/brush.js'
import { isEventOf } from '../../scene/schema/event.js'
import type { Obstacle, Scene, Source } from '../../scene/schema/scene.js'
import type { WaterEvent } from '../solver.js'
import { Displacement } from './displacement.js'
import { Openness, type OpennessChange } from './openness.js'
import { Pools } from './pools.js'
import { SourceTerm } from './source-term.js'
import { unsupportedEvent } from './unsupported-event.js'

/** The water of a basin, on which solids and sources act. */
export interface BasinWater {
  /** Elevation [m] and potential [m²/s] on the scene's grid. */
  readonly eta: Field
  readonly phi: Field
  /** The field that receives pressure: the potential from which the kick starts. */
  readonly pressed: Field
  /** Depth that counts as volume [m]: 0 where the water has no bottom. */
  readonly depth: number
  /** Draught of a moving solid that does not state its own [m]. */
  readonly draughtOf: (solid: Obstacle) => number
  /** Receives the level of each cell [m] where solids divide the water into pools; undefined if waves pass under solids. */
  readonly levels?: Field
}

/** Figures of a substep. */
export interface BasinSubstep {
  /** Its length [s]. */
  readonly dt: number
  /** Factor by which the kick damps the potential [1]. */
  readonly keep: number
  /** g times the time that phi is behind eta [m/s]. */
  readonly halfKick: number
}

export class Basin {
  readonly openness: Openness
  readonly sampler: Sampler
  readonly #timeStep: number
  readonly #solverType: string
  readonly #grid: Grid
  readonly #water: BasinWater
  readonly #displacement: Displacement
  readonly #sources: readonly SourceTerm[]
  readonly #pools: Pools | undefined
  readonly #closed: boolean
  /** Level beyond the edges [m]. */
  readonly #outside: number
  readonly #changed: () => void
  #levels: Parameter[] = []
  /** Level that phi is measured against in undivided water [m]: the mean in a closed basin, else the level beyond the edges. */
  #level = 0
  #addedVolume = 0
  #dt = 0
  #keep = 1

  /** `changed`: called after solids have changed, and after a snapshot that may have changed them. */
  constructor(scene: Scene, grid: Grid, water: BasinWater, arena: Arena, changed: () => void) {
    this.#timeStep = scene.timeStep
    this.#solverType = scene.solver.type
    this.#grid = grid
    this.#water = water
    this.#closed = isClosed(scene.boundaries)
    this.#outside = outsideLevel(scene.boundaries)
    const kinds = edgeKinds(scene.boundaries)
    this.#changed = changed
    this.openness = new Openness(scene, grid, water.draughtOf, arena, (change) => this.#follow(change))
    this.#pools = water.levels && new Pools(this.openness, water, kinds, this.#outside, water.levels)
    this.#displacement = new Displacement(this.openness, water.eta, water.phi)
    const passOf = ({ quantity }: Source, weights: Field, i: number, j: number) => {
      const target = quantity === 'pressure' ? water.pressed : water.eta
      return pass('pour', weights.nz, { target, patch: weights, i, j, amount: 0 })
    }
    this.#sources = scene.sources.map(
      (source, index) => new SourceTerm(source, index, grid, this.openness, passOf, arena),
    )
    this.sampler = new Sampler(grid, kinds, this.openness)
  }

  /** Passes of the sources of water, for each substep. */
  massSources(): Pass[] {
    return this.#sources.filter(({ isPressure }) => !isPressure).map((source) => source.pass)
  }

  /** Passes of the sources of pressure, for each substep. */
  pressureSources(): Pass[] {
    return this.#sources.filter(({ isPressure }) => isPressure).map((source) => source.pass)
  }

  /** Everything that has to be bound to the memory besides the fields. */
  get resources() {
    return this.#sources.map((source) => source.weights)
  }

  /** Fills the fields. `steps` and `others`: pass lists that use the mean level, with and without sources. */
  start(
    { eta, phi, openness }: StartingValues,
    steps: readonly PassList[],
    others: readonly PassList[],
    { dt, keep, halfKick }: BasinSubstep,
  ): void {
    this.#dt = dt
    this.#keep = keep
    this.#levels = [...steps, ...others].flatMap((list) =>
      list.passes.flatMap((one) => ('level' in one.arguments ? [list.parameter(one, 'level')] : [])),
    )
    const open = this.openness.start(openness)
    const { openCells } = this.openness
    const sum = (value: (k: number) => number) => eta.reduce((total, _, k) => total + open(k) * value(k), 0)
    // Solid cells hold no water.
    const water = eta.map((value, k) => (open(k) > 0 ? value : 0))
    if (!this.#closed) this.#setLevel(this.#outside)
    else if (openCells > 0) this.#setLevel(sum((k) => water[k]!) / openCells)
    this.#water.eta.write(water)
    this.#pools?.find()
    const { nx } = this.#grid
    const levelAt = (k: number) => (this.isDivided ? this.#water.levels!.at(k % nx, Math.floor(k / nx)) : this.#level)
    this.#water.phi.write(phi.map((value, k) => value + halfKick * (water[k]! - levelAt(k))))
    for (const source of this.#sources) source.start(steps)
  }

  /** Whether `prepare` has nothing to do in steps without events: there are neither moving solids nor sources. */
  get isSteady(): boolean {
    return !this.openness.moves && this.#sources.length === 0
  }

  /** Sets solids and sources for the step of this number. */
  prepare(step: number): void {
    const timeStep = this.#timeStep
    const time = step * timeStep
    // Solids are placed where they will be at the end of the step, so that the openness belongs to the time of the surface.
    if (this.openness.moves) this.openness.move(time + timeStep)
    // After the solids: they may have divided the water, and the passes of this step read the levels of its parts.
    this.#pools?.measure()
    for (const source of this.#sources) {
      const rate = source.rateAt(time + timeStep / 2)
      source.moveTo(time + timeStep / 2)
      // p presses the surface down: dphi/dt = -g eta - p/rho.
      // The kick damps its starting potential; dividing by `keep` exempts the pressure.
      source.pour((source.isPressure ? -rate / this.#keep : rate) * this.#dt)
      if (rate !== 0 && !source.isPressure) this.#count(rate * timeStep * source.total)
    }
  }

  /**
   * Applies an event to the water.
   *
   * @throws SceneError for an event that needs terrain or a fluid in a box.
   */
  apply(event: WaterEvent): void {
    if (isEventOf('surface', event)) {
      const patch = patchOf(event, this.#grid, (i, j) => this.openness.at(i, j))
      if (event.type === 'press') this.#press(patch)
      else this.#add(patch)
    } else if (isEventOf('solids', event))
      this.openness.paint(event.type, coverageOf(event, this.#grid), event.strength)
    else throw unsupportedEvent(event, this.#solverType)
  }

  /** Whether solids divide the water into pools that may have different levels. */
  get isDivided(): boolean {
    return this.#pools?.isDivided ?? false
  }

  /** Adjusts water, added volume and sources to a change of the openness. */
  #follow(change: OpennessChange): void {
    const wasDivided = this.isDivided
    this.#pools?.follow(change)
    const elevations = this.#displacement.follow(change)
    const { cellSize } = this.#grid
    const { openCells } = this.openness
    this.#addedVolume += (elevations + this.#water.depth * change.opened) * cellSize * cellSize
    if (this.#closed && openCells > 0)
      this.#setLevel(
        wasDivided && !this.isDivided
          ? this.#pools!.meanLevel
          : (this.#level * (openCells - change.opened) + elevations) / openCells,
      )
    this.#changed()
    for (const source of this.#sources) source.refill(change)
  }

  /** Adds a patch of elevation [m]. */
  #add({ i, j, nx, nz, values }: Patch): void {
    const { data, offset, stride } = this.#water.eta
    let added = 0
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) {
        const cell = offset + (j + row) * stride + i + column
        const before = data[cell]!
        data[cell] = before + values[row * nx + column]!
        added += (data[cell]! - before) * this.openness.at(i + column, j + row)
      }
    this.#count(added)
  }

  /** Applies a patch of impulse of pressure over density [m²/s]: dphi/dt = -g eta - p/rho. The next kick does not damp it. */
  #press({ i, j, nx, nz, values }: Patch): void {
    const { data, offset, stride } = this.#water.phi
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++)
        data[offset + (j + row) * stride + i + column]! -= values[row * nx + column]! / this.#keep
  }

  /** Counts elevation that was added from outside, summed over open cells [m]. */
  #count(elevations: number): void {
    this.#addedVolume += elevations * this.#grid.cellSize * this.#grid.cellSize
    this.shiftLevel(elevations)
  }

  /** Adjusts the mean level to elevation that bodies have displaced, summed over open cells [m]. */
  shiftLevel(elevations: number): void {
    const { openCells } = this.openness
    if (elevations === 0) return
    this.#pools?.touch()
    if (this.#closed && openCells > 0) this.#setLevel(this.#level + elevations / openCells)
  }

  #setLevel(level: number): void {
    this.#level = level
    for (const parameter of this.#levels) parameter.set(level)
  }

  /** Adds a constant to the potential of all water that reaches open and fixed edges [m²/s]. It changes no flow. */
  shiftPotential(by: number): void {
    const { data, offset, stride, nx, nz } = this.#water.phi
    for (let j = 0; j < nz; j++)
      for (let i = 0; i < nx; i++)
        if (!this.isDivided || this.#pools!.isOpenAt(i, j)) data[offset + j * stride + i]! += by
  }

  /** Elevation at a point [m], interpolated between cells. */
  heightAt(x: number, z: number): number {
    return this.sampler.at(this.#water.eta, x, z)
  }

  normalAt(x: number, z: number): [number, number, number] {
    return normalOf(...this.sampler.slopeAt(this.#water.eta, x, z))
  }

  /** Volume added from outside since the start [m³]. */
  get addedVolume(): number {
    return this.#addedVolume
  }

  get scalars(): number[] {
    return [this.#level, this.#addedVolume, ...this.openness.scalars, ...(this.#pools?.scalars ?? [])]
  }

  set scalars([level, addedVolume, ...others]: number[]) {
    this.#addedVolume = addedVolume!
    this.#setLevel(level!)
    const own = this.openness.scalars.length
    this.openness.scalars = others.slice(0, own)
    if (this.#pools) this.#pools.scalars = others.slice(own)
    const { nx, nz } = this.#grid
    this.#changed()
    for (const source of this.#sources) source.refill({ i: 0, j: 0, nx, nz })
  }
}
