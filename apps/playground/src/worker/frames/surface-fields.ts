import type { Simulation } from 'seiche'
import { cascadeFields, type Values } from '../protocol.js'
import { copyCells } from './copy-cells.js'

/** Fields, besides the heights, from which a surface is drawn: displacement, foam, and depth and discharge on terrain. */
const cellFields = ['dx', 'dz', 'foam', 'breaking', 'depth', 'qx', 'qz']

/** Names of the fields of a simulation that are drawn, in its own order. */
export function surfaceFieldsOf({ fieldNames, scene: { solver } }: Pick<Simulation, 'fieldNames' | 'scene'>): string[] {
  const cascades = solver.type === 'ocean' ? solver.cascades : 0
  const drawn = new Set(cellFields)
  // Flat water with the normals of waves.
  if (solver.type === 'waves' && solver.surface === 'normals') for (const name of ['slopeX', 'slopeZ']) drawn.add(name)
  for (let cascade = 0; cascade < cascades; cascade++) for (const name of cascadeFields) drawn.add(`${name}_${cascade}`)
  return fieldNames.filter((name) => drawn.has(name))
}

/** Copies fields into one array, one after the other. */
export function copySurfaceFields(sim: Simulation, names: readonly string[], target: Values): void {
  const cells = sim.grid.nx * sim.grid.nz
  for (const [index, name] of names.entries())
    copyCells(sim.field(name), target.subarray(index * cells, (index + 1) * cells))
}
