// A train of waves that runs up a plane beach.
//
//                     toe                 shoreline
//   ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~/       s: across the shore, toward it
//   _________ depth ____                ___---
//                       \___----^^^^slope            depth(s) = depth - slope (s - toe)
//
// The period stays. Where the water is less deep the wavenumber k grows (dispersion relation); the longshore part of it
// stays, which is Snell's law sin θ/C = constant, so crests turn toward the shore. The flux of energy toward the shore,
// a² Cg cos θ, stays until the wave breaks:
//
//   a = a0 sqrt(Cg0/Cg) sqrt(cos θ0/cos θ)      shoaling and refraction
//   phase = ∫ k cos θ ds                        positions of the crests
//
// From the breaking point on, the height is Miche's limit, which goes to 0 with the depth. Slowly varying theory: the bed
// rises little over a wavelength and nothing is reflected. A train that runs seaward is the same with time reversed.

import { atan2, cos, sin } from '../numerics/elementary.js'
import { BOTTOMLESS, groupSpeed, STANDARD_GRAVITY, type Water, wavenumberOf } from './airy.js'
import { micheHeight } from './breaking.js'
import { type Train, velocityAt, wrapped } from './train.js'

/** A plane bed that rises out of the water. */
export interface Beach {
  /** Direction across the shore, toward it [rad], from +x toward +z. */
  direction: number
  /** Position s of the toe [m], measured along the direction from the origin. Before it the water has its offshore depth. */
  toe: number
  /** Slope of the bed [m/m], positive. The theory is more accurate for gentle slopes. */
  slope: number
}

/** The train at one point. */
export interface LocalTrain {
  /** Depth of the water at rest [m]. */
  depth: number
  /** Wavenumber along x and z [rad/m]; zero on dry ground. */
  kx: number
  kz: number
  /** Amplitude [m]; zero on dry ground. */
  amplitude: number
  /** The amplitude without breaking [m]: greater than `amplitude` in the surf. */
  unbroken: number
  /** Argument of the cosine at t = 0 [rad]: eta = amplitude cos(phase - ω t). */
  phase: number
}

/** The train along a line across the shore, where its phase along the shore is zero. */
export interface TrainAcross extends Omit<LocalTrain, 'kx' | 'kz'> {
  /** Wavenumber across the shore [rad/m], negative for a train that runs seaward; zero on dry ground. */
  kAcross: number
}

/** Where a train breaks. */
export interface Breaker {
  /** Position s across the shore [m], as in Beach. */
  s: number
  /** Depth there [m]. */
  depth: number
  /** Height there [m], crest to trough. */
  height: number
  /** Breaking index: height over depth [1]; about .8 on beaches. */
  index: number
  /** Angle between the direction of travel and the shore's normal [rad]. */
  angle: number
}

/** Steps of the table of phases for waves that depend on the depth from the toe on. */
const STEPS = 128

/** Step of the difference quotient of the growth, as a share of the distance to the shore [1]. */
const GROWTH_STEP = 1e-3

/** Three-point Gauss quadrature on 0..1. */
const GAUSS = [
  [0.5 - 0.3872983346207417, 5 / 18],
  [0.5, 4 / 9],
  [0.5 + 0.3872983346207417, 5 / 18],
] as const

/**
 * A train of waves that runs up a plane beach: it shoals, is refracted, and breaks by Miche's rule.
 *
 * @example
 * ```ts
 * const water = { depth: 5 }
 * const offshore = airy.trainOf({ height: 1, period: 8, direction: 0.3 }, water)
 * const train = new airy.ShoalingTrain(offshore, water, { direction: 0, toe: 0, slope: 0.05 })
 * console.log(train.breaker?.height, train.elevationAt(20, 0, 3))
 * ```
 */
export class ShoalingTrain {
  readonly #water: Water
  readonly #beach: Beach
  readonly #train: Train
  /** The unit vector across the shore. */
  readonly #across: readonly [number, number]
  /** +1 for a train that runs to the shore, -1 for one that runs from it. */
  readonly #sense: number
  /** Wavenumber along the shore [rad/m], the same everywhere. */
  readonly kAlong: number
  /** Wavenumber across the shore, offshore [rad/m], with the sense's sign. */
  readonly #kOffshore: number
  /** Cg cos θ offshore [m/s]. */
  readonly #flux: number
  /** Depth below which the bed affects the train [m]: that offshore, or less for short waves. */
  readonly #bedDepth: number
  /** Phase between the toe and a depth [rad], and its derivative, at equal steps of σ = sqrt(depth/bedDepth). */
  readonly #phases: Float64Array
  readonly #slopes: Float64Array
  /** The shoreline [m], as in Beach. */
  readonly shore: number
  /** Angular frequency ω [rad/s], the same everywhere. */
  readonly omega: number

  /**
   * @param train The train as it is offshore, over the constant depth of `water`.
   * @param water The water; its depth is that offshore, and finite.
   * @param beach The beach.
   * @throws RangeError for a depth that is not finite and a slope that is not positive.
   */
  constructor(train: Train, water: Water, beach: Beach) {
    const { depth, gravity = STANDARD_GRAVITY } = water
    if (!(depth > 0 && depth < Number.POSITIVE_INFINITY))
      throw new RangeError(`A beach needs a finite depth offshore, not ${depth} m.`)
    if (!(beach.slope > 0))
      throw new RangeError(`A beach rises toward the shore: slope ${beach.slope} is not positive.`)
    this.#water = water
    this.#beach = beach
    this.#train = train
    this.omega = train.omega
    // A shore nearly along an axis is taken as exactly along it: 90° has no exact value in radians.
    const exact = (part: number) => (Math.abs(part) < 1e-15 ? 0 : part)
    this.#across = [exact(cos(beach.direction)), exact(sin(beach.direction))]
    const [nx, nz] = this.#across
    this.#sense = train.kx * nx + train.kz * nz < 0 ? -1 : 1
    this.kAlong = train.kz * nx - train.kx * nz
    const offshore = this.#refracted(depth)
    this.#flux = offshore.flux
    this.#kOffshore = this.#sense * offshore.kAcross
    this.shore = beach.toe + depth / beach.slope

    // In water that is infinitely deep to rounding, k is that offshore, and no table is needed.
    const bedDepth = Math.min(depth, BOTTOMLESS / offshore.k)
    this.#bedDepth = bedDepth
    // ds = -dd/slope and d = bedDepth σ²: in σ the integrand k cos θ σ is smooth down to the shore, where k grows as 1/σ.
    // The bed has an effect below about k d = 3, a share 1/sqrt(k0 d0) of the range: steps are smaller by this factor.
    const steps = Math.ceil(STEPS * Math.sqrt(1 + offshore.k * bedDepth))
    const scale = (this.#sense * 2 * bedDepth) / beach.slope
    const shallow = this.omega / Math.sqrt(gravity * bedDepth)
    const integrand = (sigma: number) =>
      sigma > 0 ? this.#refracted(bedDepth * sigma * sigma).kAcross * sigma : shallow
    this.#phases = new Float64Array(steps + 1)
    this.#slopes = new Float64Array(steps + 1)
    this.#phases[steps] = this.#phaseOverDeep(bedDepth)
    for (let i = steps; i >= 0; i--) {
      this.#slopes[i] = (-scale * integrand(i / steps)) / steps
      if (i === steps) continue
      let sum = 0
      for (const [place, weight] of GAUSS) sum += weight * integrand((i + place) / steps)
      this.#phases[i] = this.#phases[i + 1]! + (scale * sum) / steps
    }
  }

  /** Wavenumber k, its part across the shore k cos θ [rad/m], and the flux per amplitude squared Cg cos θ [m/s]. */
  #refracted(depth: number): { k: number; kAcross: number; flux: number } {
    const water = { ...this.#water, depth }
    const k = wavenumberOf(this.omega, water)
    const kAcross = Math.sqrt(Math.max(0, (k - this.kAlong) * (k + this.kAlong)))
    return { k, kAcross, flux: (groupSpeed(k, water) * kAcross) / k }
  }

  /**
   * Depth at rest.
   *
   * @param s Position across the shore [m], as in {@link Beach}.
   * @returns Depth [m]; 0 beyond the shoreline.
   */
  depthAt(s: number): number {
    const { depth } = this.#water
    return Math.min(depth, Math.max(0, depth - this.#beach.slope * (s - this.#beach.toe)))
  }

  /** Height by shoaling and refraction, without breaking [m], crest to trough. */
  #unbrokenHeight(flux: number): number {
    // Crests at right angles to the shore have no energy flux toward it: they vanish on the slope.
    return 2 * this.#train.amplitude * Math.sqrt(flux > 0 ? this.#flux / flux : 1)
  }

  /** Phase between the toe and a depth where the bed has no effect [rad]. */
  #phaseOverDeep(depth: number): number {
    return (this.#kOffshore * (this.#water.depth - depth)) / this.#beach.slope
  }

  /** Phase between the toe and a depth [rad], by cubic Hermite interpolation. */
  #phaseTo(depth: number): number {
    if (depth > this.#bedDepth) return this.#phaseOverDeep(depth)
    const steps = this.#phases.length - 1
    const place = Math.sqrt(depth / this.#bedDepth) * steps
    const i = Math.min(steps - 1, Math.floor(place))
    const t = place - i
    const rest = 1 - t
    return (
      rest * rest * ((1 + 2 * t) * this.#phases[i]! + t * this.#slopes[i]!) +
      t * t * ((1 + 2 * rest) * this.#phases[i + 1]! - rest * this.#slopes[i + 1]!)
    )
  }

  /**
   * The train along a line across the shore.
   *
   * @param s Position across the shore [m], as in {@link Beach}.
   * @returns Depth, wavenumber, amplitude and phase there.
   */
  across(s: number): TrainAcross {
    const { toe } = this.#beach
    const depth = this.depthAt(s)
    const phase = this.#train.phase + this.#kOffshore * Math.min(s, toe) + (s > toe ? this.#phaseTo(depth) : 0)
    if (!(depth > 0)) return { depth: 0, kAcross: 0, amplitude: 0, unbroken: 0, phase }
    const { k, kAcross, flux } = this.#refracted(depth)
    const unbroken = this.#unbrokenHeight(flux) / 2
    const amplitude = Math.min(unbroken, micheHeight(k, depth) / 2)
    return { depth, kAcross: this.#sense * kAcross, amplitude, unbroken, phase }
  }

  /**
   * Growth of the amplitude toward the shore: positive by shoaling, negative by breaking.
   *
   * @param s Position across the shore [m], as in {@link Beach}.
   * @returns Change of the amplitude per metre [1].
   */
  growthAt(s: number): number {
    const depth = this.depthAt(s)
    if (!(depth > 0) || s < this.#beach.toe) return 0
    // A thousandth of the distance to the shore is small for the amplitude and large for rounding.
    const step = (GROWTH_STEP * depth) / this.#beach.slope
    return (this.across(s + step).amplitude - this.across(s - step).amplitude) / (2 * step)
  }

  /**
   * Converts a position into coordinates across the shore and along it.
   *
   * @param x Position along x [m].
   * @param z Position along z [m].
   * @returns Position across the shore s and along it [m].
   */
  placeOf(x: number, z: number): { s: number; along: number } {
    const [nx, nz] = this.#across
    return { s: x * nx + z * nz, along: z * nx - x * nz }
  }

  /**
   * Converts a vector across the shore and along it into its components along x and z.
   *
   * @param across Component across the shore.
   * @param along Component along the shore, in the same unit.
   * @returns Components along x and z, in that unit.
   */
  turned(across: number, along: number): [number, number] {
    const [nx, nz] = this.#across
    return [across * nx - along * nz, across * nz + along * nx]
  }

  /**
   * The train at a position.
   *
   * @param x Position along x [m].
   * @param z Position along z [m].
   * @returns Depth, wavenumbers, amplitude and phase there.
   */
  at(x: number, z: number): LocalTrain {
    const { s, along } = this.placeOf(x, z)
    const { kAcross, phase, ...local } = this.across(s)
    const [kx, kz] = local.depth > 0 ? this.turned(kAcross, this.kAlong) : [0, 0]
    return { ...local, kx, kz, phase: phase + this.kAlong * along }
  }

  /**
   * Elevation of the surface.
   *
   * @param x Position along x [m].
   * @param z Position along z [m].
   * @param t Time [s].
   * @returns Elevation over the rest level [m].
   */
  elevationAt(x: number, z: number, t: number): number {
    const { amplitude, phase } = this.at(x, z)
    return amplitude * cos(phase - wrapped(this.omega * t))
  }

  /**
   * Slope of the surface: that of the wave and that of its growth.
   *
   * @param x Position along x [m].
   * @param z Position along z [m].
   * @param t Time [s].
   * @returns Slope along x and along z [1].
   */
  slopeAt(x: number, z: number, t: number): [number, number] {
    const { amplitude, kx, kz, phase } = this.at(x, z)
    const angle = phase - wrapped(this.omega * t)
    const [growthX, growthZ] = this.turned(this.growthAt(this.placeOf(x, z).s), 0)
    const steepest = -amplitude * sin(angle)
    const level = cos(angle)
    return [steepest * kx + growthX * level, steepest * kz + growthZ * level]
  }

  /**
   * Velocity of the water, as over a level bed of the local depth.
   *
   * @param x Position along x [m].
   * @param y Rest height [m]: 0 at the surface, -depth at the bed.
   * @param z Position along z [m].
   * @param t Time [s].
   * @returns Velocity along x, y and z [m/s].
   */
  velocityAt(x: number, y: number, z: number, t: number): [number, number, number] {
    const { depth, amplitude, kx, kz, phase } = this.at(x, z)
    if (!(depth > 0)) return [0, 0, 0]
    return velocityAt({ amplitude, kx, kz, omega: this.omega, phase }, { ...this.#water, depth }, 0, y, 0, t)
  }

  /** The outermost position where Miche's limit is reached: the toe if the train is too high offshore; undefined without waves. */
  get breaker(): Breaker | undefined {
    const offshore = this.#water.depth
    const breaks = (depth: number) => {
      const { k, flux } = this.#refracted(depth)
      return this.#unbrokenHeight(flux) > micheHeight(k, depth)
    }
    let [shallow, depth] = [1e-9 * offshore, offshore]
    if (breaks(depth)) shallow = depth
    else if (!breaks(shallow)) return undefined
    // Bisection ends when no double lies between the bounds.
    for (let middle = (shallow + depth) / 2; shallow < middle && middle < depth; middle = (shallow + depth) / 2)
      if (breaks(middle)) shallow = middle
      else depth = middle
    const { k, kAcross } = this.#refracted(depth)
    const height = micheHeight(k, depth)
    return {
      s: this.#beach.toe + (offshore - depth) / this.#beach.slope,
      depth,
      height,
      index: height / depth,
      angle: atan2(this.kAlong, kAcross),
    }
  }
}
