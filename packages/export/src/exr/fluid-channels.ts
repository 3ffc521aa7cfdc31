// Channels of a fluid in 2-D. Rows of the box go up, lines of a picture go down: the picture is turned over.

import type { Frame } from '../frame.js'
import type { RunInfo } from '../run-info.js'
import type { ExrChannel } from './open-exr.js'

/** The channels of a frame of a fluid. */
export interface FluidChannels {
  readonly width: number
  readonly height: number
  readonly cellSize: number
  /** x and y of the centre of the upper left pixel [m]. */
  readonly origin: [number, number]
  readonly channels: ExrChannel[]
}

/**
 * Channels of a frame of a fluid in 2-D: fields under their own names, and the velocity at the centres of the cells.
 *
 * @param run The run.
 * @param fields Fields to write; `u` and `v` become the velocity.
 * @param frame The frame.
 * @returns Size, position and channels of the picture.
 */
export async function fluidChannels(run: RunInfo, fields: readonly string[], frame: Frame): Promise<FluidChannels> {
  const { u, v } = run.fields
  const centered = fields.filter((name) => name !== 'u' && name !== 'v')
  const info = run.fields[centered[0] ?? '']
  // Faces along x lie between the columns of u; v has as many columns as there are cells.
  const width = info?.shape[1] ?? v?.shape[1]
  const height = info?.shape[0] ?? u?.shape[0]
  const cellSize = info?.cellSize ?? u?.cellSize
  if (width === undefined || height === undefined || cellSize === undefined)
    throw new Error('a picture of a fluid needs a field at the centres of the cells, or the velocities u and v')
  const channels: ExrChannel[] = []
  for (const name of centered) channels.push({ name, values: turnedOver(await frame.values(name), width) })
  const isWhole = u?.shape[1] === width + 1 && v?.shape[0] === height + 1
  if (isWhole) {
    const [alongX, alongY] = [await frame.values('u'), await frame.values('v')]
    const mean = (values: Float32Array, index: (i: number, j: number) => number, step: number) =>
      Float32Array.from({ length: width * height }, (_, cell) => {
        const at = index(cell % width, Math.floor(cell / width))
        return (values[at]! + values[at + step]!) / 2
      })
    const x = mean(alongX, (i, j) => j * (width + 1) + i, 1)
    const y = mean(alongY, (i, j) => j * width + i, width)
    channels.push({ name: 'velocity.X', values: turnedOver(x, width) })
    channels.push({ name: 'velocity.Y', values: turnedOver(y, width) })
  }
  const first = info?.origin ?? { x: ((1 - width) / 2) * cellSize, y: ((1 - height) / 2) * cellSize }
  return { width, height, cellSize, origin: [first.x, (first.y ?? 0) + (height - 1) * cellSize], channels }
}

function turnedOver(values: Float32Array, width: number): Float32Array {
  const result = new Float32Array(values.length)
  for (let from = 0, to = values.length - width; to >= 0; from += width, to -= width)
    result.set(values.subarray(from, from + width), to)
  return result
}
