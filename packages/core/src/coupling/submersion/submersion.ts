// The submersion of each body, by two levels of the water (level-fits.ts). Two steps of an exchange (body-coupling.ts) are made here,
// and the water is raised by the displaced volume between them:
//
//   locate    cuts bodies into columns, fits the undisturbed level, sums the displaced volume
//   measure   fits the local level of the raised water, sums the submerged volume and areas

import { BodyColumns } from '../../bodies/columns/body-columns.js'
import { ParallelColumns } from '../../bodies/columns/parallel-columns.js'
import type { BodyWorld, LoadedBody } from '../../bodies/world.js'
import { BodyRecord } from '../../generated/layouts/bodies/body-record.js'
import { flowingDepth } from '../pressing.js'
import type { WaterCoupling } from '../water-coupling.js'
import { Heave } from './heave.js'
import { LevelFits } from './level-fits.js'
import { ParallelSubmersion } from './parallel-submersion.js'
import { SubmergedBody } from './submerged-body.js'
import { type ColumnsView, SubmergedColumns } from './submerged-columns.js'
import { SubmergedSums } from './submerged-sums.js'

export class Submersion {
  readonly bodies: SubmergedBody[] = []
  /** Rounding error of the heights that `heave` has raised through draughts, summed over cells [m]. */
  raisedError = 0
  /** Whether the last exchange has measured bodies by passes, together. */
  areTogether = false
  readonly #water: WaterCoupling
  readonly #bodyColumns: BodyColumns
  readonly #columns: SubmergedColumns
  readonly #fits: LevelFits
  /** Cuts on all threads, where there is room for that. */
  readonly #parallel: ParallelColumns | undefined
  readonly #sums: SubmergedSums
  /** Passes over all bodies, where there is room for them. */
  readonly #passes: ParallelSubmersion | undefined
  readonly #heave: Heave | undefined
  readonly #recordOf = () => this.#columns.memory.recordInRoom

  /** `isByDraught`: whether bodies heave by the level through their draught, in dispersive water that they act on. */
  constructor(water: WaterCoupling, isByDraught = false) {
    this.#water = water
    this.#bodyColumns = new BodyColumns(water.grid)
    this.#parallel = water.room && new ParallelColumns(water.room.cutting, water.grid)
    this.#columns = new SubmergedColumns(water)
    this.#fits = new LevelFits(water)
    this.#sums = new SubmergedSums(water)
    this.#passes = water.room && new ParallelSubmersion(water.room.exchange, water)
    this.#heave = isByDraught && water.surface ? new Heave(water, water.surface) : undefined
  }

  get columns(): ColumnsView {
    return this.#columns
  }

  /**
   * Cuts all bodies into columns at their present pose and finds the part below the undisturbed level. `dt`: time since the last call
   * [s], 0 for the first one. On return `undisturbed`, `displaced` and `columns.displacedHeight` are valid.
   */
  locate(bodies: readonly LoadedBody[], world: BodyWorld, dt: number): void {
    const columns = this.#columns
    const { spans } = columns
    spans.clear()
    for (let body = this.bodies.length; body < bodies.length; body++) this.bodies[body] = new SubmergedBody()
    const { positions, rotations } = world
    if (this.#parallel)
      this.#parallel.cut(bodies, positions, rotations, spans, this.bodies, this.#recordOf, this.#bodyColumns)
    else this.#cutAlone(bodies, positions, rotations)
    this.raisedError = 0
    if (this.#passes?.begin(columns.memory.recordInRoom, bodies.length, dt))
      this.#locateTogether(this.#passes, bodies, world, dt)
    else this.#locateOneByOne(bodies, world, dt)
  }

  #locateTogether(passes: ParallelSubmersion, bodies: readonly LoadedBody[], world: BodyWorld, dt: number): void {
    for (let body = 0; body < bodies.length; body++) {
      const submerged = this.bodies[body]!
      passes.writeLocated(body, submerged, bodies[body]!, world, this.#mayHeave(submerged, world.masses, body, dt))
    }
    passes.locate(bodies.length)
    for (let body = 0; body < bodies.length; body++) {
      const submerged = this.bodies[body]!
      const displaced = passes.displacedOf(body)
      if (passes.readLocated(body, submerged)) {
        submerged.wasOverWater = submerged.isOverWater
        const at = body * BodyRecord.doubles + BodyRecord.double.planeArea
        this.#heave!.take(submerged, this.#columns, passes.doubles, at, displaced)
      } else {
        submerged.heave.clear()
        submerged.heave.level.copy(submerged.undisturbed)
      }
      this.#setDisplaced(submerged, displaced)
    }
  }

  #locateOneByOne(bodies: readonly LoadedBody[], world: BodyWorld, dt: number): void {
    const columns = this.#columns
    for (let body = 0; body < bodies.length; body++) {
      const submerged = this.bodies[body]!
      const centerX = world.centers[3 * body]!
      const centerZ = world.centers[3 * body + 2]!
      columns.locate(submerged, centerX, centerZ)
      this.#sums.measureOffset(submerged, columns, bodies[body]!.solid, world, body)
      columns.observe(submerged)
      if (this.#mayHeave(submerged, world.masses, body, dt) && this.#heave?.prepare(submerged, columns)) {
        submerged.wasOverWater = submerged.isOverWater
        this.#setDisplaced(submerged, this.#heave.displaced)
      } else {
        submerged.heave.clear()
        this.#fits.followUndisturbed(submerged, columns, centerX, centerZ, dt)
        submerged.heave.level.copy(submerged.undisturbed)
        this.#setDisplaced(submerged, columns.measureBelow(submerged, submerged.undisturbed, 'displacedHeight'))
      }
    }
  }

  /**
   * Whether a body may heave by the level through its draught. The kernels of draughts are as wide as the body is deep, and do not know walls. Among
   * several pools they would carry water across. A body on a path does not answer to the level, and may leave the grid, where the kernel is cut: waves
   * would grow.
   */
  #mayHeave({ wasOverWater }: SubmergedBody, masses: Float64Array, body: number, dt: number): boolean {
    return (
      this.#heave !== undefined && dt > 0 && wasOverWater && !this.#water.isDivided && Number.isFinite(masses[body]!)
    )
  }

  #cutAlone(bodies: readonly LoadedBody[], positions: ArrayLike<number>, rotations: ArrayLike<number>): void {
    const { spans } = this.#columns
    for (let body = 0; body < bodies.length; body++) {
      const submerged = this.bodies[body]!
      submerged.first = spans.count
      this.#bodyColumns.add(bodies[body]!.solid, positions, rotations, body, spans)
      submerged.end = spans.count
    }
  }

  /**
   * Finds the level through the draught for all bodies with a waterplane, in dispersive water, and raises the water as far as they have heaved.
   * To be called after the water was raised by the displaced heights, which are then valid for the new level. Returns whether they have changed.
   */
  heave(world: BodyWorld, dt: number): boolean {
    if (!this.#heave) return false
    this.#heave.begin()
    for (let first = 0; first < this.bodies.length; ) {
      const end = this.#heave.weigh(this.bodies, this.#columns, first)
      let kernel = 0
      for (let body = first; body < end; body++) {
        const submerged = this.bodies[body]!
        if (submerged.heave.added === 0) continue
        if (this.#heave.follow(kernel++, submerged, this.#columns, world, body, dt))
          this.#setDisplaced(submerged, this.#heave.displaced)
      }
      first = end
    }
    this.raisedError = this.#heave.end()
    return true
  }

  /** Sets the displaced volume of a body. `heights`: sum of the displaced heights of its columns, weighted by openness [m]. */
  #setDisplaced(submerged: SubmergedBody, heights: number): void {
    const { cellSize } = this.#water.grid
    submerged.displaced = heights * cellSize * cellSize
  }

  /**
   * Measures the submerged part of all bodies, after the water was raised by the displaced heights. On return `local`,
   * `buoyancyLevel`, all moments and `columns.submergedHeight` are valid.
   */
  measure(world: BodyWorld, dt: number): void {
    const columns = this.#columns
    this.areTogether = this.#passes?.begin(columns.memory.recordInRoom, this.bodies.length, dt) ?? false
    if (this.areTogether) {
      this.#passes!.measure(this.bodies, this.#sums)
      return
    }
    for (let body = 0; body < this.bodies.length; body++) {
      const submerged = this.bodies[body]!
      columns.observe(submerged)
      this.#fits.fitLocal(submerged, columns)
      const { undisturbed, heave, local, buoyancyLevel } = submerged
      if (heave.added > 0) buoyancyLevel.copy(heave.level)
      else buoyancyLevel.interpolate(undisturbed, local, this.#resolvedFraction(submerged, dt))
      columns.measureBelow(submerged, submerged.buoyancyLevel, 'submergedHeight')
      this.#sums.sumSubmerged(submerged, columns, world.centers[3 * body + 1]!)
    }
  }

  /**
   * Fraction of the local level that steps of `dt` resolve: 1 / (1 + θ²), θ the phase that a wave of two body widths travels in a step.
   * A wave that crosses the body within a step has to be left out: its impulse would have the wrong sign.
   */
  #resolvedFraction({ first, end }: SubmergedBody, dt: number): number {
    // Prescribed waves do not respond to bodies: nothing can grow.
    if (end === first || !this.#water.isTwoWay) return 1
    const width = Math.sqrt(end - first) * this.#water.grid.cellSize
    const depth = flowingDepth(this.#water, this.#columns.depth[first]!, width / 2)
    const phase = (Math.sqrt(this.#water.gravity * depth) * dt * Math.PI) / width
    return 1 / (1 + phase * phase)
  }
}
