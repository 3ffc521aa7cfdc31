// Openness: the open fraction of each cell, 1 water to 0 solid, as a field for the kernels.
//
//   openness        = static openness × the openness that each moving solid leaves
//   static openness = the openness that the standing obstacles of the scene leave, changed by every stroke that builds or erases
//
// From the first stroke on, the static openness is state and a snapshot keeps it. The positions of moving solids follow from the time
// alone. Without moving solids the static openness is the openness, and there is one field.

import type { Arena } from '../../fields/arena.js'
import { type CellBox, type MutableCellBox, type Patch, unite } from '../../fields/cell-box.js'
import { Field, type FieldInfo } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import type { CellOpenness } from '../../fields/sampling.js'
import type { Obstacle, Scene } from '../../scene/schema/scene.js'
import { MIN_OPENNESS } from './limits.js'
import { MovingObstacle } from './moving-obstacle.js'

const FIELDS = {
  openness: { name: 'openness', unit: '', description: 'open fraction of a cell: 1 water, 0 solid' },
  staticOpenness: { name: 'staticOpenness', unit: '', description: 'openness of a cell without the moving solids' },
} satisfies Record<string, FieldInfo>

/** Closes cells of less than the least openness. */
const orSolid = (open: number) => (open < MIN_OPENNESS ? 0 : open)

/** Cells whose openness has just changed. */
export interface OpennessChange extends CellBox {
  /** Their openness before the change, row by row. */
  readonly before: Float64Array
  /** Sum of the changes of the openness [cells]; negative if more closed than opened. */
  readonly opened: number
  /** Draught of the solid that moved [m]; undefined for a stroke that built or erased, which displaces no water. */
  readonly draught: number | undefined
}

export class Openness implements CellOpenness {
  readonly field: Field
  readonly #static: Field
  readonly #obstacles: readonly MovingObstacle[]
  readonly #wrapX: boolean
  readonly #wrapZ: boolean
  readonly #changed: (change: OpennessChange) => void
  /** Openness that the standing obstacles of the scene leave; undefined if there are none. */
  #fixed: Float64Array | undefined
  #hasSolids = false
  #painted = false
  /** Time of the positions of the moving solids [s]. */
  #time = 0
  #openCells = 0
  #openAtStart = 0
  // Reused in every step: a step allocates nothing once they have grown to the largest change.
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
   * `draughtOf`: draught of a moving solid that does not state its own [m]. `changed`: called after every change of the openness;
   * its argument is reused and only valid during the call.
   */
  constructor(
    { obstacles, boundaries }: Pick<Scene, 'obstacles' | 'boundaries'>,
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

  /** All its fields. */
  get fields(): Field[] {
    return this.#static === this.field ? [this.field] : [this.field, this.#static]
  }

  /** The fields that belong to the state: the static openness from the first stroke on. */
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

  /** Sum of the openness over all cells [cells]. */
  get openCells(): number {
    return this.#openCells
  }

  at(i: number, j: number): number {
    return this.field.at(i, j)
  }

  /** Fills the fields for time 0. `standing`: openness that the standing obstacles leave. Returns the openness by cell, row by row. */
  start(standing: Float64Array | undefined): (cell: number) => number {
    this.#fixed = standing
    this.#fillStatic()
    this.#compose(0)
    // The initial sum is that of the values before they are rounded to floats.
    const open = this.#obstacles.length > 0 ? Float64Array.from(this.field.read()) : standing?.map(orSolid)
    this.#openCells = open ? open.reduce((sum, value) => sum + value, 0) : this.field.nx * this.field.nz
    this.#openAtStart = this.#openCells
    return (cell) => (open ? open[cell]! : 1)
  }

  /** Builds, open × (1 - strength × brush), or erases, open + (1 - open) × strength × brush. Moving solids do not change. */
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

  /** Moves the solids to their positions at a time [s], one after the other. */
  move(time: number): void {
    if (time === this.#time) return
    this.#time = time
    for (const solid of this.#obstacles) {
      const box = this.#box
      box.nx = 0
      unite(box, solid.box)
      solid.moveTo(time)
      unite(box, solid.box)
      if (box.nx === 0 || box.nz === 0) continue
      this.#remember(box)
      this.#recompose(box)
      this.#notify(solid.draught)
    }
  }

  /** State besides the static openness. */
  get scalars(): number[] {
    return [this.#painted ? 1 : 0, this.#time, this.#openCells]
  }

  /** Restores a snapshot whose static openness, if it has one, has been filled in. Does not call `changed`. */
  set scalars([painted = 0, time = 0, openCells = this.#openAtStart]: number[]) {
    this.#painted = painted === 1
    if (!this.#painted) this.#fillStatic()
    this.#compose(time)
    this.#openCells = openCells
  }

  /** Sets the static openness to that of the scene, without strokes. */
  #fillStatic(): void {
    if (this.#fixed) this.#static.write(this.#fixed)
    else this.#static.fill(1)
    this.#extend(this.#static)
  }

  /** Computes the openness of all cells at a time [s]. */
  #compose(time: number): void {
    const { nx, nz } = this.field
    this.#time = time
    for (const solid of this.#obstacles) solid.moveTo(time)
    this.#recompose({ i: 0, j: 0, nx, nz })
  }

  /** Computes the openness in a box, from the static openness and the present positions of the moving solids. */
  #recompose({ i, j, nx, nz }: CellBox): void {
    const { data, stride, offset } = this.field
    for (let row = j; row < j + nz; row++)
      for (let column = i; column < i + nx; column++) {
        const cell = offset + row * stride + column
        let open = this.#static.data[cell]!
        for (const solid of this.#obstacles) open *= solid.opennessAt(column, row)
        open = orSolid(open)
        data[cell] = open
        if (open < 1) this.#hasSolids = true
      }
    this.#extend(this.field)
  }

  #extend(field: Field): void {
    field.extend(this.#wrapX, this.#wrapZ)
  }

  /** Keeps the openness in a box before it changes. */
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
