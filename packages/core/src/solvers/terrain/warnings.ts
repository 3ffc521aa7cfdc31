import type { StartingValues } from '../../scene/load.js'
import { pluralize } from '../../scene/parse/pluralize.js'

/** Warnings about the starting values of water over terrain. `water`: the depth of every cell [m]. */
export function terrainWarnings({ eta, bed, depth }: StartingValues, water: Float64Array): string[] {
  const warnings: string[] = []
  if (eta.some((surface) => surface !== 0) && eta.every((surface, k) => surface === 0 || surface <= bed![k]!))
    warnings.push('initial.eta: the surface lies below the ground wherever it is given; it adds no water')
  const negative = depth.reduce((count, value) => count + (value < 0 ? 1 : 0), 0)
  if (negative > 0)
    warnings.push(`initial.depth: the depth is negative in ${pluralize(negative, 'cell')}; it adds no water there`)
  if (water.every((value) => value === 0))
    warnings.push('there is no water at the start: the ground is above the surface everywhere')
  return warnings
}
