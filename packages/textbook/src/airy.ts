/**
 * Small waves on water of constant depth: Airy's theory.
 *
 * Source: He Wang (王鹤), lecture "Animation & Simulation", slides "The anatomy of waves". Orbits and dispersion with
 * surface tension: H. Lamb, "Hydrodynamics", 6th ed. (1932), §§ 229 and 267. Second breaking rule: R. Miche,
 * "Mouvements ondulatoires de la mer en profondeur constante ou décroissante", Annales des Ponts et Chaussées (1944).
 *
 * A wave of wavenumber k = 2π/L on depth d, with surface tension γ and density ρ, has
 *
 *     dispersion     ω² = (g k + (γ/ρ) k³) tanh(k d)
 *     phase speed    C  = ω/k = L/T
 *     group speed    Cg = dω/dk = C/2 ((g + 3 (γ/ρ) k²) / (g + (γ/ρ) k²) + 2 k d / sinh(2 k d))
 *
 *     deep,    k d >> 1:  C = sqrt(g/k),  Cg = C/2    long waves are faster
 *     shallow, k d << 1:  C = sqrt(g d),  Cg = C      all are equally fast
 *     capillary, deep:    C = sqrt((γ/ρ) k),  Cg = 3C/2    short waves are faster
 *
 * Gravity slows short waves and tension slows long ones, so in deep water there is a slowest wave, at
 * k = sqrt(g ρ/γ) with C² = 2 sqrt(g γ/ρ): .2312 m/s at a wavelength of 1.71 cm for clean water.
 *
 * A particle at rest height y (0 at the surface, -d at the bed) under a wave of amplitude a = H/2 moves on an ellipse:
 *
 *     horizontal radius  a cosh(k (y + d)) / sinh(k d)
 *     vertical radius    a sinh(k (y + d)) / sinh(k d)
 *
 * Deep down both are a e^(k y), a circle; at the bed the vertical one is zero. The code multiplies top and bottom by
 * 2 e^(-k d), which keeps them finite for every depth, Infinity included.
 *
 * Breaking: a circle of circumference π H run through in T gives the mean orbit speed Q = π H/T = π S C, where S = H/L
 * is the steepness. The slides let the wave break when Q > C. Miche lets it break when S > .142 tanh(k d).
 *
 * Misprints on the slides, corrected here:
 *
 * 1. C is printed a second time as sqrt(g L/(2π)) × tanh(2π d/L), with the tanh outside the root; the first form,
 *    with the tanh inside, is right. Outside, a shallow wave would travel at d sqrt(g k) and not at sqrt(g d): 10 cm
 *    deep and 10 m long, .25 m/s and not .99 m/s. Deep water hides the error, since tanh is 1 there.
 * 2. The profile is printed as cos⁻¹(2π (s - C t)/L). It is cos: the inverse has no value once its argument exceeds 1,
 *    a sixth of a wavelength from the crest.
 *
 * Known defects, kept as they are on the slides:
 *
 * 1. Q > C says S > 1/π = .318 at any depth. No wave gets so steep: water waves of permanent form end at .141 in deep
 *    water (Stokes's sharp crest of 120°), which is where Miche's .142 comes from.
 * 2. Q = π H/T supposes circles of diameter H. In shallow water the horizontal radius is a/tanh(k d), so the fastest
 *    water moves at Q/tanh(k d), and the rule misses the breakers on a beach. Miche's limit becomes H = .89 d there.
 * 3. Airy's waves are infinitely low. A real steep wave is faster, by (1 + (k a)²/2) in deep water, and carries
 *    water along (Stokes drift), which the slides exclude ("assuming no water transport").
 */

/** The water a wave runs on. */
export interface AiryWater {
  /** Depth of the water at rest [m]. May be Infinity. */
  depth: number
  /** Gravity [m/s²]. Default 9.81. */
  g?: number
  /** Surface tension over density γ/ρ [m³/s²]. Default 0; 7.28e-5 for clean water at 20 °C. Speeds up short waves. */
  tension?: number
}

/** The parts of a wave that can be seen from the shore. */
export interface AiryAnatomy {
  /** Wavelength L [m]. */
  wavelength: number
  /** Period T [s]. */
  period: number
  /** Phase speed C = L/T [m/s]. */
  speed: number
  /** Steepness S = H/L [1]. */
  steepness: number
  /** Mean speed of a surface particle on its orbit, Q = πH/T [m/s]. */
  orbitSpeed: number
}

/** The half axes of a particle's ellipse. */
export interface AiryOrbit {
  /** Along the direction of travel [m]. */
  horizontal: number
  /** Along y [m]. */
  vertical: number
}

const standardGravity = 9.81

/** Miche's steepness in deep water [1]. */
const micheSteepness = 0.142

/** Angular frequency ω [rad/s] of the wavenumber k [rad/m]. */
export function airyFrequency(k: number, { depth, g = standardGravity, tension = 0 }: AiryWater): number {
  return Math.sqrt((g + tension * k * k) * k * Math.tanh(k * depth))
}

/** Speed of the crests C = ω/k [m/s] for the wavenumber k > 0 [rad/m]. */
export function airyPhaseSpeed(k: number, water: AiryWater): number {
  return airyFrequency(k, water) / k
}

/** Speed of the crests [m/s] by the second form of the slides, with the tanh outside the root: misprint 1. */
export function slideAiryPhaseSpeed(k: number, { depth, g = standardGravity }: AiryWater): number {
  return Math.sqrt(g / k) * Math.tanh(k * depth)
}

/** Speed of the energy Cg = dω/dk [m/s] for the wavenumber k > 0 [rad/m]. */
export function airyGroupSpeed(k: number, water: AiryWater): number {
  return airyPhaseSpeed(k, water) * groupToPhase(k, water)
}

/**
 * Wavenumber k [rad/m] of the angular frequency ω > 0 [rad/s], to rounding.
 *
 * Newton's method on ln ω as a function of ln k. That curve is nearly straight: its slope Cg/C stays between 1/2 (deep
 * gravity waves) and 2 (shallow capillary waves). One step is k ← k (ω/ω(k))^(C/Cg). Without tension the curve is
 * concave and the start is a lower bound, since tanh(x) is below both 1 and x; the tangent of a concave curve lies
 * above it, so every iterate stays below the root and climbs to it.
 */
export function airyWavenumber(omega: number, water: AiryWater): number {
  const { depth, g = standardGravity } = water
  let k = Math.max((omega * omega) / g, omega / Math.sqrt(g * depth))
  for (let iteration = 0; iteration < 30; iteration++) {
    const kOld = k
    k *= (omega / airyFrequency(k, water)) ** (1 / groupToPhase(k, water))
    if (Math.abs(k - kOld) <= 2 * Number.EPSILON * k) break
  }
  return k
}

/** Wavelength L [m] of the period T [s]. */
export function airyWavelength(period: number, water: AiryWater): number {
  return (2 * Math.PI) / airyWavenumber((2 * Math.PI) / period, water)
}

/** Surface elevation over the amplitude, cos(2π(s - Ct)/L) [1], at the place s [m] and the time t [s]. */
export function airyProfile(s: number, t: number, k: number, water: AiryWater): number {
  return Math.cos(k * (s - airyPhaseSpeed(k, water) * t))
}

/**
 * Half axes of the orbit of a particle at rest height y [m], from 0 at the surface down to -depth.
 * @param a amplitude of the wave [m], half its height H
 * @param k wavenumber [rad/m]
 */
export function airyOrbit(y: number, a: number, k: number, { depth }: AiryWater): AiryOrbit {
  const scale = (a * Math.exp(k * y)) / -Math.expm1(-2 * k * depth)
  const aboveBed = -2 * k * (y + depth)
  return { horizontal: scale * (1 + Math.exp(aboveBed)), vertical: scale * -Math.expm1(aboveBed) }
}

/**
 * The anatomy of a wave.
 * @param height H, crest to trough [m]
 * @param k wavenumber [rad/m]
 */
export function airyAnatomy(height: number, k: number, water: AiryWater): AiryAnatomy {
  const wavelength = (2 * Math.PI) / k
  const period = (2 * Math.PI) / airyFrequency(k, water)
  return {
    wavelength,
    period,
    speed: wavelength / period,
    steepness: height / wavelength,
    orbitSpeed: (Math.PI * height) / period,
  }
}

/** Whether a wave breaks by the rule of the slides: orbit faster than crest, Q > C. Defects 1 and 2. */
export function airyBreaksBySlide({ orbitSpeed, speed }: AiryAnatomy): boolean {
  return orbitSpeed > speed
}

/** Whether a wave breaks by Miche's rule: steeper than .142 tanh(k d). */
export function airyBreaksByMiche({ steepness, wavelength }: AiryAnatomy, { depth }: AiryWater): boolean {
  return steepness > micheSteepness * Math.tanh((2 * Math.PI * depth) / wavelength)
}

/** Cg/C [1], the slope of ln ω over ln k. */
function groupToPhase(k: number, { depth, g = standardGravity, tension = 0 }: AiryWater): number {
  const capillary = tension * k * k
  const x = 2 * k * depth
  // sinh overflows past 710, and there the quotient is zero in any case.
  const finiteDepth = x < 700 ? x / Math.sinh(x) : 0
  return ((g + 3 * capillary) / (g + capillary) + finiteDepth) / 2
}
