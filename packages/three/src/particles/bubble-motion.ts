// How a single bubble of air moves in water: its terminal speed, its shape and its path.

/** Water at 20 °C: kinematic viscosity [m²/s], surface tension over density [m³/s²]; gravity [m/s²]. */
const [nu, sigmaOverRho, g] = [1.004e-6, 7.29e-5, 9.81]
/** Morton number g ν⁴ ρ³ / σ³ of air in water [1], and its power in the correlation of Grace. */
const morton = (g * nu ** 4) / sigmaOverRho ** 3
const mortonFactor = morton ** -0.149
/** Diameter up to which a bubble is as slow as a rigid sphere [m]. */
const smallest = 1e-3
/** Rounds of the iteration for the drag of a sphere: it converges by a factor of three a round. */
const rounds = 12

/**
 * Terminal speed of an air bubble in water with the usual traces of surfactants (R. Clift, J. Grace and M. Weber, "Bubbles, Drops, and
 * Particles", 1978). Up to a diameter of 1 mm it is that of a rigid sphere (Schiller and Naumann); then the bubble wobbles (Grace's
 * correlation, eq. 7-5 to 7-7); from 1 cm on it is a spherical cap, 0.711 √(g d).
 *
 * @param radius Radius of the sphere of the same volume [m].
 * @returns Speed upwards [m/s].
 *
 * @example
 * ```ts
 * bubbleSpeed(0.0025) // 0.24 m/s
 * ```
 */
export function bubbleSpeed(radius: number): number {
  const d = 2 * radius
  if (!(d > 0)) return 0
  return d < smallest
    ? Math.max(sphereSpeed(d), wobblingSpeed(d))
    : Math.max(wobblingSpeed(d), 0.711 * Math.sqrt(g * d))
}

/** Eötvös number g Δρ d² / σ [1], of a bubble of diameter 1 m. */
const eotvosOfMeter = g / sigmaOverRho
const eotvos = (d: number): number => eotvosOfMeter * d * d

/** Reynolds number (J - 0.857) M^-0.149, with J a function of H = 4/3 Eo M^-0.149; valid for H > 2. */
function wobblingSpeed(d: number): number {
  const h = (4 / 3) * eotvos(d) * mortonFactor
  if (h < 2) return 0
  const j = h <= 59.3 ? 0.94 * h ** 0.757 : 3.42 * h ** 0.441
  return (mortonFactor * (j - 0.857) * nu) / d
}

/** Stokes' speed g d² / 18 ν over the factor 1 + 0.15 Re^0.687 of Schiller and Naumann. */
function sphereSpeed(d: number): number {
  const stokes = (g * d * d) / (18 * nu)
  let speed = stokes
  for (let round = 0; round < rounds; round++) speed = 0.5 * (speed + stokes / (1 + 0.15 * ((speed * d) / nu) ** 0.687))
  return speed
}

/** Factor and power of the radius in the aspect, for the shader of bubbles: 0.163 Eo^0.757. */
export const flatteningPower = 1.514
export const flattening = 0.163 * (4 * eotvosOfMeter) ** 0.757

/**
 * Height of a bubble over its width: large bubbles are flattened by the pressure of the water that they displace (R. Wellek, A. Agrawal
 * and A. Skelland, AIChE J. 12, 1966).
 *
 * @param radius Radius of the sphere of the same volume [m].
 * @returns Aspect, 1 for a sphere [1].
 *
 * @example
 * ```ts
 * bubbleAspect(0.0025) // 0.71
 * ```
 */
export function bubbleAspect(radius: number): number {
  return 1 / (1 + flattening * radius ** flatteningPower)
}

/** The vertical motion of a bubble that a plunging flow has carried down. */
export interface BubbleRise {
  /** Elevation at birth [m]. */
  readonly y: number
  /** Velocity upwards at birth [m/s]. */
  readonly velocity: number
  /** Terminal speed [m/s]. */
  readonly speed: number
  /** Time in which the flow that carried it comes to rest, to 1/e [s]. */
  readonly relaxation: number
}

/** Elevation of a bubble at an age [m]: the exact solution of v' = (speed - v) / relaxation. The shader of bubbles has the same formula. */
export function bubbleElevation({ y, velocity, speed, relaxation }: BubbleRise, age: number): number {
  const carried = relaxation * (1 - Math.exp(-age / relaxation))
  return y + velocity * carried + speed * (age - carried)
}

/** Age at which a bubble arrives at a level above its birth [s]; 0 if it is born at the level or above it. */
export function surfacingAge(rise: BubbleRise, level: number): number {
  const { y, velocity, speed, relaxation } = rise
  if (y >= level) return 0
  // The elevation is convex as long as the velocity is below the terminal speed. Newton's method from beyond the level falls to the root.
  let age = (level - y + relaxation * Math.max(0, speed - velocity)) / speed
  for (let round = 0; round < 30; round++) {
    const left = Math.exp(-age / relaxation)
    const step = (bubbleElevation(rise, age) - level) / (speed + (velocity - speed) * left)
    if (!(Math.abs(step) > 1e-9)) break
    age = Math.max(0, age - step)
  }
  return age
}

/**
 * Radius of a random bubble under breaking water. The number of bubbles falls as r^(-10/3) above the Hinze scale (G. Deane and M. Stokes,
 * Nature 418, 2002); by inversion of the distribution between two radii.
 * @param unit A random number, 0 to 1.
 */
export function bubbleRadius(unit: number, least: number, most: number): number {
  const power = 1 - 10 / 3
  return (least ** power + unit * (most ** power - least ** power)) ** (1 / power)
}
