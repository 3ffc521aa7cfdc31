// The trains that a scene's waves consist of.

import { RADIANS_PER_DEGREE } from '../../numerics/constants.js'
import { SceneError } from '../../scene/parse/error.js'
import type { WavesSettings } from '../../scene/schema/solver.js'
import { type Water, wavelengthOf } from '../../wave-theory/airy.js'
import { randomTrains } from '../../wave-theory/random-trains.js'
import { Sea } from '../../wave-theory/sea.js'
import { windSea } from '../../wave-theory/systems.js'
import { type Train, trainOf } from '../../wave-theory/train.js'

/**
 * Cells in the shortest wave of a random sea. A grid shows shorter ones badly; and the trains have one height each, so
 * that the last of them, which stands for all of the spectrum's tail, would be far too steep.
 */
const SHORTEST = 8
/** Share of the sea's variance that the grid must be able to show. */
const LEAST_SHARE = 0.5

/** Water as the theory of waves has it. */
export function waterOf({
  depth,
  gravity,
  surfaceTension,
}: Pick<WavesSettings, 'depth' | 'gravity' | 'surfaceTension'>): Water {
  return { depth: depth ?? Number.POSITIVE_INFINITY, gravity, surfaceTension }
}

/** All trains of the settings, those of the random sea among them; `cellSize` [m] is that of the grid that will show them. */
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
