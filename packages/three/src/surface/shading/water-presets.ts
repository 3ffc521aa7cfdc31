// Named looks of water, from what is in the water.

import { Vector3 } from 'three/webgpu'
import { type WaterContents, waterOptics } from '../../light/water-optics.js'
import type { WaterLook } from './water-look.js'

/** Name of a preset. */
export type WaterPresetName = 'pool' | 'lake' | 'ocean' | 'coast' | 'lagoon' | 'river' | 'ink'

/** What is in the water of each preset, as `waterOptics` takes it. */
export const waterContents: Readonly<Record<WaterPresetName, Readonly<WaterContents>>> = {
  pool: { organic: 0, turbidity: 0.02 },
  lake: { organic: 0.4, turbidity: 3 },
  ocean: { organic: 0.02, turbidity: 0.2 },
  coast: { organic: 0.05, turbidity: 3 },
  lagoon: { organic: 0.005, turbidity: 0.6 },
  river: { organic: 2, turbidity: 60 },
  ink: { dye: new Vector3(80, 70, 40) },
}

/**
 * Presets of `WaterSurface` by name: `new WaterSurface(sim, { preset: 'lake' })`. Other options override those of the preset. Absorption
 * and colours are those of `waterOptics`.
 *
 * | preset   | water                                                                   |
 * | -------- | ----------------------------------------------------------------------- |
 * | `pool`   | filtered water over bright tiles                                        |
 * | `lake`   | dissolved organic matter and some particles: green                      |
 * | `ocean`  | far from any coast, no visible ground: deep blue                        |
 * | `coast`  | water of a harbor or a bay: blue-green                                  |
 * | `lagoon` | clear water with particles of coral sand: turquoise                     |
 * | `river`  | humus and silt: brown                                                   |
 * | `ink`    | a dye, opaque after some centimetres; only the mirror is left           |
 */
export const waterPresets: Readonly<Record<WaterPresetName, Readonly<WaterLook>>> = {
  pool: look('pool'),
  lake: { ...look('lake'), foamColor: 0xeef1ea },
  ocean: { ...look('ocean'), refraction: false },
  coast: look('coast'),
  lagoon: look('lagoon'),
  river: { ...look('river'), foamColor: 0xe9e4d4 },
  ink: { ...look('ink'), foamColor: 0x5a5f74 },
}

function look(name: WaterPresetName): WaterLook {
  return waterOptics(waterContents[name]).look
}
