import type { Problem } from '../problem.js'
import { sphereSurface, surfaceTopology } from './algorithms/isosurface.js'
import { multigrid } from './algorithms/multigrid.js'
import { bodyBooks } from './bodies/body-books.js'
import { draughts } from './bodies/draught.js'
import { heaves } from './bodies/heave.js'
import { ridesGiven, ridesStanding } from './bodies/riding.js'
import { righting } from './bodies/righting.js'
import { shipWakes } from './bodies/ship.js'
import { steepWater } from './bodies/steep-water.js'
import { absorbingEdge } from './columns/absorbing-edge.js'
import { closedBasin } from './columns/closed-basin.js'
import { fading } from './columns/fading.js'
import { twoPools } from './columns/pools.js'
import { reflectingEdges } from './columns/reflecting-edges.js'
import { runningWave } from './columns/running-wave.js'
import { discreteDispersion, dispersionOrder } from './columns/standing-wave.js'
import { wavesAroundPile } from './iwave/pile.js'
import { doubleSlit } from './iwave/slits.js'
import { solitaryWaves } from './iwave/solitary-waves.js'
import { sponge } from './iwave/sponge.js'
import { steepSeas } from './iwave/steep-seas.js'
import { peregrineBreather, sidebands, steepBalance, stokesByOrder, stokesWaves } from './iwave/steep-waves.js'
import { exactDispersion, surfaceEnergy } from './iwave/surface-waves.js'
import { kelvinWake } from './iwave/wake.js'
import { lakeBehindWall, wavesBetweenWalls } from './iwave/walls.js'
import { windowDispersion, windowKeeps } from './iwave/window.js'
import { circularWaves, trainsOnLevelBed, trainsOnSlope } from './prescribed/analytic-waves.js'
import { ocean } from './prescribed/ocean.js'
import { cavity } from './stable-fluids/cavity.js'
import { dyeInBox } from './stable-fluids/dye-in-a-box.js'
import { taylorGreen, taylorGreenInDepth } from './stable-fluids/taylor-green.js'
import { vortexStreet } from './stable-fluids/vortex-street.js'
import { dryDamBreak, wetDamBreak } from './terrain/dam-breaks.js'
import {
  dispersiveBore,
  dispersiveFrequencies,
  dispersiveShoaling,
  dispersiveSolitaryWave,
  submergedBar,
  submergedBarTwoLayers,
  twoLayerBore,
  twoLayerFrequencies,
  twoLayerSolitaryWave,
} from './terrain/dispersive-water.js'
import { fastRiver } from './terrain/fast-river.js'
import { floods, floodsImplicit } from './terrain/flood.js'
import { stillLake, stillLakeDispersive, stillLakeImplicit, stillLakeTwoLayers } from './terrain/lake-at-rest.js'
import { flowOverBump, uniformFlow } from './terrain/steady-flow.js'
import { breathingSurface, tiltingSurface } from './terrain/swinging-water.js'
import { thinWater } from './terrain/thin-water.js'
import { implicitDamping, steepening, tooFast } from './terrain/waves-over-ground.js'

/** The problems in groups that take about as long as each other; each group is a test file of its own, and runs beside others. */
export const groups = {
  columns: [
    discreteDispersion,
    dispersionOrder,
    closedBasin,
    fading,
    reflectingEdges,
    absorbingEdge,
    twoPools,
    runningWave,
  ],
  'surface-waves': [exactDispersion, surfaceEnergy],
  'steep-waves': [stokesWaves, stokesByOrder, sidebands, peregrineBreather, steepBalance],
  'steep-seas': [steepSeas, solitaryWaves],
  window: [windowDispersion, windowKeeps],
  'wakes-and-slits': [kelvinWake, doubleSlit, sponge],
  walls: [wavesAroundPile, wavesBetweenWalls, lakeBehindWall],
  seas: [trainsOnLevelBed, trainsOnSlope, circularWaves, ocean],
  'shallow-water': [
    stillLake,
    dryDamBreak,
    wetDamBreak,
    steepening,
    tiltingSurface,
    breathingSurface,
    flowOverBump,
    uniformFlow,
    fastRiver,
  ],
  'dispersive-water': [
    dispersiveFrequencies,
    dispersiveSolitaryWave,
    dispersiveShoaling,
    submergedBar,
    dispersiveBore,
    stillLakeDispersive,
  ],
  'two-layers': [twoLayerFrequencies, twoLayerSolitaryWave, submergedBarTwoLayers, twoLayerBore, stillLakeTwoLayers],
  floods: [floods, tooFast, thinWater],
  'kass-miller': [stillLakeImplicit, implicitDamping, floodsImplicit],
  surfaces: [sphereSurface, surfaceTopology],
  multigrid: [multigrid],
  cavity: [cavity],
  flows: [taylorGreen, taylorGreenInDepth, vortexStreet, dyeInBox],
  floating: [...draughts, ...righting, ...heaves, steepWater],
  riding: [...ridesStanding, ridesGiven],
  ships: shipWakes,
  'body-books': bodyBooks,
} satisfies Record<string, readonly Problem[]>

/** Every problem, in the order of the table. */
export const problems: readonly Problem[] = Object.values(groups).flat()
