/**
 * Water over ground, by the explicit step that diverges.
 *
 * Source: He Wang (王鹤), lecture "Animation & Simulation", slides "Finding its way downhill": "Update height for next time
 * step. However, diverge fast". After M. Kass and G. Miller, "Rapid, stable fluid dynamics for computer graphics",
 * SIGGRAPH 1990. The stable answer is kass-miller.ts, where the equations are derived; the growth is derived here.
 *
 *     for all cells:  h[i] = h[i] + dt ((d[i-1] + d[i])/(2 dx) u[i-1] - (d[i] + d[i+1])/(2 dx) u[i])
 *     for all faces:  u[i] = u[i] - dt g (h[i+1] - h[i])/dx
 *
 * with every h, u and d on the right from before the step, and d = h - b. u[i] lives on the face between the cells i and
 * i+1; the ends of the row are walls. The slides' h and b are `eta` and `bed` here. They do not write the update out:
 * this is the plain reading of their two rates.
 *
 * Growth. Over flat ground a wave of wavenumber k oscillates at ω = 2 sqrt(g d)/dx sin(k dx/2), and forward Euler
 * multiplies it by λ = 1 ± i X in each step, X = ω dt (the explicit Euler of oscillator.ts):
 *
 *     growth a step sqrt(1 + X²),   phase a step atan X.
 *
 * Known defects, kept as they are on the slides:
 *
 * 1. It grows at every dt. A shorter step only delays it: after a time t the growth is (1 + X²)^(t/(2 dt)), nearly
 *    e^(ω² dt t/2). The shortest wave, of two cells, has ω² = 4 g d/dx² and grows fastest: at sqrt(g d) dt = dx/2 by √2 a
 *    step, 10^15 times in 100 steps.
 * 2. The slide blames the explicit step as such. Move the cells by the new u and the growth is gone while
 *    sqrt(g d) dt <= dx: with d held that is shallow-wave.ts with β = 1.
 * 3. The mean of two depths becomes negative when the growing waves bare the ground. The code does not check for it.
 */

/** A row of cells over ground. */
export interface ExplicitShallow1D {
  /** Elevation of the water surface [m], one per cell. */
  eta: Float64Array
  /** Velocity of the water along x [m/s], one per inner face: one less than cells. */
  u: Float64Array
  /** Elevation of the ground [m], one per cell. */
  bed: Float64Array
}

export interface ExplicitShallowParameters {
  /** Cell size [m]. */
  dx: number
  /** Time step [s]. None is stable. */
  dt: number
  /** Gravity [m/s²]. */
  g: number
}

/** One step in a closed row, in place. Grows by sqrt(1 + ω²dt²). */
export function explicitShallow1D({ eta, u, bed }: ExplicitShallow1D, { dx, dt, g }: ExplicitShallowParameters): void {
  const nx = eta.length
  const flux = u.map((speed, i) => ((eta[i]! - bed[i]! + eta[i + 1]! - bed[i + 1]!) / 2) * speed)

  for (let i = 0; i < nx - 1; i++) {
    u[i]! -= (dt * g * (eta[i + 1]! - eta[i]!)) / dx
  }

  for (let i = 0; i < nx; i++) {
    const inflow = i > 0 ? flux[i - 1]! : 0
    const outflow = i < nx - 1 ? flux[i]! : 0
    eta[i]! += (dt * (inflow - outflow)) / dx
  }
}
