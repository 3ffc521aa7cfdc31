/**
 * Two-way coupling of a body and water by a virtual height.
 *
 * Source: lecture "Fluid Effects: A Height Field Model", pages P26 to P32. The effect of the solve on the water, the
 * spikes, the resting state and both forces below are derived here.
 *
 * The water is shallow-wave.ts with closed edges. A body dips by e into some cells and has to push that much water out,
 * so the step should end at h - e there. Imagine a height v on top of the covered cells, 0 elsewhere, that drives the
 * water as h does:
 *
 *     for every cell:          new = h + β (h - old) + Σ over neighbours of α (h[j] - h[i])
 *     for the covered cells:   Σ over neighbours of (v[i] - v[j]) = (new - h + e)/α
 *                              v = γ v
 *     for every cell:          new = new + Σ over neighbours of α (v[j] - v[i])
 *                              old = h,  h = new
 *
 * The second line is Poisson's equation with v = 0 around the body, solved by the conjugate gradient on the covered
 * cells alone. The third line only moves water between neighbours, so Σ h is kept to rounding for any γ and any
 * residual. 1-D is one row of 2-D: neighbours that do not exist are left out. Then the body: f = ρ g A (h - new) in
 * every covered cell, at the arm r from its centre:
 *
 *     v = v + dt (Σ f/m - g)              x = x + dt v
 *     L = L + dt Σ r × f                  q = q + dt/2 (0, ω) q, scaled to length 1,   ω = R I⁻¹ Rᵀ L
 *
 * with the angular momentum L, the orientation as a quaternion q, its matrix R and the inertia I of the box at rest.
 *
 * The slides' h, old and new are `eta`, `etaOld` and `etaNew`. The covered cells are drawn grey on the slides and not
 * defined: here those with e > 0, where e = h - (lower side of the body). So h - e is the lower side. The slides say of
 * the body's motion only that it is a rigid body's; the body here is a box, and its four lines are those of mechanics.
 *
 * Misprint on the slides, corrected here:
 *
 * - The h new of P32 cannot be the one of P28, the step without the body: a body dipped into still water would feel
 *   nothing. It is what P28 calls h real new, as the text says ("the actual water expelled").
 *
 * Known defects, kept as they are on the slides:
 *
 * 1. In a covered cell the solve comes down to new = new - γ (new - (h - e)). v only decides where the water goes,
 *    which is into the cells beside the body, in one step. In 1-D over still water each of the two gets γ n e/2 from n
 *    cells: at γ = 1 a box of 20 cells dipping 0.2 m makes two spikes of 2 m. Twice as wide, twice as high.
 * 2. γ < 1 reduces the spikes. It is a part per step, not per second, and it lets water into the body. At rest h + γ v
 *    is level, H, and w = γ v obeys
 *
 *        w + ℓ² Σ over neighbours of (w[i] - w[j]) = H - (lower side),   ℓ² = α (1 - γ)/γ,
 *
 *    so the water stays in the hull along a rim about ℓ cells wide.
 * 3. The force of P32 does not carry a body at rest. While a column stays covered it gets ρ g A dt (h(0) - h(1) + h(1)
 *    - h(2) + ...), which is ρ g A dt (h(0) - h(n)): the impulse of all time is that of one step, and the force at rest
 *    is 0. At γ = 1 the first step has Archimedes' force and the second nothing; a box that rattles (defect 6) gets a
 *    tenth of it in the mean at α = 0.1. A box of half the density of water, released at its draught, has sunk 4.3 m
 *    after a second; in free fall it is 4.95 m. `slideFloatingForce` is this force.
 * 4. The pressure on the hull is in v: the water moves as under the level h + γ v, so f = ρ g A γ v, `floatingForce`.
 *    At rest that is Archimedes' force, and a box under it floats; but by defect 2 too deep, for α = 0.5, γ = 0.05 and
 *    20 cells 0.271 m instead of 0.2 m. And to throw water out in one step takes force: a sudden dip of e into still
 *    water gives γ (n + 1)(n + 2)/(12 α) times Archimedes' in 1-D, 385 times for the box of defect 1 at α = 0.1.
 * 5. v may be negative: the body then holds up water that would fall away, it sucks. A held box does so in its
 *    second step when γ > 1/(1 + β), because the water goes on falling at the speed it was pushed with.
 * 6. At γ = 1 the first step ends with e = 0. The cell is then free, its water falls on below the box, comes back and
 *    is hit again: the box rattles instead of resting.
 * 7. e knows only the lower side. A box under water has the whole column above its lower side in e, pushes away the
 *    water on top of it as well, and is lifted the more the deeper it is.
 * 8. Water and body step in turn, and the body has no drag. Whether heave and tilt die out is left to α, β and γ: a
 *    box of 1 m × 0.8 m in the plane calms down at 0.1, 0.97, 0.03 and heaves ever faster at 0.45, 0.99, 0.05.
 * 9. A body that covers the whole basin leaves no free cell for the water: no v solves the equation, and the residual
 *    stays 1.
 * 10. f is vertical. Nothing pushes a body sideways and nothing brakes it: it keeps its drift for ever, and slides down
 *    no wave.
 */

import { type ShallowWave1D, type ShallowWave2D, shallowWave2D } from './shallow-wave.js'

export interface VirtualHeightParameters {
  /** dt² g H / dx², no unit; see shallow-wave.ts. */
  alpha: number
  /** What is left of the motion after one step, no unit; 1 does not damp. */
  beta: number
  /** Part of the virtual height that is applied, 0 to 1, no unit. 1 is the derivation; less is softer: defect 2. */
  gamma: number
  /** Size of the residual at which the conjugate gradient stops, in parts of the right-hand side, no unit. */
  tolerance: number
}

/** A solved Poisson equation. */
export interface VirtualHeight {
  /** Virtual height of every cell [m], 0 in open water. */
  v: Float64Array
  /** Steps of the conjugate gradient. */
  iterations: number
  /** The residual after each of them, as a part of the right-hand side, no unit. */
  residuals: number[]
  /** What is left of the right-hand side, as a part of it, no unit. */
  residual: number
}

/** One step of a row of cells, in place. See `virtualHeight2D`. */
export function virtualHeight1D(
  row: ShallowWave1D,
  e: Float64Array,
  parameters: VirtualHeightParameters,
): VirtualHeight {
  return virtualHeight2D({ ...row, nx: row.eta.length, nz: 1 }, e, parameters)
}

/**
 * One step, in place. e is the height that a body dips into each cell [m]; cells with e > 0 are covered. The v it
 * returns is the one before γ.
 */
export function virtualHeight2D(
  water: ShallowWave2D,
  e: Float64Array,
  { alpha, beta, gamma, tolerance }: VirtualHeightParameters,
): VirtualHeight {
  const { nx, nz, eta, etaOld } = water
  shallowWave2D(water, { alpha, beta, edge: { type: 'closed' } }) // eta is now the slides' h new, etaOld their h

  const b = e.map((dip, cell) => (dip > 0 ? (eta[cell]! - etaOld[cell]! + dip) / alpha : 0))
  const solved = maskedConjugateGradient(nx, nz, e, b, tolerance)

  const fall = outflow(nx, nz, solved.v)
  for (let cell = 0; cell < nx * nz; cell++) eta[cell]! -= alpha * gamma * fall[cell]!
  return solved
}

/**
 * The v with Σ (v[i] - v[j]) = b[i] over the neighbours j that exist, in covered cells (e > 0), and v = 0 elsewhere.
 *
 * The matrix is symmetric, and positive definite while some cell is not covered: no constant v solves b = 0 then.
 */
export function maskedConjugateGradient(
  nx: number,
  nz: number,
  e: Float64Array,
  b: Float64Array,
  tolerance: number,
): VirtualHeight {
  const masked = (x: Float64Array) => x.map((value, cell) => (e[cell]! > 0 ? value : 0))
  const dot = (x: Float64Array, y: Float64Array) => x.reduce((total, value, cell) => total + value * y[cell]!, 0)

  const v = new Float64Array(nx * nz)
  const r = masked(b)
  const p = r.slice()
  const start = dot(r, r)
  let rr = start
  const residuals: number[] = []
  // In exact arithmetic the cells are enough; twice as many leave room for rounding.
  while (rr > tolerance * tolerance * start && residuals.length < 2 * v.length) {
    const ap = masked(outflow(nx, nz, p))
    const pap = dot(p, ap)
    if (!(pap > 1e-14 * dot(p, p))) break // nothing uncovered to flow to
    const step = rr / pap
    for (let cell = 0; cell < v.length; cell++) {
      v[cell]! += step * p[cell]!
      r[cell]! -= step * ap[cell]!
    }
    const next = dot(r, r)
    for (let cell = 0; cell < v.length; cell++) p[cell] = r[cell]! + (next / rr) * p[cell]!
    rr = next
    residuals.push(Math.sqrt(rr / start))
  }
  return { v, iterations: residuals.length, residuals, residual: start > 0 ? Math.sqrt(rr / start) : 0 }
}

/** Σ (v[i] - v[j]) over the neighbours j that exist. */
function outflow(nx: number, nz: number, v: Float64Array): Float64Array {
  return v.map((here, cell) => {
    const i = cell % nx
    const j = (cell - i) / nx
    let total = 0
    if (i > 0) total += here - v[cell - 1]!
    if (i < nx - 1) total += here - v[cell + 1]!
    if (j > 0) total += here - v[cell - nx]!
    if (j < nz - 1) total += here - v[cell + nx]!
    return total
  })
}

/** x, y and z. */
export type Vector = [number, number, number]

/** A rigid box. */
export interface FloatingBox {
  /** Centre [m]. */
  x: number
  y: number
  z: number
  /** Edges along its own x, y and z [m]. */
  length: number
  height: number
  width: number
  /** [kg]; in 1-D kg per metre along the crest, as its forces are N/m. */
  mass: number
  /** Velocity of the centre [m/s]. */
  vx: number
  vy: number
  vz: number
  /** From its own axes to those of the water: a quaternion of length 1, the real part first. [1, 0, 0, 0] is upright. */
  orientation: [number, number, number, number]
  /** Angular momentum about the centre, along the axes of the water [kg m²/s]. */
  angularMomentum: Vector
}

/** The slides' e: how deep the lower side of the box is under the water at the middle of each cell [m]. */
export function boxDip(box: FloatingBox, eta: Float64Array, nx: number, dx: number): Float64Array {
  const up = turned(inverse(box.orientation), [0, 1, 0])
  const half = [box.length / 2, box.height / 2, box.width / 2]
  return eta.map((level, cell) => {
    const { x, z } = arm(box, cell, nx, dx)
    if (Math.hypot(x, z) > Math.hypot(...half)) return 0
    const from = turned(inverse(box.orientation), [x, 0, z])
    // Along the vertical, the part of it that lies between all three pairs of faces.
    let [lower, upper] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let axis = 0; axis < 3; axis++) {
      const ends = [(-half[axis]! - from[axis]!) / up[axis]!, (half[axis]! - from[axis]!) / up[axis]!]
      if (up[axis] === 0 && Math.abs(from[axis]!) > half[axis]!) return 0
      if (up[axis] === 0) continue
      lower = Math.max(lower, Math.min(...ends))
      upper = Math.min(upper, Math.max(...ends))
    }
    return lower < upper ? Math.max(0, level - (box.y + lower)) : 0
  })
}

/** P32: f = ρ g A (h - h new) in every covered cell [N], A the area of a cell [m²], or dx in 1-D for N/m. Defect 3. */
export function slideFloatingForce(
  e: Float64Array,
  eta: Float64Array,
  etaNew: Float64Array,
  { rho, g, area }: { rho: number; g: number; area: number },
): Float64Array {
  return e.map((dip, cell) => (dip > 0 ? rho * g * area * (eta[cell]! - etaNew[cell]!) : 0))
}

/** What the water really presses with: the head γ v, as f = ρ g A γ v [N]. */
export function floatingForce(
  v: Float64Array,
  gamma: number,
  { rho, g, area }: { rho: number; g: number; area: number },
): Float64Array {
  return v.map((head) => rho * g * area * gamma * head)
}

/** Rigid body update under forces f, upward, one per cell, and gravity, in place: momenta, then place and orientation. */
export function boxStep(
  box: FloatingBox,
  f: Float64Array,
  { nx, dx, dt, g }: { nx: number; dx: number; dt: number; g: number },
): void {
  let force = -box.mass * g
  f.forEach((push, cell) => {
    const { x, z } = arm(box, cell, nx, dx)
    force += push
    box.angularMomentum[0] -= dt * z * push
    box.angularMomentum[2] += dt * x * push
  })
  box.vy += (dt * force) / box.mass
  box.x += dt * box.vx
  box.y += dt * box.vy
  box.z += dt * box.vz

  const [w, x, y, z] = box.orientation
  const [a, b, c] = boxSpin(box)
  const next = [
    w - (dt / 2) * (a * x + b * y + c * z),
    x + (dt / 2) * (a * w + b * z - c * y),
    y + (dt / 2) * (b * w + c * x - a * z),
    z + (dt / 2) * (c * w + a * y - b * x),
  ]
  const length = Math.hypot(...next)
  box.orientation = next.map((part) => part / length) as FloatingBox['orientation']
}

/** Angular velocity ω = R I⁻¹ Rᵀ L along the axes of the water [rad/s]. */
export function boxSpin({ orientation, angularMomentum, mass, length, height, width }: FloatingBox): Vector {
  const own = turned(inverse(orientation), angularMomentum)
  return turned(orientation, [
    (12 * own[0]) / (mass * (height ** 2 + width ** 2)),
    (12 * own[1]) / (mass * (length ** 2 + width ** 2)),
    (12 * own[2]) / (mass * (length ** 2 + height ** 2)),
  ])
}

/** The quaternion of the opposite rotation. */
function inverse([w, x, y, z]: FloatingBox['orientation']): FloatingBox['orientation'] {
  return [w, -x, -y, -z]
}

/** A vector, turned: v + 2 w (u × v) + 2 u × (u × v), u the imaginary part. */
function turned([w, ...u]: FloatingBox['orientation'], v: Vector): Vector {
  const once = cross(u, v)
  const twice = cross(u, once)
  return v.map((part, axis) => part + 2 * w * once[axis]! + 2 * twice[axis]!) as Vector
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/** From the centre of the box to the middle ((i + 1/2) dx, (j + 1/2) dx) of a cell [m]. */
function arm(box: FloatingBox, cell: number, nx: number, dx: number): { x: number; z: number } {
  const i = cell % nx
  return { x: (i + 0.5) * dx - box.x, z: ((cell - i) / nx + 0.5) * dx - box.z }
}
