// What can be asked of a train of waves at the surface, each an amount times cos θ or sin θ, θ = k·x - ω t + phase.
//
//   eta       a cos θ                       phi     a (g + γk²/ρ)/ω sin θ, so that dphi/dt = -g eta and the flow is ∇phi
//   slopeX    -a kx sin θ                   rise    a ω sin θ = deta/dt
//   slopeZ    -a kz sin θ                   bend    a k² cos θ, what surface tension pulls on
//   breaking  (a/greatest a) cos θ
//
// On the crest of a lone train `breaking` is its height over the greatest that can stand, so water breaks from 1 on. In
// a sum every train counts by its own limit. In deep water Miche's is a k = .446, and the sum is then the downward
// acceleration of the surface over .446 g: crests break where water would have to fall nearly half as fast as it does
// freely (O. M. Phillips, "The equilibrium range in the spectrum of wind-generated waves", J. Fluid Mech. 4, 1958).

import type { FieldInfo } from '../../fields/field.js'
import { potentialAmplitude, type Water } from '../../wave-theory/airy.js'
import { micheHeight } from '../../wave-theory/breaking.js'
import type { Train } from '../../wave-theory/train.js'

/** How a crest is judged too steep to stand. */
export type BreakingRule = 'miche' | 'slides'

export type QuantityName = 'eta' | 'phi' | 'slopeX' | 'slopeZ' | 'breaking' | 'rise' | 'tensionTerm'

/** An amount times a swing. */
export interface Quantity {
  readonly swing: 'cos' | 'sin'
  /** [the quantity's unit] */
  readonly amount: number
}

/** Greatest amplitude [m] of a train of wavenumber k [rad/m] before it breaks. By the slides π H/T > L/T, so H = L/π. */
export function greatestAmplitude(k: number, depth: number, rule: BreakingRule): number {
  return rule === 'miche' ? micheHeight(k, depth) / 2 : 1 / k
}

/** A quantity of a train on water of constant depth. */
export function quantityOf(name: QuantityName, train: Train, water: Water, rule: BreakingRule): Quantity {
  const { amplitude: a, kx, kz, omega } = train
  const k = Math.sqrt(kx * kx + kz * kz)
  switch (name) {
    case 'eta':
      return { swing: 'cos', amount: a }
    case 'phi':
      return { swing: 'sin', amount: potentialAmplitude(a, k, water) }
    case 'slopeX':
      return { swing: 'sin', amount: -a * kx }
    case 'slopeZ':
      return { swing: 'sin', amount: -a * kz }
    case 'breaking':
      return { swing: 'cos', amount: a / greatestAmplitude(k, water.depth, rule) }
    case 'rise':
      return { swing: 'sin', amount: a * omega }
    case 'tensionTerm':
      return { swing: 'cos', amount: a * k * k }
  }
}

export const QUANTITIES: Readonly<Record<QuantityName, FieldInfo>> = {
  eta: { name: 'eta', unit: 'm', description: 'elevation of the surface over its rest level' },
  phi: { name: 'phi', unit: 'm²/s', description: 'velocity potential at the surface; the flow is its gradient' },
  slopeX: { name: 'slopeX', unit: '', description: 'slope of the waves along x' },
  slopeZ: { name: 'slopeZ', unit: '', description: 'slope of the waves along z' },
  breaking: {
    name: 'breaking',
    unit: '',
    description: 'height of crests over the greatest that stands: they break from 1 on',
  },
  rise: { name: 'rise', unit: 'm/s', description: 'speed at which the surface rises' },
  tensionTerm: {
    name: 'tensionTerm',
    unit: '1/m',
    description: 'curvature of the surface that surface tension pulls on',
  },
}
