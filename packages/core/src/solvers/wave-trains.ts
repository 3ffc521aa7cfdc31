// The trains that a scene's waves consist of.

import type { WavesSettings } from '../scene/solver-schema.js'
import type { Water } from '../waves/airy.js'
import { wavelengthOf } from '../waves/airy.js'
import { randomTrains } from '../waves/random-trains.js'
import { Sea } from '../waves/sea.js'
import { windSea } from '../waves/systems.js'
import { type Train, trainOf } from '../waves/train.js'

const RADIANS = Math.PI / 180
/** Cells in the shortest wave of a random sea: a grid shows shorter ones badly. */
const SHORTEST = 4

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
        direction: direction * RADIANS,
        phase: phase * RADIANS,
        ...(period === undefined ? { wavelength: length } : { period }),
      },
      water,
    )
  })
  if (!sea) return described
  const { windSpeed, fetch, direction, swell, count, seed } = sea
  const system = windSea({ windSpeed, fetch, direction: direction * RADIANS, swell }, water)
  const band = { from: Number.MIN_VALUE, to: (2 * Math.PI) / (SHORTEST * cellSize) }
  return [...described, ...randomTrains(new Sea(water, [system]), count, seed, band)]
}
