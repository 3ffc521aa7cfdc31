// Layers of faces inside free-slip solids, numbered from the surface inwards. The kernel `fluidExtend` fills each layer
// from the one outside it, so that interpolation near the surface reads the flow extrapolated into the solid.

import type { VolumeField } from '../../../fields/volume-field.js'
import { DEEP, FREE, SLIPPERY } from '../../../generated/layouts/fluids/boundary.js'
import type { CellRange } from './cell-range.js'

/** Face flags of the layers, the outermost first. */
export const SLIPPERY_LAYERS: readonly number[] = Array.from(
  { length: DEEP - SLIPPERY },
  (_, layer) => SLIPPERY + layer,
)

/** Gives faces with the flag DEEP that lie within the layers the number of their layer. */
export function numberLayers(faceFlag: VolumeField, { low, high }: CellRange): void {
  const { data, extent } = faceFlag
  const columns = Math.min(extent[0], high[0] + 1)
  const rows = Math.min(extent[1], high[1] + 1)
  const planes = Math.min(extent[2], high[2] + 1)
  for (let layer: number = SLIPPERY; layer < DEEP; layer++) {
    const outside = layer === SLIPPERY ? FREE : layer - 1
    for (let k = low[2]; k < planes; k++)
      for (let j = low[1]; j < rows; j++)
        for (let i = low[0]; i < columns; i++) {
          const at = faceFlag.index(i, j, k)
          if (data[at] === DEEP && hasNeighbor(faceFlag, i, j, k, outside)) data[at] = layer
        }
  }
}

/** Whether one of the faces around a face has a flag. */
function hasNeighbor(faceFlag: VolumeField, i: number, j: number, k: number, flag: number): boolean {
  const { data, extent, stride } = faceFlag
  const at = faceFlag.index(i, j, k)
  return (
    (i > 0 && data[at - 1] === flag) ||
    (i < extent[0] - 1 && data[at + 1] === flag) ||
    (j > 0 && data[at - stride] === flag) ||
    (j < extent[1] - 1 && data[at + stride] === flag) ||
    (k > 0 && data[faceFlag.index(i, j, k - 1)] === flag) ||
    (k < extent[2] - 1 && data[faceFlag.index(i, j, k + 1)] === flag)
  )
}
