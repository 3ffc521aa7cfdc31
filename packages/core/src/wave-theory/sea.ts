// A random sea: systems of waves (a wind sea, a swell or two), each a spectrum with a spreading around a direction, on
// water of one depth.
//
//   S(kx, kz) = Σ S(ω) D(θ, ω) (dω/dk)/k  [m⁴]      ∫∫ S dkx dkz = m0 [m²]
//
// An ocean on a lattice of wavenumbers with spacing dk has the amplitudes h0 = (ξ + i ξ') sqrt(S) dk/2, ξ and ξ' Gaussian
// (numerics/random.ts), and the surface eta = Σ h e^(i k·x) with h = h0(k) e^(-iωt) + h0*(-k) e^(iωt). Each of the two
// terms brings |h0|² = S dk²/2 on average, so that the variance is Σ S dk² = m0.

import { cos, sin } from '../numerics/elementary.js'
import { angularFrequency, groupToPhase, type Water, wavenumberOf } from './airy.js'
import { type Band, eachPortion, overWavenumber } from './quadrature.js'
import type { Spectrum } from './spectrum.js'
import type { Spreading } from './spreading.js'

/** Waves of one origin. */
export interface WaveSystem {
  spectrum: Spectrum
  spreading: Spreading
  /** Main direction of travel [rad], from +x toward +z. */
  direction: number
}

export class Sea {
  readonly water: Water
  readonly systems: readonly WaveSystem[]
  readonly #directions: readonly (readonly [number, number])[]

  constructor(water: Water, systems: readonly WaveSystem[]) {
    this.water = water
    this.systems = systems
    this.#directions = systems.map(({ direction }) => [cos(direction), sin(direction)])
  }

  /** Density of variance S(kx, kz) [m⁴] of waves that travel along (kx, kz) [rad/m]; 0 at the origin. */
  densityAt(kx: number, kz: number): number {
    const k = Math.sqrt(kx * kx + kz * kz)
    if (!(k > 0)) return 0
    const omega = angularFrequency(k, this.water)
    const group = (omega / k) * groupToPhase(k, this.water)
    let sum = 0
    for (const [n, { spectrum, spreading }] of this.systems.entries()) {
      const [x, z] = this.#directions[n]!
      const density = overWavenumber(spectrum, k, omega, group)
      if (density > 0) sum += (density / k) * spreading((kx * x + kz * z) / k, omega)
    }
    return sum
  }

  /** Density of variance over frequency S(ω) [m² s], all systems and directions together. */
  frequencyDensityAt(omega: number): number {
    const k = wavenumberOf(omega, this.water)
    if (!(k > 0)) return 0
    const group = (omega / k) * groupToPhase(k, this.water)
    let sum = 0
    for (const { spectrum } of this.systems) sum += overWavenumber(spectrum, k, omega, group) / group
    return sum
  }

  /**
   * Moment m_n = ∫ ωⁿ S dω [m² (rad/s)ⁿ], over all waves or over those of a band of wavenumbers, such as that of a cascade.
   * From n = 4 on the tail ω⁻⁵ has no finite moment, and the result depends on the band.
   */
  moment(n: number, band?: Band): number {
    let sum = 0
    for (const { spectrum } of this.systems)
      eachPortion(spectrum, this.water, band, (k, variance) => {
        const omega = angularFrequency(k, this.water)
        let weighted = variance
        for (let i = 0; i < n; i++) weighted *= omega
        sum += weighted
      })
    return sum
  }

  /** Significant wave height 4 sqrt(m0) [m]: about the mean of the highest third. */
  get significantHeight(): number {
    return 4 * Math.sqrt(this.moment(0))
  }

  /** Period of the greatest density over frequency [s]; Infinity in a calm. */
  get peakPeriod(): number {
    let best = { omega: 0, density: 0 }
    const look = (omega: number) => {
      const density = this.frequencyDensityAt(omega)
      if (density > best.density) best = { omega, density }
    }
    // Depth or another system may shift the peak of a system: search around it, in ever smaller ranges.
    for (const { spectrum } of this.systems) {
      const peak = spectrum.over === 'frequency' ? spectrum.peak : angularFrequency(spectrum.peak, this.water)
      for (let i = -200; i <= 200; i++) look(peak * (1 + i * 0.004))
    }
    for (let step = 0.002; step > 1e-9; step /= 2) {
      const { omega } = best
      look(omega * (1 - step))
      look(omega * (1 + step))
    }
    return (2 * Math.PI) / best.omega
  }
}
