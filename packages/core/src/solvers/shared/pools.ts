// Pools: the connected bodies of water of a basin, and the level that the potential of each is measured against.
//
// A constant added to the potential of a pool changes no flow, so that its zero is free. Kicked by -g (eta - level), the mean potential of
// a closed pool changes by g (level - mean of eta) in a second. Measured against the mean, it stays; against the mean of several pools of
// different level it grows for ever, and floats lose the digits of the waves.
//
// A pool is a set of open cells that are connected through their faces, periodic edges included. A pool at an open or fixed edge is
// measured against the level outside. Where two pools become one, the zeros of their potentials are made to
// agree at the opening: water behind a wall is at rest there, however long the wall has stood.
//
// Walls that are built, erased or moved change the pools. The search for pools visits every cell. A change that provably connects and
// separates nothing (`#keepsPools`) is followed without it, such as that of a ship in open water.

import type { Boundaries } from '../../fields/boundaries.js'
import type { CellBox } from '../../fields/cell-box.js'
import type { Field } from '../../fields/field.js'
import type { Openness, OpennessChange } from './openness.js'

const CLOSED = -1

export class Pools {
  /** Level of the pool of each cell [m]. */
  readonly levels: Field
  readonly #openness: Openness
  readonly #eta: Field
  readonly #phi: Field
  readonly #boundaries: Boundaries
  readonly #outside: number
  readonly #wrapX: boolean
  readonly #wrapZ: boolean
  /** Number of the pool of each cell, row by row; `CLOSED` in solids. Empty until there are solids. */
  #labels = new Int32Array(0)
  #count = 1
  /** Whether each pool has a cell at an open or fixed edge. */
  #isOpen: boolean[] = []
  /** Level of each pool [m]. */
  #level: number[] = []
  /** Whether the mean levels may have changed since they were measured. */
  #isStale = false
  // Work space of the searches, kept between them.
  #queue = new Int32Array(0)
  #local = new Int32Array(0)

  /** `outside`: level beyond open and fixed edges [m]. `levels`: receives the level of each cell. */
  constructor(
    openness: Openness,
    { eta, phi }: { readonly eta: Field; readonly phi: Field },
    boundaries: Boundaries,
    outside: number,
    levels: Field,
  ) {
    this.#openness = openness
    this.#outside = outside
    this.#eta = eta
    this.#phi = phi
    this.#boundaries = boundaries
    this.#wrapX = boundaries['x-'] === 'periodic'
    this.#wrapZ = boundaries['z-'] === 'periodic'
    this.levels = levels
  }

  /** Whether solids divide the water, so that its pools may have different levels. */
  get isDivided(): boolean {
    return this.#count > 1
  }

  /** Finds the pools of the present openness and measures their levels. */
  find(): void {
    this.#count = 1
    if (!this.#openness.hasSolids) return
    this.#search()
    this.#isStale = true
    this.measure()
  }

  /**
   * Follows a change of the openness, before the water does. Precondition: cells that have opened hold no water yet.
   * Postcondition: the potentials of pools that have become one agree where they meet.
   */
  follow(change: OpennessChange): void {
    if (this.#labels.length === 0) {
      // The first solids: the water was one pool.
      if (!this.#openness.hasSolids) return
      this.#labels = new Int32Array(this.#eta.nx * this.#eta.nz)
      this.#isOpen = [this.#hasOpenEdge()]
    }
    this.#isStale = true
    if (!isRedrawn(change, this.#openness) || this.#keepsPools(change)) return
    const before = this.#labels
    const wasOpen = this.#isOpen
    this.#labels = new Int32Array(before.length)
    this.#search()
    this.#align(change, before, wasOpen)
  }

  /** Notes that water was added or removed. */
  touch(): void {
    this.#isStale = true
  }

  /** Measures the levels of the pools, if they may have changed. */
  measure(): void {
    if (!this.#isStale || this.#count < 2) return
    this.#isStale = false
    const { nx, nz } = this.#eta
    const sums = new Float64Array(this.#count)
    const areas = new Float64Array(this.#count)
    for (let j = 0; j < nz; j++)
      for (let i = 0; i < nx; i++) {
        const pool = this.#labels[j * nx + i]!
        if (pool === CLOSED) continue
        const open = this.#openness.at(i, j)
        sums[pool]! += open * this.#eta.at(i, j)
        areas[pool]! += open
      }
    this.#level = Array.from(sums, (sum, pool) => (this.#isOpen[pool] ? this.#outside : sum / areas[pool]!))
    this.#fillLevels()
  }

  /** Whether a cell belongs to a pool at an open or fixed edge. Precondition: solids divide the water. */
  isOpenAt(i: number, j: number): boolean {
    const pool = this.#labels[j * this.#eta.nx + i]!
    return pool !== CLOSED && this.#isOpen[pool]!
  }

  /** Mean level of the water, where it is one pool [m]. */
  get meanLevel(): number {
    const { nx, nz } = this.#eta
    let [sum, area] = [0, 0]
    for (let j = 0; j < nz; j++)
      for (let i = 0; i < nx; i++) {
        const open = this.#openness.at(i, j)
        sum += open * this.#eta.at(i, j)
        area += open
      }
    return area > 0 ? sum / area : 0
  }

  /** Levels of the pools, in the order of their first cells; none if there is only one. */
  get scalars(): number[] {
    if (!this.isDivided) return []
    this.measure()
    return this.#order().map((pool) => this.#level[pool]!)
  }

  /** Restores the levels after the openness has been restored. */
  set scalars(levels: readonly number[]) {
    this.#count = 1
    this.#labels = new Int32Array(0)
    this.#isStale = false
    if (!this.#openness.hasSolids) return
    this.#search()
    if (!this.isDivided) return
    // A search numbers the pools in the order of their first cells.
    this.#level = levels.slice(0, this.#count)
    this.#fillLevels()
  }

  #fillLevels(): void {
    const { data, offset, stride, nx, nz } = this.levels
    for (let j = 0; j < nz; j++)
      for (let i = 0; i < nx; i++) {
        const pool = this.#labels[j * nx + i]!
        data[offset + j * stride + i] = pool === CLOSED ? 0 : this.#level[pool]!
      }
  }

  /** The pools in the order of their first cells. */
  #order(): number[] {
    const seen = new Set<number>()
    for (const pool of this.#labels) {
      if (pool !== CLOSED) seen.add(pool)
      if (seen.size === this.#count) break
    }
    return [...seen]
  }

  /** Numbers the pools by flood fill, in the order of their first cells. */
  #search(): void {
    const { nx, nz } = this.#eta
    const cells = nx * nz
    if (this.#labels.length !== cells) this.#labels = new Int32Array(cells)
    if (this.#queue.length < cells) this.#queue = new Int32Array(cells)
    const labels = this.#labels
    labels.fill(CLOSED)
    this.#isOpen = []
    for (let cell = 0; cell < cells; cell++) {
      if (labels[cell] !== CLOSED || !this.#isOpenCell(cell)) continue
      this.#isOpen.push(this.#fill(cell, this.#isOpen.length))
    }
    this.#count = this.#isOpen.length
  }

  /** Numbers the pool of a cell. Returns whether it has a cell at an open or fixed edge. */
  #fill(first: number, pool: number): boolean {
    const { nx, nz } = this.#eta
    const [labels, queue] = [this.#labels, this.#queue]
    let isOpen = false
    let end = 0
    const visit = (cell: number) => {
      if (labels[cell] !== CLOSED || !this.#isOpenCell(cell)) return
      labels[cell] = pool
      queue[end++] = cell
    }
    visit(first)
    for (let at = 0; at < end; at++) {
      const cell = queue[at]!
      const j = Math.floor(cell / nx)
      const i = cell - j * nx
      isOpen ||= this.#isAtOpenEdge(i, j)
      if (i > 0) visit(cell - 1)
      else if (this.#wrapX) visit(cell + nx - 1)
      if (i < nx - 1) visit(cell + 1)
      else if (this.#wrapX) visit(cell - nx + 1)
      if (j > 0) visit(cell - nx)
      else if (this.#wrapZ) visit(cell + (nz - 1) * nx)
      if (j < nz - 1) visit(cell + nx)
      else if (this.#wrapZ) visit(cell - (nz - 1) * nx)
    }
    return isOpen
  }

  #isOpenCell(cell: number): boolean {
    const { nx } = this.#eta
    const j = Math.floor(cell / nx)
    return this.#openness.at(cell - j * nx, j) > 0
  }

  #isAtOpenEdge(i: number, j: number): boolean {
    const { nx, nz } = this.#eta
    const edges = this.#boundaries
    return (
      (i === 0 && isOpenEdge(edges['x-'])) ||
      (i === nx - 1 && isOpenEdge(edges['x+'])) ||
      (j === 0 && isOpenEdge(edges['z-'])) ||
      (j === nz - 1 && isOpenEdge(edges['z+']))
    )
  }

  #hasOpenEdge(): boolean {
    return Object.values(this.#boundaries).some(isOpenEdge)
  }

  /**
   * Whether a change leaves the pools as they were apart from the cells that opened and closed, which it then numbers. Within a box one
   * cell wider than the change, every part of the water must hold cells of exactly one pool, and no pool be in two parts: any way through
   * the box then has a replacement within it.
   */
  #keepsPools(change: CellBox): boolean {
    const { nx, nz } = this.#eta
    const [left, top] = [Math.max(0, change.i - 1), Math.max(0, change.j - 1)]
    const [right, bottom] = [Math.min(nx, change.i + change.nx + 1), Math.min(nz, change.j + change.nz + 1)]
    // Water beyond a periodic edge is outside the box; an open edge may lose its last cell.
    if (left === 0 || right === nx || top === 0 || bottom === nz) {
      if (this.#wrapX || this.#wrapZ || this.#hasOpenEdge()) return false
    }
    const wide = right - left
    const cells = wide * (bottom - top)
    if (this.#local.length < cells) {
      this.#local = new Int32Array(cells)
      if (this.#queue.length < cells) this.#queue = new Int32Array(cells)
    }
    const [parts, queue] = [this.#local, this.#queue]
    parts.fill(CLOSED, 0, cells)
    const poolOfPart: number[] = []
    for (let first = 0; first < cells; first++) {
      if (parts[first] !== CLOSED) continue
      const part = poolOfPart.length
      let pool = CLOSED
      let end = 0
      const visit = (i: number, j: number) => {
        if (i < left || i >= right || j < top || j >= bottom || this.#openness.at(i, j) === 0) return
        const at = (j - top) * wide + i - left
        if (parts[at] !== CLOSED) return
        parts[at] = part
        queue[end++] = at
      }
      visit(left + (first % wide), top + Math.floor(first / wide))
      for (let at = 0; at < end; at++) {
        const j = top + Math.floor(queue[at]! / wide)
        const i = left + (queue[at]! % wide)
        const had = this.#labels[j * nx + i]!
        if (had !== CLOSED && pool !== CLOSED && had !== pool) return false
        if (had !== CLOSED) pool = had
        visit(i - 1, j)
        visit(i + 1, j)
        visit(i, j - 1)
        visit(i, j + 1)
      }
      if (end === 0) continue
      if (pool === CLOSED || poolOfPart.includes(pool)) return false
      poolOfPart.push(pool)
    }
    // A pool whose last cells closed is gone.
    for (let at = 0; at < cells; at++) {
      const had = this.#labels[(top + Math.floor(at / wide)) * nx + left + (at % wide)]!
      if (had !== CLOSED && parts[at] === CLOSED && !poolOfPart.includes(had)) return false
    }
    for (let at = 0; at < cells; at++) {
      const part = parts[at]!
      this.#labels[(top + Math.floor(at / wide)) * nx + left + (at % wide)] =
        part === CLOSED ? CLOSED : poolOfPart[part]!
    }
    return true
  }

  /** Shifts the potentials of pools that have become one, so that they agree beside the cells that have opened. */
  #align(change: OpennessChange, before: Int32Array, wasOpen: readonly boolean[]): void {
    const contacts = this.#contacts(change, before)
    if (contacts.size < 2) return
    const sizes = new Map<number, number>()
    for (const pool of before) if (contacts.has(pool)) sizes.set(pool, (sizes.get(pool) ?? 0) + 1)
    // The potential of a pool at an open or fixed edge has a zero of its own. Otherwise the largest pool keeps its zero.
    const rank = (pool: number) => (wasOpen[pool] ? Number.POSITIVE_INFINITY : sizes.get(pool)!)
    const shifts = new Map<number, number>()
    for (const [pool, { phi, joined }] of contacts) {
      if (wasOpen[pool]) continue
      const others = [...contacts].filter(([, contact]) => contact.joined === joined)
      const [reference, { phi: kept }] = others.reduce((best, one) => (rank(one[0]) > rank(best[0]) ? one : best))
      if (reference !== pool) shifts.set(pool, kept - phi)
    }
    if (shifts.size === 0) return
    const { data, offset, stride, nx } = this.#phi
    before.forEach((pool, cell) => {
      const shift = shifts.get(pool)
      if (shift === undefined) return
      const j = Math.floor(cell / nx)
      data[offset + j * stride + cell - j * nx]! += shift
    })
  }

  /** Mean potential of the cells of each former pool beside cells that have opened, and the pool that it now belongs to. */
  #contacts(change: OpennessChange, before: Int32Array): Map<number, { phi: number; joined: number }> {
    const { nx, nz } = this.#eta
    const sums = new Map<number, { phi: number; cells: number; joined: number }>()
    for (let row = 0; row < change.nz; row++)
      for (let column = 0; column < change.nx; column++) {
        const [i, j] = [change.i + column, change.j + row]
        if (change.before[row * change.nx + column] !== 0 || this.#openness.at(i, j) === 0) continue
        for (const [k, l] of [
          [this.#wrapX ? (i + nx - 1) % nx : i - 1, j],
          [this.#wrapX ? (i + 1) % nx : i + 1, j],
          [i, this.#wrapZ ? (j + nz - 1) % nz : j - 1],
          [i, this.#wrapZ ? (j + 1) % nz : j + 1],
        ] as const) {
          if (k < 0 || k >= nx || l < 0 || l >= nz) continue
          const pool = before[l * nx + k]!
          if (pool === CLOSED || this.#openness.at(k, l) === 0) continue
          const contact = sums.get(pool) ?? { phi: 0, cells: 0, joined: this.#labels[l * nx + k]! }
          contact.phi += this.#phi.at(k, l)
          contact.cells++
          sums.set(pool, contact)
        }
      }
    return new Map([...sums].map(([pool, { phi, cells, joined }]) => [pool, { phi: phi / cells, joined }]))
  }
}

const isOpenEdge = (kind: Boundaries['x-']) => kind === 'absorb' || kind === 'fixed'

/** Whether a change opened or closed a cell. */
function isRedrawn({ i, j, nx, nz, before }: OpennessChange, openness: Openness): boolean {
  for (let row = 0; row < nz; row++)
    for (let column = 0; column < nx; column++)
      if (before[row * nx + column]! > 0 !== openness.at(i + column, j + row) > 0) return true
  return false
}
