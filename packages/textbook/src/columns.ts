/**
 * Water as an array of columns.
 *
 * Source: Matthias Müller, "How to write a Water Simulator", Ten Minute Physics.
 *
 * Every column stores a height and a velocity. Neighbouring columns push each other in proportion to their
 * difference in height, which is the wave equation with a five-point Laplacian:
 *
 *     for all cells:  a = c²/s² (h[i-1,j] + h[i+1,j] + h[i,j-1] + h[i,j+1] - 4 h[i,j])
 *                     v = v + dt a
 *     for all cells:  h = h + dt v
 *
 * The slides' h is `eta` here, their s is `dx`. There are two passes because a height changed during the first
 * pass would be read by the next cell's stencil, and the result would depend on the order of the sweep.
 *
 * Edges reflect: "If the neighbor lays outside the domain replace it with h[i,j]". A cell then exchanges nothing
 * with the outside, so the Laplacian sums to zero over the basin and the volume is kept to rounding.
 *
 * Known defects, kept as they are on the slides:
 *
 * 1. The stability criterion is given as dt c < s. That is the limit of the 1.5-D scheme. Put a standing wave into
 *    the 2.5-D scheme and its frequency ω obeys
 *
 *        sin²(ω dt/2) = (c dt/dx)² (sin²(kx dx/2) + sin²(kz dx/2)).
 *
 *    The bracket reaches 2 at the checkerboard (both wavenumbers at π/dx), a real ω needs a left side of at most 1,
 *    so the limit in the plane is c dt/dx <= 1/√2 ≈ 0.707. Between 0.707 and 1 the slide's criterion holds and the
 *    run explodes, checkerboard first. (In 1.5-D one sine is missing, the bracket reaches 1 and the slide is right.)
 * 2. The code does not check the limit of defect 1. The demo of the slides lowers c until the step is stable, so its
 *    waves travel at a wrong speed; this file steps with the c it is given.
 * 3. The criterion is labelled CFD on the slide. It is the Courant–Friedrichs–Lewy condition, CFL.
 * 4. One speed c for all wavelengths. Waves on water of depth H travel at c sqrt(tanh(kH)/(kH)): 1.6 % slower than c
 *    when they are 20 H long, 60 % slower when they are H long.
 * 5. A column has one height, so waves do not overturn and nothing splashes. The slides name both limits and advise
 *    particles for splashes; they give no algorithm for either.
 */

/** A row of columns. `eta[i]` and `v[i]` belong to the column whose centre lies at (i + 1/2) dx. */
export interface Columns1D {
  /** Elevation of the water surface [m]. */
  eta: Float64Array
  /** Vertical velocity of the water surface [m/s]. */
  v: Float64Array
}

/** A rectangle of columns, row-major: cell (i, j) is element `j * nx + i`. */
export interface Columns2D extends Columns1D {
  /** Columns along x. */
  nx: number
  /** Columns along z. */
  nz: number
}

export interface ColumnsParameters {
  /** Wave speed [m/s]; sqrt(g H) for water of depth H. */
  c: number
  /** Width of a column [m]. */
  dx: number
  /** Time step [s]. */
  dt: number
}

/** One step of the 1.5-D columns, in place. Stable while c dt <= dx. */
export function columns1D({ eta, v }: Columns1D, { c, dx, dt }: ColumnsParameters): void {
  const nx = eta.length
  const k = (c * c) / (dx * dx)

  for (let i = 0; i < nx; i++) {
    const here = eta[i]!
    const left = i > 0 ? eta[i - 1]! : here
    const right = i < nx - 1 ? eta[i + 1]! : here
    const a = k * (left + right - 2 * here)
    v[i]! += dt * a
  }

  for (let i = 0; i < nx; i++) {
    eta[i]! += dt * v[i]!
  }
}

/** One step of the 2.5-D columns, in place. Stable while c dt <= dx/√2, whatever the slide says. */
export function columns2D({ nx, nz, eta, v }: Columns2D, { c, dx, dt }: ColumnsParameters): void {
  const k = (c * c) / (dx * dx)

  for (let j = 0; j < nz; j++) {
    for (let i = 0; i < nx; i++) {
      const cell = j * nx + i
      const here = eta[cell]!
      const left = i > 0 ? eta[cell - 1]! : here
      const right = i < nx - 1 ? eta[cell + 1]! : here
      const back = j > 0 ? eta[cell - nx]! : here
      const front = j < nz - 1 ? eta[cell + nx]! : here
      const a = k * (left + right + back + front - 4 * here)
      v[cell]! += dt * a
    }
  }

  for (let cell = 0; cell < nx * nz; cell++) {
    eta[cell]! += dt * v[cell]!
  }
}
