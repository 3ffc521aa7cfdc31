// The initial flow of a fluid.

import { positionAlong, type VolumeField, type VolumeGrid } from '../../fields/volume-field.js'
import { cos, exp, sin } from '../../numerics/elementary.js'
import { type FluidFiles, velocityFile } from '../../scene/fluid-load.js'
import { point } from '../../scene/rasterize/signed-distance.js'
import type { FluidFlow, FluidScene } from '../../scene/schema/fluid.js'
import { addShape } from './emitters.js'

/** One component of a flow [m/s] at a point [m]. */
type Component = (x: number, y: number, z: number) => number

/** Adds the flows of a fluid to its velocity, face by face. */
export function addFlows(
  { flow: flows, boundaries }: FluidScene,
  velocity: readonly VolumeField[],
  grid: VolumeGrid,
  files: FluidFiles,
): void {
  const isPeriodic = [boundaries['x-'], boundaries['y-'], boundaries['z-']].map((edge) => edge === 'periodic')
  for (const flow of flows)
    velocity.forEach((field, axis) => {
      if ('shape' in flow) addShape(field, grid, flow, flow.velocity[axis] ?? 0)
      else if ('flow' in flow) addComponent(field, grid, componentOf(flow, axis, grid))
      else {
        const file = flow.npy[axis]
        if (file !== undefined)
          addFile(field, grid, files.get(velocityFile(file, axis))!, flow.amount, isPeriodic[axis]!)
      }
    })
}

function addComponent(field: VolumeField, { nx, ny, nz, cellSize }: VolumeGrid, component: Component): void {
  const axis = field.location
  const [columns, rows, planes] = field.extent
  for (let k = 0; k < planes; k++)
    for (let j = 0; j < rows; j++)
      for (let i = 0; i < columns; i++)
        field.data[field.index(i, j, k)]! += component(
          positionAlong(nx, cellSize, i, axis === 0),
          positionAlong(ny, cellSize, j, axis === 1),
          positionAlong(nz, cellSize, k, axis === 2),
        )
}

/** Adds the values of a file: one for each face, or one for each cell, of which a face gets the mean of its two cells. */
function addFile(
  field: VolumeField,
  { nx, ny, nz }: VolumeGrid,
  values: Float64Array,
  amount: number,
  isPeriodic: boolean,
): void {
  const [columns, rows, planes] = field.extent
  const onFaces = values.length === columns * rows * planes
  const axis = field.location
  const cells = [nx, ny, nz][axis]!
  /** Cell number along the axis of the component: beyond an edge that of the opposite edge, or the nearest one. */
  const inside = (at: number) => (isPeriodic ? (at + cells) % cells : Math.min(cells - 1, Math.max(0, at)))
  const valueAt = (i: number, j: number, k: number) => {
    if (onFaces) return values[(k * rows + j) * columns + i]!
    const at = [i, j, k]
    const cell = (along: number) => {
      at[axis] = along
      return values[(at[2]! * ny + at[1]!) * nx + at[0]!]!
    }
    const face = at[axis]!
    return 0.5 * (cell(inside(face - 1)) + cell(inside(face)))
  }
  for (let k = 0; k < planes; k++)
    for (let j = 0; j < rows; j++)
      for (let i = 0; i < columns; i++) field.data[field.index(i, j, k)]! += amount * valueAt(i, j, k)
}

function componentOf(
  flow: Extract<FluidFlow, { flow: string }>,
  axis: number,
  { nx, ny, nz, cellSize }: VolumeGrid,
): Component {
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
