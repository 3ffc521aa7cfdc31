// Velocity at any point, for queries: linear interpolation between faces, as in advection.

import type { VolumeField, VolumeGrid } from '../../fields/volume-field.js'

export class FluidSampler {
  readonly #grid: VolumeGrid
  readonly #velocity: readonly VolumeField[]

  constructor(grid: VolumeGrid, velocity: readonly VolumeField[]) {
    this.#grid = grid
    this.#velocity = velocity
  }

  /** Velocity at a point [m/s]; beyond the box, that of its edge. */
  velocityAt(x: number, y: number, z: number): [number, number, number] {
    const component = (axis: number) => (axis < this.#velocity.length ? this.#at(this.#velocity[axis]!, x, y, z) : 0)
    return [component(0), component(1), component(2)]
  }

  #at(field: VolumeField, x: number, y: number, z: number): number {
    const { nx, ny, nz, cellSize } = this.#grid
    const deep = nz > 1
    const [i, s] = along(x, nx, cellSize, field.location === 0)
    const [j, t] = along(y, ny, cellSize, field.location === 1)
    const [k, r] = deep ? along(z, nz, cellSize, field.location === 2) : [0, 0]
    const plane = (at: number) => {
      const near = field.at(i, j, at) * (1 - s) + field.at(i + 1, j, at) * s
      return near * (1 - t) + (field.at(i, j + 1, at) * (1 - s) + field.at(i + 1, j + 1, at) * s) * t
    }
    return deep ? plane(k) * (1 - r) + plane(k + 1) * r : plane(0)
  }
}

/**
 * Index of the value before a coordinate, and weight of the next one. Coordinates are limited to the box; the ghosts of padded fields reach
 * half a cell beyond.
 */
function along(x: number, cells: number, cellSize: number, onFaces: boolean): [number, number] {
  const position = Math.min(cells, Math.max(0, x / cellSize + cells / 2)) - (onFaces ? 0 : 0.5)
  const before = Math.min(cells - 1, Math.floor(position))
  return [before, position - before]
}
