/**
 * Balls in a tank of columns.
 *
 * Source: Matthias Müller, "How to write a Water Simulator", Ten Minute Physics, slides "Object Interaction". Growth,
 * volumes and depths below are derived here.
 *
 * The water is columns.ts, with h the total height of a column over the floor. A second field b stores how much of
 * that height is covered by objects:
 *
 *     objects to water:   h = h + α (b - b_prev),   b smoothed
 *     water to objects:   f = ρ o s² g at each column, o the overlap of object and column
 *
 * The slides' h is `eta` here, their s is `dx`. The change of b is added, not b: the water that a ball raises when it
 * enters falls again when it leaves, in any order. A ball under water has its whole height in b, so the method also
 * works for submerged balls. The slides' first try, pushing the columns down, is push-down.ts.
 *
 * The slides leave open, and this file fills in:
 *
 * - How to smooth: every column gives an eighth of its difference to each neighbour. Σ b is kept, and a wave of
 *   wavenumbers k is multiplied by 1 - (sin²(kx dx/2) + sin²(kz dx/2))/2: 1 for long waves, 0 for the checkerboard.
 * - How balls fall (kick, then drift) and bounce from walls, floor and each other: by impulses along the line of
 *   centres that are equal and opposite. The tank has no lid.
 * - The order: balls and water push each other, the columns move, the balls move.
 *
 * Known defects, kept as they are on the slides:
 *
 * 1. Water and b drive each other. Where a ball reaches out of the water, b = h - (lower side of the ball): water that
 *    rises raises b, which raises the water again. Hold a ball so large that it lies on the whole tank, and a wave
 *    obeys
 *
 *        (λ - 1)² (λ - A) + q λ ((1 + A) λ - A) = 0,   q = 4 (c dt/dx)² (sin²(kx dx/2) + sin²(kz dx/2)),
 *
 *    with A = α times the factor of the smoothing. For small q it is faster by 1/sqrt(1 - A), and it grows, at every
 *    time step, by 1 + q A²/(2 (1 - A)²) a step. At α = 1/2 and c dt = 0.4 dx a wave 8 cells long grows by 3.3 % a
 *    step, and by 2.1 % smoothed twice. "Smooth b to prevent spikes and instabilities" slows it down and does not
 *    prevent it.
 * 2. There is no drag. Without feedback to the water (α = 0) a ball bobs for ever: about its equator at ω² = ρ g (area
 *    in the surface)/m, for half the density of water 3g/(2r). With feedback it should radiate waves and come to rest,
 *    and does not. A ball of 0.3 m and half the density of water, dropped with its centre 0.7 m above the water into 3
 *    m × 3 m at α = 1/2 and dt = 0.02 s, smoothed twice: in the first 10 s the waves have in the mean a quarter of the
 *    energy of its fall, in the next 10 s 0.64 of it, and after a minute 2.4 times as much. A quarter of the time step
 *    makes it slower: 0.17, then 0.25. A demo needs damping of water and balls that is not on the slides.
 * 3. "Volume conservation" holds for α = 1: the water is Σ (h - b). Otherwise a ball in the water raises the level by
 *    α of what it displaces, and (1 - α) of its volume of water is gone until it leaves.
 * 4. A ball is sampled at the middles of columns only, so its volume depends on its place: 0.87 to 1.06 of the true one
 *    for r = 2 dx, 0.48 to 1.35 for r = dx. A ball of r < dx/√2 between the middles covers no column, has no lift and
 *    sinks.
 * 5. f is the weight of still water. Nothing pushes a ball sideways: it does not slide down a wave, and a ball that
 *    moves through the water makes no current. There is no added mass, so it bobs too fast.
 * 6. "At the position of the column" would turn a ball, which pressure cannot do: all of it points to the centre.
 *    Balls do not turn here.
 */

import { type Columns2D, columns2D } from './columns.js'

/** A tank, its corner at the origin and its floor at y = 0. Column (i, j) stands at ((i + 1/2) dx, (j + 1/2) dx). */
export interface BallTank extends Columns2D {
  /** Total height of each column, water and what is covered by balls [m]. */
  eta: Float64Array
  /** Height of each column that is covered by balls, smoothed [m]. */
  b: Float64Array
}

export interface Ball {
  /** Centre [m]. */
  x: number
  y: number
  z: number
  /** Velocity of the centre [m/s]. */
  vx: number
  vy: number
  vz: number
  /** [m] */
  radius: number
  /** [kg] */
  mass: number
}

export interface BallParameters {
  /** Wave speed [m/s]. */
  c: number
  /** Width of a column [m]. */
  dx: number
  /** Time step [s]. */
  dt: number
  /** Gravity [m/s²]. */
  g: number
  /** Density of water [kg/m³]. */
  rho: number
  /** Intensity of the balls' effect on the water, 0 to 1, no unit. */
  alpha: number
  /** How often the covered heights are smoothed in a step. More calms short waves under a ball: defect 1. */
  smoothing: number
  /** Part of the speed of approach that comes back in a collision, 0 to 1, no unit. */
  restitution: number
}

/** One step of tank and balls, in place. */
export function ballsStep(tank: BallTank, balls: Ball[], parameters: BallParameters): void {
  ballsInWater(tank, balls, parameters)
  columns2D(tank, parameters)
  moveBalls(tank, balls, parameters)
}

/** Water lifts balls, balls lift water, in place. Balls are pushed by the columns as they were found. */
export function ballsInWater(
  tank: BallTank,
  balls: Ball[],
  { dx, dt, g, rho, alpha, smoothing }: BallParameters,
): void {
  const { nx, nz, eta } = tank
  const bOld = tank.b
  const b = new Float64Array(nx * nz)
  for (const ball of balls) {
    const overlap = ballOverlap(tank, ball, dx)
    for (let cell = 0; cell < nx * nz; cell++) {
      ball.vy += (dt * rho * overlap[cell]! * dx * dx * g) / ball.mass
      b[cell]! += overlap[cell]!
    }
  }
  tank.b = b
  for (let pass = 0; pass < smoothing; pass++) tank.b = smoothed(nx, nz, tank.b)
  for (let cell = 0; cell < nx * nz; cell++) eta[cell]! += alpha * (tank.b[cell]! - bOld[cell]!)
}

/** Height of each column that a ball covers [m]: its chord there, cut off at the floor and at the surface. */
export function ballOverlap({ nx, nz, eta }: BallTank, ball: Ball, dx: number): Float64Array {
  const overlap = new Float64Array(nx * nz)
  for (let j = 0; j < nz; j++) {
    for (let i = 0; i < nx; i++) {
      const cell = j * nx + i
      const half2 = ball.radius ** 2 - ((i + 0.5) * dx - ball.x) ** 2 - ((j + 0.5) * dx - ball.z) ** 2
      if (half2 <= 0) continue
      const half = Math.sqrt(half2)
      overlap[cell] = Math.max(0, Math.min(ball.y + half, eta[cell]!) - Math.max(ball.y - half, 0))
    }
  }
  return overlap
}

/** Every cell gives an eighth of its difference to each neighbour. */
function smoothed(nx: number, nz: number, b: Float64Array): Float64Array {
  return b.map((here, cell) => {
    const i = cell % nx
    const j = (cell - i) / nx
    let next = here
    if (i > 0) next += (b[cell - 1]! - here) / 8
    if (i < nx - 1) next += (b[cell + 1]! - here) / 8
    if (j > 0) next += (b[cell - nx]! - here) / 8
    if (j < nz - 1) next += (b[cell + nx]! - here) / 8
    return next
  })
}

/** Balls fall, hit walls and floor, and hit each other, in place. The tank has no lid. */
export function moveBalls({ nx, nz }: BallTank, balls: Ball[], { dx, dt, g, restitution }: BallParameters): void {
  for (const ball of balls) {
    ball.vy -= dt * g
    ball.x += dt * ball.vx
    ball.y += dt * ball.vy
    ball.z += dt * ball.vz
  }
  balls.forEach((ball, first) => {
    for (const other of balls.slice(first + 1)) collide(ball, other, restitution)
  })
  for (const ball of balls) {
    ;[ball.x, ball.vx] = bounced(ball.x, ball.vx, ball.radius, nx * dx - ball.radius, restitution)
    ;[ball.y, ball.vy] = bounced(ball.y, ball.vy, ball.radius, Number.POSITIVE_INFINITY, restitution)
    ;[ball.z, ball.vz] = bounced(ball.z, ball.vz, ball.radius, nz * dx - ball.radius, restitution)
  }
}

/** A coordinate and its velocity after the walls at `low` and `high`. */
function bounced(at: number, v: number, low: number, high: number, restitution: number): [number, number] {
  if (at < low) return [low, v < 0 ? -restitution * v : v]
  if (at > high) return [high, v > 0 ? -restitution * v : v]
  return [at, v]
}

/**
 * Two balls that overlap are moved apart along the line of their centres. If they approach, each gets the impulse
 * (1 + restitution) m1 m2/(m1 + m2) (speed of approach) along that line, equal and opposite, so the momentum is kept.
 */
function collide(one: Ball, two: Ball, restitution: number): void {
  const dx = two.x - one.x
  const dy = two.y - one.y
  const dz = two.z - one.z
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz)
  const overlap = one.radius + two.radius - distance
  if (overlap <= 0 || distance === 0) return
  const n = { x: dx / distance, y: dy / distance, z: dz / distance }
  const approach = (one.vx - two.vx) * n.x + (one.vy - two.vy) * n.y + (one.vz - two.vz) * n.z
  const reduced = (one.mass * two.mass) / (one.mass + two.mass)
  const impulse = approach > 0 ? (1 + restitution) * reduced * approach : 0
  for (const [ball, sign] of [
    [one, -1],
    [two, 1],
  ] as const) {
    const push = (sign * overlap * reduced) / ball.mass
    const kick = (sign * impulse) / ball.mass
    ball.x += push * n.x
    ball.y += push * n.y
    ball.z += push * n.z
    ball.vx += kick * n.x
    ball.vy += kick * n.y
    ball.vz += kick * n.z
  }
}
