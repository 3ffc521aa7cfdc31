// Checks that the flow has a solution: there is room for the fluid, and an incompressible fluid that enters can leave.

import type { VolumeField, VolumeGrid } from '../../../fields/volume-field.js'
import { FREE } from '../../../generated/layouts/fluids/boundary.js'
import type { SceneError } from '../../../scene/parse/error.js'
import type { AxisNumber } from '../axes.js'
import type { BoxEdges } from './box-edges.js'
import { connectedParts, type FlowBox, isImbalanced } from './connected-parts.js'
import { imbalanceError, noRoomError } from './errors.js'
import type { WallFields } from './wall-fields.js'

/** The reason why the flow has no solution, if it has none. */
export function unsolvable({ cellSize }: VolumeGrid, fields: WallFields, edges: BoxEdges): SceneError | undefined {
  const parts = connectedParts(flowBox(fields, edges))
  if (parts.length === 0) return noRoomError()
  const imbalanced = parts.find(isImbalanced)
  if (!imbalanced) return undefined
  const dimensions = edges.axes.length
  const rate = imbalanced.netInflow * cellSize * (dimensions === 2 ? 1 : cellSize)
  return imbalanceError(rate, dimensions, edges.inflowNames)
}

/** Whether any cell is open. */
export function hasRoom({ open }: WallFields): boolean {
  return openMask(open).includes(1)
}

function flowBox(fields: WallFields, edges: BoxEdges): FlowBox {
  const { axes } = edges
  return {
    cells: axes.map((axis) => edges.cells[axis]),
    periodic: axes.map((axis) => edges.isPeriodic(axis)),
    open: openMask(fields.open),
    openFaces: fields.openFaces.map(openMask),
    edges: axes.map((axis) => [edgeVelocity(fields, axis, 0), edgeVelocity(fields, axis, edges.cells[axis])] as const),
  }
}

/** 1 where a field of openness is greater than 0. Bytes, because volumes have millions of cells. */
function openMask(field: VolumeField): Uint8Array {
  const [columns, rows, planes] = field.extent
  const mask = new Uint8Array(columns * rows * planes)
  for (let k = 0, to = 0; k < planes; k++)
    for (let j = 0; j < rows; j++) {
      const row = field.index(0, j, k)
      for (let i = 0; i < columns; i++, to++) mask[to] = Number(field.data[row + i]! > 0)
    }
  return mask
}

/** Prescribed velocity on the faces at one index along an axis [m/s], as `FlowBox.edges` has it. */
function edgeVelocity(fields: WallFields, axis: AxisNumber, place: number): (number | undefined)[] {
  const faceFlag = fields.faceFlag[axis]!
  const faceVelocity = fields.faceVelocity[axis]!
  const end = faceFlag.extent.map((count, other) => (other === axis ? place + 1 : count))
  const velocities: (number | undefined)[] = []
  for (let k = axis === 2 ? place : 0; k < end[2]!; k++)
    for (let j = axis === 1 ? place : 0; j < end[1]!; j++)
      for (let i = axis === 0 ? place : 0; i < end[0]!; i++)
        velocities.push(faceFlag.at(i, j, k) === FREE ? undefined : faceVelocity.at(i, j, k))
  return velocities
}
