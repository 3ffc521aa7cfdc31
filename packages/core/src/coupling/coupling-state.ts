// The state of bodies in the water beside that of the rigid-body engine, as snapshots hold it.

import type { Body } from '../scene/schema/body.js'
import type { DisplacedState } from './displaced.js'
import type { SubmergedBody } from './submersion/submerged-body.js'
import type { UserForcesState } from './user-forces.js'

interface LevelState {
  readonly height: number
  readonly slopeX: number
  readonly slopeZ: number
}

/** The values of a body that carry over from one exchange to the next. */
interface SubmergedBodyState {
  readonly undisturbed: LevelState
  /** The level through its draught, of a body that heaves in dispersive water. */
  readonly level: LevelState
  readonly wasOverWater: boolean
  /** Submerged volume in the last exchange [m³]. */
  readonly before: number
  readonly displaced: number
}

export interface BodyCouplingState extends UserForcesState {
  /** Bodies that were added during the run. */
  readonly added: readonly Body[]
  readonly displaced: DisplacedState
  readonly submersions: readonly SubmergedBodyState[]
  /** Cells and levels of `VirtualHeight`. */
  readonly addedMass: readonly number[]
}

export function submergedBodyState(submerged: SubmergedBody): SubmergedBodyState {
  return {
    undisturbed: levelState(submerged.undisturbed),
    level: levelState(submerged.heave.level),
    wasOverWater: submerged.wasOverWater,
    before: submerged.previousVolume,
    displaced: submerged.displaced,
  }
}

export function restoreSubmergedBody(submerged: SubmergedBody, state: SubmergedBodyState): void {
  submerged.undisturbed.copy(state.undisturbed)
  submerged.heave.level.copy(state.level)
  submerged.wasOverWater = state.wasOverWater
  submerged.previousVolume = state.before
  submerged.displaced = state.displaced
}

function levelState({ height, slopeX, slopeZ }: LevelState): LevelState {
  return { height, slopeX, slopeZ }
}
