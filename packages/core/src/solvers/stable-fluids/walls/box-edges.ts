// The boundary conditions on the sides of the box.

import type { VolumeField, VolumeGrid } from '../../../fields/volume-field.js'
import type { PoissonAxis, PoissonEdge } from '../../../operators/poisson/axis.js'
import type { FluidEdge, FluidEdges } from '../../../scene/schema/fluid.js'
import { AXES, type AxisNumber, axesOf } from '../axes.js'

type Inflow = Extract<FluidEdge, { inflow: unknown }>

export class BoxEdges {
  readonly axes: readonly AxisNumber[]
  /** Number of cells along x, y and z. */
  readonly cells: readonly [number, number, number]
  /** Names of the sides with a prescribed inflow: `x-`, `x+` and so on. */
  readonly inflowNames: readonly string[]
  /** x-, x+, y-, y+, z-, z+. */
  readonly #edges: readonly FluidEdge[]
  /** Along x, y and z. */
  readonly #periodic: readonly boolean[]
  /** The parabolic inflow profile along x, y and z; 1 across a 2-D fluid. */
  readonly #parabolas: Readonly<Record<'x' | 'y' | 'z', Float64Array>>

  constructor(grid: VolumeGrid, boundaries: FluidEdges) {
    this.axes = axesOf(grid)
    this.cells = [grid.nx, grid.ny, grid.nz]
    this.inflowNames = Object.entries(boundaries).flatMap(([name, edge]) => (isInflow(edge) ? [name] : []))
    this.#edges = AXES.flatMap((axis) => [boundaries[`${axis}-`], boundaries[`${axis}+`]])
    this.#periodic = AXES.map((axis, number) => number < this.axes.length && boundaries[`${axis}-`] === 'periodic')
    this.#parabolas = { x: parabola(grid.nx), y: parabola(grid.ny), z: parabola(grid.nz) }
  }

  /** The boundary condition at the low or high end of an axis. */
  edge(axis: AxisNumber, after: boolean): FluidEdge {
    return this.#edges[2 * axis + Number(after)]!
  }

  isPeriodic(axis: AxisNumber): boolean {
    return this.#periodic[axis]!
  }

  /** The axes of the pressure's Poisson problem: p = 0 on open edges, zero normal derivative on walls and inflows. */
  get poissonAxes(): PoissonAxis[] {
    return this.axes.map((axis) => ({
      cells: this.cells[axis]!,
      before: poissonEdge(this.edge(axis, false)),
      after: poissonEdge(this.edge(axis, true)),
    }))
  }

  /** Prescribed value of a velocity component parallel to an edge [m/s]; undefined where its normal derivative is zero. */
  heldAlong(component: AxisNumber, axis: AxisNumber, after: boolean): number | undefined {
    const edge = this.edge(axis, after)
    if (edge === 'no-slip') return 0
    if (typeof edge === 'string') return undefined
    return ('lid' in edge ? edge.lid : edge.inflow)[component] ?? 0
  }

  /**
   * Sets the velocity along the axis on face (i, j, k) of an edge [m/s]: 0 unless the edge is an inflow. It is written
   * into the field, because a number that a function returns may be allocated on the heap, and steps allocate nothing.
   */
  setNormalVelocity(field: VolumeField, axis: AxisNumber, after: boolean, i: number, j: number, k: number): void {
    const edge = this.edge(axis, after)
    const at = field.index(i, j, k)
    field.data[at] = 0
    if (!isInflow(edge)) return
    const { x, y, z } = this.#parabolas
    const profile =
      edge.profile === 'parabolic' ? (axis === 0 ? 1 : x[i]!) * (axis === 1 ? 1 : y[j]!) * (axis === 2 ? 1 : z[k]!) : 1
    field.data[at] = (edge.inflow[axis] ?? 0) * profile
  }
}

/** A parabola over the centres of n cells: zero at both ends of the line, with mean 1. */
function parabola(n: number): Float64Array {
  return Float64Array.from({ length: n }, (_, index) => {
    const s = (2 * index + 1) / n - 1
    // The mean of 1 - s² over the centres is (2/3)(1 + 1/(2n²)).
    return (1 - s * s) / ((2 / 3) * (1 + 1 / (2 * n * n)))
  })
}

function isInflow(edge: FluidEdge): edge is Inflow {
  return typeof edge !== 'string' && 'inflow' in edge
}

function poissonEdge(edge: FluidEdge): PoissonEdge {
  if (edge === 'open') return 'fixed'
  return edge === 'periodic' ? 'periodic' : 'reflect'
}
