// The mattes of the lesson: shapes of the textbook laid over the grid, with a rim of the chosen width.

import { boxShape, circleShape, type MatteShape, openMatte, overlayMatte, polygonShape } from '@seiche/textbook'
import { channelCells, type ObstaclesValues, pondCells, wallAt } from './obstacles.settings.js'

/** Points along a side of a cell that decide its share. */
const samples = 8
/** The middle of the shape in the pond [cells]. */
export const shapeAt = { x: 48, z: 30 }

/** A shape of the settings, enlarged by `more` cells on every side; none if the pond is empty. */
function shapeOf({ shape, size }: ObstaclesValues, more: number): MatteShape | undefined {
  const { x, z } = shapeAt
  const half = size / 2 + more
  switch (shape) {
    case 'circle':
      return half > 0 ? circleShape(x, z, half) : undefined
    case 'box':
      return half > 0 ? boxShape(x, z, 2 * half, 2 * half) : undefined
    case 'wedge':
      return polygonShape([
        [x - half, z],
        [x + half, z - half],
        [x + half, z + half],
      ])
    case 'slit': {
      const wall = boxShape(x, z, 4 + 2 * more, 2 * pondCells.nz)
      return (px, pz) => wall(px, pz) && Math.abs(pz - z) > size / 2 - more
    }
    case 'none':
      return undefined
  }
}

/** The matte of the pond. A wide rim is the mean over outlines that are moved inwards and outwards. */
export function pondMatte(values: ObstaclesValues): Float64Array {
  const { nx, nz } = pondCells
  const outlines = Math.max(1, values.rim)
  const mean = new Float64Array(nx * nz)
  for (let n = 0; n < outlines; n++) {
    const matte = openMatte(nx, nz)
    const shape = shapeOf(values, n + 0.5 - outlines / 2)
    if (shape) overlayMatte(matte, nx, shape, values.rim === 0 ? 1 : samples)
    for (let cell = 0; cell < mean.length; cell++) mean[cell]! += matte[cell]! / outlines
  }
  return mean
}

/** Paints with a round brush, or erases. */
export function paintMatte(matte: Float64Array, tool: 'build' | 'erase', x: number, z: number, radius: number): void {
  const stroke = openMatte(pondCells.nx, pondCells.nz)
  overlayMatte(stroke, pondCells.nx, circleShape(x, z, radius), samples)
  for (let cell = 0; cell < matte.length; cell++)
    matte[cell] = tool === 'build' ? Math.min(matte[cell]!, stroke[cell]!) : Math.max(matte[cell]!, 1 - stroke[cell]!)
}

/** The matte of the channel: open, then a rim around the middle of the first solid cell, then solid for 80 cells. */
export function channelMatte(rim: number): Float64Array {
  return Float64Array.from({ length: channelCells }, (_, i) => {
    const beyond = i + 0.5 - wallAt
    if (beyond > 80) return 1
    if (rim === 0) return beyond < 0 ? 1 : 0
    return Math.min(1, Math.max(0, 0.5 - (beyond - 0.5) / rim))
  })
}
