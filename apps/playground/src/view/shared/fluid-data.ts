import type { FlowArrays } from '@seiche/three'
import type { SimulationInfo } from '../../worker/protocol.js'

/** The fields of a fluid, from the last frames. */
export class FluidData implements FlowArrays {
  readonly cells: [nx: number, ny: number, nz: number]
  readonly cellSize: number
  readonly fields: Record<string, Float32Array> = {}
  readonly #known = new Set<string>()

  constructor({ fluid, grid }: SimulationInfo) {
    this.cells = [...fluid!.cells]
    this.cellSize = grid.cellSize
  }

  get isFlat(): boolean {
    return this.cells[2] === 1
  }

  /** Sides of the box [m]; a flat one has no depth. */
  get size(): [number, number, number] {
    const [nx, ny, nz] = this.cells
    return [nx * this.cellSize, ny * this.cellSize, this.isFlat ? 0 : nz * this.cellSize]
  }

  /** Adds fields of these names, zero until a frame contains them. */
  need(names: readonly string[]): void {
    for (const name of names) this.fields[name] ??= new Float32Array(this.#count(name))
  }

  /** Whether frames have contained all of these. */
  knows(names: readonly string[]): boolean {
    return names.every((name) => this.#known.has(name))
  }

  /** Sets the fields of a frame. */
  set(fields: Readonly<Record<string, Float32Array>>): void {
    this.need(Object.keys(fields))
    for (const [name, values] of Object.entries(fields)) {
      this.fields[name]!.set(values)
      this.#known.add(name)
    }
  }

  /** Sets the openness. Without solids the field stays absent, and views skip it. */
  setOpenness(openness: Float32Array): void {
    if (!this.fields.open && openness.every((open) => open === 1)) return
    this.fields.open ??= new Float32Array(openness.length)
    this.fields.open.set(openness)
  }

  /** A value at the centre of the cell around a point [m]. */
  at(name: string, point: readonly [number, number, number]): number {
    const values = this.fields[name]
    if (!values) return 0
    const [i, j, k] = this.cells.map((count, axis) =>
      Math.min(count - 1, Math.max(0, Math.floor(point[axis]! / this.cellSize + count / 2))),
    ) as [number, number, number]
    return values[(k * this.cells[1] + j) * this.cells[0] + i] ?? 0
  }

  /** Velocities are on faces: one more than cells along their axis. */
  #count(name: string): number {
    const axis = ['u', 'v', 'w'].indexOf(name)
    return this.cells.reduce((product, count, own) => product * (count + Number(own === axis)), 1)
  }
}
