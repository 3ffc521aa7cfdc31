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
// Time: substeps follow the fastest wave, (|u| + c + |v| + c) dt / dx <= courant. Each is one pass from one set of fields into another, and
// the next one goes back. Bodies exchange with the water before each substep, in the first set, into which the water is copied if
// necessary. An exchange may make waves faster; its substep is then divided, so that bodies and water advance by the same time.

import { type Pass, pass } from '../../backend/pass.js'
import { PassList } from '../../backend/pass-list.js'
import type { Arena } from '../../fields/arena.js'
import type { CellBox } from '../../fields/cell-box.js'
import { Field, RowSums } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import { SCRATCH_BYTES } from '../../generated/layouts/terrain/shallow-scratch.js'
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
  /** Sources and drains, once a step. */
  readonly #sources: PassList
  /** A substep into the second set of fields, and a substep back. */
  readonly #there: PassList
  readonly #back: PassList
  /** Copies the second set into the first. */
  readonly #copyBack: PassList
  /** Foam and surface, at the end of a step. */
  readonly #finish: PassList
  /** Largest wave speed [m/s] and volume that came in through edges [m of one cell], for each row. */
  readonly #rows: RowSums
  /** Largest wave speed in cells that were changed from outside the kernels [m/s]. An array element, unlike a property, needs no heap memory. */
  readonly #changedSpeed = new Float64Array(1)
  /** A time that is to be divided into substeps [s], in an array for the same reason. */
  readonly #time = new Float64Array(1)
  #isAdvancing = false
  /** Whether the water is in the second set of fields. */
  #isThere = false
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
      changed: (box) => this.#noteSpeed(box),
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
    const copies = STATE.map((name) => pass('copyField', grid.nz, { from: second[name], to: water[name] }))
    this.#sources = new PassList(arena, this.basin.sourcePasses())
    this.#there = new PassList(arena, this.#substepPasses(water, second, scratch))
    this.#back = new PassList(arena, this.#substepPasses(second, water, scratch))
    this.#copyBack = new PassList(arena, copies)
    this.#finish = new PassList(arena, [...(this.#foam?.passes ?? []), water.surfacePass()])
    this.resources = [
      ...this.basin.resources,
      ...Object.values(second),
      ...(this.#foam?.resources ?? []),
      ...(this.#dispersion?.resources ?? []),
      this.#rows,
      scratch,
      this.#sources,
      this.#there,
      this.#back,
      this.#copyBack,
      this.#finish,
    ]
  }

  #substepPasses(from: FieldSet, to: FieldSet, scratch: RowSums): Pass[] {
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
    this.basin.start(values, this.#sources)
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
    this.basin.prepare(step)
    this.#validateSubsteps()
    this.#isAdvancing = true
    try {
      this.#addSources(context.run)
      this.substeps = this.#flow(context)
      this.#returnWater(context.run)
      context.run(this.#finish)
    } finally {
      this.#isAdvancing = false
    }
  }

  #addSources(run: Run): void {
    if (this.#sources.passes.length === 0) return
    this.basin.clock.data[0] = this.#scene.timeStep
    run(this.#sources)
  }

  /** Moves the water on by the time step: between two exchanges with bodies, by as many substeps as its fastest wave needs. Returns their number. */
  #flow({ run, isCoupled, exchange }: StepContext): number {
    const time = this.#time
    let left = this.#scene.timeStep
    let count = 0
    do {
      let rest = left
      if (isCoupled) {
        this.#returnWater(run)
        time[0] = left
        rest = left / this.#substepsForTime()
        exchange(rest)
        this.#validateSubsteps()
      }
      left -= rest
      do {
        time[0] = rest
        const substeps = this.#substepsForTime()
        // Waves of infinite speed would make the step endless.
        if (++count + substeps > 2 * MOST_SUBSTEPS) throw this.#tooManySubsteps()
        const dt = rest / substeps
        rest = substeps > 1 ? rest - dt : 0
        this.basin.clock.data[0] = dt
        this.#substep(run)
      } while (rest > 0)
    } while (left > 0)
    return count
  }

  /** Moves the water on by the time of the clock. */
  #substep(run: Run): void {
    this.#changedSpeed[0] = 0
    run(this.#isThere ? this.#back : this.#there)
    this.#isThere = !this.#isThere
  }

  /** Brings the water into the first set of fields. */
  #returnWater(run: Run): void {
    if (this.#isThere) run(this.#copyBack)
    this.#isThere = false
  }

  /** Number of substeps for `#time`, from the present wave speed. */
  #substepsForTime(): number {
    const fastest = Math.max(this.#rows.maximum(ShallowRow.double.speed), this.#changedSpeed[0]!)
    return Math.max(1, Math.ceil((this.#time[0]! * fastest) / (this.#settings.courant * this.grid.cellSize)))
  }

  /** Throws before the water has moved. */
  #validateSubsteps(): void {
    this.#time[0] = this.#scene.timeStep
    // The comparison is false for NaN, too.
    if (!(this.#substepsForTime() <= MOST_SUBSTEPS)) throw this.#tooManySubsteps()
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
  #noteSpeed({ i, j, nx, nz }: CellBox): void {
    const { gravity } = this.#settings
    const { depth, qx, qz, openness } = this.basin.water
    // All fields of one grid have the same layout.
    const { data, offset, stride } = depth
    const alongX = qx.data
    const alongZ = qz.data
    let fastest = this.#changedSpeed[0]!
    for (let row = j; row < j + nz; row++) {
      const from = offset + row * stride + i
      for (let at = from; at < from + nx; at++) {
        const deep = data[at]!
        if (deep <= this.#dry) continue
        const flow = Math.abs(alongX[at]!) + Math.abs(alongZ[at]!)
        fastest = Math.max(fastest, flow / deep + 2 * Math.sqrt(gravity * deep))
      }
    }
    this.#changedSpeed[0] = fastest
    if (openness.hasSolids) this.#meetSolids()
  }

  /** Replaces the kernels by those that account for solids. */
  #meetSolids(): void {
    if (this.#amongSolids) return
    this.#amongSolids = true
    for (const list of [this.#there, this.#back])
      list.setKernel(list.passes.find(({ kernel }) => kernel === 'shallowStep')!, 'shallowStepAmongSolids')
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
    this.#changedSpeed[0] = fastest
  }

  /** The present largest wave speed [m/s]. */
  get #fastest(): number {
    return Math.max(this.#rows.maximum(ShallowRow.double.speed), this.#changedSpeed[0]!)
  }

  get courant(): number {
    return (this.#rows.maximum(ShallowRow.double.speed) * this.#scene.timeStep) / this.substeps / this.grid.cellSize
  }
}
