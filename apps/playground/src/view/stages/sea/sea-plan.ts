import type { SimulationInfo } from '../../../worker/protocol.js'

/** A plane beach: the ground rises from `toe` [m] on along `direction` [degrees], `slope` metres a metre. */
export interface BeachPlan {
  direction: number
  toe: number
  slope: number
  /** Depth of the water before it [m]. */
  depth: number
}

export function beachOf({ scene: { solver } }: Pick<SimulationInfo, 'scene'>): BeachPlan | undefined {
  if (solver.type !== 'waves' || !solver.slope || solver.depth === undefined) return undefined
  return { ...solver.slope, depth: solver.depth }
}

/** Direction of view over the open sea, as an angle from x towards z [rad]: against the waves, a little aside. */
export function headingOf({ scene: { solver } }: Pick<SimulationInfo, 'scene'>): number {
  if (solver.type === 'waves' && solver.slope) return ((solver.slope.direction + 180 + alongShore) * Math.PI) / 180
  const running = solver.type === 'ocean' ? solver.windDirection : solver.type === 'waves' ? mainDirection(solver) : 0
  return ((running + 180 + aside) * Math.PI) / 180
}

/** Angle between the line of sight and the direction of the waves [degrees]. */
const aside = 28
/** Angle between the line of sight and the seaward direction, on a beach [degrees]. */
const alongShore = 52

function mainDirection({
  trains,
  sea,
}: {
  trains: readonly { direction: number }[]
  sea?: { direction: number } | undefined
}): number {
  return trains[0]?.direction ?? sea?.direction ?? 0
}

/** Grayness of the sky, from 0 for fair weather to 1 for a storm. */
export function storminess({ scene: { solver } }: Pick<SimulationInfo, 'scene'>): number {
  if (solver.type !== 'ocean') return 0
  return Math.min(1, Math.max(0, (solver.windSpeed - 10) / 10))
}
