/**
 * Water as an array of columns, updated in an order that is not the slides'.
 *
 * Source: Matthias Müller, "How to write a Water Simulator", Ten Minute Physics, slide "The Simulation Algorithm". The slide
 * has two loops, all velocities and then all heights (columns.ts), and does not say why. The three variants here answer it.
 * A row of columns is a rectangle with nz = 1. s = (c dt/dx)², edges reflect. Derivations are made here.
 *
 * - Heights first. Eliminate v, and both orders give h(n+1) - 2 h(n) + h(n-1) = s (sum of the neighbours' differences of
 *   h(n)): the same scheme with the same limit. Only the first step differs, by half a step in time.
 * - All at once: every new value from old ones only. That is explicit Euler. A wave with frequency ω, where
 *   (ω dt/2)² = s (sin²(kx dx/2) + sin²(kz dx/2)), grows in each step by
 *
 *       sqrt(1 + (ω dt)²),   at every dt.
 *
 * - One loop: a column takes its new height before the next column looks at it. A column then sees the new heights of its
 *   left and back neighbours and the old ones of the others. In an endless row
 *
 *       λ² (1 - s e^(-iθ)) - λ (2 - 2 s + s e^(iθ)) + 1 = 0,   θ = k dx.
 *
 *   At θ = 0 it has the root 1/(1 - s), in the plane 1/(1 - 2 s): where the level rises, the neighbour that has already
 *   risen lifts the next column further. Through each face the two columns exchange different amounts, so the volume is
 *   not kept. A row of 64 columns grows by 1.30 a step at c dt/dx = 0.5, where 1/(1 - s) is 1.33.
 *
 * Known defects, which are the purpose of this file:
 *
 * 1. `columnsAllAtOnce` and `columnsInOneLoop` explode at every time step.
 * 2. `columnsInOneLoop` also depends on the direction of the loop: a round wave does not stay round.
 */

import type { Columns2D, ColumnsParameters } from './columns.js'

/** One step, all heights before all velocities, in place. Stable like the slides' order. */
export function columnsHeightsFirst({ nx, nz, eta, v }: Columns2D, { c, dx, dt }: ColumnsParameters): void {
  for (let cell = 0; cell < nx * nz; cell++) {
    eta[cell]! += dt * v[cell]!
  }

  for (let j = 0; j < nz; j++) {
    for (let i = 0; i < nx; i++) {
      v[j * nx + i]! += dt * acceleration(eta, i, j, nx, nz, c / dx)
    }
  }
}

/** One step, every height and velocity from the values before it, in place. Grows at every time step. */
export function columnsAllAtOnce({ nx, nz, eta, v }: Columns2D, { c, dx, dt }: ColumnsParameters): void {
  const a = new Float64Array(nx * nz)
  for (let j = 0; j < nz; j++) {
    for (let i = 0; i < nx; i++) {
      a[j * nx + i] = acceleration(eta, i, j, nx, nz, c / dx)
    }
  }

  for (let cell = 0; cell < nx * nz; cell++) {
    eta[cell]! += dt * v[cell]!
    v[cell]! += dt * a[cell]!
  }
}

/** One step in a single loop over the columns, in place. Grows at every time step. */
export function columnsInOneLoop({ nx, nz, eta, v }: Columns2D, { c, dx, dt }: ColumnsParameters): void {
  for (let j = 0; j < nz; j++) {
    for (let i = 0; i < nx; i++) {
      const cell = j * nx + i
      v[cell]! += dt * acceleration(eta, i, j, nx, nz, c / dx)
      eta[cell]! += dt * v[cell]!
    }
  }
}

/** Acceleration of a column by its neighbours [m/s²]; a missing neighbour has the height of the column. `rate`: c/dx [1/s]. */
function acceleration(eta: Float64Array, i: number, j: number, nx: number, nz: number, rate: number): number {
  const cell = j * nx + i
  const here = eta[cell]!
  const left = i > 0 ? eta[cell - 1]! : here
  const right = i < nx - 1 ? eta[cell + 1]! : here
  const back = j > 0 ? eta[cell - nx]! : here
  const front = j < nz - 1 ? eta[cell + nx]! : here
  return rate * rate * (left + right + back + front - 4 * here)
}
