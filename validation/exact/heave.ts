// Heave of floating bodies in deep water, by the linear theory of waves and bodies.
//
// A body with waterplane A and mass m, lifted by y(0) and let go, obeys in the frequency domain (Cummins, Schiffstechnik 9, 1962)
//
//   (ρ g A - ω² (m + a(ω)) - i ω b(ω)) Y = …,      k = ω²/g,
//
// with added mass a and damping b. Its motion from rest is the cosine transform of the real part of
//
//   N(ω) = (m + a + i b/ω) ω² / (i ω Z),           Z = ρ g A - ω² (m + a) - i ω b,        y(t) = y(0) (2/π) ∫ Re N cos ωt dω.
//
// a and b of the ball are those of Hulme (J. Fluid Mech. 121, 1982, table 2). Those of spar and barge are by sources on panels with the
// potential of a source under deep water (Newman, J. Eng. Math. 19, 1985): 4 × 133 panels (spar) and 4 × 153 panels (barge); the same
// program with 4 × 100 panels gives Hulme's b within 3 % up to k r = 1.2 and his a within 5 %. Added mass and damping of each table are tied to
// each other by the relation of Kramers and Kronig, and b to the force of waves by that of Haskind; heave.test.ts checks both.

const G = 9.81

/** Added mass and damping of a body, per density ρ. All lengths in metres. */
export interface HeavingBody {
  readonly name: string
  /** Area of the waterplane [m²] and displaced volume [m³]. */
  readonly area: number
  readonly volume: number
  /** Added mass at high frequency over ρ [m³]. */
  readonly highest: number
  /** k [1/m], a/ρ [m³], b/(ρ ω) [m³]. */
  readonly rows: readonly (readonly [k: number, added: number, damping: number])[]
}

/** Radius of the ball [m]. */
export const BALL = 0.4
const HALF_BALL = ((2 * Math.PI) / 3) * BALL ** 3

/** Hulme's table: k r, a and b/ω over the displaced mass. */
const HULME: readonly (readonly [number, number, number])[] = [
  [0, 0.831, 0],
  [0.05, 0.8764, 0.1036],
  [0.1, 0.8627, 0.1816],
  [0.2, 0.7938, 0.2793],
  [0.3, 0.7157, 0.3254],
  [0.4, 0.6452, 0.341],
  [0.5, 0.5861, 0.3391],
  [0.6, 0.5381, 0.3271],
  [0.7, 0.4999, 0.3098],
  [0.8, 0.4698, 0.2899],
  [0.9, 0.4464, 0.2691],
  [1, 0.4284, 0.2484],
  [1.2, 0.4047, 0.2096],
  [1.4, 0.3924, 0.1756],
  [1.6, 0.3871, 0.1469],
  [1.8, 0.3864, 0.1229],
  [2, 0.3884, 0.1031],
  [2.5, 0.3988, 0.0674],
  [3, 0.4111, 0.0452],
  [4, 0.4322, 0.0219],
]

export const ball: HeavingBody = {
  name: 'half-submerged ball',
  area: Math.PI * BALL ** 2,
  volume: HALF_BALL,
  highest: 0.5 * HALF_BALL,
  rows: HULME.map(([kr, added, damping]) => [kr / BALL, added * HALF_BALL, damping * HALF_BALL] as const),
}

/** Radius and draught of the spar [m]. */
export const SPAR = { radius: 0.5, draught: 2 } as const

export const spar: HeavingBody = {
  name: 'spar, four radii deep',
  area: Math.PI * SPAR.radius ** 2,
  volume: Math.PI * SPAR.radius ** 2 * SPAR.draught,
  highest: 0.246,
  rows: [
    [0, 0.2659, 0],
    [0.02, 0.2688, 0.00542],
    [0.05, 0.26817, 0.01176],
    [0.1, 0.26369, 0.01854],
    [0.2, 0.25292, 0.02302],
    [0.3, 0.24473, 0.02141],
    [0.4, 0.23977, 0.01767],
    [0.5, 0.23728, 0.01366],
    [0.6, 0.2364, 0.01013],
    [0.8, 0.23703, 0.00516],
    [1, 0.23863, 0.00247],
    [1.3, 0.24076, 0.00077],
    [1.7, 0.24249, 0.00015],
    [2.2, 0.24358, 0.00002],
  ],
}

/** Length, width and draught of the barge [m]. */
export const BARGE = { length: 2, width: 1, draught: 0.25 } as const

export const barge: HeavingBody = {
  name: 'barge of 2 m × 1 m × 0.25 m',
  area: BARGE.length * BARGE.width,
  volume: BARGE.length * BARGE.width * BARGE.draught,
  highest: 0.7933,
  rows: [
    [0, 1.1922, 0],
    [0.02, 1.2261, 0.0389],
    [0.05, 1.244, 0.092],
    [0.1, 1.2445, 0.1677],
    [0.2, 1.201, 0.2778],
    [0.3, 1.1376, 0.3465],
    [0.4, 1.072, 0.3867],
    [0.5, 1.0104, 0.4076],
    [0.6, 0.9551, 0.4156],
    [0.8, 0.8638, 0.4083],
    [1, 0.7949, 0.3849],
    [1.2, 0.7433, 0.3547],
    [1.4, 0.7047, 0.3222],
    [1.6, 0.676, 0.2892],
    [1.8, 0.6553, 0.2567],
    [2, 0.6414, 0.2254],
    [2.3, 0.6312, 0.1828],
    [2.6, 0.6298, 0.1473],
    [3, 0.6347, 0.1106],
    [3.5, 0.644, 0.0776],
    [4, 0.6519, 0.0545],
  ],
}

/** a/ρ and b/(ρ ω) at a wavenumber [m³]. Beyond the table damping falls as e^(-2 k T), and a tends to its limit. */
export function coefficients(
  { rows, highest, volume, area }: HeavingBody,
  k: number,
): { added: number; damping: number } {
  const last = rows.at(-1)!
  if (k >= last[0]) {
    const rest = Math.exp((-2 * (k - last[0]) * volume) / area)
    return { added: highest + (last[1] - highest) * (last[0] / k) ** 2, damping: last[2] * rest }
  }
  const next = rows.findIndex(([at]) => at > k)
  const [before, after] = [rows[next - 1]!, rows[next]!]
  const share = (k - before[0]) / (after[0] - before[0])
  return {
    added: before[1] + share * (after[1] - before[1]),
    damping: before[2] + share * (after[2] - before[2]),
  }
}

/** Height of a body that was lifted by 1 and let go, at the given times [s]. */
export function freeHeave(body: HeavingBody, times: readonly number[]): number[] {
  const [end, count] = [60, 24_000]
  const step = end / count
  const real = new Float64Array(count)
  for (let n = 0; n < count; n++) {
    const omega = (n + 0.5) * step
    const { added, damping } = coefficients(body, (omega * omega) / G)
    const inertia = omega * omega * (body.volume + added)
    const loss = omega * omega * damping
    const stiffness = G * body.area - inertia
    // Re (inertia + i loss)/(i ω (stiffness - i loss)) = Re ((inertia + i loss)(stiffness + i loss)/(i ω |Z|²)).
    real[n] = (loss * (stiffness + inertia)) / (omega * (stiffness * stiffness + loss * loss))
  }
  return times.map((time) => {
    let sum = 0
    for (let n = 0; n < count; n++) sum += real[n]! * Math.cos((n + 0.5) * step * time)
    return (2 / Math.PI) * step * sum
  })
}

/** Times [s] and heights of the turns of a curve, by parabolas through three points `step` apart [s]. */
export function turnsOf(
  heights: readonly number[],
  step: number,
): { readonly time: number; readonly height: number }[] {
  const found = [{ time: 0, height: heights[0]! }]
  for (let k = 1; k < heights.length - 1; k++) {
    const [before, at, after] = [heights[k - 1]!, heights[k]!, heights[k + 1]!]
    if ((at - before) * (after - at) >= 0) continue
    const shift = (0.5 * (before - after)) / (before - 2 * at + after)
    found.push({ time: (k + shift) * step, height: at - 0.25 * (before - after) * shift })
  }
  return found
}
