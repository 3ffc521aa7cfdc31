/**
 * Water over ground, by an implicit step: Kass and Miller.
 *
 * Source: He Wang (王鹤), lecture "Animation & Simulation", slides "Finding its way downhill", after M. Kass and G. Miller,
 * "Rapid, stable fluid dynamics for computer graphics", SIGGRAPH 1990. The second direction is the paper's: the slides
 * stop at one. Damping, phase, volume and splitting error below are derived here.
 *
 * Velocities are small and the depth varies slowly, so u du/dx is dropped. u lives on the face between two cells, whose
 * depth is the mean of the two:
 *
 *     dh[i]/dt = (d[i-1] + d[i])/(2 dx) u[i-1] - (d[i] + d[i+1])/(2 dx) u[i]
 *     du[i]/dt = -g (h[i+1] - h[i])/dx
 *
 * Differentiate the first by time with d held, and put the second into it:
 *
 *     h''[i] = -g (d[i-1] + d[i])/(2 dx²) (h[i] - h[i-1]) + g (d[i] + d[i+1])/(2 dx²) (h[i+1] - h[i])
 *
 * Take h'' at the end of the step, h'(n) = (h(n) - h(n-1))/dt and likewise h'', with d held at its value of step n-1:
 *
 *     A h(n) = h(n-1) + (1 - τ) (h(n-1) - h(n-2))
 *
 *     e[0]   = 1 + g dt² (d[0] + d[1])/(2 dx²)
 *     e[i]   = 1 + g dt² (d[i-1] + 2 d[i] + d[i+1])/(2 dx²)
 *     e[n-1] = 1 + g dt² (d[n-2] + d[n-1])/(2 dx²)
 *     f[i]   =   - g dt² (d[i] + d[i+1])/(2 dx²)
 *
 * e is the diagonal of A and f its two neighbours: symmetric, tridiagonal, solved in one sweep forth and one back. The
 * slides' h, h(n-2) and b are `eta`, `etaOld` and `bed` here, and d = h - b. The ends of a row are walls, because e[0]
 * and e[n-1] have one face only.
 *
 * Properties of A. Its rows sum to 1, so a level surface stays level over any ground. It is symmetric, so its columns
 * sum to 1 too, and Σ eta is kept when it was the same one step earlier. Over flat ground a wave has an amplitude that
 * obeys (1 + X²) λ² - (2 - τ) λ + (1 - τ) = 0 with X = ω dt, ω = 2 sqrt(g d)/dx sin(k dx/2). For τ = 0,
 *
 *     λ = (1 ± i X)/(1 + X²):   damping a step 1/sqrt(1 + X²),   phase a step atan X.
 *
 * This is the implicit Euler of oscillator.ts. It is never above 1, so every dt is stable. For τ > 0, while
 * τ² < 4 (1 - τ) X²,
 *
 *     damping a step sqrt((1 - τ)/(1 + X²)),   cos(phase a step) = (2 - τ)/(2 sqrt((1 - τ) (1 + X²))).
 *
 * In the plane: the step in x, Ax h* = right-hand side, row by row, then the step in z, Az h(n) = h*, column by column,
 * both with the depths of step n-1. Over flat ground 1 + X² becomes (1 + Xx²)(1 + Xz²), the product instead of the sum
 * 1 + Xx² + Xz². Over any ground Ax and Az have no eigenvalue below 1, Ax Az has those of sqrt(Az) Ax sqrt(Az), which
 * are not below 1 either, so while the depth is held every dt is stable here as well.
 *
 * The slides say nothing of dry ground. Where eta lies below the bed d is taken as 0 here, not as the negative h - b of
 * the slide, which would turn the sign of f. The eta of a dry cell is then the level of water that is not there.
 *
 * A mistake that the slides report: they say that their book, which they do not name, is wrong on page 260 at the
 * momentum equation, and refer to the paper. They do not print the equation of the book. The equation that they print
 * instead, du/dt + g dh/dx = 0, is the paper's, and is the one solved here.
 *
 * Misprint on the slides, corrected here:
 *
 * - The slides are headed by h'' = g d d²h/dx². Their matrix belongs to h'' = d/dx (g d dh/dx), with the depth inside. The
 *   matrix is right: with the depth outside the volume is lost, see volume-losing.ts.
 *
 * Known defects, kept as they are on the slides:
 *
 * 1. "Stable enough" has a price that is not named: the damping is numerical, the shorter the wave the stronger. At
 *    sqrt(g d) dt = dx a wave 8 cells long loses 21 % in a step and 89 % in a period, and its frequency is .854 of ω.
 *    Halve dt and a second damps half as much: e^(-ω² dt t/2).
 * 2. The volume is not kept at a moving shoreline. Σ eta counts the missing water of dry cells as negative water, so
 *
 *        water = Σ (eta - bed) + Σ over dry cells (bed - eta),
 *
 *    the first sum is kept, and the second goes up and down with the levels under the ground. On a beach of 6 m (the case
 *    of the test) a wave that runs up costs 6 % of the water in 2 s, one that runs back adds 45 % in 2.5 s.
 * 3. A cell that has run dry between dry neighbours has both f = 0: its level goes on at its last speed until water comes
 *    back, and the wet cells, whose own Σ eta is then apart from it, gain or lose at the opposite speed as long.
 * 4. A face between a wet cell and a dry one carries half the wet depth, whichever side is higher. Dry land that is given
 *    eta = bed above the lake therefore feeds the lake: start it at the level of the lake instead.
 * 5. Water added to `eta` alone is added again in every step, because h(n-1) - h(n-2) repeats it. Add to both.
 * 6. τ is a part of the motion lost per step, not per second, and acts on waves of all lengths alike.
 * 7. The splitting into rows and columns adds Xx² Xz² to X²: a diagonal wave is damped more than one along an axis. Over
 *    uneven ground it matters which direction goes first; x does here, so a pool symmetric about its diagonal does not
 *    stay so.
 * 8. Holding d drops u dd/dt, a term as large as the dropped u du/dx: right for waves low against the depth.
 */

/** A row of cells over ground. */
export interface KassMiller1D {
  /** Elevation of the water surface now [m]. Below `bed` the cell is dry. */
  eta: Float64Array
  /** Elevation one step ago [m]. */
  etaOld: Float64Array
  /** Elevation of the ground [m]. */
  bed: Float64Array
}

/** A rectangle of cells, row-major: cell (i, j) is element `j * nx + i`. */
export interface KassMiller2D extends KassMiller1D {
  /** Cells along x. */
  nx: number
  /** Cells along z. */
  nz: number
}

export interface KassMillerParameters {
  /** Cell size [m]. */
  dx: number
  /** Time step [s]. Any is stable; a longer one damps more. */
  dt: number
  /** Gravity [m/s²]. */
  g: number
  /** Part of the motion lost in each step, 0 to 1, no unit; 1 makes the waves creep as heat does. */
  tau: number
}

/** The symmetric tridiagonal matrix A, no unit. */
export interface KassMillerRows {
  /** Diagonal, one element per cell. */
  e: Float64Array
  /** Element i stands right of e[i] and, again, left of e[i+1]: one per face. */
  f: Float64Array
}

/** The water column d of every cell [m]: 0 on dry ground. */
export function kassMillerDepth(eta: Float64Array, bed: Float64Array): Float64Array {
  return eta.map((level, cell) => Math.max(0, level - bed[cell]!))
}

/** A for a row of water columns d [m]. */
export function kassMillerRows(d: Float64Array, { dx, dt, g }: Omit<KassMillerParameters, 'tau'>): KassMillerRows {
  const n = d.length
  const e = new Float64Array(n)
  const f = new Float64Array(n - 1)
  const k = (g * dt * dt) / (2 * dx * dx)

  if (n === 1) {
    e[0] = 1
    return { e, f }
  }
  e[0] = 1 + k * (d[0]! + d[1]!)
  for (let i = 1; i < n - 1; i++) e[i] = 1 + k * (d[i - 1]! + 2 * d[i]! + d[i + 1]!)
  e[n - 1] = 1 + k * (d[n - 2]! + d[n - 1]!)
  for (let i = 0; i < n - 1; i++) f[i] = -k * (d[i]! + d[i + 1]!)
  return { e, f }
}

/**
 * The x with A x = b, by Thomas's elimination: forth, every row loses its left neighbour; back, its right one.
 *
 * No pivoting: |e[i]| exceeds the sum of its neighbours by 1, so every pivot is at least 1.
 */
export function thomas({ e, f }: KassMillerRows, b: Float64Array): Float64Array {
  const n = e.length
  const pivot = Float64Array.from(e)
  const x = Float64Array.from(b)

  for (let i = 1; i < n; i++) {
    const m = f[i - 1]! / pivot[i - 1]!
    pivot[i]! -= m * f[i - 1]!
    x[i]! -= m * x[i - 1]!
  }

  x[n - 1]! /= pivot[n - 1]!
  for (let i = n - 2; i >= 0; i--) x[i] = (x[i]! - f[i]! * x[i + 1]!) / pivot[i]!
  return x
}

/** One step in 1-D, in place. */
export function kassMiller1D({ eta, etaOld, bed }: KassMiller1D, parameters: KassMillerParameters): void {
  const d = kassMillerDepth(eta, bed)
  const etaNew = thomas(kassMillerRows(d, parameters), extrapolated(eta, etaOld, parameters.tau))
  etaOld.set(eta)
  eta.set(etaNew)
}

/** One step in 2-D, in place: along x, then along z. */
export function kassMiller2D({ nx, nz, eta, etaOld, bed }: KassMiller2D, parameters: KassMillerParameters): void {
  const d = kassMillerDepth(eta, bed)
  const etaNew = extrapolated(eta, etaOld, parameters.tau)

  for (let j = 0; j < nz; j++) {
    const row = (all: Float64Array) => all.slice(j * nx, (j + 1) * nx)
    etaNew.set(thomas(kassMillerRows(row(d), parameters), row(etaNew)), j * nx)
  }

  for (let i = 0; i < nx; i++) {
    const column = (all: Float64Array) => Float64Array.from({ length: nz }, (_, j) => all[j * nx + i]!)
    const solved = thomas(kassMillerRows(column(d), parameters), column(etaNew))
    for (let j = 0; j < nz; j++) etaNew[j * nx + i] = solved[j]!
  }

  etaOld.set(eta)
  eta.set(etaNew)
}

/** The right-hand side: where the water would be if it went on as before, less τ of the way. */
function extrapolated(eta: Float64Array, etaOld: Float64Array, tau: number): Float64Array {
  return eta.map((level, cell) => level + (1 - tau) * (level - etaOld[cell]!))
}
