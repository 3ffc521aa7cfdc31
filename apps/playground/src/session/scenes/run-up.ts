// How high the sea of a scene comes: grass does not grow below that.

import type { Scene } from 'seiche'

type Inflow = Scene['inflows'][number]
type Level = Extract<Inflow, { level: unknown }>['level']

/**
 * Height above the level at first up to which waves and tides run [m]. Waves that break on a beach run up to about their height above the
 * still water (Hunt 1959). Solitary waves do not count: they are rare, and run over grass.
 */
export function runUpOf({ inflows }: Pick<Scene, 'inflows'>): number {
  return inflows.reduce((highest, inflow) => Math.max(highest, 'level' in inflow ? runUpAt(inflow) : 0), 0)
}

function runUpAt({ level, wave }: Extract<Inflow, { level: unknown }>): number {
  return riseOf(level) + (wave && 'height' in wave ? wave.height : 0)
}

/** How far a level rises above that at time 0 [m]. */
function riseOf(level: Level): number {
  if (typeof level === 'number') return 0
  if (Array.isArray(level)) return Math.max(...level.map(([, value]) => value)) - level[0]![1]
  return Math.abs(level.amplitude) - level.amplitude * Math.sin((level.phase * Math.PI) / 180)
}
