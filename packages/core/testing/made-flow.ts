import type { FlowArrays } from '../src/flow/flow.js'

/** Velocity [m/s] at a place [m]. */
export type Velocity = (x: number, y: number, z: number) => readonly [number, number, number]

/** A flow given by a formula, on the faces of its cells, without gaps. */
export function madeFlow(
  cells: readonly [number, number, number],
  cellSize: number,
  velocity: Velocity,
): FlowArrays & { fields: Record<string, Float32Array> } {
  return {
    cells,
    cellSize,
    fields: {
      u: sampled(cells, cellSize, 0, (x, y, z) => velocity(x, y, z)[0]),
      v: sampled(cells, cellSize, 1, (x, y, z) => velocity(x, y, z)[1]),
      w: sampled(cells, cellSize, 2, (x, y, z) => velocity(x, y, z)[2]),
    },
  }
}

/** Values of a formula on the faces across an axis, or with `place` 3 at the centres. */
export function sampled(
  cells: readonly [number, number, number],
  cellSize: number,
  place: number,
  value: (x: number, y: number, z: number) => number,
): Float32Array {
  const [nx, ny, nz] = cells.map((count, axis) => count + Number(axis === place && count > 1)) as [
    number,
    number,
    number,
  ]
  const at = (index: number, axis: number) =>
    (index + (axis === place && cells[axis]! > 1 ? 0 : 0.5) - cells[axis]! / 2) * cellSize
  return Float32Array.from({ length: nx * ny * nz }, (_, p) =>
    value(at(p % nx, 0), at(Math.floor(p / nx) % ny, 1), at(Math.floor(p / (nx * ny)), 2)),
  )
}

/** Turning about z as a solid does, once in 2π seconds. */
export const rotation: Velocity = (x, y) => [-y, x, 0]

/** Vortices of Taylor and Green in a box of side 1 with its middle at the origin; nothing flows through its walls. */
export const taylorGreen: Velocity = (x, y) => [
  Math.cos(Math.PI * x) * Math.sin(Math.PI * y),
  -Math.sin(Math.PI * x) * Math.cos(Math.PI * y),
  0,
]
