// Copies a fluid for the page: its description, once; the fields that its display needs, with every frame.

import type { Simulation, VolumeField } from 'seiche'
import type { FluidFields, FluidInfo, Values } from '../protocol.js'

/** Description of the fluid of a simulation for the page; undefined for water with a surface. */
export function fluidInfoOf({
  scene,
  grid,
  fieldNames,
}: Pick<Simulation, 'scene' | 'grid' | 'fieldNames'>): FluidInfo | undefined {
  if (scene.solver.type !== 'stable-fluids') return undefined
  return { cells: [grid.nx, grid.ny ?? 1, grid.nz], fields: fieldNames }
}

export class FluidFrames {
  readonly #sim: Simulation
  readonly #spare = new Map<string, Values[]>()
  #shown: readonly string[] = []

  constructor(sim: Simulation) {
    this.#sim = sim
  }

  /** Only these fields from now on. */
  show(fields: readonly string[]): void {
    this.#shown = fields.filter((name) => this.#sim.fieldNames.includes(name))
  }

  /** Copies of the fields as they are now. */
  copy(): FluidFields {
    const copies: FluidFields = {}
    for (const name of this.#shown) {
      const field = this.#sim.field(name) as VolumeField
      const [columns, rows, planes] = field.extent
      const values = this.#spare.get(name)?.pop() ?? new Float32Array(columns * rows * planes)
      for (let k = 0, to = 0; k < planes; k++)
        for (let j = 0; j < rows; j++, to += columns) {
          const start = field.index(0, j, k)
          values.set(field.data.subarray(start, start + columns), to)
        }
      copies[name] = values
    }
    return copies
  }

  /** Takes buffers back. */
  recycle(fields: FluidFields): void {
    for (const [name, values] of Object.entries(fields)) {
      const spare = this.#spare.get(name)
      if (spare) spare.push(values)
      else this.#spare.set(name, [values])
    }
  }
}
