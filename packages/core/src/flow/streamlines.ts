// Streamlines: curves tangent to the flow. Each is integrated in both directions from its seed by the midpoint rule in steps of equal
// length, until it leaves the box, the flow is at rest, or it reaches a solid or another line. Space is divided into blocks as wide as
// the spacing of lines, and a line ends where it enters a block that contains another line. The lines are thus about evenly spaced,
// which makes a picture of them readable (B. Jobard and W. Lefer, "Creating evenly-spaced streamlines of arbitrary density",
// Visualization in Scientific Computing, 1997; they compare distances between points instead).

import { scramble } from '../numerics/scramble.js'
import type { Flow, Periodic } from './flow.js'
import { FlowReader } from './reader.js'

/** Options of {@link Streamlines}. */
export interface StreamlinesOptions {
  /** Distance between lines [m]. Default: a sixteenth of the longest side. */
  readonly spacing?: number
  /** Largest length of a line [m]. Default: twice the longest side. */
  readonly length?: number
  /** Lines shorter than this are left out [m]. Default: the spacing. */
  readonly shortest?: number
  /** Plane of the seeds: its normal axis and its coordinate [m]. Default: seeds are everywhere. */
  readonly slice?: { readonly axis: 'x' | 'y' | 'z'; readonly at: number }
  /** Axes along which the flow is periodic; lines still end at the edges. Default: none. */
  readonly periodic?: Periodic
  /** Seed of the random order of the lines. Default 1. */
  readonly seed?: number
}

/** Integration steps per cell. */
const STEPS_PER_CELL = 2
/** Below this part of the speed at the fastest seed, the flow counts as at rest. */
const STILL = 1e-3

/**
 * Streamlines: evenly spaced curves tangent to a flow. Memory is kept from one update to the next.
 *
 * @example
 * ```ts
 * import { Streamlines } from 'seiche'
 *
 * const lines = new Streamlines({ spacing: 0.05 }).update(sim)
 * const [start, end] = lines.starts
 * console.log(lines.positions.subarray(3 * start!, 3 * end!)) // the first line
 * ```
 */
export class Streamlines {
  readonly #options: StreamlinesOptions
  #positions = new Float32Array(0)
  #speeds = new Float32Array(0)
  #used = 0
  readonly #starts: number[] = [0]
  #owners = new Int32Array(0)
  #order = new Uint32Array(0)

  /**
   * @param options Spacing, length and seeds of the lines.
   * @throws RangeError for a spacing or a length that is not positive.
   */
  constructor(options: StreamlinesOptions = {}) {
    const { spacing, length, shortest } = options
    for (const [name, value] of Object.entries({ spacing, length }))
      if (value !== undefined && !(value > 0)) throw new RangeError(`${name} must be a positive number, got ${value}`)
    if (shortest !== undefined && !(shortest >= 0))
      throw new RangeError(`shortest must not be negative, got ${shortest}`)
    this.#options = options
  }

  /** x, y, z of each point [m], line after line. A view that the next update overwrites, as are the others. */
  get positions(): Float32Array {
    return this.#positions.subarray(0, 3 * this.#used)
  }

  /** Speed of the flow at each point [m/s]. */
  get speeds(): Float32Array {
    return this.#speeds.subarray(0, this.#used)
  }

  /** Index of the first point of each line, followed by the number of all points. */
  get starts(): readonly number[] {
    return this.#starts
  }

  /**
   * Computes the lines of the present flow.
   *
   * @param flow The flow.
   * @returns These lines.
   * @throws RangeError for a flow whose arrays do not fit together.
   */
  update(flow: Flow): this {
    const { periodic = [false, false, false], slice, seed = 1 } = this.#options
    const reader = new FlowReader(flow, periodic)
    const { cells, cellSize } = reader
    const longest = Math.max(...cells) * cellSize
    const { spacing = longest / 16, length = 2 * longest, shortest = spacing } = this.#options
    const width = spacing / cellSize
    const blocks = cells.map((count) => Math.max(1, Math.ceil(count / width - 1e-6))) as [number, number, number]
    const count = blocks[0] * blocks[1] * blocks[2]
    if (this.#owners.length !== count) {
      this.#owners = new Int32Array(count)
      this.#order = new Uint32Array(count)
    }
    this.#owners.fill(-1)
    this.#used = 0
    this.#starts.length = 1
    const axis = slice ? 'xyz'.indexOf(slice.axis) : -1
    // Position in cells from the low corner, and its block.
    const level = slice ? slice.at / cellSize + cells[axis]! / 2 : 0
    const tracer = new Tracer(reader, this.#owners, blocks, width)
    const place: [number, number, number] = [0, 0, 0]
    const order = this.#shuffle(count, seed)
    for (const block of order) {
      const corner = [
        block % blocks[0],
        Math.floor(block / blocks[0]) % blocks[1],
        Math.floor(block / (blocks[0] * blocks[1])),
      ]
      if (slice && corner[axis] !== Math.min(blocks[axis]! - 1, Math.floor(level / width))) continue
      for (let a = 0; a < 3; a++) place[a] = Math.min((corner[a]! + 0.5) * width, cells[a]! - 0.5)
      if (slice) place[axis] = level
      if (cells[2] === 1) place[2] = 0.5
      const line = this.#starts.length - 1
      const points = tracer.trace(place, line, length / cellSize)
      if ((points - 1) / STEPS_PER_CELL < shortest / cellSize || points < 2) {
        tracer.release(line)
        continue
      }
      this.#keep(tracer, points, cells, cellSize)
    }
    return this
  }

  /** All blocks in random order (Fisher and Yates). */
  #shuffle(count: number, seed: number): Uint32Array {
    const order = this.#order
    for (let k = 0; k < count; k++) order[k] = k
    for (let k = count - 1; k > 0; k--) {
      const other = scramble(k, 0, seed) % (k + 1)
      const kept = order[k]!
      order[k] = order[other]!
      order[other] = kept
    }
    return order
  }

  #keep(tracer: Tracer, points: number, cells: readonly number[], cellSize: number): void {
    const needed = this.#used + points
    if (needed > this.#speeds.length) {
      const room = Math.max(needed, 2 * this.#speeds.length)
      const [positions, speeds] = [this.#positions, this.#speeds]
      this.#positions = new Float32Array(3 * room)
      this.#speeds = new Float32Array(room)
      this.#positions.set(positions)
      this.#speeds.set(speeds)
    }
    for (let k = 0; k < points; k++) {
      const to = this.#used + k
      for (let a = 0; a < 3; a++)
        this.#positions[3 * to + a] = (tracer.path[4 * (tracer.first + k) + a]! - cells[a]! / 2) * cellSize
      this.#speeds[to] = tracer.path[4 * (tracer.first + k) + 3]!
    }
    this.#used = needed
    this.#starts.push(needed)
  }
}

/** Integrates one line after the other. */
class Tracer {
  /** x, y, z in cells from the low corner, and speed [m/s], of the points of the last line. */
  path = new Float64Array(0)
  /** Its first point. */
  first = 0
  readonly #flow: FlowReader
  readonly #owners: Int32Array
  readonly #blocks: readonly [number, number, number]
  readonly #width: number
  /** Blocks of the last line. */
  readonly #taken: number[] = []
  #fastest = 0
  #along = 0
  #up = 0
  #deep = 0

  constructor(flow: FlowReader, owners: Int32Array, blocks: readonly [number, number, number], width: number) {
    this.#flow = flow
    this.#owners = owners
    this.#blocks = blocks
    this.#width = width
  }

  /** Integrates the line through a point and returns its number of points. `length` in cells. */
  trace(place: readonly [number, number, number], line: number, length: number): number {
    const each = Math.max(1, Math.floor((length * STEPS_PER_CELL) / 2))
    if (this.path.length < 4 * (2 * each + 1)) this.path = new Float64Array(4 * (2 * each + 1))
    this.#taken.length = 0
    this.first = each
    if (!this.#addPoint(each, place[0], place[1], place[2], line)) return 0
    const forward = this.#follow(each, line, each, 1)
    const backward = this.#follow(each, line, each, -1)
    this.first = each - backward
    return forward + backward + 1
  }

  /** Frees the blocks of a line. */
  release(line: number): void {
    for (const block of this.#taken) if (this.#owners[block] === line) this.#owners[block] = -1
  }

  #follow(start: number, line: number, most: number, way: 1 | -1): number {
    const step = way / STEPS_PER_CELL
    const { path } = this
    for (let count = 0, at = start; ; count++, at += way) {
      if (count === most) return count
      const [x, y, z] = [path[4 * at]!, path[4 * at + 1]!, path[4 * at + 2]!]
      this.#directionAt(x, y, z)
      this.#directionAt(x + 0.5 * step * this.#along, y + 0.5 * step * this.#up, z + 0.5 * step * this.#deep)
      if (!this.#addPoint(at + way, x + step * this.#along, y + step * this.#up, z + step * this.#deep, line))
        return count
    }
  }

  /** Computes the direction of the flow at a point and returns the speed. */
  #directionAt(x: number, y: number, z: number): number {
    const { u, v, w } = this.#flow
    const [along, up, deep] = [u.at(x, y, z), v.at(x, y, z), w ? w.at(x, y, z) : 0]
    const speed = Math.sqrt(along * along + up * up + deep * deep)
    const inverse = speed > 0 ? 1 / speed : 0
    this.#along = along * inverse
    this.#up = up * inverse
    this.#deep = deep * inverse
    return speed
  }

  /** Adds a point to the line. Returns false if the line ends before it. */
  #addPoint(at: number, x: number, y: number, z: number, line: number): boolean {
    const { cells, open } = this.#flow
    if (!(x >= 0 && x <= cells[0] && y >= 0 && y <= cells[1] && z >= 0 && z <= cells[2])) return false
    const speed = this.#directionAt(x, y, z)
    if (!(speed > STILL * this.#fastest)) return false
    if (open && open.at(x, y, z) < 0.5) return false
    const block = this.#blockAt(x, y, z)
    const owner = this.#owners[block]!
    if (owner >= 0 && owner !== line) return false
    if (owner < 0) {
      this.#owners[block] = line
      this.#taken.push(block)
    }
    this.#fastest = Math.max(this.#fastest, speed)
    this.path.set([x, y, z, speed], 4 * at)
    return true
  }

  #blockAt(x: number, y: number, z: number): number {
    const [bx, by, bz] = this.#blocks
    const i = Math.min(bx - 1, Math.floor(x / this.#width))
    const j = Math.min(by - 1, Math.floor(y / this.#width))
    const k = Math.min(bz - 1, Math.floor(z / this.#width))
    return (k * by + j) * bx + i
  }
}
