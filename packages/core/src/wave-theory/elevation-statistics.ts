// Moments of an elevation. A linear sea is Gaussian: skewness 0, kurtosis 3. Waves of finite height have sharp crests and flat troughs
// (skewness: Longuet-Higgins, J. Fluid Mech. 17, 1963), and long-crested ones focus (kurtosis: Mori and Janssen, J. Phys. Oceanogr. 36,
// 2006).

/** Statistics of an elevation. */
export interface ElevationStatistics {
  /** Mean [m]. */
  readonly mean: number
  /** Standard deviation σ [m]. */
  readonly deviation: number
  /** Significant height, 4σ [m]. */
  readonly significantHeight: number
  /** Third moment over σ³ [1]: 0 for a linear sea, about 3 k σ for waves of wavenumber k on deep water. NaN for a flat surface. */
  readonly skewness: number
  /** Fourth moment over σ⁴ [1]: 3 for a linear sea, more where high waves are more frequent. NaN for a flat surface. */
  readonly kurtosis: number
  /** Highest crest above the mean over the significant height [1]; above 1.25 it is a rogue wave. NaN for a flat surface. */
  readonly crestRatio: number
}

/**
 * Computes the statistics of an elevation, over all cells of a field or over a record of a probe.
 *
 * @param elevations Elevations [m], at least one.
 * @returns Mean, standard deviation, significant height, skewness, kurtosis, and highest crest over the significant height.
 * @throws RangeError without elevations, and for one that is not finite.
 *
 * @example
 * ```ts
 * import { createSimulation, elevationStatistics } from 'seiche'
 *
 * using sim = await createSimulation({
 *   seiche: 1,
 *   grid: { cells: [64, 64], cellSize: 1 },
 *   timeStep: 0.05,
 *   solver: { type: 'iwave', nonlinearity: 3, ambient: { type: 'ocean', windSpeed: 6 } },
 *   boundaries: { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' },
 * })
 * sim.step(200)
 * elevationStatistics(sim.field('eta').read()).skewness // above 0: crests are sharper than troughs
 * ```
 */
export function elevationStatistics(elevations: ArrayLike<number>): ElevationStatistics {
  const count = elevations.length
  if (count === 0) throw new RangeError('no elevations: statistics need at least one')
  let [sum, highest] = [0, Number.NEGATIVE_INFINITY]
  for (let i = 0; i < count; i++) {
    const eta = elevations[i]!
    if (!Number.isFinite(eta)) throw new RangeError(`elevation ${i} is ${eta}: statistics need finite numbers`)
    sum += eta
    highest = Math.max(highest, eta)
  }
  const mean = sum / count
  // Deviations are divided by the largest one, whose fourth power could be 0 or infinite.
  const largest = Math.max(highest - mean, mean - lowestOf(elevations))
  let [second, third, fourth] = [0, 0, 0]
  for (let i = 0; i < count; i++) {
    const y = largest > 0 ? (elevations[i]! - mean) / largest : 0
    second += y * y
    third += y * y * y
    fourth += y * y * y * y
  }
  const variance = second / count
  const deviation = largest * Math.sqrt(variance)
  return {
    mean,
    deviation,
    significantHeight: 4 * deviation,
    skewness: third / count / (variance * Math.sqrt(variance)),
    kurtosis: fourth / count / (variance * variance),
    crestRatio: (highest - mean) / (4 * deviation),
  }
}

function lowestOf(values: ArrayLike<number>): number {
  let lowest = Number.POSITIVE_INFINITY
  for (let i = 0; i < values.length; i++) lowest = Math.min(lowest, values[i]!)
  return lowest
}
