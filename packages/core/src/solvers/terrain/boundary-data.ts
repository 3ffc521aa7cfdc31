// Boundary data of water over terrain: walls, open water, rivers, tides and incident waves, as values for the kernels
// (kernels/terrain/boundary-data.ts). Every edge cell has its own. Those that depend on the time are set before each step.

import type { Arena } from '../../fields/arena.js'
import { type Boundaries, type EdgeKind, edgeKinds, heldHeights } from '../../fields/boundaries.js'
import { Field } from '../../fields/field.js'
import { columnAt, type Grid, rowAt } from '../../fields/grid.js'
import { EDGE_ROWS, EdgeRow, FLUX, JOINED, LEVEL, OPEN, WALL } from '../../generated/layouts/terrain/boundary-data.js'
import { exp } from '../../numerics/elementary.js'
import { SceneError } from '../../scene/parse/error.js'
import { setValueAt, sinusoid } from '../../scene/rasterize/series.js'
import type { IncidentWave, Inflow, Series } from '../../scene/schema/inflow.js'
import type { Scene } from '../../scene/schema/scene.js'

type EdgeName = Inflow['edge']

/** Codes of the kinds of edges in the kernels. */
const CODES: Record<EdgeKind, number> = { reflect: WALL, fixed: LEVEL, absorb: OPEN, periodic: JOINED }

/** Argument of sech² at which a solitary wave begins: its elevation there is 0.09 % of its height. */
const SOLITARY_REACH = 4.2

/** An inflow and the cells of its edge that it covers. */
interface Part {
  readonly inflow: Inflow
  readonly first: number
  readonly last: number
}

/** The fields that boundary data depend on. */
export interface EdgeWater {
  readonly bed: Field
  readonly depth: Field
}

export class BoundaryData {
  readonly xBefore: Field
  readonly xAfter: Field
  readonly zBefore: Field
  readonly zAfter: Field
  readonly #grid: Grid
  readonly #gravity: number
  readonly #water: EdgeWater
  readonly #kinds: Boundaries
  /** Elevation beyond fixed edges [m]. */
  readonly #heights: Readonly<Record<EdgeName, number>>
  readonly #parts: readonly Part[]
  readonly #timeStep: number
  // Numbers in arrays: those that functions receive or return may be allocated.
  /** Time of the middle of the step [s]. */
  readonly #time = new Float64Array(1)
  /** Weights of the cells of the inflow whose discharge is being distributed, and their sum. */
  readonly #weights: Float64Array
  readonly #totalWeight = new Float64Array(1)
  /** Value of a series at the time. */
  readonly #value = new Float64Array(2)

  constructor(scene: Scene, grid: Grid, gravity: number, water: EdgeWater, arena: Arena) {
    this.#grid = grid
    this.#weights = new Float64Array(Math.max(grid.nx, grid.nz))
    this.#gravity = gravity
    this.#water = water
    this.#kinds = edgeKinds(scene.boundaries)
    this.#heights = heldHeights(scene.boundaries)
    this.#timeStep = scene.timeStep
    const edge = (name: EdgeName) =>
      new Field(
        arena,
        { name: `edge ${name}`, unit: '', description: 'boundary data of an edge' },
        this.#length(name),
        EDGE_ROWS,
      )
    this.xBefore = edge('x-')
    this.xAfter = edge('x+')
    this.zBefore = edge('z-')
    this.zAfter = edge('z+')
    this.#parts = scene.inflows.map((inflow, index) => this.#partOf(inflow, index))
  }

  /** Everything that has to be bound to the memory. */
  get resources(): Field[] {
    return [this.xBefore, this.xAfter, this.zBefore, this.zAfter]
  }

  /** The edges as kernel arguments. */
  get arguments() {
    return { xBefore: this.xBefore, xAfter: this.xAfter, zBefore: this.zBefore, zAfter: this.zAfter }
  }

  /** Whether there are inflows: discharges, stages or incident waves. */
  get hasInflows(): boolean {
    return this.#parts.length > 0
  }

  start(): void {
    for (const name of ['x-', 'x+', 'z-', 'z+'] as const) {
      const field = this.#fieldOf(name)
      field.fill(0)
      const kinds = field.offset + EdgeRow.kind * field.stride
      field.data.fill(CODES[this.#kinds[name]], kinds, kinds + field.nx)
      const levels = field.offset + EdgeRow.level * field.stride
      field.data.fill(this.#heights[name], levels, levels + field.nx)
    }
    this.prepare(0)
  }

  /** Sets the boundary data of the step of this number, for the middle of the step. */
  prepare(step: number): void {
    this.#time[0] = (step + 0.5) * this.#timeStep
    for (let part = 0; part < this.#parts.length; part++) this.#set(this.#parts[part]!)
  }

  #set({ inflow, first, last }: Part): void {
    const { data, offset, stride } = this.#fieldOf(inflow.edge)
    const bed = this.#water.bed.data
    const kind = offset + EdgeRow.kind * stride
    const level = offset + EdgeRow.level * stride
    const inward = offset + EdgeRow.inward * stride
    if ('discharge' in inflow) {
      this.#distribute(inflow.edge, first, last)
      const rate = this.#read(inflow.discharge)[0]! / (this.#totalWeight[0]! * this.#grid.cellSize)
      for (let cell = first; cell <= last; cell++) {
        data[kind + cell] = FLUX
        data[inward + cell] = rate * this.#weights[cell]!
      }
    } else if ('stage' in inflow) {
      const stage = this.#read(inflow.stage)[0]!
      for (let cell = first; cell <= last; cell++) {
        data[kind + cell] = LEVEL
        data[level + cell] = stage
      }
    } else if ('depth' in inflow) {
      const depth = Math.max(0, this.#read(inflow.depth)[0]!)
      const velocity = this.#read(inflow.velocity)[0]!
      for (let cell = first; cell <= last; cell++) {
        data[kind + cell] = OPEN
        data[level + cell] = bed[this.#beside(inflow.edge, cell)]! + depth
        data[inward + cell] = depth > 0 ? velocity : 0
      }
    } else {
      const still = this.#read(inflow.level)[0]!
      const meanDepth = this.#meanDepth(inflow.edge, first, last, still)
      const elevation = inflow.wave && meanDepth > 0 ? this.#elevationOf(inflow.wave, meanDepth, this.#time[0]!) : 0
      for (let cell = first; cell <= last; cell++) {
        // A simple wave into still water: u = 2 (c - c of the still water).
        const depth = Math.max(0, still - bed[this.#beside(inflow.edge, cell)]!)
        const wave = Math.max(0, depth + elevation)
        data[kind + cell] = OPEN
        data[level + cell] = depth > 0 ? still + elevation : still
        data[inward + cell] = depth > 0 ? 2 * (Math.sqrt(this.#gravity * wave) - Math.sqrt(this.#gravity * depth)) : 0
      }
    }
  }

  /** Value of a series at the time of the step, in an array. */
  #read(series: Series): Float64Array {
    this.#value[0] = this.#time[0]!
    setValueAt(series, this.#value)
    return this.#value
  }

  /** Elevation of an incident wave over the still water at a time [m]. */
  #elevationOf(wave: IncidentWave, depth: number, time: number): number {
    if ('period' in wave) return 0.5 * wave.height * sinusoid(time, wave.period, wave.phase)
    const height = wave.solitary
    const rate = Math.sqrt((0.75 * height) / (depth * depth * depth)) * Math.sqrt(this.#gravity * (depth + height))
    const crest = wave.arrival ?? SOLITARY_REACH / rate
    const e = exp(-Math.abs(rate * (time - crest)))
    const secant = (2 * e) / (1 + e * e)
    return height * secant * secant
  }

  /**
   * Weights by which a discharge is distributed over its part of an edge: the depth to the power of 3/2, as in critical flow with one
   * level. Sets them and their sum. If the part is dry, the lowest cells get the discharge.
   */
  #distribute(edge: EdgeName, first: number, last: number): void {
    let level = Number.NEGATIVE_INFINITY
    let lowest = Number.POSITIVE_INFINITY
    let highest = Number.NEGATIVE_INFINITY
    const { bed: beds, depth: depths } = this.#water
    for (let cell = first; cell <= last; cell++) {
      const bed = beds.data[this.#beside(edge, cell)]!
      const depth = depths.data[this.#beside(edge, cell)]!
      lowest = Math.min(lowest, bed)
      highest = Math.max(highest, bed)
      if (depth > 0) level = Math.max(level, bed + depth)
    }
    level = Math.max(level, lowest + Math.max(0.02 * (highest - lowest), 1e-3 * this.#grid.cellSize))
    let sum = 0
    for (let cell = first; cell <= last; cell++) {
      const depth = Math.max(0, level - beds.data[this.#beside(edge, cell)]!)
      this.#weights[cell] = depth * Math.sqrt(depth)
      sum += this.#weights[cell]!
    }
    this.#totalWeight[0] = sum
  }

  /** Mean depth of the still water beyond an edge [m], over the cells where there is any. */
  #meanDepth(edge: EdgeName, first: number, last: number, level: number): number {
    const { bed } = this.#water
    let sum = 0
    let count = 0
    for (let cell = first; cell <= last; cell++) {
      const depth = level - bed.data[this.#beside(edge, cell)]!
      if (depth <= 0) continue
      sum += depth
      count++
    }
    return count > 0 ? sum / count : 0
  }

  /** Index in the fields, which all have the same layout, of the cell at an edge. */
  #beside(edge: EdgeName, cell: number): number {
    const { nx, nz } = this.#grid
    const { offset, stride } = this.#water.bed
    if (edge === 'x-' || edge === 'x+') return offset + cell * stride + (edge === 'x-' ? 0 : nx - 1)
    return offset + cell + (edge === 'z-' ? 0 : nz - 1) * stride
  }

  #length(edge: EdgeName): number {
    return edge === 'x-' || edge === 'x+' ? this.#grid.nz : this.#grid.nx
  }

  #fieldOf(edge: EdgeName): Field {
    switch (edge) {
      case 'x-':
        return this.xBefore
      case 'x+':
        return this.xAfter
      case 'z-':
        return this.zBefore
      case 'z+':
        return this.zAfter
    }
  }

  #partOf(inflow: Inflow, index: number): Part {
    const { edge, from, to } = inflow
    if (this.#kinds[edge] === 'periodic')
      throw SceneError.at(['inflows', index, 'edge'], `${edge} is periodic and cannot have an inflow`)
    const indexAt = (at: number) => (edge === 'x-' || edge === 'x+' ? rowAt(this.#grid, at) : columnAt(this.#grid, at))
    const most = this.#length(edge) - 1
    // Cells whose centres lie between the two ends.
    const first = from === undefined ? 0 : Math.max(0, Math.ceil(indexAt(from)))
    const last = to === undefined ? most : Math.min(most, Math.floor(indexAt(to)))
    if (first > last)
      throw SceneError.at(
        ['inflows', index, from === undefined ? 'to' : 'from'],
        `no cell of edge ${edge} lies between ${from ?? 'its beginning'} and ${to ?? 'its end'}: the edge is ${(most + 1) * this.#grid.cellSize} m long, with its middle at 0`,
      )
    return { inflow, first, last }
  }
}
