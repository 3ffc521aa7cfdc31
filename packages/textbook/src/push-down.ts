/**
 * Objects in a tank of columns, first try: push the columns down.
 *
 * Source: Matthias Müller, "How to write a Water Simulator", Ten Minute Physics, slide "Object To Water First Try". The
 * slide rejects the method with two reasons, loss of volume and submerged bodies. The figures below are derived here.
 *
 *     for all columns under the object:   h = min(h, lower side of the object)
 *
 * The slides' h is `eta` here, the total height of a column over the floor. The slide is a picture; two gaps are filled
 * in here:
 *
 * - v stays as it is. Σ v is then 0 for ever, and the volume changes by the pushes alone. Setting v to 0 in the pushed
 *   columns would leave Σ v below 0: the whole tank would go on sinking after the object has left.
 * - The lift is that of balls.ts, f = ρ o s² g, from the overlaps before the push.
 *
 * Known defects, kept as they are on the slide:
 *
 * 1. Water that is pushed down is gone. An object of flat underside, held at a depth d in a channel, loses its
 *    displaced volume at once. Then the water beside it flows in and is pushed away again: two waves of depth d run
 *    outwards with the speed c, and 2 c d is lost a second and metre of crest. At the ends of a closed channel these
 *    waves are doubled, and the loss ends with the level at 2 d below the first one: d below the object.
 * 2. The water that is lost does not come back when the object leaves. Every dip costs volume.
 * 3. The columns under a rim keep the speed at which they are pushed down again, c d/dx. When the object is taken away
 *    they shoot up: at c = 2 m/s, d = 0.2 m and dx = 0.05 m with 8 m/s.
 * 4. The method knows the underside alone. A submerged ball pushes away the water on top of it and lies in a dry hole.
 * 5. After the push nothing overlaps, so the lift comes from the water of one step. A ball of half the density of water
 *    and a radius of 0.3 m, released at its draught in 4 m × 4 m of water 1 m deep, sinks 0.56 m in half a second, is
 *    thrown up by the water that it has set in motion, and has destroyed 35 times its own volume after a second.
 */

import { type Ball, type BallParameters, type BallTank, ballOverlap, moveBalls } from './balls.js'
import { type Columns2D, columns2D } from './columns.js'

/**
 * One step of tank and balls, in place: water lifts balls, balls push columns down, columns and balls move. Returns the
 * volume of water that is lost [m³].
 */
export function pushDownStep(tank: BallTank, balls: Ball[], parameters: BallParameters): number {
  const { dx, dt, g, rho } = parameters
  let lost = 0
  for (const ball of balls) {
    const overlap = ballOverlap(tank, ball, dx)
    for (const o of overlap) ball.vy += (dt * rho * o * dx * dx * g) / ball.mass
  }
  for (const ball of balls) lost += dx * dx * pushDown(tank, ballUnderside(tank, ball, dx))
  columns2D(tank, parameters)
  moveBalls(tank, balls, parameters)
  return lost
}

/**
 * Pushes every column down to the underside of an object, in place. `underside` is its height over the floor [m], Infinity
 * where no object is above the column. Returns the height that is lost, summed over the columns [m].
 */
export function pushDown({ eta }: Pick<Columns2D, 'eta'>, underside: Float64Array): number {
  let lost = 0
  for (let cell = 0; cell < eta.length; cell++) {
    if (eta[cell]! <= underside[cell]!) continue
    lost += eta[cell]! - underside[cell]!
    eta[cell] = underside[cell]!
  }
  return lost
}

/** Height over the floor of the lower half of a ball in each column [m], at least 0; Infinity beside the ball. */
export function ballUnderside({ nx, nz }: Columns2D, ball: Ball, dx: number): Float64Array {
  const underside = new Float64Array(nx * nz).fill(Number.POSITIVE_INFINITY)
  for (let j = 0; j < nz; j++) {
    for (let i = 0; i < nx; i++) {
      const half2 = ball.radius ** 2 - ((i + 0.5) * dx - ball.x) ** 2 - ((j + 0.5) * dx - ball.z) ** 2
      if (half2 > 0) underside[j * nx + i] = Math.max(0, ball.y - Math.sqrt(half2))
    }
  }
  return underside
}
