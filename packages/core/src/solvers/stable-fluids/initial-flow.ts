// The initial flow of a fluid.

import { positionAlong, type VolumeField, type VolumeGrid } from '../../fields/volume-field.js'
import { cos, exp, sin } from '../../numerics/elementary.js'
import { point } from '../../scene/rasterize/signed-distance.js'
import type { FluidFlow } from '../../scene/schema/fluid.js'

/** One component of a flow [m/s] at a point [m]. */
type Component = (x: number, y: number, z: number) => number

/** Adds flows to the velocity, face by face. */
export function addFlows(flows: readonly FluidFlow[], velocity: readonly VolumeField[], grid: VolumeGrid): void {
  const { nx, ny, nz, cellSize } = grid
  for (const flow of flows)
    velocity.forEach((field, axis) => {
      const component = componentOf(flow, axis, grid)
      const [columns, rows, planes] = field.extent
      for (let k = 0; k < planes; k++)
        for (let j = 0; j < rows; j++)
          for (let i = 0; i < columns; i++)
            field.data[field.index(i, j, k)]! += component(
              positionAlong(nx, cellSize, i, axis === 0),
              positionAlong(ny, cellSize, j, axis === 1),
              positionAlong(nz, cellSize, k, axis === 2),
            )
    })
}

function componentOf(flow: FluidFlow, axis: number, { nx, ny, nz, cellSize }: VolumeGrid): Component {
  switch (flow.flow) {
    case 'uniform': {
      const speed = flow.velocity[axis] ?? 0
      return () => speed
    }
    case 'taylor-green': {
      const wavenumber = (cells: number) => (2 * Math.PI * flow.waves) / (cells * cellSize)
      const [kx, ky, kz] = [wavenumber(nx), wavenumber(ny), flow.inDepth ? wavenumber(nz) : 0]
      if (axis === 0) return (x, y, z) => flow.speed * sin(kx * x) * cos(ky * y) * cos(kz * z)
      // Free of divergence for sides of different lengths, too.
      if (axis === 1) return (x, y, z) => -flow.speed * (kx / ky) * cos(kx * x) * sin(ky * y) * cos(kz * z)
      return () => 0
    }
    case 'vortex': {
      const [cx, cy] = point(flow.center)
      const { radius, speed } = flow
      if (axis === 2) return () => 0
      return (x, y) => {
        const [dx, dy] = [x - cx, y - cy]
        const angularVelocity = (speed / radius) * exp(0.5 * (1 - (dx * dx + dy * dy) / (radius * radius)))
        return axis === 0 ? -angularVelocity * dy : angularVelocity * dx
      }
    }
  }
}
