// Named looks of water. Absorption is computed from what is in the water; the colours of deep water, which is light scattered back by
// particles, are chosen to fit.

import { Vector3 } from 'three/webgpu'
import type { WaterLook } from './water-look.js'

/** Wavelengths that stand for red, green and blue [nm]. */
const wavelengths = [650, 550, 450] as const
/**
 * Absorption of pure water at these wavelengths [1/m] (Pope and Fry, "Absorption spectrum (380–700 nm) of pure water. II. Integrating
 * cavity measurements", Applied Optics 36, 1997).
 */
const pureWater = [0.34, 0.0565, 0.0092] as const
/**
 * Absorption of dissolved organic matter, such as humus, falls exponentially from the blue to the red (Bricaud, Morel and Prieur 1981).
 * The rate [1/nm], and the wavelength at which its amount is measured [nm].
 */
const [organicRate, organicAt] = [0.014, 440] as const

/**
 * Absorption of red, green and blue by water with dissolved organic matter.
 * @param organic Absorption of the dissolved matter at 440 nm [1/m]: 0 pure water, 0.02 open ocean, 0.5 green lake, 2 brown river.
 * @returns Absorption [1/m], as the option `absorption` of `WaterSurface` takes it.
 *
 * @example
 * ```ts
 * import { waterAbsorption } from '@seiche/three'
 *
 * const bog = new WaterSurface(sim, { absorption: waterAbsorption(8) })
 * ```
 */
export function waterAbsorption(organic: number): Vector3 {
  const [red, green, blue] = wavelengths.map(
    (wavelength, k) => pureWater[k]! + organic * Math.exp(-organicRate * (wavelength - organicAt)),
  )
  return new Vector3(red, green, blue)
}

/** Name of a preset. */
export type WaterPresetName = 'pool' | 'lake' | 'ocean' | 'river' | 'ink'

/**
 * Presets of `WaterSurface` by name: `new WaterSurface(sim, { preset: 'lake' })`. Other options override those of the preset.
 *
 * | preset  | absorption [1/m]      | water                                                    |
 * | ------- | --------------------- | -------------------------------------------------------- |
 * | `pool`  | 0.340, 0.057, 0.009   | pure water over bright tiles                             |
 * | `lake`  | 0.366, 0.164, 0.444   | dissolved organic matter, 0.5 at 440 nm: green           |
 * | `ocean` | 0.341, 0.061, 0.027   | 0.02 at 440 nm, no visible ground: deep blue             |
 * | `river` | 0.446, 0.485, 1.748   | 2 at 440 nm, with silt: brown                            |
 * | `ink`   | 80, 70, 40            | opaque after some centimetres; only the mirror is left   |
 */
export const waterPresets: Readonly<Record<WaterPresetName, Readonly<WaterLook>>> = {
  pool: { waterColor: 0x0b6f8f, crestColor: 0x7fdce0, absorption: waterAbsorption(0) },
  lake: { waterColor: 0x0d3a2b, crestColor: 0x4f9a68, absorption: waterAbsorption(0.5), foamColor: 0xeef1ea },
  ocean: { waterColor: 0x03263f, crestColor: 0x1f8f94, absorption: waterAbsorption(0.02), refraction: false },
  river: { waterColor: 0x3d3a20, crestColor: 0x8f8a4c, absorption: waterAbsorption(2), foamColor: 0xe9e4d4 },
  ink: { waterColor: 0x05060f, crestColor: 0x10142e, absorption: new Vector3(80, 70, 40), foamColor: 0x5a5f74 },
}
