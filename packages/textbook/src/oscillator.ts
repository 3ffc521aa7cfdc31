/**
 * One mass on one spring, stepped in five ways.
 *
 * Source: Jerry Tessendorf, "Simulation of Interactive Surface Waves" (2008), slides "Harmonic Oscillator" to "Relative
 * Merits of the Numeric Solution Schemes". The growth, phase and limits below are derived here from the step matrices.
 *
 * The equation is q'' = -ω² q, split into q' = p and p' = -ω² q. Every scheme is linear, so one step is a 2x2 matrix,
 * and its trace and determinant determine growth and phase: while the eigenvalues are complex, the amplitude grows by
 * sqrt(det) a step and the phase advances by θ with cos θ = trace / (2 sqrt(det)). With X = ω dt:
 *
 *     scheme           step                                               growth a step    phase θ a step
 *     explicit Euler   q' = q + dt p          p' = p - ω² dt q            sqrt(1 + X²)     atan X
 *     "forward Euler"  q' = q + dt p          p' = p - ω² dt q'           1 while X < 2    cos θ = 1 - X²/2
 *     leapfrog         q* = q + dt/2 p        p' = p - ω² dt q*           1 while X < 2    cos θ = 1 - X²/2
 *                      q' = q* + dt/2 p'
 *     implicit Euler   q' = q + dt p'         p' = p - ω² dt q'           1/sqrt(1 + X²)   atan X
 *     exponential      rotation by X in the plane (q, p/ω)                1                X
 *
 * cos θ = 1 - X²/2 is the same as sin(θ/2) = X/2: real up to X = 2 and not beyond. At X = 2 both eigenvalues are -1 on
 * one eigenvector, and the amplitude grows in proportion to the number of steps.
 *
 * The slides' "forward Euler" is known elsewhere as symplectic Euler, because its force is evaluated at the new q. It
 * and leapfrog are one scheme seen at different moments: shift the state of one by half a drift, q + dt/2 p, and the
 * other comes out. So they share the frequency and the limit. They differ in the closed curve on which the state stays:
 *
 *     "forward Euler"  p² + ω² q² + ω² dt q p    a tilted ellipse: the energy errs by about X/2, first order
 *     leapfrog         (1 - X²/4) p² + ω² q²     an upright ellipse: by about X²/4, second order
 *
 * Explicit Euler, the scheme the name "forward Euler" usually means, is described on the slides only by its reputation
 * ("errors grow unbounded"). It is included for comparison.
 *
 * Known defects, kept as they are on the slides:
 *
 * 1. The frequency printed for "forward Euler", tan θ = X / sqrt(1 - X²/2), does not belong to the update printed above
 *    it. That update gives tan θ = X sqrt(1 - X²/4) / (1 - X²/2). For a small step the slide has the oscillator slow,
 *    θ = X - X³/12, and it is fast, θ = X + X³/24. `slideForwardEulerFrequency` is the slide's formula and
 *    `forwardEulerFrequency` the right one.
 * 2. The limit X <= √2 comes from that formula. Nothing happens there: θ passes a quarter turn, where any tangent has
 *    its pole (and where the two formulas agree). The explosion begins at X = 2.
 * 3. "Errors grow unbounded" is true of explicit Euler. With the slide's update the phase error grows and the amplitude
 *    does not. Leapfrog's phase error is the same, step for step, so it shows as much "phase shift" and is as stable.
 * 4. The slides write q' = p and m p' = -k q, which makes p the velocity, and call p the momentum. Their energy
 *    p²/(2m) + k q²/2 is that of a momentum. With a velocity the kinetic energy is m p²/2, and the printed sum swings
 *    between k q²/2 and 1/m² of it: it is constant for m = 1 alone. `slideOscillatorEnergy` is the printed one,
 *    `oscillatorEnergy` the right one.
 * 5. The table of merits calls "forward Euler" "unstable at large steps" and leapfrog "at very large steps". The limit is
 *    the same, X = 2. Implicit Euler is "almost always stable": with this spring it is always. The exponential is both
 *    "simpler than implicit" and of "complex implementation": here it takes a sine and a cosine.
 * 6. "No substantial phase shift" is said of leapfrog. Its phase runs ahead by X³/24 a step, exactly as that of "forward
 *    Euler", of which another slide says that it shifts.
 */

/** The mass on its spring. */
export interface Oscillator {
  /** Displacement from rest [m]. */
  q: number
  /** Velocity dq/dt [m/s]; the momentum per mass. */
  p: number
}

export interface OscillatorParameters {
  /** Angular frequency ω = sqrt(k/m) [rad/s]. */
  omega: number
  /** Time step [s]. */
  dt: number
}

/** One step with the force and the velocity of the start, in place. Never stable: grows by sqrt(1 + ω²dt²). */
export function oscillatorExplicitEuler(state: Oscillator, { omega, dt }: OscillatorParameters): void {
  const { q, p } = state
  state.q = q + dt * p
  state.p = p - omega * omega * dt * q
}

/** One step of the slides' "forward Euler", which is symplectic Euler, in place. Stable while ω dt < 2. */
export function oscillatorForwardEuler(state: Oscillator, { omega, dt }: OscillatorParameters): void {
  state.q += dt * state.p
  state.p -= omega * omega * dt * state.q
}

/** One step with the force at half time: half a drift, a kick, half a drift, in place. Stable while ω dt < 2. */
export function oscillatorLeapfrog(state: Oscillator, { omega, dt }: OscillatorParameters): void {
  state.q += (dt / 2) * state.p
  state.p -= omega * omega * dt * state.q
  state.q += (dt / 2) * state.p
}

/**
 * One step with the force and the velocity of the end, in place. Stable for every dt: shrinks by 1/sqrt(1 + ω²dt²).
 * Each of the two equations holds the other's unknown; Cramer's rule gives both over the determinant 1 + ω²dt².
 */
export function oscillatorImplicitEuler(state: Oscillator, { omega, dt }: OscillatorParameters): void {
  const { q, p } = state
  const det = 1 + omega * omega * dt * dt
  state.q = (q + dt * p) / det
  state.p = (p - omega * omega * dt * q) / det
}

/**
 * One exact step, in place, for any dt and for ω > 0. The matrix M of the slide has M² = -ω² times the identity, so
 * the series of e^(M dt) splits into a cosine and a sine: e^(M dt) = cos(ω dt) + M sin(ω dt)/ω.
 */
export function oscillatorExponential(state: Oscillator, { omega, dt }: OscillatorParameters): void {
  const { q, p } = state
  const c = Math.cos(omega * dt)
  const s = Math.sin(omega * dt)
  state.q = c * q + (s / omega) * p
  state.p = c * p - omega * s * q
}

/**
 * Angular frequency at which the slides' "forward Euler", and leapfrog, really oscillate [rad/s]. It is
 * 2 asin(ω dt/2)/dt, always above ω, and NaN past the stability limit ω dt = 2.
 */
export function forwardEulerFrequency({ omega, dt }: OscillatorParameters): number {
  return (2 * Math.asin((omega * dt) / 2)) / dt
}

/** The angular frequency the slide prints for the same scheme [rad/s]. Defect 1; NaN past ω dt = √2, defect 2. */
export function slideForwardEulerFrequency({ omega, dt }: OscillatorParameters): number {
  return Math.atan(omega * Math.sqrt((dt * dt) / (1 - (omega * omega * dt * dt) / 2))) / dt
}

/**
 * Energy of the mass on its spring [J]: m p²/2 + m ω² q²/2 with the velocity p. The exponential step keeps it; each of the
 * others has its own error, see the table above.
 */
export function oscillatorEnergy({ q, p }: Oscillator, omega: number, mass = 1): number {
  return 0.5 * mass * p * p + 0.5 * mass * omega * omega * q * q
}

/** The energy that the slide prints for the same p [J]: p²/(2m) + k q²/2 with k = m ω². Defect 4: right for m = 1 alone. */
export function slideOscillatorEnergy({ q, p }: Oscillator, omega: number, mass = 1): number {
  return (p * p) / (2 * mass) + 0.5 * mass * omega * omega * q * q
}
