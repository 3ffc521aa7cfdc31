// Shallow water over any terrain, with bores, dam breaks, rivers and run-up.
//
//   d_t + (d u)_x + (d v)_z = 0
//   (d u)_t + (d u² + g d²/2)_x + (d u v)_z = -g d bed_x - g n² |u| u / d^(1/3)       and the same for v
//
// Finite volumes, second order in space and time: reconstruction of eta, d, u and v with limited slopes, half a step of the
// equations within each cell (MUSCL-Hancock: van Leer, SIAM J. Sci. Stat. Comput. 5, 1984), hydrostatic reconstruction and
// HLLC at the faces (kernels/terrain/riemann.ts), both directions at once. Friction is Manning's, implicit. Water thinner than the steps of
// the bed around it has steadier slopes, down to the first order (kernels/terrain/shallow-thin-water.ts).
//
// Conserved: volume, to rounding, apart from counted inflow and outflow; a lake at rest, to the bit. Depth stays >= 0, because the outflow
// of a cell is limited to its volume (the drain limiter of kernels/terrain/shallow-water.ts; Bollermann, Noelle and Lukáčová-Medviďová, Commun.
// Comput. Phys. 10, 2011). Energy is not conserved: bores dissipate it.
//
// With `dispersion`, each substep has more passes, for a pressure that is not hydrostatic (dispersion.ts).
//
// Time: substeps follow the fastest wave, (|u| + c + |v| + c) dt / dx <= courant. A pass chooses each of them, so that a step is one run.
// Each is one pass from one set of fields into another, and the next one goes back; at the end the water is copied into the first set if
// necessary. Steps in a row are one run, too, if nothing acts on the water between them. Bodies exchange with the water before each substep, in
// the first set. An exchange may make waves faster; its substep is then divided, so that bodies and water advance by the same time.

import { type Pass, pass } from '../../backend/pass.js'
import { PassList } from '../../backend/pass-list.js'
import { type Instruction, repeatUntil, skipIf } from '../../backend/program.js'
import type { Arena } from '../../fields/arena.js'
import type { CellBox } from '../../fields/cell-box.js'
import { Field, RowSums } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import { SCRATCH_BYTES } from '../../generated/layouts/terrain/shallow-scratch.js'
import { ShallowSubsteps } from '../../generated/layouts/terrain/shallow-substeps.js'
import { ShallowRow } from '../../generated/layouts/terrain/shallow-water.js'
import type { StartingValues } from '../../scene/load.js'
import type { Scene } from '../../scene/schema/scene.js'
import type { ShallowWaterSettings } from '../../scene/schema/solver.js'
import { MOST_SUBSTEPS } from '../shared/limits.js'
import type { Run, StepContext, SurfaceSolver } from '../solver.js'
import type { Dispersion } from './dispersion.js'
import { Foam } from './foam.js'
import { TerrainBasin } from './terrain-basin.js'
import { TerrainSolver } from './terrain-solver.js'

/** Default of `dryDepth` [cells]. */
const DRY = 1e-4
/** Most steps in a run. After an even number of substeps the water needs no copy, and a run of 16 steps is long against one copy. */
const MOST_STEPS = 16

const STATE = ['depth', 'depthError', 'qx', 'qz'] as const
/** One of the two sets of fields between which substeps alternate. */
type FieldSet = Readonly<Record<(typeof STATE)[number], Field>>

/** Code beyond the solver itself, which is loaded only for scenes that need it. */
export interface ShallowWaterCode {
  readonly Dispersion?: typeof Dispersion
}

export class ShallowWater extends TerrainSolver implements SurfaceSolver {
  substeps = 1
  readonly resources: SurfaceSolver['resources']
  protected readonly basin: TerrainBasin
  readonly #scene: Scene
  readonly #settings: ShallowWaterSettings
  readonly #dry: number
  readonly #foam: Foam | undefined
  readonly #dispersion: Dispersion | undefined
  /** A whole step without bodies. */
  readonly #step: PassList
  /** The parts of a step with bodies: sources and drains, substeps between two exchanges, foam and surface. */
  readonly #sources: PassList
  readonly #flow: PassList
  readonly #finish: PassList
  /** The course of the substeps. */
  readonly #substeps: RowSums
  /** A double, not 0 if the water is in the first set of fields after the last substep. */
  readonly #home: RowSums
  /** Largest wave speed [m/s] and volume that came in through edges [m of one cell], for each row. */
  readonly #rows: RowSums
  /** Largest wave speed [m/s]. */
  readonly #speed = new Float64Array(1)
  #isAdvancing = false
  #amongSolids = false
  /** Whether the fields were filled since the last refresh. */
  #isNew = false

  constructor(
    scene: Scene,
    settings: ShallowWaterSettings,
    grid: Grid,
    arena: Arena,
    threads: number,
    { Dispersion }: ShallowWaterCode,
  ) {
    super()
    this.#scene = scene
    this.#settings = settings
    this.#dry = settings.dryDepth ?? DRY * grid.cellSize
    const isAdvancing = () => this.#isAdvancing
    this.basin = new TerrainBasin(scene, grid, { gravity: settings.gravity, dry: this.#dry, onFaces: false }, arena, {
      get isAdvancing() {
        return isAdvancing()
      },
      startFlow: (phi) => this.#startFlow(phi),
      changed: (box) => this.#noteSpeedWithin(box),
      entered: () => this.#rows.sum(ShallowRow.double.entered),
      resetEntered: () => this.#rows.data.fill(0),
    })
    const { water } = this.basin
    this.#rows = new RowSums(arena, grid.nz, ShallowRow.doubles)
    const scratch = new RowSums(arena, threads, SCRATCH_BYTES / 8)
    const second = Object.fromEntries(
      STATE.map((name) => [name, new Field(arena, water[name], grid.nx, grid.nz)]),
    ) as unknown as FieldSet
    this.#foam = settings.foamLife > 0 ? new Foam(scene, settings, water, this.#dry, arena) : undefined
    if (this.#foam) this.basin.fields.set(this.#foam.field.name, this.#foam.field)
    if (settings.dispersion !== 'off') {
      this.#dispersion = new Dispersion!(scene, settings, this.basin, this.#dry, second, this.#rows, arena, threads)
      for (const field of this.#dispersion.state) this.basin.fields.set(field.name, field)
    }
    this.#substeps = new RowSums(arena, 1, ShallowSubsteps.doubles)
    this.#home = new RowSums(arena, 1, 1)
    const sources = this.basin.sourcePasses()
    const flow = this.#flowProgram(second, scratch)
    const finish = [...(this.#foam?.passes ?? []), water.surfacePass()]
    this.#step = new PassList(arena, [...sources, ...flow, ...finish])
    this.#sources = new PassList(arena, sources)
    this.#flow = new PassList(arena, flow)
    this.#finish = new PassList(arena, finish)
    this.resources = [
      ...this.basin.resources,
      ...Object.values(second),
      ...(this.#foam?.resources ?? []),
      ...(this.#dispersion?.resources ?? []),
      this.#rows,
      scratch,
      this.#substeps,
      this.#home,
      this.#step,
      this.#sources,
      this.#flow,
      this.#finish,
    ]
  }

  /** Substeps until no time is left: from the first set of fields into the second, back, and so on. Postcondition: the water is in the first set. */
  #flowProgram(second: FieldSet, scratch: RowSums): Instruction[] {
    const { water } = this.basin
    const there = this.#substepPasses(water, second, scratch)
    const back = this.#substepPasses(second, water, scratch)
    const copies = STATE.map((name) => pass('copyField', this.grid.nz, { from: second[name], to: water[name] }))
    const [atHome, away] = [this.#choosePass(true), this.#choosePass(false)]
    return [
      atHome,
      repeatUntil(this.#substeps, MOST_STEPS * MOST_SUBSTEPS, [
        ...there,
        away,
        skipIf(this.#substeps, [...back, atHome]),
      ]),
      skipIf(this.#home, copies),
    ]
  }

  #choosePass(isHome: boolean): Pass {
    return pass('chooseSubstep', 1, {
      substeps: this.#substeps,
      rows: this.#rows,
      clock: this.basin.clock,
      home: this.#home,
      isHome: Number(isHome),
      most: MOST_SUBSTEPS,
    })
  }

  #substepPasses(from: FieldSet, to: FieldSet, scratch: RowSums): Instruction[] {
    const flow = this.#flowPass(from, to, scratch)
    return this.#dispersion?.around(flow, from, to) ?? [flow]
  }

  #flowPass(from: FieldSet, to: FieldSet, scratch: RowSums): Pass {
    const { nx, nz, cellSize } = this.grid
    const { gravity, manning } = this.#settings
    return pass('shallowStep', nz, {
      depth: from.depth,
      depthError: from.depthError,
      qx: from.qx,
      qz: from.qz,
      newDepth: to.depth,
      newDepthError: to.depthError,
      newQx: to.qx,
      newQz: to.qz,
      bed: this.basin.water.bed.field,
      openness: this.basin.water.openness.field,
      ...this.basin.boundaryData.arguments,
      clock: this.basin.clock,
      rows: this.#rows,
      scratch,
      gravity,
      friction: gravity * manning * manning,
      dry: this.#dry,
      cellSize,
      alongX: nx > 1 || nz === 1 ? 1 : 0,
      alongZ: nz > 1 ? 1 : 0,
    })
  }

  start(values: StartingValues): void {
    const { reach, timeStep } = ShallowSubsteps.double
    this.#substeps.data[reach] = this.#settings.courant * this.grid.cellSize
    this.#substeps.data[timeStep] = this.#scene.timeStep
    this.basin.start(values, [this.#step, this.#sources])
    this.#isNew = true
  }

  /** The vertical velocity at the start follows from the flow; a snapshot has it. */
  override refresh(_step: number, run: Run): void {
    if (this.#isNew) this.#dispersion?.start(run)
    this.#isNew = false
  }

  override measure(run: Run) {
    const water = super.measure(run)
    return this.#dispersion?.measure(run, water) ?? water
  }

  advance(step: number, context: StepContext): void {
    this.advanceSeveral(step, 1, context)
  }

  /** Without foam, dispersion and sources, the water may stay in the second set of fields between steps, and only the last surface is seen. */
  advanceSeveral(step: number, most: number, context: StepContext): number {
    this.basin.prepare(step)
    this.#validateSubsteps()
    const { count, following, left } = ShallowSubsteps.double
    const course = this.#substeps.data
    const steps = this.#foam || this.#dispersion || !this.basin.isSteady ? 1 : Math.min(most, MOST_STEPS)
    course[following] = steps - 1
    course[count] = 0
    // Sources act over the whole step.
    this.basin.clock.data[0] = this.#scene.timeStep
    this.#isAdvancing = true
    let isComplete = true
    try {
      if (context.isCoupled) this.#stepWithBodies(context)
      else {
        course[left] = this.#scene.timeStep
        isComplete = this.#flowOn(this.#step, context.run)
      }
    } finally {
      this.#isAdvancing = false
    }
    this.substeps = course[count]!
    const begun = steps - course[following]!
    // If a later step has no end, the steps before it were made; the next call starts with it.
    if (!isComplete && begun === 1) throw this.#tooManySubsteps()
    return isComplete ? begun : begun - 1
  }

  /** Makes a step in which bodies exchange with the water before each substep. */
  #stepWithBodies({ run, exchange }: StepContext): void {
    if (this.#sources.passes.length > 0) run(this.#sources)
    const { left } = ShallowSubsteps.double
    const course = this.#substeps.data
    let remaining = this.#scene.timeStep
    do {
      course[left] = remaining
      const time = remaining / this.#substepsLeft()
      exchange(time)
      this.#validateSubsteps()
      remaining -= time
      course[left] = time
      if (!this.#flowOn(this.#flow, run)) throw this.#tooManySubsteps()
    } while (remaining > 0)
    run(this.#finish)
  }

  /** Runs a list in which the water moves on by the time that is left. Returns whether it did, within the largest number of substeps. */
  #flowOn(list: PassList, run: Run): boolean {
    run(list)
    return this.#substeps.data[ShallowSubsteps.double.left] === 0
  }

  /** Number of substeps for the time that is left, from the present wave speed. */
  #substepsLeft(): number {
    const { left, reach } = ShallowSubsteps.double
    const course = this.#substeps.data
    this.#noteSpeed()
    return Math.max(1, Math.ceil((course[left]! * this.#speed[0]!) / course[reach]!))
  }

  /** Throws before the water has moved. */
  #validateSubsteps(): void {
    this.#substeps.data[ShallowSubsteps.double.left] = this.#scene.timeStep
    // The comparison is false for NaN, too.
    if (!(this.#substepsLeft() <= MOST_SUBSTEPS)) throw this.#tooManySubsteps()
  }

  #tooManySubsteps(): RangeError {
    return new RangeError(
      `a step of ${this.#scene.timeStep} s would need more than ${MOST_SUBSTEPS} substeps: waves travel at ${this.#fastest.toPrecision(3)} m/s on cells of ${this.grid.cellSize} m; make timeStep smaller or cellSize larger`,
    )
  }

  #startFlow(phi: Float64Array): void {
    const { nx, nz, cellSize } = this.grid
    const { depth, qx, qz } = this.basin.water
    const { boundaries } = this.#scene
    const slope = (before: number, behind: number, cells: number) =>
      cells > 0 ? (phi[behind]! - phi[before]!) / (cells * cellSize) : 0
    const depths = depth.read()
    /** The neighbors of a column or row and their distance [cells]. */
    const beside = (at: number, count: number, isPeriodic: boolean): [number, number, number] => {
      if (isPeriodic) return [(at + count - 1) % count, (at + 1) % count, 2]
      const [before, behind] = [Math.max(0, at - 1), Math.min(count - 1, at + 1)]
      return [before, behind, behind - before]
    }
    const besideX = (i: number) => beside(i, nx, boundaries['x-'] === 'periodic')
    const besideZ = (j: number) => beside(j, nz, boundaries['z-'] === 'periodic')
    const along = (slopeAt: (i: number, j: number) => number) =>
      depths.map((d, k) => d * slopeAt(k % nx, Math.floor(k / nx)))
    qx.write(
      along((i, j) => {
        const [left, right, cells] = besideX(i)
        return slope(j * nx + left, j * nx + right, cells)
      }),
    )
    qz.write(
      along((i, j) => {
        const [up, down, cells] = besideZ(j)
        return slope(up * nx + i, down * nx + i, cells)
      }),
    )
  }

  /** Notes the wave speed within a box: kernels measure it only in a substep. */
  #noteSpeedWithin(box: CellBox): void {
    const { openness } = this.basin.water
    this.#changedSpeed = this.basin.coupling.fastestWithin(box, this.#changedSpeed)
    if (openness.hasSolids) this.#meetSolids()
  }

  /** Replaces the kernels by those that account for solids. */
  #meetSolids(): void {
    if (this.#amongSolids) return
    this.#amongSolids = true
    for (const list of [this.#step, this.#flow])
      for (const one of list.passes) if (one.kernel === 'shallowStep') list.setKernel(one, 'shallowStepAmongSolids')
  }

  override get state(): readonly Field[] {
    return [...super.state, ...(this.#foam ? [this.#foam.field] : []), ...(this.#dispersion?.state ?? [])]
  }

  /** The wave speed is state: after a snapshot the next step has the same substeps. */
  override get scalars(): number[] {
    return [this.#fastest, ...super.scalars]
  }

  override set scalars([fastest = 0, ...others]: number[]) {
    super.scalars = others
    this.#changedSpeed = fastest
  }

  /** The present largest wave speed [m/s]. */
  get #fastest(): number {
    this.#noteSpeed()
    return this.#speed[0]!
  }

  /** Finds the present largest wave speed. */
  #noteSpeed(): void {
    this.#rows.noteMaximum(ShallowRow.double.speed, this.#speed)
    this.#speed[0] = Math.max(this.#speed[0]!, this.#substeps.data[ShallowSubsteps.double.changedSpeed]!)
  }

  /** Largest wave speed in cells that were changed from outside the kernels [m/s]. */
  get #changedSpeed(): number {
    return this.#substeps.data[ShallowSubsteps.double.changedSpeed]!
  }

  set #changedSpeed(speed: number) {
    this.#substeps.data[ShallowSubsteps.double.changedSpeed] = speed
  }

  get courant(): number {
    return (this.#rows.maximum(ShallowRow.double.speed) * this.#scene.timeStep) / this.substeps / this.grid.cellSize
  }
}
