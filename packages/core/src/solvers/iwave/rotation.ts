import { isClosed } from '../../fields/boundaries.js'
import { cos, exp, sin } from '../../numerics/elementary.js'
import type { Rotation } from '../../operators/transform.js'
import type { Scene } from '../../scene/schema/scene.js'
import type { IwaveSettings } from '../../scene/schema/solver.js'
import { angularFrequency, restoringAcceleration, type Water } from '../../wave-theory/airy.js'

/** Rotation and damping of a linear wave of wavenumber k [rad/m] in a time `dt` [s], exact for any time. */
export function exactRotation(
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
