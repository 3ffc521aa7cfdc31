import type { StartingValues } from '../../scene/load.js'
import { counted } from '../../scene/parse/pluralize.js'

/** What a person should know of water that begins over ground. `water`: the depth of every cell [m]. */
export function remarksOn({ eta, bed, depth }: StartingValues, water: Float64Array): string[] {
  const remarks: string[] = []
  if (eta.some((surface) => surface !== 0) && eta.every((surface, k) => surface === 0 || surface <= bed![k]!))
    remarks.push('initial.eta: the surface lies below the ground wherever it is given; it brings no water')
  const negative = depth.reduce((count, value) => count + (value < 0 ? 1 : 0), 0)
  if (negative > 0)
    remarks.push(`initial.depth: the depth is negative in ${counted(negative, 'cell')}; nothing is laid there`)
  if (water.every((value) => value === 0))
    remarks.push('there is no water at the start: the ground is above the surface everywhere')
  return remarks
}
