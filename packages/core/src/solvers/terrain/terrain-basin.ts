// A basin with terrain: the parts that all solvers of depth and discharge share. Terrain and its changes; solids that stand, move or are
// painted; sources and drains; boundary data; drops and strokes; and the balance of added volume.

import { type Pass, pass } from '../../backend/pass.js'
import { PassList } from '../../backend/pass-list.js'
import type { Arena } from '../../fields/arena.js'
import { edgeKinds } from '../../fields/boundaries.js'
import type { CellBox, Patch } from '../../fields/cell-box.js'
import { type Field, RowSums } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import { TerrainSums } from '../../generated/layouts/terrain/terrain.js'
import { WATER_DENSITY } from '../../numerics/constants.js'
import type { StartingValues } from '../../scene/load.js'
import { SceneError } from '../../scene/parse/error.js'
import { coverageOf, patchOf } from '../../scene/rasterize/brush.js'
import { isEventOf } from '../../scene/schema/event.js'
import type { Scene, Source } from '../../scene/schema/scene.js'
import type { MeasuredSurface } from '../diagnostics.js'
import { measuredSurface } from '../shared/measured-surface.js'
import { Openness } from '../shared/openness.js'
import { SourceTerm } from '../shared/source-term.js'
import { unsupportedEvent } from '../shared/unsupported-event.js'
import type { Run, WaterEvent } from '../solver.js'
import { BoundaryData } from './boundary-data.js'
import { FlowDisplacement } from './flow-displacement.js'
import { type FlowDiscretization, FlowFields } from './flow-fields.js'
import { TerrainCoupling } from './terrain-coupling.js'
import { terrainWarnings } from './warnings.js'

/** The part of a solver that its basin calls. */
export interface TerrainFlow {
  /** Volume that has come in through the edges [m of one cell]. */
  entered(): number
  /** Sets that volume to 0. */
  resetEntered(): void
  /** Sets the discharge from a velocity potential. */
  startFlow(phi: Float64Array): void
  /** Called after water or solids within a box were changed from outside the kernels. */
  changed(box: CellBox): void
  /**
   * Whether a step is under way. Until it ends, `eta` is the surface at its beginning plus the heights that bodies have added since: foam
   * follows from the rate at which the flow raises it.
   */
  readonly isAdvancing: boolean
}

export class TerrainBasin {
  readonly water: FlowFields
  readonly fields: Map<string, Field>
  readonly coupling: TerrainCoupling
  /** The kernels' clock: one double, the length of the substep [s]. */
  readonly clock: RowSums
  readonly boundaryData: BoundaryData
  warnings: readonly string[] = []
  readonly #scene: Scene
  readonly #grid: Grid
  readonly #flow: TerrainFlow
  readonly #sources: readonly SourceTerm[]
  /** Volume that each source has added, a double for every row of its patch [m of one cell]. */
  readonly #sourceVolumes: RowSums[] = []
  readonly #measuring: PassList
  readonly #sums: RowSums
  /** Volume added from outside, except by sources and through edges [m of one cell]. */
  #added = 0

  constructor(scene: Scene, grid: Grid, discretization: FlowDiscretization, arena: Arena, flow: TerrainFlow) {
    if (scene.terrain === undefined)
      throw SceneError.at(
        ['terrain'],
        `missing: solver "${scene.solver.type}" needs terrain under its water, for instance [{ "shape": "plane", "height": -1 }] for water 1 m deep`,
      )
    this.#scene = scene
    this.#grid = grid
    this.#flow = flow
    const openness = new Openness(
      scene,
      grid,
      () => 0,
      arena,
      (change) => {
        this.#added += displacement.follow(change)
        this.#update(displacement.box)
        for (const source of this.#sources) source.refill(change)
      },
    )
    this.water = new FlowFields(edgeKinds(scene.boundaries), grid, openness, discretization, arena)
    const displacement = new FlowDisplacement(this.water)
    this.fields = new Map(this.water.all.map((field) => [field.name, field]))
    const { depth, bed } = this.water
    this.boundaryData = new BoundaryData(scene, grid, discretization.gravity, { bed: bed.field, depth }, arena)
    this.clock = new RowSums(arena, 1, 1)
    this.coupling = new TerrainCoupling(this.water, arena, (box) => {
      if (!flow.isAdvancing) this.water.updateSurface(box)
      flow.changed(box)
    })
    this.#sources = this.#planSources(arena)
    this.#sums = new RowSums(arena, grid.nz, TerrainSums.doubles)
    this.#measuring = new PassList(arena, [this.#measurePass()])
  }

  #planSources(arena: Arena): SourceTerm[] {
    const { sources, solver } = this.#scene
    const passOf = (_: Source, weights: Field, i: number, j: number) => this.#sourcePass(weights, i, j, arena)
    return sources.map((source, index) => {
      if (source.quantity === 'pressure')
        throw SceneError.at(['sources', index, 'quantity'], withoutPressure(solver.type))
      return new SourceTerm(source, index, this.#grid, this.water.openness, passOf, arena)
    })
  }

  #sourcePass(patch: Field, i: number, j: number, arena: Arena): Pass {
    const sums = new RowSums(arena, patch.nz, 1)
    this.#sourceVolumes.push(sums)
    const { depth, depthError, qx, qz, openness, discretization } = this.water
    return pass('pourTerrain', patch.nz, {
      depth,
      depthError,
      qx,
      qz,
      patch,
      openness: openness.field,
      clock: this.clock,
      sums,
      i,
      j,
      faces: Number(discretization.onFaces),
      amount: 0,
    })
  }

  #measurePass(): Pass {
    const { depth, depthError, qx, qz, bed, openness, discretization } = this.water
    return pass('measureTerrain', this.#grid.nz, {
      depth,
      depthError,
      qx,
      qz,
      bed: bed.field,
      openness: openness.field,
      sums: this.#sums,
      faces: Number(discretization.onFaces),
      dry: discretization.dry,
    })
  }

  /** Everything that has to be bound to the memory. */
  get resources() {
    return [
      ...this.fields.values(),
      ...this.boundaryData.resources,
      ...this.coupling.resources,
      ...this.#sources.map((source) => source.weights),
      ...this.#sourceVolumes,
      this.clock,
      this.#sums,
      this.#measuring,
    ]
  }

  /** Passes of the sources and drains, for the time on the clock. */
  sourcePasses(): Pass[] {
    return this.#sources.map((source) => source.pass)
  }

  /** Fills the fields. `lists`: the pass lists with the sources. */
  start(values: StartingValues, lists: readonly PassList[]): void {
    const { eta, depth, phi } = values
    const { bed, openness } = this.water
    const ground = values.bed!
    const open = openness.start(values.openness)
    const extent = ground.reduce((most, height, k) => Math.max(most, Math.abs(height), Math.abs(eta[k]! - height)), 0)
    bed.start(ground, Math.max(extent, 1e-18))
    const depths = eta.map((surface, k) => {
      const below = bed.snap(surface) - bed.snap(ground[k]!)
      return open(k) > 0 ? Math.max(0, below) + Math.max(0, depth[k]!) : 0
    })
    this.water.depth.write(depths)
    this.water.depthError.write(depths.map((value) => value - Math.fround(value)))
    this.#flow.startFlow(phi)
    this.boundaryData.start()
    for (const source of this.#sources) source.start(lists)
    this.#update(this.#wholeGrid)
    this.warnings = terrainWarnings(values, depths)
  }

  get #wholeGrid(): CellBox {
    return { i: 0, j: 0, nx: this.#grid.nx, nz: this.#grid.nz }
  }

  /** Whether `prepare` has nothing to do in steps without events: there are neither moving solids nor sources nor inflows. */
  get isSteady(): boolean {
    return !this.water.openness.moves && this.#sources.length === 0 && !this.boundaryData.hasInflows
  }

  /** Sets solids, sources and boundary data for the step of this number. */
  prepare(step: number): void {
    const { timeStep } = this.#scene
    const time = step * timeStep
    if (this.water.openness.moves) this.water.openness.move(time + timeStep)
    for (const source of this.#sources) {
      source.moveTo(time + timeStep / 2)
      source.pour(source.rateAt(time + timeStep / 2))
    }
    if (this.boundaryData.hasInflows) this.boundaryData.prepare(step)
  }

  /**
   * Applies an event to the water or to the terrain.
   *
   * @throws SceneError for an event that needs a fluid in a box, and for pressure.
   */
  apply(event: WaterEvent): void {
    const { openness, bed } = this.water
    if (event.type === 'press') throw noPressure(this.#scene.solver.type)
    if (isEventOf('surface', event)) this.#add(patchOf(event, this.#grid, (i, j) => openness.at(i, j)))
    else if (isEventOf('solids', event)) openness.paint(event.type, coverageOf(event, this.#grid), event.strength)
    else if (isEventOf('terrain', event)) {
      const brush = coverageOf(event, this.#grid)
      bed.reshape(event, brush)
      this.#update(brush)
    } else throw unsupportedEvent(event, this.#scene.solver.type)
  }

  /** Adds a patch of depth [m]; negative depths at most empty their cells. */
  #add(patch: Patch): void {
    const { i, j, nx, nz, values } = patch
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) {
        const value = values[row * nx + column]!
        const openness = this.water.openness.at(i + column, j + row)
        if (value !== 0 && openness > 0) this.#added += openness * this.water.addDepth(i + column, j + row, value)
      }
    this.#update(patch)
  }

  /** Follows a change of depth, terrain or solids within a box. */
  #update(box: CellBox): void {
    this.water.updateSurface(box)
    this.#flow.changed(box)
  }

  measure(run: Run): MeasuredSurface {
    run(this.#measuring)
    const area = this.#grid.cellSize * this.#grid.cellSize
    const column = TerrainSums.double
    const sum = (one: number) => this.#sums.sum(one)
    return measuredSurface(
      {
        volume: sum(column.depth) * area,
        addedVolume: this.#addedCells() * area,
        kineticEnergy: 0.5 * WATER_DENSITY * sum(column.kinetic) * area,
        potentialEnergy: 0.5 * WATER_DENSITY * this.water.discretization.gravity * sum(column.squares) * area,
        momentum: [WATER_DENSITY * sum(column.alongX) * area, WATER_DENSITY * sum(column.alongZ) * area],
      },
      this.#sums,
      column,
      sum(column.wet) > 0,
    )
  }

  /** Volume added from outside since the start [m of one cell]. */
  #addedCells(): number {
    return this.#sourceVolumes.reduce((sum, table) => sum + table.sum(0), this.#added + this.#flow.entered())
  }

  get scalars(): number[] {
    return [this.#addedCells(), ...this.water.bed.scalars, ...this.water.openness.scalars]
  }

  set scalars([added = 0, reshaped = 0, ...openness]: number[]) {
    this.#added = added
    for (const table of this.#sourceVolumes) table.data.fill(0)
    this.#flow.resetEntered()
    this.water.bed.scalars = [reshaped]
    this.water.openness.scalars = openness
    this.#update(this.#wholeGrid)
    for (const source of this.#sources) source.refill(this.#wholeGrid)
  }
}

function withoutPressure(solver: string): string {
  return `solver "${solver}" supports sources of water only; "columns" and "iwave" support pressure`
}

/** The error for an event that presses on water over terrain. */
function noPressure(solver: string): SceneError {
  return new SceneError([{ path: '', message: withoutPressure(solver) }], 'event')
}
