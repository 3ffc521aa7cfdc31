/**
 * The shallow wave equation with the depth inside the derivative: the volume is kept.
 *
 * Source: lecture "Fluid Effects: A Height Field Model", pages P17 and P18, its first cure for the loss of volume-losing.ts, after
 * M. Kass and G. Miller, "Rapid, Stable Fluid Dynamics for Computer Graphics", SIGGRAPH 1990. Page P17 is a picture; the code
 * keeps the central differences of P15 and takes from the paper the depth on the face, the mean of the two columns:
 *
 *     new = 2 h - old + g dt²/dx² ( (h[i-1] + h[i])/2 (h[i-1] - h[i]) + (h[i] + h[i+1])/2 (h[i+1] - h[i]) ).
 *
 * The two terms of a face have the same depth and opposite signs: the water that leaves one column enters the next, so Σ h
 * changes by the same amount in every step, and stays if it stayed in the first. As (a + b)(a - b) = a² - b², this is the
 * plain wave equation for half the square of the depth. The slides' h is `depth`, `depthOld` and `depthNew` here.
 *
 * Known defects:
 *
 * 1. Explicit: stable while sqrt(g h) dt <= dx for the deepest column, dx/√2 in the plane. The paper takes the slopes at
 *    the end of the step instead and has no limit: kass-miller.ts.
 * 2. Advection is left out as in volume-losing.ts, so a crest of height a outruns still water of depth H by c a/(2H) instead of
 *    3 c a/(2H).
 * 3. A column that runs dry is not handled: its depth becomes negative, and the wave equation has growing solutions there.
 */

import type { VolumeLosing1D, VolumeLosing2D, VolumeLosingParameters } from './volume-losing.js'

/** One step in a closed row, in place. */
export function faceDepth1D(
  { depth, depthOld, depthNew }: VolumeLosing1D,
  { dx, dt, g }: Omit<VolumeLosingParameters, 'rho'>,
): void {
  const nx = depth.length
  const k = (g * dt * dt) / (dx * dx)

  for (let i = 0; i < nx; i++) {
    const here = depth[i]!
    const left = i > 0 ? depth[i - 1]! : here
    const right = i < nx - 1 ? depth[i + 1]! : here
    const fromLeft = ((left + here) / 2) * (left - here)
    const fromRight = ((here + right) / 2) * (right - here)
    depthNew[i] = 2 * here - depthOld[i]! + k * (fromLeft + fromRight)
  }

  for (let i = 0; i < nx; i++) {
    depthOld[i] = depth[i]!
    depth[i] = depthNew[i]!
  }
}

/** One step in a closed rectangle, in place. */
export function faceDepth2D(
  { nx, nz, depth, depthOld, depthNew }: VolumeLosing2D,
  { dx, dt, g }: Omit<VolumeLosingParameters, 'rho'>,
): void {
  const k = (g * dt * dt) / (dx * dx)

  for (let j = 0; j < nz; j++) {
    for (let i = 0; i < nx; i++) {
      const cell = j * nx + i
      const here = depth[cell]!
      let inflow = 0
      for (const there of [
        i > 0 ? depth[cell - 1]! : here,
        i < nx - 1 ? depth[cell + 1]! : here,
        j > 0 ? depth[cell - nx]! : here,
        j < nz - 1 ? depth[cell + nx]! : here,
      ]) {
        inflow += ((there + here) / 2) * (there - here)
      }
      depthNew[cell] = 2 * here - depthOld[cell]! + k * inflow
    }
  }

  for (let cell = 0; cell < nx * nz; cell++) {
    depthOld[cell] = depth[cell]!
    depth[cell] = depthNew[cell]!
  }
}
