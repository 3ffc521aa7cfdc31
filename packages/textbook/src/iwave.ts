/**
 * Interactive surface waves, iWave.
 *
 * Source: Jerry Tessendorf, "Simulation of Interactive Surface Waves", Rhythm & Hues Studios, November 2008.
 *
 * Every grid point stores a height and a velocity potential, the slides' momentum. The vertical velocity of the surface
 * is the vertical derivative of the potential, and on deep water that derivative is the operator Λ = sqrt(-∇²), which
 * multiplies a wave of wavenumber k by k. A wave then has the frequency ω² = g k, so long waves outrun short ones:
 *
 *     dphi/dt = -g h + S
 *     dh/dt   = Λ phi + T
 *
 * S is a pressure, T a rate of height. Λ becomes a weighted sum over the (2P+1)² window around each point, with weights
 *
 *     W(r) = sum k² e^(-σk²) J0(k r) / sum k² e^(-σk²),   k = 0, 0.01, ... 10,
 *
 * r the distance in cells. The Gaussian makes the sum converge; the division makes W(0) = 1. The printed loop runs while
 * k < 10, and rounding lets it take k = 10 too; that term is 4e-42. One step of the leapfrog:
 *
 *     for all cells:  phi = phi + dt/2 (S - g h)
 *     for all cells:  D = sum over the window of W phi
 *     for all cells:  h = h + dt (D + T)
 *                     phi = phi + dt/2 (S - g h)
 *                     h = matte h,  phi = matte phi
 *
 * The slides' h is `eta` here, their source array is `s`. The matte is 1 in open water, 0 inside an obstacle and between
 * them on its rim. T stands in the slides' formula and is missing from their pseudo-code; the formula's two pressures
 * S(t) and S(t + dt) are one array in the pseudo-code, held during the step. Here the T is kept and the S is one array.
 *
 * Edges: the slides' `ComputeDPhi` covers "just the interior": D is not computed within P cells of the edge, and the
 * listing says nothing about its values there. `edges: 'interior'` is that loop, with zeros on the rim. Two others fill the
 * gap: `'clamped'`, the default, replaces a neighbour outside the grid by the nearest cell inside it, and `'periodic'` by
 * the cell that comes round from the opposite edge, where a plane wave remains a plane wave and can be measured.
 * `KERNEL_SIZE` of the listing is P, half of the window and not its size.
 *
 * Known defects, kept as they are on the slides:
 *
 * 1. The operator is too strong. The inverse Fourier transform of k e^(-σk²) is (1/2π) ∫ k² e^(-σk²) J0(k r) dk, which
 *    at r = 0 is 1/(8 √π σ^(3/2)). Dividing by it, to get W(0) = 1, multiplies Λ by 14.1796 when σ = 1, so `g` is not
 *    9.81. Weights divided by 14.1796 dx would be in 1/m.
 * 2. The weights should sum to zero, because Λ of a constant is zero. The 13 × 13 window sums to 2.0979: flat water
 *    above the rest level is pulled down as if by a spring, and the volume is not kept, whatever the slide says about it.
 * 3. The Gaussian weakens short waves and the truncation strengthens long ones. With defect 1 divided out, ω is
 *    0.747, 0.904, 1.012, 1.285, 2.46 times its true value for waves 8, 16, 32, 64, 256 cells long.
 * 4. The symbol, the factor by which Λ multiplies a wave, is negative over 12 % of the wavenumber square, lowest at
 *    (0, π) and (π, 0) with -0.0867. Such a wave does not oscillate, it grows as e^(sqrt(0.0867 g) t). Nothing damps it,
 *    so every run explodes at last, at every time step, stripes of two cells first. Smooth water hides it for longer,
 *    because there only the rounding contains the stripes.
 * 5. The largest symbol is 6.28, for waves about 8.7 cells long. A wave of symbol λ obeys sin²(ω dt/2) = g λ dt²/4, a
 *    real ω needs a right side of at most 1, so the limit is sqrt(g) dt <= 2/sqrt(6.28) ≈ 0.798. The slides call the
 *    leapfrog unstable "at very large steps" and give no number; the code does not check it.
 * 6. "Classic leapfrog & verlet solvers are stable" is false of both with these weights: see 4 for every time step and 5
 *    for large ones. The two are one scheme; `iwave-verlet.ts` has the other form.
 * 7. The rim of the printed `ComputeDPhi`, P cells wide, holds its heights for ever, and waves return from it upside
 *    down. Where a held height is not zero, phi = -g h t grows there without bound.
 * 8. The matte is no wall. Heights of zero in the obstacle reflect waves upside down, as an edge held at the rest level
 *    does, where a wall reflects them upright. A fraction on the rim multiplies once a step: half the time step takes
 *    twice as many factors. Volume under the matte is lost. "Automatically generate reflected waves" leaves this out.
 * 9. The slides derive ∂phi/∂y = sqrt(-∇²) phi as "the square root" of ∂²phi/∂y² = -∇² phi. There are two roots. The
 *    negative one belongs to motion that grows with the depth; infinitely deep water has the positive one alone.
 */

/** A rectangle of grid points, row-major: cell (i, j) is element `j * nx + i`. */
export interface Iwave {
  /** Cells along x. */
  nx: number
  /** Cells along z. */
  nz: number
  /** Elevation of the water surface above its rest level [m]. */
  eta: Float64Array
  /** Velocity potential at the surface [m²/s], up to the factor of defect 1. */
  phi: Float64Array
}

export interface IwaveParameters {
  /** Window of (2P+1)² weights, row-major, its centre in the middle; see `iwaveWeights`. */
  weights: Float64Array
  /** Gravity in the units of the weights; with W(0) = 1 these are not m/s², see defect 1. */
  g: number
  /** Time step [s]. */
  dt: number
  /** Pressure source S, one value per cell, held during the step [m²/s²]. None if left out. */
  s?: Float64Array
  /** Height source T, one value per cell, held during the step [m/s]. None if left out. */
  t?: Float64Array
  /** Obstacle matte, one value in [0, 1] per cell, 0 inside an obstacle: see `matte.ts`. Open water if left out. */
  matte?: Float64Array
  /** Neighbours outside the grid: none, and a frozen rim as printed; the nearest cell; the cell opposite. Default clamped. */
  edges?: 'interior' | 'clamped' | 'periodic'
}

/** The slides' window of (2 halfWidth + 1)² weights; a larger sigma [cells²] weakens short waves more. */
export function iwaveWeights(halfWidth: number, sigma = 1): Float64Array {
  const width = 2 * halfWidth + 1
  const weights = new Float64Array(width * width)
  for (let j = 0; j <= halfWidth; j++) {
    for (let i = 0; i <= j; i++) {
      const w = iwaveWeight(Math.hypot(i, j), sigma)
      for (const [a, b] of [
        [i, j],
        [j, i],
      ] as const) {
        for (const row of [halfWidth - b, halfWidth + b]) {
          weights[row * width + halfWidth - a] = w
          weights[row * width + halfWidth + a] = w
        }
      }
    }
  }
  return weights
}

/**
 * The 3 × 3 window of the slides' nearest-neighbour springs, "Laplace weights".
 *
 * Its symbol is negative. Handed to `iwaveStep` with the opposite sign it gives the wave equation, the scheme of `columns2D`
 * with c² / dx² = g.
 */
export function laplaceWeights(): Float64Array {
  return Float64Array.of(0, 1, 0, 1, -4, 1, 0, 1, 0)
}

/** The symbol of a window: the factor by which it multiplies cos(kx i) cos(kz j), kx and kz in radians per cell. */
export function iwaveSymbol(weights: Float64Array, kx: number, kz: number): number {
  const width = Math.sqrt(weights.length)
  const halfWidth = (width - 1) / 2
  let total = 0
  for (let b = 0; b < width; b++) {
    for (let a = 0; a < width; a++) {
      total += weights[b * width + a]! * Math.cos(kx * (a - halfWidth)) * Math.cos(kz * (b - halfWidth))
    }
  }
  return total
}

/** One step of iWave, in place. Needs sqrt(g) dt <= 0.798 for the 13 × 13 window, and even then see defect 4. */
export function iwaveStep({ nx, nz, eta, phi }: Iwave, { weights, g, dt, s, t, matte, edges }: IwaveParameters): void {
  for (let cell = 0; cell < nx * nz; cell++) {
    phi[cell]! -= 0.5 * dt * g * eta[cell]!
    if (s) phi[cell]! += 0.5 * dt * s[cell]!
  }

  const dPhi = verticalDerivative(nx, nz, phi, weights, edges)

  for (let cell = 0; cell < nx * nz; cell++) {
    eta[cell]! += dt * dPhi[cell]!
    if (t) eta[cell]! += dt * t[cell]!
    phi[cell]! -= 0.5 * dt * g * eta[cell]!
    if (s) phi[cell]! += 0.5 * dt * s[cell]!
    if (matte) {
      eta[cell]! *= matte[cell]!
      phi[cell]! *= matte[cell]!
    }
  }
}

/** Weighted sum of `phi` over the window around each cell. */
export function verticalDerivative(
  nx: number,
  nz: number,
  phi: Float64Array,
  weights: Float64Array,
  edges: IwaveParameters['edges'] = 'clamped',
): Float64Array {
  if (edges === 'interior') return computeDPhi(nx, nz, phi, weights)
  const width = Math.sqrt(weights.length)
  const halfWidth = (width - 1) / 2
  const inside = edges === 'clamped' ? nearest : opposite
  const dPhi = new Float64Array(nx * nz)
  for (let j = 0; j < nz; j++) {
    for (let i = 0; i < nx; i++) {
      let total = 0
      for (let b = 0; b < width; b++) {
        const row = inside(j + b - halfWidth, nz)
        for (let a = 0; a < width; a++) {
          const column = inside(i + a - halfWidth, nx)
          total += weights[b * width + a]! * phi[row * nx + column]!
        }
      }
      dPhi[j * nx + i] = total
    }
  }
  return dPhi
}

/** The slides' `ComputeDPhi`, line by line: the sum in the interior; the rim, as wide as half the window, stays zero. */
function computeDPhi(nx: number, nz: number, phi: Float64Array, weights: Float64Array): Float64Array {
  const width = Math.sqrt(weights.length)
  const kernelSize = (width - 1) / 2
  const dPhi = new Float64Array(nx * nz)
  for (let ix = kernelSize; ix < nx - kernelSize; ix++) {
    for (let iy = kernelSize; iy < nz - kernelSize; iy++) {
      const index = ix + nx * iy
      let vd = 0
      for (let iix = -kernelSize; iix <= kernelSize; iix++) {
        for (let iiy = -kernelSize; iiy <= kernelSize; iiy++) {
          const iindex = ix + iix + nx * (iy + iiy)
          vd += weights[(iix + kernelSize) * width + (iiy + kernelSize)]! * phi[iindex]!
        }
      }
      dPhi[index] = vd
    }
  }
  return dPhi
}

/** The cell nearest to an index, of n cells. */
function nearest(index: number, n: number): number {
  return Math.min(Math.max(index, 0), n - 1)
}

/** The cell that an index reaches round the edge, of n cells. */
function opposite(index: number, n: number): number {
  return ((index % n) + n) % n
}

/** The slides' `w(x, sigma)`: one weight, at a distance of r cells; sigma in cells². */
export function iwaveWeight(r: number, sigma: number): number {
  let norm = 0
  let kernel = 0
  for (let n = 0; n <= 1000; n++) {
    const k = 0.01 * n
    const filtered = k * k * Math.exp(-sigma * k * k)
    norm += filtered
    kernel += filtered * besselJ0(r * k)
  }
  return kernel / norm
}

/**
 * J0(x) = (1/π) ∫ cos(x sin θ) dθ over [0, π], by the midpoint rule for x >= 0.
 *
 * The integrand has the period π, so n points leave only the aliases 2 J_2n(x), 2 J_4n(x), ..., up to sign. An order beyond twice
 * the argument plus 32 makes them smaller than rounding.
 */
function besselJ0(x: number): number {
  const n = 16 + Math.ceil(x)
  let total = 0
  for (let m = 0; m < n; m++) total += Math.cos(x * Math.sin((Math.PI * (m + 0.5)) / n))
  return total / n
}
