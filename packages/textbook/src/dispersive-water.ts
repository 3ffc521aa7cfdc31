/**
 * Waves of every length over any ground: shallow water whose pressure is not hydrostatic, in one dimension.
 *
 * Source of the equations: Green and Naghdi, J. Fluid Mech. 78 (1976), 237; Bonneton et al., J. Comput. Phys. 230 (2011),
 * 1479, for α. Source of the split step: Stelling and Zijlema, Int. J. Numer. Meth. Fluids 43 (2003), 1. Not in the
 * lectures: their shallow water (explicit-shallow.ts, kass-miller.ts) has one wave speed for all lengths.
 *
 * The water of a column moves sideways at one velocity u. Its vertical velocity then is linear from the bed, where it
 * is u b_x, to the surface, where it is u b_x - d u_x. To accelerate it takes a pressure beyond the hydrostatic one. With
 * P the integral of that pressure over the column, over the density [m³/s²],
 *
 *     d_t + (d u)_x = 0
 *     u_t + u u_x = -g eta_x - (P_x + 3/2 P b_x/d)/d
 *     w_t + u w_x = 3 P/d²          w = -d u_x + 3/2 u b_x
 *
 * w is the vertical velocity of the surface plus half of that of the bed. (The pressure on the bed is 3/2 P/d, less a
 * term with the bed's curvature, which is left out.) The step:
 *
 *     predict    u' from advection and the slope of the surface, w' from advection
 *     solve      3 P/d³ + α W((P_x + 3/2 P b_x/d)/d) = (W(u') - w'/d)/dt,     W(u) = -u_x + 3/2 u b_x/d
 *     correct    u = u' - dt (P_x + 3/2 P b_x/d)/d,   w = d W(u)
 *     move       d by the new u
 *
 * Why α is where it is: d W(u') is the w that advection and the hydrostatic pressure alone would give. With α = 1 the second
 * line says 3 P/d² = (w - w')/dt. With another α the right side is α times this, less (α - 1) (d W(u') - w')/dt, which
 * is nearly the same for long waves, and
 *
 *     ω² = g k² d (1 + (α - 1)(k d)²/3) / (1 + α (k d)²/3).
 *
 * α = 1 are the equations of Green and Naghdi; α = 1.153 is within 0.7 % of Airy's speed up to k d = 3.
 *
 * Shorter waves stir the upper water more than the lower. Cut the column into two layers of d/2 each, which move at u + v and
 * u - v. Let a be the pressure on the bed, and let the vertical velocities of both layers differ by 2 δ from each other, around
 * their mean w̄. On flat ground, for low waves (Stelling and Zijlema, with the mean pressure in the middle of a layer):
 *
 *     u_t = -g eta_x - P_x/d      d w̄_t = a                      w̄ = -d u_x/2 + d v_x/4
 *     v_t = a_x/4                 d δ_t = (4 P - 2 d a)/d         δ = -d u_x/4
 *
 * With v, w̄, δ and a eliminated, P is a fraction of two polynomials of ∂_xx, applied to the divergence of u'. In partial fractions
 * it is P = P1 + P2, and each part has an equation as above, with weights of its own:
 *
 *     β P/d³ + α W((P_x + 3/2 P b_x/d)/d) = (W(u') - w'/d)/dt        ω² = g k² d (1 - Σ (k d)²/(β + α (k d)²))
 *
 * The two layers above have α = 4 ± 2 √2, β = 3.216 and 636.8, and for long waves Σ 1/β = 5/16, where Airy has 1/3. As α for one layer,
 * the weights of `TWO_LAYERS` are those nearest to Airy's waves with Σ 1/β = 1/3: 0.34 % up to k d = 16. The difference v between
 * the layers acts on u by its pressure alone: its products with the velocity are left out, which for long waves are small
 * beside the terms of Green and Naghdi.
 *
 * The matrix is symmetric and positive definite: W is the transpose of P_x + 3/2 P b_x/d, also after discretization, if both
 * use the same faces.
 *
 * u lives on the faces, all else in the cells; the ends of the row are walls.
 *
 * Known limits:
 *
 * 1. Every cell must be wet. Bores need breaking: the equations turn them into trains of waves instead.
 * 2. Central differences with one forward step: fine ripples of a wave of finite height grow slowly.
 */

import { thomas } from './kass-miller.js'

/** A row of cells over ground. */
export interface DispersiveWater1D {
  /** Elevation of the water surface [m], one per cell. */
  eta: Float64Array
  /** Elevation of the ground [m], one per cell. */
  bed: Float64Array
  /** Velocity along x [m/s], one per inner face: one less than cells. */
  u: Float64Array
  /** Vertical velocity of the surface plus half of that of the bed [m/s], one per cell. */
  w: Float64Array
}

export interface DispersiveWaterParameters {
  /** Cell size [m]. */
  dx: number
  /** Time step [s], at most dx over the speed of the fastest long wave. */
  dt: number
  /** Gravity [m/s²]. */
  g: number
  /** The pressures whose sum accelerates the water: `oneLayer(alpha)` or `TWO_LAYERS`. */
  pressures: readonly DispersivePressure[]
}

/** Weights of a pressure in its equation, without unit. */
export interface DispersivePressure {
  /** Weight of the water's horizontal inertia. */
  alpha: number
  /** Weight of the water's vertical inertia. */
  beta: number
}

/** The pressure of one layer; alpha 1: Green and Naghdi, 1.153: nearest to Airy's waves. */
export const oneLayer = (alpha: number): DispersivePressure[] => [{ alpha, beta: 3 }]

/** The pressures of two layers, with the weights nearest to Airy's waves. */
export const TWO_LAYERS: readonly DispersivePressure[] = [
  { alpha: 1.1993, beta: 1 / (1 / 3 - 1 / 414) },
  { alpha: 7.361, beta: 414 },
]

/** One step in a closed row, in place. */
export function dispersiveWater1D(water: DispersiveWater1D, { dx, dt, g, pressures }: DispersiveWaterParameters): void {
  const { eta, bed, u, w } = water
  const cells = eta.length
  const faces = cells - 1
  const d = eta.map((surface, i) => surface - bed[i]!)
  const dFace = u.map((_, i) => (d[i]! + d[i + 1]!) / 2)
  // 3/4 of the rise of the bed over the depth, which is half of 3/2: P at a face is the mean of two cells.
  const tilt = u.map((_, i) => (0.75 * (bed[i + 1]! - bed[i]!)) / dFace[i]!)

  // Predict. The mirror image beyond a wall has the opposite u and the same w.
  const uAt = (i: number) => (i < 0 ? 0 : i >= faces ? 0 : u[i]!)
  const uStar = u.map(
    (_, i) => u[i]! - (dt / dx) * (g * (eta[i + 1]! - eta[i]!) + (uAt(i + 1) ** 2 - uAt(i - 1) ** 2) / 4),
  )
  const wAt = (i: number) => w[Math.min(cells - 1, Math.max(0, i))]!
  const wStar = w.map((_, i) => w[i]! - ((dt / dx) * ((uAt(i - 1) + uAt(i)) / 2) * (wAt(i + 1) - wAt(i - 1))) / 2)

  // Solve for each pressure: diagonal e, beside it f.
  const lift = liftOf(uStar, tilt, dx)
  const P = new Float64Array(cells)
  for (const { alpha, beta } of pressures) {
    const e = d.map((depth) => beta / depth ** 3)
    const f = new Float64Array(faces)
    for (let i = 0; i < faces; i++) {
      const weight = alpha / (dFace[i]! * dx * dx)
      e[i]! += weight * (1 - tilt[i]!) ** 2
      e[i + 1]! += weight * (1 + tilt[i]!) ** 2
      f[i] = -weight * (1 - tilt[i]!) * (1 + tilt[i]!)
    }
    const part = thomas(
      { e, f },
      lift.map((rate, i) => (rate - wStar[i]! / d[i]!) / dt),
    )
    for (let i = 0; i < cells; i++) P[i]! += part[i]!
  }

  // Correct.
  for (let i = 0; i < faces; i++)
    u[i] = uStar[i]! - (dt / dx / dFace[i]!) * ((1 + tilt[i]!) * P[i + 1]! - (1 - tilt[i]!) * P[i]!)
  w.set(liftOf(u, tilt, dx).map((rate, i) => rate * d[i]!))

  // Move.
  for (let i = 0; i < faces; i++) {
    const moved = (dt / dx) * dFace[i]! * u[i]!
    eta[i]! -= moved
    eta[i + 1]! += moved
  }
}

/** w/d = -u_x + 3/2 u b_x/d of every cell [1/s]. */
function liftOf(u: Float64Array, tilt: Float64Array, dx: number): Float64Array {
  const lift = new Float64Array(u.length + 1)
  for (let i = 0; i < u.length; i++) {
    lift[i]! -= ((1 - tilt[i]!) * u[i]!) / dx
    lift[i + 1]! += ((1 + tilt[i]!) * u[i]!) / dx
  }
  return lift
}
