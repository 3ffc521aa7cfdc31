/**
 * Obstacle mattes: shapes laid over the grid.
 *
 * Source: Jerry Tessendorf, "Simulation of Interactive Surface Waves" (2008), slides "Obstacle Matte" and "Assigning
 * Obstacle Matte Values":
 *
 *     create an array of the dimensions of the grid, all 1
 *     overlay the shape on the grid
 *     inside the shape:  0
 *     on its rim:        between 0 and 1
 *
 * The slides draw the overlay by hand and do not say which value between 0 and 1. Here it is the share of the cell that the
 * shape leaves open, counted at samples × samples points in the cell. Several shapes, one after the other, keep the least
 * value, so that painting twice at one place changes nothing the second time.
 *
 * Lengths are in cells: cell (i, j) covers i to i + 1 along x and j to j + 1 along z.
 *
 * Known defects:
 *
 * 1. A sampled share errs by up to about 1/(2 samples) where an edge is parallel to the axes and less where it is oblique;
 *    `overlayMatte` takes 8 × 8 points unless told otherwise.
 * 2. The least value of two shapes that cover different parts of one cell leaves more open than both do.
 * 3. Its effect on waves is defect 8 of `iwave.ts`. A fraction is a share of the area here and a factor for
 *    each step there, so the same rim damps faster when the time step is short. With the Laplace window, a rim that fades
 *    over 12 cells returns a third of a wave 12 cells long at a step of 0.3 cells over the wave speed, and almost two
 *    thirds at a fifth of that step.
 */

/** Whether a point of the plane [cells] is inside. */
export type MatteShape = (x: number, z: number) => boolean

/** A circle by its centre and radius [cells]. */
export function circleShape(x: number, z: number, radius: number): MatteShape {
  return (px, pz) => (px - x) ** 2 + (pz - z) ** 2 < radius * radius
}

/** A box by its centre and its two sides [cells], parallel to the axes. */
export function boxShape(x: number, z: number, width: number, length: number): MatteShape {
  return (px, pz) => Math.abs(px - x) < width / 2 && Math.abs(pz - z) < length / 2
}

/** A polygon by its corners [cells]: inside are the points from which a ray crosses the outline an odd number of times. */
export function polygonShape(corners: readonly (readonly [x: number, z: number])[]): MatteShape {
  return (px, pz) => {
    let inside = false
    for (let n = 0; n < corners.length; n++) {
      const [ax, az] = corners[n]!
      const [bx, bz] = corners[(n + 1) % corners.length]!
      if (az > pz !== bz > pz && px < ax + ((pz - az) / (bz - az)) * (bx - ax)) inside = !inside
    }
    return inside
  }
}

/** A matte of nx × nz cells without obstacles: 1 everywhere. */
export function openMatte(nx: number, nz: number): Float64Array {
  return new Float64Array(nx * nz).fill(1)
}

/** Lays a shape over a matte of `nx` cells a row, in place: 0 inside the shape, the open share of the cell on its rim. */
export function overlayMatte(matte: Float64Array, nx: number, shape: MatteShape, samples = 8): void {
  for (let cell = 0; cell < matte.length; cell++) {
    const i = cell % nx
    const j = Math.floor(cell / nx)
    let covered = 0
    for (let b = 0; b < samples; b++) {
      for (let a = 0; a < samples; a++) {
        if (shape(i + (a + 0.5) / samples, j + (b + 0.5) / samples)) covered++
      }
    }
    matte[cell] = Math.min(matte[cell]!, 1 - covered / samples ** 2)
  }
}
