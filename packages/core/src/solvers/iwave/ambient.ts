// Ambient waves: incident waves that pass through the domain of `iwave`, as elevation and potential.
//
// Linear waves superpose. The incident wave a satisfies the equations in open water. The total s + a has to satisfy them among
// solids. The scattered wave s therefore obeys the same equations, with a as a source term in the solids and nowhere else. It travels
// outwards and decays in the sponge layers of open edges. The incident wave is prescribed: it crosses the sponge layers undamped,
// however small the domain is.

import { type Pass, pass } from '../../backend/pass.js'
import type { Arena } from '../../fields/arena.js'
import type { Field } from '../../fields/field.js'
import { cellX, cellZ, type Grid } from '../../fields/grid.js'
import { SceneError } from '../../scene/parse/error.js'
import type { IwaveSettings, OceanSettings, WavesSettings } from '../../scene/schema/solver.js'
import { angularFrequency, STANDARD_GRAVITY, type Water } from '../../wave-theory/airy.js'
import { Amplitudes, type Cascade } from '../ocean/amplitudes.js'
import { OceanModes } from '../ocean/modes.js'
import { seaOf } from '../ocean/ocean.js'
import { TrainField } from '../waves/train-field.js'
import { trainsOf } from '../waves/trains.js'
import type { Domain } from './domain.js'

/** Ambient waves that fill two fields for any time. */
export interface Ambient {
  readonly passes: readonly Pass[]
  readonly resources: readonly { bind(memory: ArrayBufferLike): void }[]
  /** Fills its tables. */
  start(): void
  /** Sets the time for which the passes fill the fields: `clock[0]` [s]. */
  setTime(clock: Float64Array): void
  /** Period of the longest train, or of the peak of the longest system of a sea [s]; 0 for a calm. */
  readonly longestPeriod: number
}

/** Plans the ambient waves of the settings. `targets`: fields of the domain. `water`: that of the solver. */
export function createAmbient(
  ambient: NonNullable<IwaveSettings['ambient']>,
  water: Water,
  scene: Grid,
  domain: Domain,
  targets: { eta: Field; phi: Field },
  arena: Arena,
  threads: number,
): Ambient {
  validateWater(ambient, water)
  return ambient.type === 'waves'
    ? ambientTrains(ambient, water, scene, domain, targets, arena)
    : new AmbientOcean(ambient, water, domain, targets, arena, threads)
}

/** Validates that settings of the water that a scene gives for its ambient waves equal those of the solver; the defaults are not compared. */
function validateWater(ambient: NonNullable<IwaveSettings['ambient']>, water: Water): void {
  const defaults = { depth: undefined, gravity: STANDARD_GRAVITY, surfaceTension: 0 }
  for (const key of ['depth', 'gravity', 'surfaceTension'] as const) {
    if (ambient[key] === defaults[key] || ambient[key] === water[key]) continue
    throw SceneError.at(
      ['solver', 'ambient', key],
      `ambient waves need the water of the solver: leave this out, or make it ${water[key] === Number.POSITIVE_INFINITY ? `the solver's ${key} too` : `${water[key]}, the solver's ${key}`}`,
    )
  }
}

function ambientTrains(
  settings: WavesSettings,
  water: Water,
  scene: Grid,
  domain: Domain,
  targets: { eta: Field; phi: Field },
  arena: Arena,
): Ambient {
  if (settings.slope)
    throw SceneError.at(['solver', 'ambient', 'slope'], 'this water has a level bed: leave the slope out')
  if (settings.circular.length > 0)
    throw SceneError.at(
      ['solver', 'ambient', 'circular'],
      'this water makes circular waves of its own: leave this out, and add "sources" with a "period" to the scene',
    )
  if (settings.surface === 'normals')
    throw SceneError.at(['solver', 'ambient', 'surface'], 'ambient waves move the water: leave this out')
  const { cellSize } = scene
  const corner = [cellX(scene, 0) - domain.i * cellSize, cellZ(scene, 0) - domain.j * cellSize] as const
  const trains = trainsOf(settings, water, cellSize)
  const field = new TrainField(trains, water, domain.grid, arena, targets, { corner })
  return {
    passes: field.passes(),
    resources: field.resources,
    start: () => field.start(),
    setTime: (clock) => field.setTime(clock),
    longestPeriod: trains.reduce((longest, { omega }) => Math.max(longest, (2 * Math.PI) / omega), 0),
  }
}

/** Waves from the size of the grid down to two and a half cells. */
function bandOf({ cellSize }: Grid): Cascade {
  return { index: 0, cellSize, from: 0, to: (2 * Math.PI) / (2.5 * cellSize) }
}

/** An ocean whose tile is the domain, by transforms: waves from the size of the domain down to two and a half cells. */
class AmbientOcean implements Ambient {
  readonly passes: readonly Pass[]
  readonly #modes: OceanModes
  readonly #settings: OceanSettings
  readonly #water: Water
  readonly #grid: Grid

  constructor(
    settings: OceanSettings,
    water: Water,
    { grid }: Domain,
    { eta, phi }: { eta: Field; phi: Field },
    arena: Arena,
    threads: number,
  ) {
    this.#settings = settings
    this.#water = water
    this.#grid = grid
    this.#modes = new OceanModes(arena, { grid, cascades: [bandOf(grid)], ratio: 1 }, threads)
    const { modes, tiles } = this.#modes.pass('oceanPotentialModes', 1)
    this.passes = [
      modes,
      pass('inverseTransform', Math.ceil(grid.nz / 4), { re: eta, im: phi, tiles, axis: this.#modes.x, keep: eta }),
    ]
  }

  get resources() {
    return this.#modes.resources
  }

  start(): void {
    const { nx, nz } = this.#grid
    const { seed, heightScale } = this.#settings
    this.#modes.start()
    const waves = new Amplitudes(seaOf(this.#settings, this.#water), bandOf(this.#grid), nx, nz, seed, heightScale)
    this.#modes.write(0, waves, this.#water)
  }

  setTime(clock: Float64Array): void {
    this.#modes.time = clock[0]!
  }

  get longestPeriod(): number {
    const water = this.#water
    return seaOf(this.#settings, water).systems.reduce((longest, { spectrum: { over, peak } }) => {
      const omega = over === 'frequency' ? peak : angularFrequency(peak, water)
      return Math.max(longest, (2 * Math.PI) / omega)
    }, 0)
  }
}
