import type { Pass } from '../../backend/pass.js'
import type { Arena } from '../../fields/arena.js'
import type { Field } from '../../fields/field.js'
import type { Scene } from '../../scene/schema/scene.js'
import type { IwaveSettings } from '../../scene/schema/solver.js'
import type { Water } from '../../wave-theory/airy.js'
import type { Basin } from '../shared/basin.js'
import type { IwaveFields } from './fields.js'
import type { Scattering } from './scattering.js'

/** What surroundings a substep is made for: open water, solids as they were, or solids that have just changed. */
export type Surroundings = 'open' | 'solids' | 'changed'

/** What a method is planned from. */
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

/** A way to move surface waves: it plans the passes of `iwave`. */
export interface WaveMethod {
  /** Substeps of a step, and the length of one [s]. */
  readonly substeps: number
  readonly dt: number
  /** How far the potential is behind the elevation [substeps]. */
  readonly lag: number
  /** What a substep leaves of pressure that was poured onto the potential. */
  readonly keep: number
  /** What pressure is poured onto. */
  readonly pressed: Field
  /** Potential and vertical velocity at the time of the elevation, which `derive` finds. */
  readonly synchronized: { readonly phi: Field; readonly rise: Field }
  /** What has to be attached to the memory beside the fields. */
  readonly resources: readonly { bind(memory: ArrayBufferLike): void }[]
  /** The passes of one substep. */
  step(basin: Basin, surroundings: Surroundings): Pass[]
  /** The passes that find `now`, and the rise that belongs to the potential that energy counts with. */
  derive(surroundings: 'open' | 'solids'): Pass[]
  /** g dt and what tension adds to it [m/s], from the potential to the next one; 0 if there is no lag. See kernels/linear-waves/wave-sums.ts. */
  readonly kick: number
  readonly tension: number
  /** The passes that find `bend`, the pull of surface tension; see kernels/linear-waves/wave-sums.ts. */
  tensionPasses(): Pass[]
  readonly tensionTerm: Field
  /** Sum of eta k² eta [1] from the sums of eta bend and of eta² [m²]. */
  tensionSum(etaBend: number, etaSquared: number): number
  /** Fills its tables. */
  start(): void
  /** Follows a change of the solids. */
  followSolids(): void
}
