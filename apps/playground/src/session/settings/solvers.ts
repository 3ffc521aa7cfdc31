import type { Scene } from 'seiche'
import type { SimulationInfo } from '../../worker/protocol.js'

/** The reason why the water of a scene cannot be changed by events; undefined if it can. */
export function readOnlyReasonOf({ solver }: Pick<Scene, 'solver'>): string | undefined {
  if (solver.type !== 'waves' && solver.type !== 'ocean') return undefined
  return 'Prescribed waves: tools cannot change them.'
}

/** Depth of the water at rest [m]; undefined where it is deep, or varies. */
export function depthOf({ solver }: Pick<Scene, 'solver'>): number | undefined {
  return 'depth' in solver ? solver.depth : undefined
}

/** Whether a simulation is a piece of the open sea, without walls around it: prescribed waves over an area. */
export function isOpenSea({ scene, grid }: Pick<SimulationInfo, 'scene' | 'grid'>): boolean {
  const { type } = scene.solver
  return (type === 'ocean' || type === 'waves') && grid.nx > 1 && grid.nz > 1
}
