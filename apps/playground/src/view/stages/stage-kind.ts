import { isOpenSea } from '../../session/settings/solvers.js'
import type { SimulationInfo } from '../../worker/protocol.js'

export type StageKind = 'fluid' | 'landscape' | 'sea' | 'basin'

/** The kind of stage that shows a simulation. */
export function stageKindOf(info: SimulationInfo): StageKind {
  if (info.fluid) return 'fluid'
  if (info.hasTerrain) return 'landscape'
  return isOpenSea(info) ? 'sea' : 'basin'
}
