// Colors of fields. Each map takes a number and writes red, green and blue from 0 to 255.

/** From a number in [−1, 1] (signed) or [0, 1] to a color. */
export type ColorMap = (value: number) => readonly [number, number, number]

/** Linear between colors that stand at equal distances over [0, 1]. */
function through(stops: readonly (readonly [number, number, number])[]): ColorMap {
  return (value) => {
    const place = Math.max(0, Math.min(1, value)) * (stops.length - 1)
    const n = Math.min(Math.floor(place), stops.length - 2)
    const [a, b, part] = [stops[n]!, stops[n + 1]!, place - n]
    return [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]), a[2] + part * (b[2] - a[2])]
  }
}

const fromZero = through([
  [244, 248, 250],
  [141, 199, 214],
  [35, 125, 156],
  [9, 62, 94],
  [4, 22, 44],
])

const aroundZero = through([
  [9, 54, 96],
  [58, 140, 178],
  [240, 244, 244],
  [226, 150, 84],
  [140, 58, 14],
])

/** Amounts from 0 to 1: white to deep blue. */
export const amount: ColorMap = fromZero

/** Signed values from −1 to 1: blue below zero, white at zero, orange above. */
export const signed: ColorMap = (value) => aroundZero((value + 1) / 2)
