import type { Problem } from '../problem.js'
import { absorbingEdge } from './absorbing-edge.js'
import { trainsOnLevelBed, trainsOnSlope } from './analytic-waves.js'
import { closedBasin } from './closed-basin.js'
import { fading } from './fading.js'
import { reflectingEdges } from './reflecting-edges.js'
import { discreteDispersion, dispersionOrder } from './standing-wave.js'
import { exactDispersion, surfaceEnergy } from './surface-waves.js'

/** Every problem, in the order of the table. */
export const problems: readonly Problem[] = [
  discreteDispersion,
  dispersionOrder,
  closedBasin,
  fading,
  reflectingEdges,
  absorbingEdge,
  exactDispersion,
  surfaceEnergy,
  trainsOnLevelBed,
  trainsOnSlope,
]
