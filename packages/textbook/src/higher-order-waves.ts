/**
 * Surface waves of any height that do not break: the "full theory" of the first slides, by the higher-order spectral method.
 *
 * Source of the equations: Jerry Tessendorf, "Simulation of Interactive Surface Waves", November 2008, which writes them
 * and then linearizes. Source of the method: Dommermuth and Yue, J. Fluid Mech. 184 (1987), 267; West et al., J. Geophys.
 * Res. 92 (1987), 11803. The method is not on the slides: this file goes on from where they stop.
 *
 * With psi(x, t) = phi(x, eta(x, t), t), the potential at the surface, and w the vertical velocity there:
 *
 *     deta/dt = -psi_x eta_x + (1 + eta_x²) w
 *     dpsi/dt = -g eta - psi_x²/2 + (1 + eta_x²) w²/2
 *
 * w follows from psi and eta. The potential is a sum phi_1 + phi_2 + ... of orders in the steepness, and each term a Taylor
 * series about y = 0. Collecting equal orders in phi(x, eta) = psi gives
 *
 *     phi_1 = psi
 *     phi_m = - sum over l = 1 .. m-1 of  eta^l/l! d^l(phi_(m-l))/dy^l       at y = 0
 *     w_m   =   sum over l = 0 .. m-1 of  eta^l/l! d^(l+1)(phi_(m-l))/dy^(l+1)
 *
 * A mode of wavenumber k is cosh(k (y + d)): d²/dy² multiplies it by k², d/dy at y = 0 by k tanh(k d). The products with
 * w are kept to the total order M as well (West et al.), which makes the truncated equations a Hamiltonian system. M = 1 is
 * iWave without its defects.
 *
 * A product of M waves has M times the wavenumber; beyond the resolution of the grid it would appear as a longer wave that
 * does not exist. Waves of index (M + 1) |j| >= n are removed from eta, psi, every phi_m and every rate, so that no
 * product of M of them falls back on those that remain.
 *
 * The time step is that of classical Runge and Kutta.
 *
 * Known limits:
 *
 * 1. The series converge for waves of a steepness k a up to about 0.35. Steeper ones grow short waves until the run ends.
 * 2. A wave that overturns has two heights at one place, and no function eta(x).
 * 3. Runge and Kutta need sqrt(g k) dt < 2.8 for the shortest wave k, and lose a little energy in every step.
 * 4. The transforms are sums over all pairs of points and modes: n² operations each.
 */

/** A periodic row of points. */
export interface HigherOrderWaves {
  /** Elevation of the surface [m]. */
  eta: Float64Array
  /** Velocity potential at the surface [m²/s]. */
  psi: Float64Array
}

export interface HigherOrderParameters {
  /** Order M of the products that are kept, 1 or more. */
  order: number
  /** Gravity [m/s²]. */
  g: number
  /** Depth of the still water [m]; may be Infinity. */
  depth: number
  /** Distance between points [m]. */
  dx: number
  /** Time step [s]. */
  dt: number
}

/** d/dt of elevation and potential. */
export interface HigherOrderRates {
  eta: Float64Array
  psi: Float64Array
}

/** One step of Runge and Kutta, in place. */
export function higherOrderStep(waves: HigherOrderWaves, parameters: HigherOrderParameters): void {
  const { dt } = parameters
  const after = (rates: HigherOrderRates, time: number): HigherOrderWaves => ({
    eta: waves.eta.map((eta, i) => eta + time * rates.eta[i]!),
    psi: waves.psi.map((psi, i) => psi + time * rates.psi[i]!),
  })
  const k1 = higherOrderRates(waves, parameters)
  const k2 = higherOrderRates(after(k1, dt / 2), parameters)
  const k3 = higherOrderRates(after(k2, dt / 2), parameters)
  const k4 = higherOrderRates(after(k3, dt), parameters)
  for (const name of ['eta', 'psi'] as const)
    for (let i = 0; i < waves[name].length; i++)
      waves[name][i]! += (dt / 6) * (k1[name][i]! + 2 * k2[name][i]! + 2 * k3[name][i]! + k4[name][i]!)
}

/** The right sides of the two equations, to order M. */
export function higherOrderRates(waves: HigherOrderWaves, parameters: HigherOrderParameters): HigherOrderRates {
  const { order, g } = parameters
  const n = waves.eta.length
  const keep = (field: Float64Array) => multiplyModes(field, parameters, () => 1)
  const eta = keep(waves.eta)
  const psi = keep(waves.psi)
  const etaX = slope(eta, parameters)
  const psiX = slope(psi, parameters)

  // phi[m] and w[m], from 1 on.
  const phi: Float64Array[] = [new Float64Array(0), psi]
  const w: Float64Array[] = [new Float64Array(n)]
  for (let m = 1; m <= order; m++) {
    w[m] = new Float64Array(n)
    const next = new Float64Array(n)
    for (let l = 0; l < m; l++) {
      const derivative = verticalDerivative(phi[m - l]!, l + 1, parameters)
      for (let i = 0; i < n; i++) w[m]![i]! += (eta[i]! ** l / factorial(l)) * derivative[i]!
      for (let i = 0; i < n; i++) next[i]! -= (eta[i]! ** (l + 1) / factorial(l + 1)) * derivative[i]!
    }
    phi[m + 1] = keep(next)
  }

  const rates = { eta: new Float64Array(n), psi: new Float64Array(n) }
  for (let i = 0; i < n; i++) {
    const steep = etaX[i]! ** 2
    if (order >= 2) rates.eta[i]! -= psiX[i]! * etaX[i]!
    rates.psi[i]! -= g * eta[i]!
    if (order >= 2) rates.psi[i]! -= psiX[i]! ** 2 / 2
    for (let a = 1; a <= order; a++) {
      rates.eta[i]! += w[a]![i]!
      if (a + 2 <= order) rates.eta[i]! += steep * w[a]![i]!
      for (let b = 1; a + b <= order; b++) {
        rates.psi[i]! += (w[a]![i]! * w[b]![i]!) / 2
        if (a + b + 2 <= order) rates.psi[i]! += (steep * w[a]![i]! * w[b]![i]!) / 2
      }
    }
  }
  return { eta: keep(rates.eta), psi: keep(rates.psi) }
}

/** Energy of the waves for a density of 1 and a width of 1 [m⁴/s²]: the sum of g eta²/2 and psi (deta/dt)/2. */
export function higherOrderEnergy(waves: HigherOrderWaves, parameters: HigherOrderParameters): number {
  const { g, dx } = parameters
  const rise = higherOrderRates(waves, parameters).eta
  return waves.eta.reduce((sum, eta, i) => sum + (dx / 2) * (g * eta * eta + waves.psi[i]! * rise[i]!), 0)
}

/** d^l/dy^l at y = 0. */
function verticalDerivative(phi: Float64Array, l: number, parameters: HigherOrderParameters): Float64Array {
  return multiplyModes(phi, parameters, (k) =>
    k === 0 ? 0 : k ** l * (l % 2 === 1 ? Math.tanh(k * parameters.depth) : 1),
  )
}

/** d/dx: a mode e^(ikx) becomes i k e^(ikx). */
function slope(field: Float64Array, parameters: HigherOrderParameters): Float64Array {
  return multiplyModes(field, parameters, (k) => k, 1)
}

/** Multiplies every mode that is kept by a factor of its wavenumber k [rad/m] and by i^quarters; removes the others. */
function multiplyModes(
  field: Float64Array,
  { dx, order }: HigherOrderParameters,
  factor: (k: number) => number,
  quarters = 0,
): Float64Array {
  const n = field.length
  const result = new Float64Array(n)
  for (let j = 0; (order + 1) * j < n; j++) {
    const k = (2 * Math.PI * j) / (n * dx)
    // A real field has equal parts of j and -j.
    const amplitude = (factor(k) * (j === 0 ? 1 : 2)) / n
    if (amplitude === 0) continue
    let [cosines, sines] = [0, 0]
    for (let i = 0; i < n; i++) {
      cosines += field[i]! * Math.cos((2 * Math.PI * ((i * j) % n)) / n)
      sines += field[i]! * Math.sin((2 * Math.PI * ((i * j) % n)) / n)
    }
    for (let i = 0; i < n; i++) {
      const angle = (2 * Math.PI * ((i * j) % n)) / n + (quarters * Math.PI) / 2
      result[i]! += amplitude * (cosines * Math.cos(angle) + sines * Math.sin(angle))
    }
  }
  return result
}

function factorial(l: number): number {
  return l <= 1 ? 1 : l * factorial(l - 1)
}
