// The openness: how open each cell is, 1 water to 0 solid, as a field for the kernels.
//
//   openness = ground × what each moving solid leaves open
//   ground   = what the scene's standing obstacles leave open, then changed by every stroke that builds or erases
//
// The ground is state: strokes change it and a snapshot keeps it, once there was a stroke. Where moving solids are
// follows from the time alone. Without moving solids the ground is the openness and there is one field.

import type { Arena } from '../../fields/arena.js'
import type { Boundaries } from '../../fields/boundaries.js'
import { type CellBox, type MutableCellBox, type Patch, unite } from '../../fields/cell-box.js'
import { Field, type FieldInfo } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import type { CellOpenness } from '../../fields/sampling.js'
import type { Obstacle, Scene } from '../../scene/schema/scene.js'
import { MIN_OPENNESS } from './limits.js'
import { MovingObstacle } from './moving-obstacle.js'

const FIELDS = {
  openness: { name: 'openness', unit: '', description: 'how open a cell is: 1 water, 0 solid' },
  staticOpenness: { name: 'staticOpenness', unit: '', description: 'openness of a cell without the solids that move' },
} satisfies Record<string, FieldInfo>

const orSolid = (open: number) => (open < MIN_OPENNESS ? 0 : open)

/** Cells whose openness has just changed. */
export interface OpennessChange extends CellBox {
  /** What they were before, row by row; the openness has what they are now. */
  readonly before: Float64Array
  /** Cells' worth that opened, negative where more closed. */
  readonly opened: number
  /** How deep the solid that moved reaches [m]; undefined where somebody built or erased, which pushes no water. */
  readonly draught: number | undefined
}

export class Openness implements CellOpenness {
  readonly field: Field
  readonly #static: Field
  readonly #obstacles: readonly MovingObstacle[]
  readonly #wrapX: boolean
  readonly #wrapZ: boolean
  readonly #changed: (change: OpennessChange) => void
  /** What the scene's standing obstacles leave open; undefined if there are none. */
  #fixed: Float64Array | undefined
  #hasSolids = false
  #painted = false
  /** Time that the moving solids are at [s]. */
  #time = 0
  #openCells = 0
  #openAtStart = 0
  // Used again in every step: a step allocates nothing once they have grown to what it needs.
  readonly #box: MutableCellBox = { i: 0, j: 0, nx: 0, nz: 0 }
  #before = new Float64Array(0)
  readonly #change = {
    i: 0,
    j: 0,
    nx: 0,
    nz: 0,
    before: this.#before,
    opened: 0,
    draught: undefined as number | undefined,
  }

  /**
   * `draughtOf`: what a moving solid without a draught of its own reaches down to [m]. `changed` is called after every change
   * of openness; the change it is given is only good until it returns.
   */
  constructor(
    { obstacles, boundaries }: { obstacles: Scene['obstacles']; boundaries: Boundaries },
    grid: Grid,
    draughtOf: (solid: Obstacle) => number,
    arena: Arena,
    changed: (change: OpennessChange) => void,
  ) {
    this.#obstacles = obstacles.flatMap((obstacle) =>
      'shape' in obstacle && obstacle.motion
        ? [new MovingObstacle(obstacle, obstacle.motion, obstacle.draught ?? draughtOf(obstacle), grid)]
        : [],
    )
    this.field = new Field(arena, FIELDS.openness, grid.nx, grid.nz)
    this.#static = this.#obstacles.length > 0 ? new Field(arena, FIELDS.staticOpenness, grid.nx, grid.nz) : this.field
    this.#wrapX = boundaries['x-'] === 'periodic'
    this.#wrapZ = boundaries['z-'] === 'periodic'
    this.#changed = changed
  }

  /** The fields it takes, for the solver's lists. */
  get fields(): Field[] {
    return this.#static === this.field ? [this.field] : [this.field, this.#static]
  }

  /** The fields that belong to the solver's state now. */
  get state(): Field[] {
    return this.#painted ? [this.#static] : []
  }

  /** Whether any solid moves. */
  get moves(): boolean {
    return this.#obstacles.length > 0
  }

  /** Whether any cell is, or has been, less than fully open. */
  get hasSolids(): boolean {
    return this.#hasSolids
  }

  /** Cells' worth of open water. */
  get openCells(): number {
    return this.#openCells
  }

  at(i: number, j: number): number {
    return this.field.at(i, j)
  }

  /** Fills the field for time 0. `standing`: what the obstacles that stand still leave open. Returns the openness of every cell, row by row. */
  start(standing: Float64Array | undefined): (cell: number) => number {
    this.#fixed = standing
    this.#fillStatic()
    this.#compose(0)
    // Sums at the start are those of the values before they were rounded to floats.
    const open = this.#obstacles.length > 0 ? Float64Array.from(this.field.read()) : standing?.map(orSolid)
    this.#openCells = open ? open.reduce((sum, value) => sum + value, 0) : this.field.nx * this.field.nz
    this.#openAtStart = this.#openCells
    return (cell) => (open ? open[cell]! : 1)
  }

  /** Builds, open × (1 - strength × brush), or erases, open + (1 - open) × strength × brush. Solids that move stay as they are. */
  paint(kind: 'build' | 'erase', brush: Patch, strength: number): void {
    const { i, j, nx, nz, values } = brush
    if (nx === 0 || nz === 0 || strength === 0) return
    this.#painted = true
    this.#remember(brush)
    const { data, stride, offset } = this.#static
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) {
        const cell = offset + (j + row) * stride + i + column
        const share = strength * values[row * nx + column]!
        const open = data[cell]!
        data[cell] = kind === 'build' ? open * (1 - share) : open + (1 - open) * share
      }
    this.#extend(this.#static)
    this.#recompose(brush)
    this.#notify(undefined)
  }

  /** Brings the moving solids to where they are at a time [s], one after the other. */
  move(time: number): void {
    if (time === this.#time) return
    this.#time = time
    for (const mover of this.#obstacles) {
      const box = this.#box
      box.nx = 0
      unite(box, mover.box)
      mover.moveTo(time)
      unite(box, mover.box)
      if (box.nx === 0 || box.nz === 0) continue
      this.#remember(box)
      this.#recompose(box)
      this.#notify(mover.draught)
    }
  }

  /** What a snapshot keeps beside the ground. */
  get scalars(): number[] {
    return [this.#painted ? 1 : 0, this.#time, this.#openCells]
  }

  /** Goes back to a snapshot whose ground, if it has one, has been filled in. Tells nobody. */
  set scalars([painted = 0, time = 0, openCells = this.#openAtStart]: number[]) {
    this.#painted = painted === 1
    if (!this.#painted) this.#fillStatic()
    this.#compose(time)
    this.#openCells = openCells
  }

  /** The ground as the scene has it. */
  #fillStatic(): void {
    if (this.#fixed) this.#static.write(this.#fixed)
    else this.#static.fill(1)
    this.#extend(this.#static)
  }

  /** The openness everywhere, from the ground and the time. */
  #compose(time: number): void {
    const { nx, nz } = this.field
    this.#time = time
    for (const mover of this.#obstacles) mover.moveTo(time)
    this.#recompose({ i: 0, j: 0, nx, nz })
  }

  /** The openness in a box, from the ground and the moving solids where they are. */
  #recompose({ i, j, nx, nz }: CellBox): void {
    const { data, stride, offset } = this.field
    for (let row = j; row < j + nz; row++)
      for (let column = i; column < i + nx; column++) {
        const cell = offset + row * stride + column
        let open = this.#static.data[cell]!
        for (const mover of this.#obstacles) open *= mover.openAt(column, row)
        open = orSolid(open)
        data[cell] = open
        if (open < 1) this.#hasSolids = true
      }
    this.#extend(this.field)
  }

  #extend(field: Field): void {
    field.extend(this.#wrapX, this.#wrapZ)
  }

  /** Notes the openness in a box before it changes. */
  #remember({ i, j, nx, nz }: CellBox): void {
    if (this.#before.length < nx * nz) this.#before = new Float64Array(nx * nz)
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) this.#before[row * nx + column] = this.at(i + column, j + row)
    this.#change.i = i
    this.#change.j = j
    this.#change.nx = nx
    this.#change.nz = nz
    this.#change.before = this.#before
  }

  #notify(draught: number | undefined): void {
    const { i, j, nx, nz, before } = this.#change
    let opened = 0
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) opened += this.at(i + column, j + row) - before[row * nx + column]!
    this.#openCells += opened
    this.#change.opened = opened
    this.#change.draught = draught
    this.#changed(this.#change)
  }
}
