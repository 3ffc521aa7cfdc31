// The boundary conditions of the flow, cell by cell and face by face, as the kernels read them.

import type { Arena } from '../../../fields/arena.js'
import { CENTER, type GridLocation, VolumeField, type VolumeGrid } from '../../../fields/volume-field.js'
import type { AxisNumber } from '../axes.js'

export interface WallFields {
  /** Boundary condition on the faces across each axis, by the table of face flags in kernels/fluids/boundary.ts. */
  readonly faceFlag: readonly VolumeField[]
  /** Velocity of the solid or edge on the faces across each axis [m/s]. */
  readonly faceVelocity: readonly VolumeField[]
  /** Openness of the faces across each axis, 0 to 1: the face towards lower x, y or z of every cell. */
  readonly openFaces: readonly VolumeField[]
  /** Openness of cells, 0 to 1. */
  readonly open: VolumeField
}

/** `canHaveSolids`: without solids no kernel reads the openness of faces, and the openness of cells takes its place. */
export function wallFields(
  arena: Arena,
  grid: VolumeGrid,
  axes: readonly AxisNumber[],
  canHaveSolids: boolean,
): WallFields {
  const description = { name: 'walls', unit: '', description: 'where the fluid can be' }
  const field = (location: GridLocation, padded: boolean) => new VolumeField(arena, description, grid, location, padded)
  const faceFlag = axes.map((axis) => field(axis, true))
  const faceVelocity = axes.map((axis) => field(axis, true))
  const open = new VolumeField(
    arena,
    { name: 'open', unit: '', description: 'open part of a cell: 1 fluid, 0 solid' },
    grid,
    CENTER,
    false,
  )
  const openFaces = axes.map(() => (canHaveSolids ? field(CENTER, false) : open))
  return { faceFlag, faceVelocity, openFaces, open }
}
