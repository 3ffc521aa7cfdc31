// The scenes of the repository and what their runs must hash to, for Node and browsers alike.

import type { AnySimulation, SceneInput } from 'seiche'
import ballsInATank from '../../../scenes/balls-in-a-tank.json' with { type: 'json' }
import beachSwell from '../../../scenes/beach-swell.json' with { type: 'json' }
import breakwater from '../../../scenes/breakwater.json' with { type: 'json' }
import channel from '../../../scenes/channel.json' with { type: 'json' }
import cratesDownARiver from '../../../scenes/crates-down-a-river.json' with { type: 'json' }
import crossingSeas from '../../../scenes/crossing-seas.json' with { type: 'json' }
import damBreak from '../../../scenes/dam-break.json' with { type: 'json' }
import doubleSlit from '../../../scenes/double-slit.json' with { type: 'json' }
import drop from '../../../scenes/drop.json' with { type: 'json' }
import duckAndBall from '../../../scenes/duck-and-ball.json' with { type: 'json' }
import duckPond from '../../../scenes/duck-pond.json' with { type: 'json' }
import harbour from '../../../scenes/harbour.json' with { type: 'json' }
import harbourBoat from '../../../scenes/harbour-boat.json' with { type: 'json' }
import hillLake from '../../../scenes/hill-lake.json' with { type: 'json' }
import hillRain from '../../../scenes/hill-rain.json' with { type: 'json' }
import inkInWater from '../../../scenes/ink-in-water.json' with { type: 'json' }
import jetOnSphere from '../../../scenes/jet-on-sphere.json' with { type: 'json' }
import lidDrivenCavity from '../../../scenes/lid-driven-cavity.json' with { type: 'json' }
import linearTwin from '../../../scenes/linear-twin.json' with { type: 'json' }
import logRaft from '../../../scenes/log-raft.json' with { type: 'json' }
import metaballs from '../../../scenes/metaballs.json' with { type: 'json' }
import oceanBreeze from '../../../scenes/ocean-breeze.json' with { type: 'json' }
import oceanGale from '../../../scenes/ocean-gale.json' with { type: 'json' }
import oceanStorm from '../../../scenes/ocean-storm.json' with { type: 'json' }
import paintedPond from '../../../scenes/painted-pond.json' with { type: 'json' }
import rain from '../../../scenes/rain.json' with { type: 'json' }
import ripples from '../../../scenes/ripples.json' with { type: 'json' }
import risingSmoke from '../../../scenes/rising-smoke.json' with { type: 'json' }
import riverPier from '../../../scenes/river-pier.json' with { type: 'json' }
import rogueSea from '../../../scenes/rogue-sea.json' with { type: 'json' }
import rogueWave from '../../../scenes/rogue-wave.json' with { type: 'json' }
import seiche from '../../../scenes/seiche.json' with { type: 'json' }
import shipAtSea from '../../../scenes/ship-at-sea.json' with { type: 'json' }
import shipWake from '../../../scenes/ship-wake.json' with { type: 'json' }
import sidebands from '../../../scenes/sidebands.json' with { type: 'json' }
import singleSlit from '../../../scenes/single-slit.json' with { type: 'json' }
import sinkingCube from '../../../scenes/sinking-cube.json' with { type: 'json' }
import solitaryIsland from '../../../scenes/solitary-island.json' with { type: 'json' }
import steepSeaBuoys from '../../../scenes/steep-sea-buoys.json' with { type: 'json' }
import stokesWave from '../../../scenes/stokes-wave.json' with { type: 'json' }
import stones from '../../../scenes/stones.json' with { type: 'json' }
import submergedBar from '../../../scenes/submerged-bar.json' with { type: 'json' }
import taylorGreen from '../../../scenes/taylor-green.json' with { type: 'json' }
import thackerBowl from '../../../scenes/thacker-bowl.json' with { type: 'json' }
import tidalBeach from '../../../scenes/tidal-beach.json' with { type: 'json' }
import tsunamiIsland from '../../../scenes/tsunami-island.json' with { type: 'json' }
import twoSources from '../../../scenes/two-sources.json' with { type: 'json' }
import undularBore from '../../../scenes/undular-bore.json' with { type: 'json' }
import valleyFlood from '../../../scenes/valley-flood.json' with { type: 'json' }
import vortexStreet from '../../../scenes/vortex-street.json' with { type: 'json' }
import wakeOnABeach from '../../../scenes/wake-on-a-beach.json' with { type: 'json' }

export const scenes = {
  'balls-in-a-tank': ballsInATank,
  'beach-swell': beachSwell,
  breakwater,
  channel,
  'crates-down-a-river': cratesDownARiver,
  'crossing-seas': crossingSeas,
  'dam-break': damBreak,
  'double-slit': doubleSlit,
  drop,
  'duck-and-ball': duckAndBall,
  'duck-pond': duckPond,
  'harbour-boat': harbourBoat,
  harbour,
  'hill-lake': hillLake,
  'hill-rain': hillRain,
  'ink-in-water': inkInWater,
  'jet-on-sphere': jetOnSphere,
  'lid-driven-cavity': lidDrivenCavity,
  'linear-twin': linearTwin,
  'log-raft': logRaft,
  metaballs,
  'ocean-breeze': oceanBreeze,
  'ocean-gale': oceanGale,
  'ocean-storm': oceanStorm,
  'painted-pond': paintedPond,
  rain,
  ripples,
  'rising-smoke': risingSmoke,
  'river-pier': riverPier,
  'rogue-sea': rogueSea,
  'rogue-wave': rogueWave,
  seiche,
  'ship-at-sea': shipAtSea,
  'ship-wake': shipWake,
  sidebands,
  'single-slit': singleSlit,
  'sinking-cube': sinkingCube,
  'solitary-island': solitaryIsland,
  'steep-sea-buoys': steepSeaBuoys,
  'stokes-wave': stokesWave,
  stones,
  'submerged-bar': submergedBar,
  'taylor-green': taylorGreen,
  'thacker-bowl': thackerBowl,
  'tidal-beach': tidalBeach,
  'tsunami-island': tsunamiIsland,
  'two-sources': twoSources,
  'undular-bore': undularBore,
  'valley-flood': valleyFlood,
  'vortex-street': vortexStreet,
  'wake-on-a-beach': wakeOnABeach,
} as unknown as Record<string, SceneInput>

/** Steps after which a golden hash is taken. */
export const GOLDEN_STEPS = 300

/**
 * Steps after which the two hashes of a scene are taken. The early one is for runs on several threads and in a page, which have to repeat
 * bits that are known. Steps of scenes with bodies and of fluids are dear: few of them go through all of it.
 */
export function goldenSteps({ solver, bodies }: SceneInput): { early: number; late: number } {
  if (solver.type === 'stable-fluids') return { early: 6, late: 12 }
  return bodies?.length ? { early: 25, late: 75 } : { early: 40, late: GOLDEN_STEPS }
}

/**
 * A small scene with everything in it: damping, viscosity, solids, a source, every kind of edge that can meet, a width
 * that is no multiple of the SIMD width. Its hash is taken after `SHORT_RUN` and `LONG_RUN` steps.
 */
export const everything: SceneInput = {
  seiche: 1,
  name: 'Everything',
  grid: { cells: [61, 37], cellSize: 0.05 },
  timeStep: 1 / 60,
  solver: { type: 'columns', depth: 0.4, damping: 0.01, viscosity: 1e-4 },
  initial: {
    eta: [
      { shape: 'gaussian', center: [0.3, 0.2], radius: 0.3, height: 0.05 },
      { shape: 'noise', scale: 0.5, height: 0.005, seed: 7 },
      { shape: 'wave', wavelength: 0.7, direction: 30, height: 0.01 },
    ],
  },
  boundaries: { 'x-': 'absorb', 'x+': 'fixed', 'z-': 'periodic', 'z+': 'periodic' },
  obstacles: [
    { shape: 'disc', center: [-0.6, 0.1], radius: 0.2 },
    { shape: 'box', center: [0.8, -0.3], size: [0.3, 0.2], angle: 25 },
  ],
  sources: [{ shape: { shape: 'disc', center: [-1.1, -0.5], radius: 0.15 }, rate: 0.02, period: 1.3, end: 100 }],
}

export const SHORT_RUN = 2000
export const LONG_RUN = 10_000

/** Something a person might do, the same on every run, from where the simulation stands. */
export function play(sim: AnySimulation, steps: number): void {
  for (let step = sim.stepCount, end = step + steps; step < end; step++) {
    if (step % 1000 === 250) sim.apply({ type: 'drop', x: 0.4, z: -0.2, radius: 0.15, height: 0.02 })
    if (step % 1000 === 600)
      sim.apply({ type: 'stroke', from: [-0.2, -0.4], to: [0.5, 0.4], radius: 0.1, strength: 0.02 })
    sim.step()
  }
}
