// Water over ground, as every solver of depth and discharge has it: the bed and what people make of it, solids, springs and
// drains, brushes, edges, and the books of what came in.
//
// A cell holds openness × (depth + depth error) of water per area. The depth error is what rounding left of the depth: without it a
// deep lake that fills slowly would not rise at all in floats.

import { type Pass, pass } from '../../backend/pass.js'
import { PassList } from '../../backend/pass-list.js'
import type { WaterCoupling } from '../../coupling/water-coupling.js'
import type { Arena } from '../../fields/arena.js'
import type { CellBox, Patch } from '../../fields/cell-box.js'
import { Field, type FieldInfo, RowSums } from '../../fields/field.js'
import { columnAt, type Grid, rowAt } from '../../fields/grid.js'
import { normalOf, Sampler } from '../../fields/sampling.js'
import { TerrainSums } from '../../generated/layouts/terrain/terrain.js'
import { WATER_DENSITY } from '../../numerics/constants.js'
import type { StartingValues } from '../../scene/load.js'
import { SceneError } from '../../scene/parse/error.js'
import type { EventOf } from '../../scene/schema/event.js'
import type { Scene, Source } from '../../scene/schema/scene.js'
import { Openness, type OpennessChange } from '../shared/openness.js'
import { SourceTerm } from '../shared/source-term.js'
import type { Measured } from '../solver.js'
import { Bed } from './bed.js'
import { BoundaryData } from './boundary-data.js'
import { TerrainCoupling } from './terrain-coupling.js'
import { terrainWarnings } from './warnings.js'

const FIELDS = {
  eta: {
    name: 'eta',
    unit: 'm',
    description: 'elevation of the surface over the rest level; of the ground where it is dry',
  },
  depth: { name: 'depth', unit: 'm', description: 'depth of the water' },
  depthError: { name: 'depthError', unit: 'm', description: 'what rounding left of the depth' },
  qx: { name: 'qx', unit: 'm²/s', description: 'discharge along x per width' },
  qz: { name: 'qz', unit: 'm²/s', description: 'discharge along z per width' },
} satisfies Record<string, FieldInfo>

/** Cells that displaced water may be pushed. */
const FARTHEST_PUSH = 8

/** What a solver says of itself to the base. */
export interface TerrainWater {
  readonly gravity: number
  /** Water shallower than this counts as dry [m]. */
  readonly dry: number
  /** Whether qx and qz are on the faces behind each cell, or at its centre. */
  readonly onFaces: boolean
}

export abstract class TerrainSolver {
  readonly grid: Grid
  readonly fields = new Map<string, Field>()
  readonly depth: Field
  readonly depthError: Field
  readonly eta: Field
  readonly qx: Field
  readonly qz: Field
  readonly bed: Bed
  readonly openness: Openness
  readonly measure: PassList
  readonly coupling: WaterCoupling
  warnings: readonly string[] = []
  protected readonly edges: BoundaryData
  /** One double for the kernels: length of the substep [s]. */
  protected readonly clock: RowSums
  protected readonly scene: Scene
  readonly #water: TerrainWater
  readonly #sampler: Sampler
  readonly #sources: readonly SourceTerm[]
  /** What each spring has poured, a double for every row of its patch [m of one cell]. */
  readonly #sourceClock: RowSums[] = []
  readonly #sums: RowSums
  /** Water from outside that no kernel counts [m of one cell]. */
  #added = 0
  #displaced = new Float64Array(0)

  constructor(scene: Scene, grid: Grid, water: TerrainWater, arena: Arena) {
    if (scene.terrain === undefined)
      throw SceneError.at(
        ['terrain'],
        `missing: solver "${scene.solver.type}" needs ground under its water, for instance [{ "shape": "plane", "height": -1 }] for water 1 m deep`,
      )
    this.scene = scene
    this.grid = grid
    this.#water = water
    const field = (description: FieldInfo) => {
      const made = new Field(arena, description, grid.nx, grid.nz)
      this.fields.set(description.name, made)
      return made
    }
    this.eta = field(FIELDS.eta)
    this.depth = field(FIELDS.depth)
    this.bed = new Bed(scene.boundaries, grid, arena)
    this.fields.set('bed', this.bed.field)
    this.qx = field(FIELDS.qx)
    this.qz = field(FIELDS.qz)
    this.depthError = field(FIELDS.depthError)
    this.openness = new Openness(
      scene,
      grid,
      () => 0,
      arena,
      (change) => this.#follow(change),
    )
    for (const made of this.openness.fields) this.fields.set(made.name, made)
    this.edges = new BoundaryData(scene, grid, water.gravity, { bed: this.bed.field, depth: this.depth }, arena)
    this.clock = new RowSums(arena, 1, 1)
    this.coupling = new TerrainCoupling(this, water, {
      add: (i, j, depth) => {
        const added = this.#add(i, j, depth)
        this.eta.data[this.eta.offset + j * this.eta.stride + i]! += added
        return added
      },
      changed: (box) => {
        if (!this.isUnderWay) this.refresh(box)
        this.disturbed(box)
      },
    })
    const passOf = (_: Source, patch: Field, i: number, j: number) => this.#pourPass(patch, i, j, arena)
    this.#sources = scene.sources.map((source, index) => {
      if (source.quantity === 'pressure')
        throw SceneError.at(
          ['sources', index, 'quantity'],
          `solver "${scene.solver.type}" takes sources of water only; "columns" and "iwave" take pressure`,
        )
      return new SourceTerm(source, index, grid, this.openness, passOf, arena)
    })
    this.#sampler = new Sampler(grid, scene.boundaries, this.openness)
    this.#sums = new RowSums(arena, grid.nz, TerrainSums.doubles)
    this.measure = new PassList(arena, [this.#measurePass()])
  }

  /** Cells through which water came in from beyond the edges [m of one cell], counted by the solver's kernels. */
  protected abstract enteredThroughEdges(): number
  /** Begins that count anew. */
  protected abstract forgetEntered(): void
  /** Sets the discharge from a velocity potential. */
  protected abstract startFlow(phi: Float64Array): void
  /** Told after somebody changed water or solids within a box. */
  protected abstract disturbed(box: CellBox): void
  /** Whether a step is under way. Until it ends, `eta` is the surface of its beginning and what bodies have added since: how fast the flow raises it makes foam. */
  protected get isUnderWay(): boolean {
    return false
  }

  /** What has to be attached to the memory, without the solver's own. */
  protected get shared() {
    return [
      ...this.fields.values(),
      ...this.edges.resources,
      ...this.#sources.map((source) => source.weights),
      ...this.#sourceClock,
      this.clock,
      this.#sums,
      this.measure,
    ]
  }

  get state(): readonly Field[] {
    return [this.depth, this.depthError, this.qx, this.qz, ...this.bed.state, ...this.openness.state]
  }

  /** Springs and drains in a run of `clock` seconds. */
  protected pours(): Pass[] {
    return this.#sources.map((source) => source.pass)
  }

  /** The surface from the depth. */
  protected surfacePass(): Pass {
    return pass('surface', this.grid.nz, { depth: this.depth, bed: this.bed.field, eta: this.eta })
  }

  #pourPass(patch: Field, i: number, j: number, arena: Arena): Pass {
    const sums = new RowSums(arena, patch.nz, 1)
    this.#sourceClock.push(sums)
    const { depth, depthError, qx, qz, clock } = this
    const openness = this.openness.field
    const faces = this.#water.onFaces ? 1 : 0
    return pass('pourTerrain', patch.nz, {
      depth,
      depthError,
      qx,
      qz,
      patch,
      openness,
      clock,
      sums,
      i,
      j,
      faces,
      amount: 0,
    })
  }

  #measurePass(): Pass {
    const { depth, depthError, qx, qz } = this
    return pass('measureTerrain', this.grid.nz, {
      depth,
      depthError,
      qx,
      qz,
      bed: this.bed.field,
      openness: this.openness.field,
      sums: this.#sums,
      faces: this.#water.onFaces ? 1 : 0,
      dry: this.#water.dry,
    })
  }

  /** Fills the fields. `schedule`: the one with the pours. */
  protected fill(values: StartingValues, schedule: PassList): void {
    const { eta, depth, phi } = values
    const bed = values.bed!
    const open = this.openness.start(values.openness)
    const extent = bed.reduce((most, height, k) => Math.max(most, Math.abs(height), Math.abs(eta[k]! - height)), 0)
    this.bed.start(bed, Math.max(extent, 1e-18))
    const water = eta.map((surface, k) => {
      const stands = this.bed.snap(surface) - this.bed.snap(bed[k]!)
      return open(k) > 0 ? Math.max(0, stands) + Math.max(0, depth[k]!) : 0
    })
    this.depth.write(water)
    this.depthError.write(water.map((value) => value - Math.fround(value)))
    this.startFlow(phi)
    this.edges.start()
    for (const source of this.#sources) source.start([schedule])
    this.refresh({ i: 0, j: 0, nx: this.grid.nx, nz: this.grid.nz })
    this.warnings = terrainWarnings(values, water)
  }

  /** Sets solids, springs and edges for the step of this number. */
  prepare(step: number): void {
    const { timeStep } = this.scene
    const time = step * timeStep
    if (this.openness.moves) this.openness.move(time + timeStep)
    for (const source of this.#sources) {
      source.moveTo(time + timeStep / 2)
      source.pour(source.rateAt(time + timeStep / 2))
    }
    if (this.edges.hasInflows) this.edges.prepare(step)
  }

  paint(kind: 'build' | 'erase', brush: Patch, strength: number): void {
    this.openness.paint(kind, brush, strength)
  }

  reshape(event: EventOf<'terrain'>, brush: Patch): void {
    this.bed.reshape(event, brush)
    this.refresh(brush)
    this.disturbed(brush)
  }

  /** Adds water, and takes no more than there is. */
  pour(patch: Patch): void {
    const { i, j, nx, nz, values } = patch
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) {
        const value = values[row * nx + column]!
        const openness = this.openness.at(i + column, j + row)
        if (value !== 0 && openness > 0) this.#added += openness * this.#add(i + column, j + row, value)
      }
    this.refresh(patch)
    this.disturbed(patch)
  }

  /** Depth of a cell, with what rounding left of it [m]. */
  #waterAt(i: number, j: number): number {
    return this.depth.at(i, j) + this.depthError.at(i, j)
  }

  /** Adds a depth to a cell, at most what leaves it dry. Returns what was added [m]. */
  #add(i: number, j: number, value: number): number {
    const cell = this.depth.offset + j * this.depth.stride + i
    const before = this.#waterAt(i, j)
    const after = Math.max(before + value, Math.min(before, 0))
    this.depth.data[cell] = Math.max(0, after)
    this.depthError.data[cell] = after - this.depth.data[cell]!
    // Water that is taken away takes its momentum along, or what is left would speed up.
    if (value < 0 && !this.#water.onFaces) {
      const share = before > 0 ? Math.max(0, after) / before : 0
      this.qx.data[cell]! *= share
      this.qz.data[cell]! *= share
    }
    return this.#waterAt(i, j) - before
  }

  /**
   * Makes the water follow a change of the openness. What opens fills from the water of its own cell, which sinks; what is built
   * on takes its water away, and that is booked; what a moving solid closes is pushed onto the water near it.
   */
  #follow(change: OpennessChange): void {
    const { i, j, nx, nz, before, draught } = change
    // All of it is measured before any of it is moved.
    if (this.#displaced.length < nx * nz) this.#displaced = new Float64Array(nx * nz)
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) {
        const was = before[row * nx + column]!
        const open = this.openness.at(i + column, j + row)
        const depth = this.#waterAt(i + column, j + row)
        this.#displaced[row * nx + column] = Math.max(0, was - open) * depth
        if (open > was) this.#add(i + column, j + row, depth * (was / open - 1))
      }
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) {
        const displaced = this.#displaced[row * nx + column]!
        if (displaced === 0) continue
        this.#added -= displaced
        if (draught !== undefined) this.#added += this.#push(i + column, j + row, displaced)
        if (this.openness.at(i + column, j + row) === 0)
          this.#add(i + column, j + row, -this.#waterAt(i + column, j + row))
      }
    const around = {
      i: Math.max(0, i - FARTHEST_PUSH),
      j: Math.max(0, j - FARTHEST_PUSH),
      nx: Math.min(this.grid.nx, i + nx + FARTHEST_PUSH) - Math.max(0, i - FARTHEST_PUSH),
      nz: Math.min(this.grid.nz, j + nz + FARTHEST_PUSH) - Math.max(0, j - FARTHEST_PUSH),
    }
    this.refresh(around)
    this.disturbed(around)
    for (const source of this.#sources) source.refill(change)
  }

  /** Spreads displaced water evenly over the nearest open cells whose ground is not above its surface. Returns what found room [m of one cell]. */
  #push(i: number, j: number, displaced: number): number {
    const surface = this.bed.at(i, j) + this.depth.at(i, j)
    const takes = (k: number, l: number) =>
      (k !== i || l !== j) && this.openness.at(k, l) > 0 && this.bed.at(k, l) <= surface ? this.openness.at(k, l) : 0
    for (let reach = 1; reach <= FARTHEST_PUSH; reach++) {
      const [left, right] = [Math.max(0, i - reach), Math.min(this.grid.nx - 1, i + reach)]
      const [top, bottom] = [Math.max(0, j - reach), Math.min(this.grid.nz - 1, j + reach)]
      let room = 0
      for (let l = top; l <= bottom; l++) for (let k = left; k <= right; k++) room += takes(k, l)
      if (room < 0.5) continue
      let moved = 0
      for (let l = top; l <= bottom; l++)
        for (let k = left; k <= right; k++) {
          const open = takes(k, l)
          if (open > 0) moved += open * this.#add(k, l, displaced / room)
        }
      return moved
    }
    return 0
  }

  /** The surface within a box, from the depth. */
  protected refresh({ i, j, nx, nz }: CellBox): void {
    // Fields of one grid lie alike.
    const { data: depth, offset, stride } = this.depth
    const eta = this.eta.data
    const bed = this.bed.field.data
    for (let row = j; row < j + nz; row++) {
      const from = offset + row * stride + i
      for (let at = from; at < from + nx; at++) eta[at] = depth[at]! + bed[at]!
    }
  }

  opennessAt(i: number, j: number): number {
    return this.openness.at(i, j)
  }

  measured(): Measured {
    const { gravity } = this.#water
    const area = this.grid.cellSize * this.grid.cellSize
    const column = TerrainSums.double
    const sum = (one: number) => this.#sums.sum(one)
    const kineticEnergy = 0.5 * WATER_DENSITY * sum(column.kinetic) * area
    const potentialEnergy = 0.5 * WATER_DENSITY * gravity * sum(column.squares) * area
    const isWet = sum(column.wet) > 0
    return {
      volume: sum(column.depth) * area,
      addedVolume: this.#addedCells() * area,
      kineticEnergy,
      potentialEnergy,
      energy: kineticEnergy + potentialEnergy,
      momentum: [WATER_DENSITY * sum(column.alongX) * area, WATER_DENSITY * sum(column.alongZ) * area],
      minimum: isWet ? this.#sums.minimum(column.lowest) : 0,
      maximum: isWet ? this.#sums.maximum(column.highest) : 0,
    }
  }

  /** Water from outside since the start [m of one cell]. */
  #addedCells(): number {
    return this.#sourceClock.reduce((sum, table) => sum + table.sum(0), this.#added + this.enteredThroughEdges())
  }

  get scalars(): number[] {
    return [this.#addedCells(), ...this.bed.scalars, ...this.openness.scalars]
  }

  set scalars([added = 0, reshaped = 0, ...openness]: number[]) {
    this.#added = added
    for (const table of this.#sourceClock) table.data.fill(0)
    this.forgetEntered()
    this.bed.scalars = [reshaped]
    this.openness.scalars = openness
    const all = { i: 0, j: 0, nx: this.grid.nx, nz: this.grid.nz }
    this.refresh(all)
    this.disturbed(all)
    for (const source of this.#sources) source.refill(all)
  }

  heightAt(x: number, z: number): number {
    return this.#sampler.at(this.eta, x, z)
  }

  normalAt(x: number, z: number): [number, number, number] {
    return normalOf(...this.#sampler.slopeAt(this.eta, x, z))
  }

  velocityAt(x: number, z: number): [number, number, number] {
    const depth = this.#sampler.at(this.depth, x, z)
    if (depth <= this.#water.dry) return [0, 0, 0]
    const i = Math.min(this.grid.nx - 1, Math.max(0, Math.round(columnAt(this.grid, x))))
    const j = Math.min(this.grid.nz - 1, Math.max(0, Math.round(rowAt(this.grid, z))))
    if (this.#water.onFaces) {
      const [left, right, back, front] = [
        this.qx.at(i - 1, j),
        this.qx.at(i, j),
        this.qz.at(i, j - 1),
        this.qz.at(i, j),
      ]
      const rise = (left - right + back - front) / this.grid.cellSize
      return [(0.5 * (left + right)) / depth, rise, (0.5 * (back + front)) / depth]
    }
    const [spreadX] = this.#sampler.slopeAt(this.qx, x, z)
    const [, spreadZ] = this.#sampler.slopeAt(this.qz, x, z)
    return [this.#sampler.at(this.qx, x, z) / depth, -(spreadX + spreadZ), this.#sampler.at(this.qz, x, z) / depth]
  }
}
