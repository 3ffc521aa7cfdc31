import type { Pass } from '../../backend/pass.js'
import type { PassList } from '../../backend/pass-list.js'
import type { Arena } from '../../fields/arena.js'
import type { Field } from '../../fields/field.js'
import type { Scene } from '../../scene/schema/scene.js'
import type { IwaveSettings } from '../../scene/schema/solver.js'
import type { Water } from '../../wave-theory/airy.js'
import type { Basin } from '../shared/basin.js'
import type { IwaveFields } from './fields.js'
import type { Scattering } from './scattering.js'

/** Surroundings that a substep is planned for: open water, unchanged solids, or solids that have changed since the last step. */
export type Surroundings = 'open' | 'solids' | 'changed'

/** The means by which a method plans its passes. */
export interface WaveSetup {
  readonly scene: Scene
  readonly settings: IwaveSettings
  readonly water: Water
  readonly fields: IwaveFields
  /** Ambient waves, if there are any. */
  readonly scattering: Scattering | undefined
  readonly arena: Arena
  readonly threads: number
}

/** A method of time integration: it plans the passes of `iwave`. */
export interface WaveMethod {
  /** Substeps of a step, and the length of one [s]. */
  readonly substeps: number
  readonly dt: number
  /** Time that the potential is behind the elevation [substeps]. */
  readonly lag: number
  /** Factor by which a substep damps pressure that was added to `pressed`. */
  readonly keep: number
  /** The potential to which pressure sources are added. */
  readonly pressed: Field
  /** Receives the level of each cell [m] where walls divide the water into pools; undefined if waves pass under solids. */
  readonly levels: Field | undefined
  /** Potential and vertical velocity at the time of the elevation; `derive` computes them. */
  readonly synchronized: { readonly phi: Field; readonly rise: Field }
  /** Everything that has to be bound to the memory besides the fields. */
  readonly resources: readonly { bind(memory: ArrayBufferLike): void }[]
  /** The passes of one substep. */
  step(basin: Basin, surroundings: Surroundings): Pass[]
  /** The passes that compute `synchronized`, and Λ of the potential for the kinetic energy. */
  derive(surroundings: 'open' | 'solids'): Pass[]
  /**
   * Factors of gravity and surface tension [m/s] in the kick from the potential to the next one; 0 without lag. See
   * kernels/linear-waves/wave-sums.ts.
   */
  readonly kick: number
  readonly tension: number
  /** The passes that compute `tensionTerm`; see kernels/linear-waves/wave-sums.ts. */
  tensionPasses(): Pass[]
  readonly tensionTerm: Field
  /** Sum of eta k² eta [1] from the sums of eta × tensionTerm and of eta² [m²]. */
  tensionSum(etaTension: number, etaSquared: number): number
  /** Fills its tables. */
  start(): void
  /** Adjusts its tables to a change of the solids. */
  followSolids(): void
  /** Waves of finite height: the parts that linear methods do not have. */
  readonly nonlinear?: NonlinearWaves
}

export interface NonlinearWaves {
  /** Sets a list of `step` for the substep that begins at a time [s]. */
  prepare(list: PassList, time: number): void
  /** Throws `BreakingWaveError` if the waves broke in the substep that has ended at a time [s]. */
  stopIfBreaking(time: number): void
  /** Counts the loss of a step. */
  finish(): void
  /** Energy that the filter has removed since the start [J]. */
  filteredEnergy: number
}
