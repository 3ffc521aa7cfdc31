// Ground and water of a landscape as they are drawn: the cells of the grid and, in a landscape with surroundings, those of a margin.

import { type CompactHeights, type WiderField, WiderTerrain } from '@seiche/three'
import type { LandSetting } from '../../../session/scenes/setting.js'
import type { SimulationInfo } from '../../../worker/protocol.js'

/** Arrays of ground and water. */
type Input = CompactHeights & { bed: Float32Array; depth: Float32Array; breaking?: Float32Array }

/** Fields of the water that are drawn. */
const waterFields = ['depth', 'qx', 'qz', 'foam', 'breaking'] as const

export class LandscapeFields {
  /** For `GroundSurface` and `WaterSurface`. */
  readonly input: Input
  /** The terrain with its margin; undefined for a block. */
  readonly wider: WiderTerrain | undefined
  readonly #nx: number
  readonly #nz: number
  /** Places of the drawn fields among those of a frame. */
  readonly #places: readonly { name: WiderField; index: number }[]

  /** `setting`: whether the grid is a block, or part of a country or of a coast. */
  constructor({ grid: { nx, nz, cellSize }, surfaceFieldNames }: SimulationInfo, setting: LandSetting) {
    this.#nx = nx
    this.#nz = nz
    const names = waterFields.filter((name) => surfaceFieldNames.includes(name))
    this.#places = names.map((name) => ({ name, index: surfaceFieldNames.indexOf(name) }))
    const fields: WiderField[] = ['bed', ...names]
    this.wider =
      setting === 'block' ? undefined : new WiderTerrain({ nx, nz, cellSize, fields }, { sea: setting === 'coast' })
    this.input = this.wider?.input ?? blockInput(nx, nz, cellSize, fields)
  }

  /** Cells that are added on each side of the grid. */
  get margin(): number {
    return this.wider?.margin ?? 0
  }

  /** Sets a field of the grid. */
  set(name: WiderField, values: Float32Array): void {
    if (this.wider) this.wider.set(name, values)
    else this.input[name]?.set(values)
  }

  /** Sets the water. `values`: fields of a frame, one after the other. */
  setWater(values: Float32Array): void {
    const cells = this.#nx * this.#nz
    for (const { name, index } of this.#places) this.set(name, values.subarray(index * cells, (index + 1) * cells))
  }

  /** Openness of all drawn cells: the margin is open. */
  withMargin(openness: Float32Array): Float32Array {
    const { nx, nz } = this.input
    const wide = new Float32Array(nx * nz).fill(1)
    for (let j = 0; j < this.#nz; j++)
      wide.set(openness.subarray(j * this.#nx, (j + 1) * this.#nx), (j + this.margin) * nx + this.margin)
    return wide
  }

  /** Lowest and highest elevation of ground or water of the grid [m]. */
  levels(): { lowest: number; highest: number } {
    const { bed, depth, nx } = this.input
    let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let j = this.margin; j < this.#nz + this.margin; j++)
      for (let i = this.margin; i < this.#nx + this.margin; i++) {
        const top = bed[j * nx + i]! + depth[j * nx + i]!
        lowest = Math.min(lowest, top)
        highest = Math.max(highest, top)
      }
    return { lowest, highest }
  }

  /** Whether water flows anywhere. */
  get isMoving(): boolean {
    const { qx, qz } = this.input
    const flows = (discharge: Float32Array | undefined): boolean => discharge?.some((part) => part !== 0) ?? false
    return flows(qx) || flows(qz)
  }
}

/** Fields of a grid without a margin. */
function blockInput(nx: number, nz: number, cellSize: number, fields: readonly WiderField[]): Input {
  const cells = (): Float32Array => new Float32Array(nx * nz)
  const input: Input = { nx, nz, cellSize, data: cells(), bed: cells(), depth: cells() }
  for (const name of fields) input[name] = cells()
  return input
}
