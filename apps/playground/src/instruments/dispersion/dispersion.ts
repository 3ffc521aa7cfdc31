// Wavenumbers and frequencies in a record of the surface over space and time.
//
// The record is windowed by Hann along both axes and transformed along both: |F(k, ω)|² is the power of the waves of wavenumber k and
// frequency ω. A wave that runs the other way has −ω; both directions are added. Waves of a linear theory lie on the curve ω(k).

import { fourierTransform, hannWindow } from 'seiche'

/** The surface along an axis at equal times: rows of heights [m], the oldest first. */
export interface SpaceTimeRecord {
  heights: Float32Array
  rows: number
  columns: number
  /** Distance between two columns [m]. */
  spacing: number
  /** Time between two rows [s]. */
  interval: number
}

export interface Dispersion {
  /** Distance between two wavenumbers [rad/m], and between two frequencies [rad/s]; both begin at 0. */
  dk: number
  domega: number
  /** Number of frequencies of each wavenumber. */
  frequencies: number
  /** Power relative to the strongest wave [1]: for each wavenumber, that of all frequencies. */
  power: Float32Array<ArrayBuffer>
  /** Wavenumbers [rad/m] and frequencies [rad/s] of the waves that stand out, the strongest first. */
  peaks: readonly { k: number; omega: number }[]
}

/** Power of the faintest wave that counts, relative to the strongest. */
const faintest = 1e-5
/** The same, relative to the strongest of its frequency: twice the first side lobe of the window, −31 dB. */
const sideLobe = 2e-3
/** The same, relative to the strongest of its wavenumber, which has but one frequency. */
const besides = 0.1
/** Half width of the main lobe of a Hann window [bins]: below it lie the mean and the trend. */
const lobe = 2

export function dispersionOf({ heights, rows, columns, spacing, interval }: SpaceTimeRecord): Dispersion {
  const [n, t] = [powerOfTwo(columns), powerOfTwo(rows)]
  const [nk, nomega] = [n / 2 + 1, t / 2 + 1]
  const lines = transformedRows(heights, rows, columns, n)
  const power = new Float32Array(nk * nomega)
  const [re, im] = [new Float64Array(t), new Float64Array(t)]
  let most = 0
  for (let k = 0; k < nk; k++) {
    re.fill(0)
    im.fill(0)
    for (let row = 0; row < rows; row++) {
      re[row] = lines.re[row * nk + k]!
      im[row] = lines.im[row * nk + k]!
    }
    fourierTransform(re, im)
    for (let m = 0; m < nomega; m++) {
      const back = (t - m) % t
      const both = re[m]! ** 2 + im[m]! ** 2 + (back === m ? 0 : re[back]! ** 2 + im[back]! ** 2)
      power[k * nomega + m] = both
      if (k >= lobe && m >= lobe) most = Math.max(most, both)
    }
  }
  for (let cell = 0; cell < power.length; cell++) power[cell] = most > 0 ? Math.min(1, power[cell]! / most) : 0
  const [dk, domega] = [(2 * Math.PI) / (n * spacing), (2 * Math.PI) / (t * interval)]
  return { dk, domega, frequencies: nomega, power, peaks: peaksOf(power, nk, nomega, dk, domega) }
}

/** The windowed rows, each transformed along space; wavenumbers from 0. What stands still in a column is removed before. */
function transformedRows(heights: Float32Array, rows: number, columns: number, n: number) {
  const nk = n / 2 + 1
  const means = new Float64Array(columns)
  for (let row = 0; row < rows; row++) for (let i = 0; i < columns; i++) means[i]! += heights[row * columns + i]! / rows
  const [along, over] = [hannWindow(columns), hannWindow(rows)]
  const lines = { re: new Float64Array(rows * nk), im: new Float64Array(rows * nk) }
  const [re, im] = [new Float64Array(n), new Float64Array(n)]
  for (let row = 0; row < rows; row++) {
    re.fill(0)
    im.fill(0)
    for (let i = 0; i < columns; i++) re[i] = over[row]! * along[i]! * (heights[row * columns + i]! - means[i]!)
    fourierTransform(re, im)
    lines.re.set(re.subarray(0, nk), row * nk)
    lines.im.set(im.subarray(0, nk), row * nk)
  }
  return lines
}

/** Local maxima of the power, each at the top of the parabolas through its neighbors. */
function peaksOf(power: Float32Array, nk: number, nomega: number, dk: number, domega: number): Dispersion['peaks'] {
  const found: { k: number; omega: number; power: number }[] = []
  const at = (k: number, m: number): number => power[k * nomega + m]!
  const [ofWavenumber, ofFrequency] = [new Float32Array(nk), new Float32Array(nomega)]
  for (let k = lobe; k < nk; k++)
    for (let m = lobe; m < nomega; m++) {
      ofWavenumber[k] = Math.max(ofWavenumber[k]!, at(k, m))
      ofFrequency[m] = Math.max(ofFrequency[m]!, at(k, m))
    }
  for (let k = lobe; k < nk - 1; k++)
    for (let m = lobe; m < nomega - 1; m++) {
      const here = at(k, m)
      const least = Math.max(faintest, besides * ofWavenumber[k]!, sideLobe * ofFrequency[m]!)
      if (here < least || !isHighest(at, k, m)) continue
      found.push({
        k: dk * (k + topOf(at(k - 1, m), here, at(k + 1, m))),
        omega: domega * (m + topOf(at(k, m - 1), here, at(k, m + 1))),
        power: here,
      })
    }
  return found.sort((a, b) => b.power - a.power).map(({ k, omega }) => ({ k, omega }))
}

function isHighest(at: (k: number, m: number) => number, k: number, m: number): boolean {
  for (let dk = -1; dk <= 1; dk++)
    for (let dm = -1; dm <= 1; dm++) if ((dk !== 0 || dm !== 0) && at(k + dk, m + dm) >= at(k, m)) return false
  return true
}

/** Place of the top of the parabola through the logarithms of three neighbors, from the middle one [bins]. */
function topOf(below: number, here: number, above: number): number {
  const [a, b, c] = [below, here, above].map((value) => Math.log(Math.max(value, 1e-30))) as [number, number, number]
  const bend = a - 2 * b + c
  return bend < 0 ? Math.max(-0.5, Math.min(0.5, (a - c) / (2 * bend))) : 0
}

function powerOfTwo(least: number): number {
  return 2 ** Math.ceil(Math.log2(least))
}
