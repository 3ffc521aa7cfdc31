// Quantities of a wave train at the surface: each is an amplitude times cos θ or sin θ, θ = k·x - ω t + phase.
//
//   eta       a cos θ                       phi          a (g + γk²/ρ)/ω sin θ, so that dphi/dt = -g eta and the flow is ∇phi
//   slopeX    -a kx sin θ                   rise         a ω sin θ = deta/dt
//   slopeZ    -a kz sin θ                   tensionTerm  a k² cos θ, the curvature that surface tension acts on
//   breaking  (a/greatest a) cos θ
//
// On the crest of a single train, `breaking` is its height over its greatest possible height: it breaks from 1 on. In a sum, each
// train is divided by its own limit. In deep water Miche's limit is a k = .446, and the sum is the downward acceleration of the
// surface over .446 g: crests break where the water would have to fall with nearly half the acceleration of
// gravity (O. M. Phillips, "The equilibrium range in the spectrum of wind-generated waves", J. Fluid Mech. 4, 1958).

import type { FieldInfo } from '../../fields/field.js'
import { potentialAmplitude, type Water } from '../../wave-theory/airy.js'
import { micheHeight } from '../../wave-theory/breaking.js'
import type { Train } from '../../wave-theory/train.js'

/** Criterion of breaking: Miche's, or that of the lecture's slides. */
export type BreakingRule = 'miche' | 'slides'

export type QuantityName = 'eta' | 'phi' | 'slopeX' | 'slopeZ' | 'breaking' | 'rise' | 'tensionTerm'

/** An amplitude times a cosine or a sine. */
export interface Quantity {
  readonly waveform: 'cos' | 'sin'
  /** Amplitude [unit of the quantity]. */
  readonly amplitude: number
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
      return { waveform: 'cos', amplitude: a }
    case 'phi':
      return { waveform: 'sin', amplitude: potentialAmplitude(a, k, water) }
    case 'slopeX':
      return { waveform: 'sin', amplitude: -a * kx }
    case 'slopeZ':
      return { waveform: 'sin', amplitude: -a * kz }
    case 'breaking':
      return { waveform: 'cos', amplitude: a / greatestAmplitude(k, water.depth, rule) }
    case 'rise':
      return { waveform: 'sin', amplitude: a * omega }
    case 'tensionTerm':
      return { waveform: 'cos', amplitude: a * k * k }
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
    description: 'height of crests over the greatest possible height: they break from 1 on',
  },
  rise: { name: 'rise', unit: 'm/s', description: 'vertical velocity of the surface' },
  tensionTerm: {
    name: 'tensionTerm',
    unit: '1/m',
    description: 'curvature of the surface that surface tension acts on',
  },
}
