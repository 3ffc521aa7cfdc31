// The exact rotation of linear waves, and the common part of the methods that are built around it.

import { isClosed } from '../../fields/boundaries.js'
import type { Field } from '../../fields/field.js'
import { cos, exp, sin } from '../../numerics/elementary.js'
import type { Rotation } from '../../operators/transform.js'
import type { Scene } from '../../scene/schema/scene.js'
import type { IwaveSettings } from '../../scene/schema/solver.js'
import { angularFrequency, restoringAcceleration, type Water } from '../../wave-theory/airy.js'
import { minimumSubsteps } from '../shared/leapfrog-limits.js'
import { spongeSpeed } from './domain.js'
import type { IwaveFields } from './fields.js'
import type { WaveSetup } from './method.js'

/** The largest fraction of a sponge layer that a wave may cross in one substep. */
const SPONGE_STEP = 1 / 8

/** Rotation and damping of a linear wave of wavenumber k [rad/m] in a time `dt` [s], exact for any time. */
function exactRotation(
  k: number,
  dt: number,
  { boundaries }: Scene,
  { damping, viscosity, gravity }: IwaveSettings,
  water: Water,
): Rotation {
  // The mean level exerts no force; between open edges phi is measured against the rest level.
  if (k === 0) return { t: isClosed(boundaries) ? 0 : (gravity * dt) / 2, s: 0, keep: 1 }
  const omega = angularFrequency(k, water)
  // Beyond a quarter turn, the sign represents half a turn: the tangent of half the remaining angle stays below 1.
  const sign = cos(omega * dt) < 0 ? -1 : 1
  const [cosine, sine] = [sign * cos(omega * dt), sign * sin(omega * dt)]
  const ratio = omega / restoringAcceleration(k, water)
  const decay = exp(-(damping + 2 * viscosity * k * k) * dt)
  return { t: sine / (1 + cosine) / ratio, s: sine * ratio, keep: sign * decay }
}

/**
 * The members that all methods by rotation share. Elevation and potential are known at the same time, and the rotation has no stability
 * limit: sponge layers, which act between two rotations, and the other parts of a method limit the substep.
 */
export abstract class RotationMethod {
  readonly substeps: number
  /** Length of a substep [s]. */
  readonly dt: number
  readonly lag = 0
  readonly keep = 1
  readonly kick = 0
  readonly tension = 0
  readonly levels = undefined
  readonly pressed: Field
  protected readonly fields: IwaveFields
  readonly #setup: WaveSetup

  /** `isStable`: whether the other parts of the method allow a substep [s]. `advice`: to the author of a scene that needs too many. */
  constructor(setup: WaveSetup, isStable: (dt: number) => boolean, advice: string) {
    const { scene, water, fields } = setup
    const { domain } = fields
    this.#setup = setup
    this.fields = fields
    this.pressed = fields.phi
    const isSpongeStable = (dt: number) =>
      !domain.hasSponge || spongeSpeed(domain, water) * dt <= SPONGE_STEP * domain.narrowest
    this.substeps = minimumSubsteps(scene.timeStep, (dt) => isSpongeStable(dt) && isStable(dt), advice)
    this.dt = scene.timeStep / this.substeps
  }

  /** Rotation and damping of a wave of wavenumber k [rad/m] in a time [s]. */
  protected rotationOf(k: number, time: number): Rotation {
    const { scene, settings, water } = this.#setup
    return exactRotation(k, time, scene, settings, water)
  }
}
