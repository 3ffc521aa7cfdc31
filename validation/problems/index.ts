import type { Problem } from '../problem.js'
import { absorbingEdge } from './absorbing-edge.js'
import { trainsOnLevelBed, trainsOnSlope } from './analytic-waves.js'
import { bodyBooks } from './body-books.js'
import { cavity } from './cavity.js'
import { closedBasin } from './closed-basin.js'
import { dryDamBreak, wetDamBreak } from './dam-breaks.js'
import { draughts } from './draught.js'
import { dyeInBox } from './dye-in-a-box.js'
import { fading } from './fading.js'
import { floods, floodsImplicit } from './flood.js'
import { heaves } from './heave.js'
import { sphereSurface, surfaceTopology } from './isosurface.js'
import { stillLake, stillLakeImplicit } from './lake-at-rest.js'
import { multigrid } from './multigrid.js'
import { ocean } from './ocean.js'
import { reflectingEdges } from './reflecting-edges.js'
import { ridesGiven, ridesStanding } from './riding.js'
import { righting } from './righting.js'
import { shipWakes } from './ship.js'
import { doubleSlit } from './slits.js'
import { sponge } from './sponge.js'
import { discreteDispersion, dispersionOrder } from './standing-wave.js'
import { flowOverBump, uniformFlow } from './steady-flow.js'
import { exactDispersion, surfaceEnergy } from './surface-waves.js'
import { breathingSurface, tiltingSurface } from './swinging-water.js'
import { taylorGreen } from './taylor-green.js'
import { vortexStreet } from './vortex-street.js'
import { kelvinWake } from './wake.js'
import { implicitDamping, steepening, tooFast } from './waves-over-ground.js'
import { windowDispersion, windowKeeps } from './window.js'

/** The problems in groups that take about as long as each other; each group is a test file of its own, and runs beside others. */
export const groups = {
  columns: [discreteDispersion, dispersionOrder, closedBasin, fading, reflectingEdges, absorbingEdge],
  'surface-waves': [exactDispersion, surfaceEnergy],
  window: [windowDispersion, windowKeeps],
  'wakes-and-slits': [kelvinWake, doubleSlit, sponge],
  seas: [trainsOnLevelBed, trainsOnSlope, ocean],
  'shallow-water': [
    stillLake,
    dryDamBreak,
    wetDamBreak,
    steepening,
    tiltingSurface,
    breathingSurface,
    flowOverBump,
    uniformFlow,
  ],
  floods: [floods, tooFast],
  'kass-miller': [stillLakeImplicit, implicitDamping, floodsImplicit],
  surfaces: [sphereSurface, surfaceTopology],
  multigrid: [multigrid],
  cavity: [cavity],
  flows: [taylorGreen, vortexStreet, dyeInBox],
  floating: [...draughts, ...righting, ...heaves],
  riding: [...ridesStanding, ridesGiven],
  ships: shipWakes,
  'body-books': bodyBooks,
} satisfies Record<string, readonly Problem[]>

/** Every problem, in the order of the table. */
export const problems: readonly Problem[] = Object.values(groups).flat()
