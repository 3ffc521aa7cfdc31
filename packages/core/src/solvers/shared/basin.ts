// Water in a basin, as every solver of elevation and potential has it: solids that stand, move or are painted, springs,
// brushes, and the books of what came in.
//
// A potential has no zero of its own. Measuring it against the mean level keeps it small in a closed basin: a pool
// filled above its rest level would otherwise make phi grow for ever, and floats lose digits.

import { type Pass, pass } from '../../backend/pass.js'
import type { PassList } from '../../backend/pass-list.js'
import type { Arena } from '../../fields/arena.js'
import { isClosed } from '../../fields/boundaries.js'
import type { Patch } from '../../fields/cell-box.js'
import type { Field } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import { normalOf, Sampler } from '../../fields/sampling.js'
import type { StartingValues } from '../../scene/load.js'
import type { Obstacle, Scene, Source } from '../../scene/schema/scene.js'
import { Displacement } from './displacement.js'
import { Openness, type OpennessChange } from './openness.js'
import { SourceTerm } from './source-term.js'

/** The water of a basin, for solids and springs to act on. */
export interface BasinWater {
  /** Elevation [m] and potential [m²/s] on the scene's grid. */
  readonly eta: Field
  readonly phi: Field
  /** What pressure is poured onto: what a kick of the potential starts from. */
  readonly pressed: Field
  /** Depth that counts as volume [m]: 0 where the water has no bottom. */
  readonly depth: number
  /** How deep a moving solid reaches that does not say [m]. */
  readonly draughtOf: (solid: Obstacle) => number
}

/** What a basin has to know of a substep. */
export interface BasinSubstep {
  /** Its length [s]. */
  readonly dt: number
  /** What the kick leaves of the potential. */
  readonly keep: number
  /** g times the time that phi is behind eta [m/s]. */
  readonly halfKick: number
}

export class Basin {
  readonly openness: Openness
  readonly sampler: Sampler
  readonly #timeStep: number
  readonly #grid: Grid
  readonly #water: BasinWater
  readonly #displacement: Displacement
  readonly #sources: readonly SourceTerm[]
  readonly #closed: boolean
  readonly #changed: () => void
  #levels: { schedule: PassList; address: number }[] = []
  /** Level that phi is measured against [m]: the mean in a closed basin, else the rest level. */
  #level = 0
  #addedVolume = 0
  #dt = 0
  #keep = 1

  /** `changed` is told after solids have changed, and after a snapshot that may have changed them. */
  constructor(scene: Scene, grid: Grid, water: BasinWater, arena: Arena, changed: () => void) {
    this.#timeStep = scene.timeStep
    this.#grid = grid
    this.#water = water
    this.#closed = isClosed(scene.boundaries)
    this.#changed = changed
    this.openness = new Openness(scene, grid, water.draughtOf, arena, (change) => this.#follow(change))
    this.#displacement = new Displacement(this.openness, water.eta, water.phi)
    const passOf = ({ quantity }: Source, weights: Field, i: number, j: number) => {
      const target = quantity === 'pressure' ? water.pressed : water.eta
      return pass('pour', weights.nz, { target, patch: weights, i, j, amount: 0 })
    }
    this.#sources = scene.sources.map(
      (source, index) => new SourceTerm(source, index, grid, this.openness, passOf, arena),
    )
    this.sampler = new Sampler(grid, scene.boundaries, this.openness)
  }

  /** Springs of water in a substep. */
  massSources(): Pass[] {
    return this.#sources.filter(({ isPressure }) => !isPressure).map((source) => source.pass)
  }

  /** Springs of pressure in a substep. */
  pressureSources(): Pass[] {
    return this.#sources.filter(({ isPressure }) => isPressure).map((source) => source.pass)
  }

  /** What has to be attached to the memory beside the fields. */
  get resources() {
    return this.#sources.map((source) => source.weights)
  }

  /**
   * Fills the fields. `steps` and `others`: schedules with springs, and without, whose level is to be kept.
   */
  start(
    { eta, phi, openness }: StartingValues,
    steps: readonly PassList[],
    others: readonly PassList[],
    { dt, keep, halfKick }: BasinSubstep,
  ): void {
    this.#dt = dt
    this.#keep = keep
    this.#levels = [...steps, ...others].flatMap((schedule) =>
      schedule.passes.flatMap((one) =>
        'level' in one.arguments ? [{ schedule, address: schedule.addressOf(one, 'level') }] : [],
      ),
    )
    const open = this.openness.start(openness)
    const { openCells } = this.openness
    const sum = (value: (k: number) => number) => eta.reduce((total, _, k) => total + open(k) * value(k), 0)
    // Solid cells hold no water: what a scene puts there is left out.
    const water = eta.map((value, k) => (open(k) > 0 ? value : 0))
    if (this.#closed && openCells > 0) this.#setLevel(sum((k) => water[k]!) / openCells)
    this.#water.eta.write(water)
    this.#water.phi.write(phi.map((value, k) => value + halfKick * (water[k]! - this.#level)))
    for (const source of this.#sources) source.start(steps)
  }

  /** Sets solids and springs for a step, by its number. */
  prepare(step: number): void {
    const timeStep = this.#timeStep
    const time = step * timeStep
    // Solids are where they will be when the step ends, so that the openness belongs to the time of the surface.
    if (this.openness.moves) this.openness.move(time + timeStep)
    for (const source of this.#sources) {
      const rate = source.rateAt(time + timeStep / 2)
      source.moveTo(time + timeStep / 2)
      // p presses the surface down: dphi/dt = -g eta - p/rho.
      // What is poured is damped by the kick, what presses is not.
      source.pour((source.isPressure ? -rate / this.#keep : rate) * this.#dt)
      if (rate !== 0 && !source.isPressure) this.#count(rate * timeStep * source.total)
    }
  }

  paint(kind: 'build' | 'erase', brush: Patch, strength: number): void {
    this.openness.paint(kind, brush, strength)
  }

  /** Makes water, books and springs follow a change of the openness. */
  #follow(change: OpennessChange): void {
    const elevations = this.#displacement.follow(change)
    const { cellSize } = this.#grid
    const { openCells } = this.openness
    this.#addedVolume += (elevations + this.#water.depth * change.opened) * cellSize * cellSize
    if (this.#closed && openCells > 0)
      this.#setLevel((this.#level * (openCells - change.opened) + elevations) / openCells)
    this.#changed()
    for (const source of this.#sources) source.refill(change)
  }

  pour({ i, j, nx, nz, values }: Patch): void {
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

  /** Books elevation, summed over open cells, that came from outside. */
  #count(elevations: number): void {
    this.#addedVolume += elevations * this.#grid.cellSize * this.#grid.cellSize
    this.shiftLevel(elevations)
  }

  /** Follows elevation, summed over open cells, that bodies have raised and not brought. */
  shiftLevel(elevations: number): void {
    const { openCells } = this.openness
    if (this.#closed && openCells > 0 && elevations !== 0) this.#setLevel(this.#level + elevations / openCells)
  }

  #setLevel(level: number): void {
    this.#level = level
    for (const { schedule, address } of this.#levels) schedule.setFloat(address, level)
  }

  /** Elevation above a point [m], between cells. */
  heightAt(x: number, z: number): number {
    return this.sampler.at(this.#water.eta, x, z)
  }

  normalAt(x: number, z: number): [number, number, number] {
    return normalOf(...this.sampler.slopeAt(this.#water.eta, x, z))
  }

  /** Water from outside since the start [m³]. */
  get addedVolume(): number {
    return this.#addedVolume
  }

  get scalars(): number[] {
    return [this.#level, this.#addedVolume, ...this.openness.scalars]
  }

  set scalars([level, addedVolume, ...openness]: number[]) {
    this.#addedVolume = addedVolume!
    this.#setLevel(level!)
    this.openness.scalars = openness
    const { nx, nz } = this.#grid
    this.#changed()
    for (const source of this.#sources) source.refill({ i: 0, j: 0, nx, nz })
  }
}

/** What a solver with a basin leaves to it. */
export abstract class BasinSolver {
  protected abstract readonly basin: Basin

  paint(kind: 'build' | 'erase', brush: Patch, strength: number): void {
    this.basin.paint(kind, brush, strength)
  }

  pour(patch: Patch): void {
    this.basin.pour(patch)
  }

  opennessAt(i: number, j: number): number {
    return this.basin.openness.at(i, j)
  }

  get scalars(): number[] {
    return this.basin.scalars
  }

  set scalars(scalars: number[]) {
    this.basin.scalars = scalars
  }
}
