// Shallow water over any ground, with bores, dam breaks, rivers and run-up.
//
//   d_t + (d u)_x + (d v)_z = 0
//   (d u)_t + (d u² + g d²/2)_x + (d u v)_z = -g d bed_x - g n² |u| u / d^(1/3)       and the same for v
//
// Finite volumes, second order in space and time: reconstruction of eta, d, u and v with limited slopes, half a step of the
// equations within each cell (MUSCL-Hancock: van Leer, SIAM J. Sci. Stat. Comput. 5, 1984), hydrostatic reconstruction and
// HLLC at the faces (kernels/terrain/riemann.ts), both directions at once. Friction is Manning's, implicit.
//
// Kept: volume, to rounding, with what came in and went out in the books; a lake at rest, to the bit; depth >= 0, because no
// cell gives away more than it has (the drain of kernels/terrain/shallow-water.ts; Bollermann, Noelle and Lukáčová-Medviďová, Commun.
// Comput. Phys. 10, 2011). Not kept: energy, which bores lose, as they do.
//
// Time: substeps follow the fastest wave of the moment, (|u| + c + |v| + c) dt / dx <= courant. Each is one pass from one set
// of fields into another, and back with the next. Bodies exchange with the water before each of them, in the first set: the water is
// copied back. An exchange may make waves faster; then its substep is made in parts, so that bodies and water go on by the same time.

import { type Pass, pass } from '../../backend/pass.js'
import { PassList } from '../../backend/pass-list.js'
import type { Arena } from '../../fields/arena.js'
import type { CellBox } from '../../fields/cell-box.js'
import { Field, type FieldInfo, RowSums } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import { SCRATCH_BYTES } from '../../generated/layouts/terrain/shallow-scratch.js'
import { ShallowRow } from '../../generated/layouts/terrain/shallow-water.js'
import { exp } from '../../numerics/elementary.js'
import type { StartingValues } from '../../scene/load.js'
import type { Scene } from '../../scene/schema/scene.js'
import type { ShallowWaterSettings } from '../../scene/schema/solver.js'
import type { Solver } from '../solver.js'
import { TerrainSolver } from './terrain-solver.js'

/** Default of `dryDepth`, in cells. */
const DRY = 1e-4
/** More substeps than this in one step is a mistake in the scene, not a simulation. */
const MOST_SUBSTEPS = 100_000

/** What a set of fields holds of the water. */
interface Water {
  readonly depth: Field
  readonly depthError: Field
  readonly qx: Field
  readonly qz: Field
}

const FOAM: FieldInfo = { name: 'foam', unit: '', description: 'how white the water is with foam: 0 clear, 1 white' }
/** How much faster than it fades water becomes white where it breaks. */
const WHITENING = 12
/** Least depth of foam, in dry depths: a film has none. */
const FOAM_DEPTH = 20

/** How far a step has come. */
const POUR = 0
const FLOW = 1
const CLOSE = 2
const DONE = 3

export class ShallowWater extends TerrainSolver implements Solver {
  readonly step: PassList
  readonly resources: Solver['resources']
  readonly #settings: ShallowWaterSettings
  readonly #dry: number
  /** Springs and drains, once a step. */
  readonly #pouring: PassList
  /** A substep into the second set of fields and one back. */
  readonly #back: PassList
  /** The water from the second set; the surface; and both. */
  readonly #homing: PassList
  readonly #closing: PassList
  readonly #fetching: PassList
  /** A row: largest wave speed [m/s], and what came in through edges [m of one cell]. */
  readonly #rows: RowSums
  /**
   * Time left of the step [s], the largest wave speed that somebody's doing may have made [m/s], and the time left until the next exchange [s]:
   * doubles in a list are not boxed.
   */
  readonly #left = new Float64Array(3)
  #foam: Field | undefined
  #newFoam: Field | undefined
  #stage = POUR
  #away = false
  #count = 0
  #amongSolids = false
  substeps = 1

  constructor(scene: Scene, settings: ShallowWaterSettings, grid: Grid, arena: Arena, threads: number) {
    const dry = settings.dryDepth ?? DRY * grid.cellSize
    super(scene, grid, { gravity: settings.gravity, dry, onFaces: false }, arena)
    this.#settings = settings
    this.#dry = dry
    this.#rows = new RowSums(arena, grid.nz, ShallowRow.doubles)
    const scratch = new RowSums(arena, threads, SCRATCH_BYTES / 8)
    const { depth, depthError, qx, qz } = this
    const home: Water = { depth, depthError: depthError, qx, qz }
    const other = (field: Field) => new Field(arena, field, grid.nx, grid.nz)
    const away: Water = { depth: other(depth), depthError: other(depthError), qx: other(qx), qz: other(qz) }
    this.#pouring = new PassList(arena, this.pours())
    this.step = new PassList(arena, [this.#flowPass(home, away, scratch)])
    this.#back = new PassList(arena, [this.#flowPass(away, home, scratch)])
    const closing = [...this.#foamPasses(arena), this.surfacePass()]
    this.#closing = new PassList(arena, closing)
    const copies = () =>
      (['depth', 'depthError', 'qx', 'qz'] as const).map((name) =>
        pass('copyField', grid.nz, { from: away[name], to: home[name] }),
      )
    this.#homing = new PassList(arena, copies())
    this.#fetching = new PassList(arena, [...copies(), ...closing])
    this.resources = [
      ...this.shared,
      ...Object.values(away),
      ...(this.#newFoam ? [this.#newFoam] : []),
      this.#rows,
      scratch,
      this.#pouring,
      this.step,
      this.#back,
      this.#homing,
      this.#closing,
      this.#fetching,
    ]
  }

  #flowPass(from: Water, to: Water, scratch: RowSums) {
    const { nx, nz, cellSize } = this.grid
    const { gravity, manning } = this.#settings
    return pass('shallowStep', nz, {
      ...from,
      newDepth: to.depth,
      newDepthError: to.depthError,
      newQx: to.qx,
      newQz: to.qz,
      bed: this.bed.field,
      openness: this.openness.field,
      ...this.edges.arguments,
      clock: this.clock,
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

  /** Foam of a step, from what the surface was at its beginning: before the surface itself. */
  #foamPasses(arena: Arena): Pass[] {
    const { foamLife, gravity } = this.#settings
    if (foamLife === 0) return []
    const { nx, nz, cellSize } = this.grid
    const foam = new Field(arena, FOAM, nx, nz)
    this.#foam = foam
    this.#newFoam = new Field(arena, FOAM, nx, nz)
    this.fields.set(FOAM.name, foam)
    const { timeStep, boundaries } = this.scene
    const { depth, qx, qz, eta } = this
    const foaming = {
      depth,
      qx,
      qz,
      eta,
      bed: this.bed.field,
      foam,
      newFoam: this.#newFoam,
      gravity,
      timeStep,
      cellSize,
      keep: exp(-timeStep / foamLife),
      whiten: 1 - exp((-timeStep / foamLife) * WHITENING),
      dry: FOAM_DEPTH * this.#dry,
      xJoined: boundaries['x-'] === 'periodic' ? 1 : 0,
      zJoined: boundaries['z-'] === 'periodic' ? 1 : 0,
    }
    return [pass('foam', nz, foaming), pass('foamTaken', nz, foaming)]
  }

  override get state(): readonly Field[] {
    return this.#foam ? [...super.state, this.#foam] : super.state
  }

  start(values: StartingValues): void {
    this.fill(values, this.#pouring)
    this.disturbed({ i: 0, j: 0, nx: this.grid.nx, nz: this.grid.nz })
  }

  protected startFlow(phi: Float64Array): void {
    const { nx, nz, cellSize } = this.grid
    const slope = (before: number, behind: number, cells: number) =>
      cells > 0 ? (phi[behind]! - phi[before]!) / (cells * cellSize) : 0
    const depth = this.depth.read()
    const [left, right] = [(i: number) => Math.max(0, i - 1), (i: number) => Math.min(nx - 1, i + 1)]
    const [up, down] = [(j: number) => Math.max(0, j - 1), (j: number) => Math.min(nz - 1, j + 1)]
    const along = (slopeAt: (i: number, j: number) => number) =>
      depth.map((d, k) => d * slopeAt(k % nx, Math.floor(k / nx)))
    this.qx.write(along((i, j) => slope(j * nx + left(i), j * nx + right(i), right(i) - left(i))))
    this.qz.write(along((i, j) => slope(up(j) * nx + i, down(j) * nx + i, down(j) - up(j))))
  }

  protected enteredThroughEdges(): number {
    return this.#rows.sum(ShallowRow.double.entered)
  }

  protected forgetEntered(): void {
    this.#rows.data.fill(0)
  }

  /** Notes how fast waves are within a box: kernels know only what they have moved. */
  protected disturbed({ i, j, nx, nz }: CellBox): void {
    const { gravity } = this.#settings
    // Fields of one grid lie alike.
    const { data, offset, stride } = this.depth
    const alongX = this.qx.data
    const alongZ = this.qz.data
    let fastest = this.#left[1]!
    for (let row = j; row < j + nz; row++) {
      const from = offset + row * stride + i
      for (let at = from; at < from + nx; at++) {
        const depth = data[at]!
        if (depth <= this.#dry) continue
        const flow = Math.abs(alongX[at]!) + Math.abs(alongZ[at]!)
        fastest = Math.max(fastest, flow / depth + 2 * Math.sqrt(gravity * depth))
      }
    }
    this.#left[1] = fastest
    if (this.openness.hasSolids && !this.#amongSolids) {
      this.#amongSolids = true
      for (const schedule of [this.step, this.#back]) schedule.setKernel(schedule.passes[0]!, 'shallowStepAmongSolids')
    }
  }

  /** The speed that sets the next substep is state: a snapshot goes on with the same substeps. */
  override get scalars(): number[] {
    return [this.#fastest, ...super.scalars]
  }

  override set scalars([fastest = 0, ...others]: number[]) {
    super.scalars = others
    this.#left[1] = fastest
  }

  /** The largest wave speed now [m/s]. */
  get #fastest(): number {
    return Math.max(this.#rows.maximum(ShallowRow.double.speed), this.#left[1]!)
  }

  get courant(): number {
    return (this.#rows.maximum(ShallowRow.double.speed) * this.scene.timeStep) / this.substeps / this.grid.cellSize
  }

  protected override get isUnderWay(): boolean {
    return this.#stage !== POUR
  }

  nextPasses(exchange?: (seconds: number) => void): PassList | undefined {
    if (this.#stage === POUR) {
      this.#refuseTooMany()
      this.#stage = FLOW
      this.#left[0] = this.scene.timeStep
      this.#left[2] = 0
      this.#count = 0
      if (this.#pouring.passes.length > 0) {
        this.clock.data[0] = this.scene.timeStep
        return this.#pouring
      }
    }
    if (this.#stage === FLOW) {
      if (this.#left[2] === 0) {
        if (exchange && this.#away) {
          this.#away = false
          return this.#homing
        }
        this.#begin(exchange)
      }
      this.#count++
      if (this.#isLast()) this.#stage = CLOSE
      const schedule = this.#away ? this.#back : this.step
      this.#away = !this.#away
      return schedule
    }
    if (this.#stage === CLOSE) {
      this.#stage = DONE
      this.substeps = this.#count
      const schedule = this.#away ? this.#fetching : this.#closing
      this.#away = false
      return schedule
    }
    this.#stage = POUR
    return undefined
  }

  /** Begins what lies before the next exchange: a substep, or without bodies all of the step. */
  #begin(exchange: ((seconds: number) => void) | undefined): void {
    const left = this.#left[0]!
    const seconds = exchange ? left / this.#fewest(left) : left
    this.#left[0] = left - seconds
    this.#left[2] = seconds
    if (!exchange) return
    exchange(seconds)
    this.#refuseTooMany()
  }

  /** Substeps that a time [s] takes as the water is now. */
  #fewest(time: number): number {
    return Math.max(1, Math.ceil((time * this.#fastest) / (this.#settings.courant * this.grid.cellSize)))
  }

  /** Throws before the water has moved on. */
  #refuseTooMany(): void {
    const { timeStep } = this.scene
    // Not even one that is no number.
    if (this.#fewest(timeStep) <= MOST_SUBSTEPS) return
    this.#stage = POUR
    throw this.#tooMany()
  }

  #tooMany(): RangeError {
    return new RangeError(
      `a step of ${this.scene.timeStep} s would need more than ${MOST_SUBSTEPS} substeps: waves run at ${this.#fastest.toPrecision(3)} m/s over cells of ${this.grid.cellSize} m; make timeStep smaller or cellSize larger`,
    )
  }

  /** Sets the length of the next substep: an equal share of the time until the next exchange, as long as the fastest wave allows. Says whether it is the last. */
  #isLast(): boolean {
    const left = this.#left[2]!
    const fewest = this.#fewest(left)
    // Waves that have become infinitely fast would leave a step without an end.
    if (this.#count + fewest > 2 * MOST_SUBSTEPS) throw this.#tooMany()
    const dt = left / fewest
    this.clock.data[0] = dt
    this.#left[2] = fewest > 1 ? left - dt : 0
    this.#left[1] = 0
    return this.#left[2] === 0 && !(this.#left[0]! > 0)
  }
}
