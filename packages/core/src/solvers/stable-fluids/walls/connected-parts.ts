// The parts of the box that solids separate from each other, by flood fill over open cells and faces.
//
// The pressure's Poisson problem is solvable in a part if an edge face of it is free. If none is, the net inflow must be
// zero: the compatibility condition of a Neumann problem.

/** Net inflow of a part that rounding explains, relative to the sum of all flow through its edges. */
const ROUNDING = 1e-6

/** Cells (i, j, k) of the box are numbered i + nx (j + ny k). */
export interface FlowBox {
  /** Number of cells along x, y and, in a volume, z. */
  readonly cells: readonly number[]
  /** Whether the box is periodic along each axis. */
  readonly periodic: readonly boolean[]
  /** Greater than 0 for each cell that is open. */
  readonly open: ArrayLike<number>
  /** For each axis: greater than 0 for each cell whose face towards the cell before it is open. */
  readonly openFaces: readonly ArrayLike<number>[]
  /** For each axis that is not periodic: the faces at its low and high end, by `edgeFaceOf`. */
  readonly edges: readonly (readonly [EdgeVelocity, EdgeVelocity])[]
}

/** Prescribed velocity along the axis of each face of an edge [m/s]; undefined where it is free. */
export type EdgeVelocity = ArrayLike<number | undefined>

/** Open cells that are connected through open faces. */
export interface ConnectedPart {
  readonly cells: number
  /** Whether there is a free face on an edge of the box: fluid leaves and enters through it as the rest requires. */
  readonly hasFreeEdge: boolean
  /** Sum of the prescribed velocities into the part over its edge faces [m/s]: the net inflow over the area of a face. */
  readonly netInflow: number
  /** Sum of their magnitudes [m/s]. */
  readonly grossFlow: number
}

/** Whether fluid accumulates in a part or is drawn off from it, and no free edge lets it out or in. */
export function isImbalanced({ hasFreeEdge, netInflow, grossFlow }: ConnectedPart): boolean {
  return !hasFreeEdge && Math.abs(netInflow) > ROUNDING * grossFlow
}

/** The parts in the order of their first cells; none if no cell is open. */
export function connectedParts(box: FlowBox): ConnectedPart[] {
  const count = box.cells.reduce((product, n) => product * n, 1)
  const visited = new Uint8Array(count)
  const queue = new Int32Array(count)
  const parts: ConnectedPart[] = []
  for (let cell = 0; cell < count; cell++)
    if (box.open[cell]! > 0 && !visited[cell]) parts.push(floodFill(box, cell, visited, queue))
  return parts
}

/** The part that contains a cell. Marks its cells as visited. */
function floodFill(box: FlowBox, first: number, visited: Uint8Array, queue: Int32Array): ConnectedPart {
  const { cells, open, openFaces, edges } = box
  let hasFreeEdge = false
  let netInflow = 0
  let grossFlow = 0
  let end = 0
  const visit = (cell: number) => {
    visited[cell] = 1
    queue[end++] = cell
  }
  const crossEdge = (velocity: number | undefined, after: boolean) => {
    if (velocity === undefined) {
      hasFreeEdge = true
      return
    }
    netInflow += after ? -velocity : velocity
    grossFlow += Math.abs(velocity)
  }
  visit(first)
  for (let at = 0; at < end; at++)
    for (let side = 0; side < 2 * cells.length; side++) {
      const cell = queue[at]!
      const axis = side >> 1
      const after = side % 2 === 1
      const next = neighborOf(box, cell, axis, after)
      if (next < 0) crossEdge(edges[axis]![Number(after)]![edgeFaceOf(cells, cell, axis)], after)
      else if (!visited[next] && open[next]! > 0 && openFaces[axis]![after ? next : cell]! > 0) visit(next)
    }
  return { cells: end, hasFreeEdge, netInflow, grossFlow }
}

/** The next cell before or after a cell along an axis, or -1 beyond an edge of the box. */
function neighborOf({ cells, periodic }: FlowBox, cell: number, axis: number, after: boolean): number {
  const n = cells[axis]!
  const stride = strideOf(cells, axis)
  const place = Math.floor(cell / stride) % n
  if (place !== (after ? n - 1 : 0)) return after ? cell + stride : cell - stride
  if (!periodic[axis]) return -1
  return after ? cell - (n - 1) * stride : cell + (n - 1) * stride
}

/** Number of the edge face that the line along an axis through a cell meets: by the other indices, x fastest. */
export function edgeFaceOf(cells: readonly number[], cell: number, axis: number): number {
  const stride = strideOf(cells, axis)
  return (cell % stride) + stride * Math.floor(cell / (stride * cells[axis]!))
}

/** From one cell to the next along an axis. */
function strideOf(cells: readonly number[], axis: number): number {
  return axis === 0 ? 1 : axis === 1 ? cells[0]! : cells[0]! * cells[1]!
}
