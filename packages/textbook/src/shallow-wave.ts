/**
 * The shallow wave simulator.
 *
 * Source: lecture "Fluid Effects: A Height Field Model", pages P19 to P25.
 *
 * The wave equation with the depth in front of the Laplacian taken as a constant H, central differences in time,
 * and no velocity: the last two heights carry the motion.
 *
 *     for every cell:  new = h + β (h - old)
 *                      for every neighbour that exists:  new = new + α (h[neighbour] - h)
 *     for every cell:  old = h,  h = new
 *
 * with α = dt² g H / dx². The slides' h, old and new are `eta`, `etaOld` and `etaNew` here.
 *
 * With β = 1 this is the scheme of columns.ts in another notation. Write v = (eta - etaOld)/dt: the update becomes
 * v += dt c²/dx² (Laplacian), eta += dt v with c² = g H. So c dt/dx = sqrt(α), and a run started from (eta, v)
 * there is started here from etaOld = eta - dt v. β < 1 multiplies v by β in each step: damping.
 *
 * Edges, one kind for the whole run:
 *   closed  Neumann: a missing neighbour is skipped, as if it stood at the height of the cell. Keeps the volume.
 *   fixed   Dirichlet: a missing neighbour is a ghost cell of constant height.
 *
 * Known defects, kept as they are on the slides:
 *
 * 1. The fixed edge is called open. It is not: an incoming crest leaves again as a trough of the same size. Water
 *    enters and leaves through it, so the volume is not kept either.
 * 2. No stability limit is given. It is α <= 1 in 1-D and α <= 1/2 in 2-D (c dt/dx <= 1/√2, see columns.ts), for β = 1.
 * 3. β is a factor per step, not per second: halve dt and the same β damps twice as fast.
 * 4. β acts on the velocity of every wave alike, so it is friction and not the viscosity it is called: viscosity
 *    calms short waves first.
 */

/** What a cell at the rim sees in place of a missing neighbour. */
export type Edge =
  | { type: 'closed' }
  | {
      type: 'fixed'
      /** Elevation of the ghost cells around the basin [m]. */
      height: number
    }

/** A row of cells. The contents of `etaNew` on entry do not matter. */
export interface ShallowWave1D {
  /** Elevation of the water surface now [m]. */
  eta: Float64Array
  /** Elevation one step ago [m]. */
  etaOld: Float64Array
  /** Room for the elevation one step ahead [m]. */
  etaNew: Float64Array
}

/** A rectangle of cells, row-major: cell (i, j) is element `j * nx + i`. */
export interface ShallowWave2D extends ShallowWave1D {
  /** Cells along x. */
  nx: number
  /** Cells along z. */
  nz: number
}

export interface ShallowWaveParameters {
  /** dt² g H / dx² = (c dt/dx)², no unit. */
  alpha: number
  /** What is left of the motion after one step, no unit; 1 does not damp. */
  beta: number
  /** The rim of the basin. */
  edge: Edge
}

/** α for water of constant depth H [m], cells of dx [m], steps of dt [s] and gravity g [m/s²]; no unit. */
export function shallowWaveAlpha(depth: number, dx: number, dt: number, g = 9.81): number {
  return (dt * dt * g * depth) / (dx * dx)
}

/** One step in 1-D, in place. */
export function shallowWave1D(
  { eta, etaOld, etaNew }: ShallowWave1D,
  { alpha, beta, edge }: ShallowWaveParameters,
): void {
  const nx = eta.length

  for (let i = 0; i < nx; i++) {
    const here = eta[i]!
    const outside = edge.type === 'fixed' ? edge.height : here
    const left = i > 0 ? eta[i - 1]! : outside
    const right = i < nx - 1 ? eta[i + 1]! : outside
    let next = here + beta * (here - etaOld[i]!)
    next += alpha * (left - here)
    next += alpha * (right - here)
    etaNew[i] = next
  }

  for (let i = 0; i < nx; i++) {
    etaOld[i] = eta[i]!
    eta[i] = etaNew[i]!
  }
}

/** One step in 2-D, in place. */
export function shallowWave2D(
  { nx, nz, eta, etaOld, etaNew }: ShallowWave2D,
  { alpha, beta, edge }: ShallowWaveParameters,
): void {
  for (let j = 0; j < nz; j++) {
    for (let i = 0; i < nx; i++) {
      const cell = j * nx + i
      const here = eta[cell]!
      const outside = edge.type === 'fixed' ? edge.height : here
      const left = i > 0 ? eta[cell - 1]! : outside
      const right = i < nx - 1 ? eta[cell + 1]! : outside
      const back = j > 0 ? eta[cell - nx]! : outside
      const front = j < nz - 1 ? eta[cell + nx]! : outside
      let next = here + beta * (here - etaOld[cell]!)
      next += alpha * (left - here)
      next += alpha * (right - here)
      next += alpha * (back - here)
      next += alpha * (front - here)
      etaNew[cell] = next
    }
  }

  for (let cell = 0; cell < nx * nz; cell++) {
    etaOld[cell] = eta[cell]!
    eta[cell] = etaNew[cell]!
  }
}
