import type { Flow, Periodic } from 'seiche'
import { BufferAttribute, BufferGeometry } from 'three/webgpu'
import { type CellValues, type FluidBox, hasField, readBox, readValues } from './fluid-source.js'

/** A plane through a 3-D fluid. */
export interface SliceAt {
  /** Axis normal to the plane. */
  readonly axis: 'x' | 'y' | 'z'
  /** Coordinate of the plane along that axis [m]; 0 is the middle of the box. */
  readonly at: number
}

/** Colour of solids unless an option gives another. */
export const defaultSolid = 0x6b7078

const names = ['u', 'v', 'w'] as const

/**
 * One layer of cells of a fluid, stored as rows. Across z the columns follow x and the rows follow y. The other axes are cyclic
 * permutations, so that columns, rows and the normal axis are always right-handed.
 */
export class FluidSlice {
  readonly input: Flow
  readonly box: FluidBox
  readonly axis: 0 | 1 | 2
  /** Axis along which the column index grows, and that of the row index. */
  readonly across: 0 | 1 | 2
  readonly along: 0 | 1 | 2
  readonly columns: number
  readonly rows: number
  /** Whether the columns, and the rows, are periodic. */
  readonly wraps: readonly [columns: boolean, rows: boolean]
  /** Coordinate along the axis at which the slice is drawn [m]. */
  readonly place: number
  readonly #layer: number

  constructor(input: Flow, slice: SliceAt = { axis: 'z', at: 0 }, periodic: Periodic = [false, false, false]) {
    this.input = input
    this.box = readBox(input)
    this.axis = 'xyz'.indexOf(slice.axis) as 0 | 1 | 2
    this.across = ((this.axis + 1) % 3) as 0 | 1 | 2
    this.along = ((this.axis + 2) % 3) as 0 | 1 | 2
    const { cells, cellSize } = this.box
    this.columns = cells[this.across]
    this.rows = cells[this.along]
    this.wraps = [periodic[this.across], periodic[this.along]]
    const layers = cells[this.axis]
    this.#layer = Math.min(layers - 1, Math.max(0, Math.floor(slice.at / cellSize + layers / 2)))
    this.place = layers === 1 ? 0 : slice.at
  }

  /** Sides of the slice [m]: along the columns, along the rows. */
  get size(): [number, number] {
    return [this.box.size[this.across], this.box.size[this.along]]
  }

  /** A rectangle at the position of the slice; u follows the columns, v the rows. */
  geometry(): BufferGeometry {
    const geometry = new BufferGeometry()
    const corners = [0, 1, 2, 3].map((corner) => [corner % 2, Math.floor(corner / 2)] as const)
    const positions = corners.flatMap(([u, v]) => {
      const position = [0, 0, 0]
      position[this.across] = (u - 0.5) * this.size[0]
      position[this.along] = (v - 0.5) * this.size[1]
      position[this.axis] = this.place
      return position
    })
    const normal = [0, 1, 2].map((axis) => Number(axis === this.axis))
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3))
    geometry.setAttribute('normal', new BufferAttribute(Float32Array.from([normal, normal, normal, normal].flat()), 3))
    geometry.setAttribute('uv', new BufferAttribute(Float32Array.from(corners.flat()), 2))
    geometry.setIndex([0, 1, 2, 2, 1, 3])
    return geometry
  }

  has(name: string): boolean {
    return hasField(this.input, name)
  }

  /** Writes the cells of a field into one channel of `target`. */
  write(name: string, target: Float32Array, channels = 1, channel = 0): void {
    this.#copy(readValues(this.input, name, this.box), target, channels, channel)
  }

  /** Writes the velocity along the columns and along the rows into the first two channels [m/s]. */
  writeVelocity(target: Float32Array, channels: number): void {
    this.write(names[this.across], target, channels, 0)
    this.write(names[this.along], target, channels, 1)
  }

  /** Writes the speed, the length of the whole velocity vector [m/s]. */
  writeSpeed(target: Float32Array, channels: number, channel: number, scratch: Float32Array): void {
    const count = this.columns * this.rows
    for (let cell = 0; cell < count; cell++) target[cell * channels + channel] = 0
    for (let axis = 0; axis < 3; axis++) {
      if (axis === 2 && this.box.cells[2] === 1) continue
      this.write(names[axis]!, scratch)
      for (let cell = 0; cell < count; cell++) target[cell * channels + channel]! += scratch[cell]! * scratch[cell]!
    }
    for (let cell = 0; cell < count; cell++)
      target[cell * channels + channel] = Math.sqrt(target[cell * channels + channel]!)
  }

  /**
   * Writes the vorticity about the axis [1/s], counter-clockwise positive: central differences of the velocities in the neighbouring
   * cells, one-sided at edges that are not periodic.
   */
  writeVorticity(target: Float32Array, channels: number, channel: number, scratch: Float32Array): void {
    const { columns, rows } = this
    const { cellSize } = this.box
    this.write(names[this.along], scratch)
    for (let j = 0; j < rows; j++)
      for (let i = 0; i < columns; i++) {
        const { before, after, apart } = neighbors(i, columns, this.wraps[0])
        const change = scratch[j * columns + after]! - scratch[j * columns + before]!
        target[(j * columns + i) * channels + channel] = change / (apart * cellSize)
      }
    this.write(names[this.across], scratch)
    for (let j = 0; j < rows; j++) {
      const { before, after, apart } = neighbors(j, rows, this.wraps[1])
      for (let i = 0; i < columns; i++) {
        const change = scratch[after * columns + i]! - scratch[before * columns + i]!
        target[(j * columns + i) * channels + channel]! -= change / (apart * cellSize)
      }
    }
  }

  #copy({ data, origin, steps, ahead }: CellValues, target: Float32Array, channels: number, channel: number): void {
    const [right, up] = [steps[this.across], steps[this.along]]
    const start = origin + this.#layer * steps[this.axis]
    let to = channel
    for (let j = 0; j < this.rows; j++) {
      let from = start + j * up
      for (let i = 0; i < this.columns; i++, from += right, to += channels)
        target[to] = ahead === 0 ? data[from]! : 0.5 * (data[from]! + data[from + ahead]!)
    }
  }
}

/** Indices of the two neighbours of cell i of n, and their distance in cells. */
function neighbors(i: number, n: number, wraps: boolean): { before: number; after: number; apart: number } {
  if (wraps) return { before: (i + n - 1) % n, after: (i + 1) % n, apart: 2 }
  const [before, after] = [Math.max(0, i - 1), Math.min(n - 1, i + 1)]
  return { before, after, apart: after - before || 1 }
}
