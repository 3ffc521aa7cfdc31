// The quantity of which a comparison shows the difference: the height of a surface; of a fluid, the dye that is displayed, else the speed.

import { dyesOf, type FluidDisplay, inksOf } from '../session/display/fluid-display.js'
import type { Frame, SimulationInfo } from '../worker/protocol.js'
import type { CellGrid } from './difference.js'

export interface ComparedQuantity {
  readonly name: string
  /** Its name in a sentence. */
  readonly text: string
  readonly unit: string
  /** Names of the fields that it needs. */
  readonly fields: readonly string[]
}

const height: ComparedQuantity = { name: 'height', text: 'the height', unit: 'm', fields: [] }

/** The quantity of a simulation. `display`: how its fluid is displayed. */
export function comparedQuantity(info: SimulationInfo, display: FluidDisplay | undefined): ComparedQuantity {
  if (!info.fluid || !display) return height
  const [first] = dyesOf(info.scene)
  const isDye = inksOf(info.scene).includes(display.show)
  const dye = isDye ? display.show : display.show === 'dyes' ? first : undefined
  if (dye === 'temperature') return { name: dye, text: 'the temperature', unit: 'K', fields: [dye] }
  if (dye !== undefined) return { name: dye, text: `the dye “${dye}”`, unit: '', fields: [dye] }
  return {
    name: 'speed',
    text: 'the speed',
    unit: 'm/s',
    fields: info.fluid.cells[2] > 1 ? ['u', 'v', 'w'] : ['u', 'v'],
  }
}

/** The cells of a simulation. */
export function cellGridOf({ grid, fluid }: Pick<SimulationInfo, 'grid' | 'fluid'>): CellGrid {
  return { counts: fluid ? fluid.cells : [grid.nx, grid.nz], cellSize: grid.cellSize }
}

/** The values of a quantity in all cells; undefined if the frame does not contain it. */
export function valuesOf(
  frame: Pick<Frame, 'heights' | 'fluid'>,
  { name, fields }: ComparedQuantity,
  { counts }: CellGrid,
): Float32Array | undefined {
  if (fields.length === 0) return frame.heights
  const found = fields.map((field) => frame.fluid?.[field])
  if (!found.every((values) => values !== undefined)) return undefined
  return name === 'speed' ? speedOf(found, counts) : found[0]
}

/** Speed at the centers of cells: velocities are on their faces. */
function speedOf(velocity: readonly Float32Array[], counts: readonly number[]): Float32Array {
  const [nx = 1, ny = 1, nz = 1] = counts
  const speeds = new Float32Array(nx * ny * nz)
  for (const [axis, values] of velocity.entries()) {
    const [rows, planes] = [nx + Number(axis === 0), ny + Number(axis === 1)]
    const next = [1, rows, rows * planes][axis]!
    let cell = 0
    for (let k = 0; k < nz; k++)
      for (let j = 0; j < ny; j++)
        for (let i = 0; i < nx; i++) {
          const at = (k * planes + j) * rows + i
          const middle = (values[at]! + values[at + next]!) / 2
          speeds[cell++]! += middle * middle
        }
  }
  return speeds.map(Math.sqrt)
}

/** The field in whose place views show the difference of a fluid: its colors are around zero. */
export const differenceField = 'p'

/** The display of the difference of a fluid: a slice. */
export function differenceDisplay({ at, level }: FluidDisplay): FluidDisplay {
  return { rendering: 'slice', show: differenceField, colors: 'balance', flow: 'nothing', at, level }
}
