// The wave trains of a scene.

import { RADIANS_PER_DEGREE } from '../../numerics/constants.js'
import { SceneError } from '../../scene/parse/error.js'
import type { WavesSettings } from '../../scene/schema/solver.js'
import { type Water, wavelengthOf } from '../../wave-theory/airy.js'
import { randomTrains } from '../../wave-theory/random-trains.js'
import { Sea } from '../../wave-theory/sea.js'
import { windSea } from '../../wave-theory/systems.js'
import { type Train, trainOf } from '../../wave-theory/train.js'

/**
 * Wavelength of the shortest train of a random sea [cells]. A grid resolves shorter ones badly. Besides, the trains have equal
 * heights, so that the last one, which represents the whole tail of the spectrum, would be far too steep.
 */
const SHORTEST = 8
/** Least fraction of the variance of the sea that the grid has to resolve. */
const LEAST_SHARE = 0.5

/** The water of the settings, for wave theory. */
export function waterOf({
  depth,
  gravity,
  surfaceTension,
}: Pick<WavesSettings, 'depth' | 'gravity' | 'surfaceTension'>): Water {
  return { depth: depth ?? Number.POSITIVE_INFINITY, gravity, surfaceTension }
}

/** All trains of the settings, including those of the random sea. `cellSize`: cell size of the grid that has to resolve them [m]. */
export function trainsOf(
  { trains, sea }: Pick<WavesSettings, 'trains' | 'sea'>,
  water: Water,
  cellSize: number,
): Train[] {
  const described = trains.map(({ wavelength, period, height, steepness, direction, phase }) => {
    const length = wavelength ?? wavelengthOf(period!, water)
    return trainOf(
      {
        height: height ?? steepness! * length,
        direction: direction * RADIANS_PER_DEGREE,
        phase: phase * RADIANS_PER_DEGREE,
        ...(period === undefined ? { wavelength: length } : { period }),
      },
      water,
    )
  })
  if (!sea) return described
  const { windSpeed, fetch, direction, swell, count, seed } = sea
  const random = new Sea(water, [
    windSea({ windSpeed, fetch, direction: direction * RADIANS_PER_DEGREE, swell }, water),
  ])
  const band = { from: Number.MIN_VALUE, to: (2 * Math.PI) / (SHORTEST * cellSize) }
  if (!(random.moment(0, band) > LEAST_SHARE * random.moment(0)))
    throw SceneError.at(
      ['grid', 'cellSize'],
      `most waves of this sea are shorter than ${SHORTEST} cells; its highest are ${wavelengthOf(random.peakPeriod, water).toPrecision(2)} m long: use smaller cells, more wind or a longer fetch`,
    )
  return [...described, ...randomTrains(random, count, seed, band)]
}
