// The perceptual colour space Oklab (B. Ottosson, "A perceptual color space for image processing", 2020), where equal distances look
// about equally different. L is lightness, 0 black to 1 white; a is from green to red, b from blue to yellow.

export type Triple = [number, number, number]

/**
 * Constants of Ottosson's toe function ("Okhsv and Okhsl", 2021), which converts the lightness of Oklab to that of CIE 1976, L*.
 * Oklab rates dark colours lighter than they look on a lit screen.
 */
const [k1, k2] = [0.206, 0.03]
const k3 = (1 + k1) / (1 + k2)

/** Converts the lightness of Oklab to that of CIE, 0 to 1. */
export function toned([lightness, a, b]: Readonly<Triple>): Triple {
  const shift = k3 * lightness - k1
  return [(shift + Math.sqrt(shift * shift + 4 * k2 * k3 * lightness)) / 2, a, b]
}

/** Converts the lightness of CIE to that of Oklab. */
export function untoned([lightness, a, b]: Readonly<Triple>): Triple {
  return [(lightness * (lightness + k1)) / (k3 * (lightness + k2)), a, b]
}

/** Red, green and blue in linear light; outside 0 to 1 for colours beyond the sRGB gamut. */
export function linearOf([lightness, a, b]: Readonly<Triple>): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** The colour, if it is in the sRGB gamut, else that of the same lightness and hue with the largest chroma in the gamut. */
export function withinScreens([lightness, a, b]: Readonly<Triple>): Triple {
  const shown = (share: number) =>
    linearOf([lightness, share * a, share * b]).every((light) => light >= -1e-6 && light <= 1 + 1e-6)
  if (shown(1)) return [lightness, a, b]
  let [low, high] = [0, 1]
  for (let halving = 0; halving < 24; halving++) {
    const middle = (low + high) / 2
    if (shown(middle)) low = middle
    else high = middle
  }
  return [lightness, low * a, low * b]
}

/** Encodes linear light as sRGB (IEC 61966-2-1), 0 to 1. */
export function encoded(light: number): number {
  const within = Math.min(1, Math.max(0, light))
  return within <= 0.0031308 ? 12.92 * within : 1.055 * within ** (1 / 2.4) - 0.055
}
