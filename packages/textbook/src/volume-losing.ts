/**
 * The shallow wave equation with the depth outside the derivative: it loses volume.
 *
 * Source: lecture "Fluid Effects: A Height Field Model", pages P9 to P16.
 *
 * The lecture eliminates the velocity from du/dt = -1/ρ dP/dx and dh/dt + h du/dx = 0, arrives at
 * d²h/dt² = h/ρ d²P/dx², and replaces both derivatives by central differences:
 *
 *     new = 2 h - old + dt² h / (dx² ρ) (P[i+1] + P[i-1] - 2 P[i]),   P = ρ g h.
 *
 * The slides' h is the whole column of water over flat ground: `depth`, `depthOld` and `depthNew` here. They stop at a row
 * of cells; in the plane d²P/dx² becomes the sum over both directions, and defects 1 and 2 stay.
 *
 * The misprints of P12 and P14, on the way to these differences, are named in finite-differences.ts.
 *
 * Known defects, kept as they are on the slides:
 *
 * 1. The volume shrinks, and ever faster. The flow through a face between two cells is multiplied by the depth of the
 *    one cell where it leaves and by the depth of the other where it arrives. Sum the update over a closed row and pair
 *    the two terms of each face; with V the sum of the depths,
 *
 *        Vnew - 2 V + Vold = -(g dt²/dx²) Σ over faces (depth[i+1] - depth[i])²,   never positive.
 *
 *    Every slope adds to the rate of loss, and nothing lowers it. In the plane the sum runs over the faces of both
 *    directions. The lecture notes that Σ h changes; it does not say that the change has this sign. A hump of 0.5 m on
 *    1 m of water in a trough of 20 m (the case of the test) has cost 23 % of the water after 3 s.
 * 2. The loss ends a long run: columns fall below the ground (after 4.6 s in the same case), and with h < 0 the
 *    equation has growing solutions, the shortest wave the fastest.
 * 3. Signals travel at sqrt(g h), so a crest of height a outruns still water of depth H by c a/(2H), while the advection
 *    left out is of the same order: the full shallow-water equations say 3 c a/(2H).
 *
 * The two cures of the lecture: put the depth back inside the derivative, on the face between two cells, so that the water
 * that leaves one column enters the next, which is face-depth.ts, and with an implicit step kass-miller.ts (M. Kass and
 * G. Miller, "Rapid, Stable Fluid Dynamics for Computer Graphics", SIGGRAPH 1990); or take the depth in front as a
 * constant, which is shallow-wave.ts.
 */

/** A row of cells over flat ground. The contents of `depthNew` on entry do not matter. */
export interface VolumeLosing1D {
  /** Water column now [m]. */
  depth: Float64Array
  /** Water column one step ago [m]. */
  depthOld: Float64Array
  /** Room for the water column one step ahead [m]. */
  depthNew: Float64Array
}

export interface VolumeLosingParameters {
  /** Cell size [m]. */
  dx: number
  /** Time step [s]. Stable while sqrt(g depth) dt <= dx for the deepest column. */
  dt: number
  /** Density of water ρ [kg/m³]. It cancels, as the pressure is ρ g depth; kept because the slide writes it. */
  rho: number
  /** Gravity [m/s²]. */
  g: number
}

/** A rectangle of cells over flat ground, row-major: cell (i, j) is element `j * nx + i`. */
export interface VolumeLosing2D extends VolumeLosing1D {
  /** Cells along x. */
  nx: number
  /** Cells along z. */
  nz: number
}

/** One step in a closed row, in place. */
export function volumeLosing1D(
  { depth, depthOld, depthNew }: VolumeLosing1D,
  { dx, dt, rho, g }: VolumeLosingParameters,
): void {
  const nx = depth.length

  for (let i = 0; i < nx; i++) {
    const here = depth[i]!
    const left = i > 0 ? depth[i - 1]! : here
    const right = i < nx - 1 ? depth[i + 1]! : here
    const pressureHere = rho * g * here
    const pressureLeft = rho * g * left
    const pressureRight = rho * g * right
    const push = ((dt * dt * here) / (dx * dx * rho)) * (pressureRight + pressureLeft - 2 * pressureHere)
    depthNew[i] = 2 * here - depthOld[i]! + push
  }

  for (let i = 0; i < nx; i++) {
    depthOld[i] = depth[i]!
    depth[i] = depthNew[i]!
  }
}

/** One step in a closed rectangle, in place. Stable while sqrt(g depth) dt <= dx/√2 for the deepest column. */
export function volumeLosing2D(
  { nx, nz, depth, depthOld, depthNew }: VolumeLosing2D,
  { dx, dt, rho, g }: VolumeLosingParameters,
): void {
  for (let j = 0; j < nz; j++) {
    for (let i = 0; i < nx; i++) {
      const cell = j * nx + i
      const here = depth[cell]!
      const left = i > 0 ? depth[cell - 1]! : here
      const right = i < nx - 1 ? depth[cell + 1]! : here
      const back = j > 0 ? depth[cell - nx]! : here
      const front = j < nz - 1 ? depth[cell + nx]! : here
      const pressures = rho * g * (left + right + back + front - 4 * here)
      const push = ((dt * dt * here) / (dx * dx * rho)) * pressures
      depthNew[cell] = 2 * here - depthOld[cell]! + push
    }
  }

  for (let cell = 0; cell < nx * nz; cell++) {
    depthOld[cell] = depth[cell]!
    depth[cell] = depthNew[cell]!
  }
}
