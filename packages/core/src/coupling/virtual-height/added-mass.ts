import { LocalLevel } from '../submersion/local-level.js'
import { CellList } from './cell-list.js'

/** Fraction of a mass below which a remainder is rounding. */
const ROUNDING = 1e-6

/** The added mass of one body by virtual height, and the momentum of the pressure under it. Coefficients belong to 1, x and z: a heave and two tilts. */
export class AddedMass {
  /** Cells under the body. */
  readonly cells = new CellList()
  /** Effective depth of the flow under the body, mean over its cells [m]. */
  depth = 0
  /** Added mass, 3 × 3 [kg, kg m, kg m²]. */
  readonly mass = new Float64Array(9)
  /** Required outflow velocity at the body's present rates [m/s, 1/s]. */
  readonly outflow = new Float64Array(3)
  /** Fraction of that outflow that is made: below 1 where the pressure would pull. */
  fraction = 1
  /** Momentum that the body receives if its rates stay: heave [N s] and two tilts [N m s]. */
  readonly push = new Float64Array(3)
  /** Inflow into the cells since the last exchange, a plane of heights [m]. */
  readonly inflow = new LocalLevel()
}

/**
 * Replaces a 3 × 3 matrix by a symmetric positive semidefinite one near it, by L D Lᵀ with D >= 0. The unit responses are exact to their
 * tolerance only, and where two bodies touch, each responds to the loads of the other.
 */
export function makePositiveSemidefinite(m: Float64Array): void {
  const xy = 0.5 * (m[1]! + m[3]!)
  const xz = 0.5 * (m[2]! + m[6]!)
  const yz = 0.5 * (m[5]! + m[7]!)
  const first = Math.max(0, m[0]!)
  const l1 = first > 0 ? xy / first : 0
  const l2 = first > 0 ? xz / first : 0
  const second = Math.max(0, m[4]! - l1 * l1 * first)
  const l3 = second > ROUNDING * Math.abs(m[4]!) ? (yz - l1 * l2 * first) / second : 0
  const third = Math.max(0, m[8]! - l2 * l2 * first - l3 * l3 * second)
  m[0] = first
  m[1] = m[3] = l1 * first
  m[2] = m[6] = l2 * first
  m[4] = l1 * l1 * first + second
  m[5] = m[7] = l1 * l2 * first + l3 * second
  m[8] = l2 * l2 * first + l3 * l3 * second + third
}
