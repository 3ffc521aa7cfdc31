// The colour of water from its contents: absorption and backscattering of pure water, dissolved organic matter and suspended particles.
//
// Light that enters deep water is absorbed (coefficient a) or scattered back (b_b). The part that leaves it again is the irradiance
// reflectance R = 0.33 b_b / (a + b_b) (Gordon, Brown and Jacobs 1975; Morel and Prieur 1977). What is seen through water fades with the
// diffuse attenuation K of downwelling light, for which Lee et al. (2005) give a formula in a and b_b.

import { Color, Vector3 } from 'three/webgpu'

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
 * Absorption of suspended matter other than algae: that of 1 g/m³ at 443 nm [1/m], and the rate of its exponential fall [1/nm] (Babin,
 * Stramski, Ferrari, Claustre, Bricaud, Obolensky and Hoepffner, Journal of Geophysical Research 108, 2003).
 */
const [particleAbsorption, particleRate, particlesAt] = [0.041, 0.0123, 443] as const
/**
 * Scattering by 1 g/m³ of suspended matter in coastal water [1/m], about the same at all wavelengths (Babin, Morel, Fournier-Sicard, Fell
 * and Stramski, Limnology and Oceanography 48, 2003), and the part of it that goes backwards [1] (Petzold 1972).
 */
const [particleScattering, backwards] = [0.51, 0.018] as const
/**
 * Scattering by the molecules of sea water at 500 nm [1/m], and its exponent (Morel 1974); half of it goes backwards. Fresh water
 * scatters 0.77 times as much, which particles outweigh.
 */
const [molecularScattering, molecularExponent, molecularAt] = [0.00288, -4.32, 500] as const

/** Part of the backscattered light that leaves the water again, divided by b_b / (a + b_b) [1] (Gordon, Brown and Jacobs 1975). */
const gordon = 0.33
/**
 * Irradiance of level ground by sun and sky in the units of the colours of `Sky`, over the factor that the shading of water applies to
 * its colour itself [1]. Ground and depth then have the ratio of their reflectances.
 */
const daylight = 1.75
/** Way of light through a crest that is lit from behind [m], and the part of the sunlight in it that is scattered to the eye [1]. */
const [crestWay, crestShare] = [7, 0.5] as const

/** What is in the water. */
export interface WaterContents {
  /**
   * Absorption of dissolved organic matter at 440 nm [1/m]: 0 pure water, 0.02 open ocean, 0.5 green lake, 2 brown river. More of it
   * turns blue water green and then brown.
   */
  organic?: number
  /**
   * Suspended particles [g/m³], about the turbidity in NTU: 0.2 open ocean, 3 lake, 60 muddy river. More of them make the water
   * brighter and hide its ground.
   */
  turbidity?: number
  /** Absorption of red, green and blue by a dye [1/m]. */
  dye?: Vector3
}

/** Optical properties of a kind of water, for red, green and blue. */
export interface WaterOptics {
  /** Absorption a [1/m]. */
  readonly absorption: Vector3
  /** Backscattering b_b [1/m]. */
  readonly backscattering: Vector3
  /** Diffuse attenuation K of downwelling light under a high sun [1/m]. */
  readonly attenuation: Vector3
  /** Part of the downwelling light that deep water returns [1]. */
  readonly reflectance: Vector3
  /** The same as options of `WaterSurface`: `attenuation` as its `absorption`, colours of deep water and of light through crests. */
  readonly look: { readonly absorption: Vector3; readonly waterColor: Color; readonly crestColor: Color }
}

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
  return forEachColor((wavelength, k) => pureWater[k] + organic * Math.exp(-organicRate * (wavelength - organicAt)))
}

/**
 * Optical properties and colour of water from its contents.
 * @param contents Dissolved and suspended matter; none is pure water.
 * @returns Absorption, backscattering, attenuation and reflectance, and the options of `WaterSurface` that follow from them.
 * @throws RangeError if an amount is negative or not a number.
 *
 * @example
 * ```ts
 * import { waterOptics } from '@seiche/three'
 *
 * const estuary = new WaterSurface(sim, waterOptics({ organic: 0.8, turbidity: 12 }).look)
 * ```
 */
export function waterOptics({ organic = 0, turbidity = 0, dye }: WaterContents = {}): WaterOptics {
  for (const [name, amount] of Object.entries({ organic, turbidity }))
    if (!(amount >= 0)) throw new RangeError(`${name} of water must be at least 0, got ${amount}`)
  const absorption = waterAbsorption(organic).add(
    forEachColor((wavelength) => turbidity * particleAbsorption * Math.exp(-particleRate * (wavelength - particlesAt))),
  )
  if (dye) absorption.add(dye)
  const backscattering = forEachColor(
    (wavelength) =>
      0.5 * molecularScattering * (wavelength / molecularAt) ** molecularExponent +
      backwards * particleScattering * turbidity,
  )
  const [a, b] = [absorption.toArray(), backscattering.toArray()]
  const attenuation = forEachColor((_, k) => a[k] + 4.18 * (1 - 0.52 * Math.exp(-10.8 * a[k])) * b[k])
  const reflectance = forEachColor((_, k) => (gordon * b[k]) / (a[k] + b[k]))
  const deep = reflectance.clone().multiplyScalar(daylight)
  const left = attenuation.clone().multiplyScalar(-crestWay)
  // Clear crests transmit sunlight; those of murky water have the colour of its depth.
  const crest = forEachColor((_, k) => deep.getComponent(k) + crestShare * Math.exp(left.getComponent(k)))
  return {
    absorption,
    backscattering,
    attenuation,
    reflectance,
    look: { absorption: attenuation.clone(), waterColor: new Color(...deep), crestColor: new Color(...crest) },
  }
}

function forEachColor(value: (wavelength: number, k: 0 | 1 | 2) => number): Vector3 {
  return new Vector3(value(wavelengths[0], 0), value(wavelengths[1], 1), value(wavelengths[2], 2))
}
