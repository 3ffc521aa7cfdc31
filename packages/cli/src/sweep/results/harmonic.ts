/**
 * Amplitude of one frequency in a series, by least squares: the series is fitted by m + a cos ωt + b sin ωt, and the
 * amplitude is √(a² + b²). The fit needs no whole number of periods, and no equal intervals, unlike a Fourier coefficient.
 * @param omega angular frequency ω [rad/s]
 */
export function amplitudeAt(omega: number, times: readonly number[], values: readonly number[]): number {
  // Phases from the middle of the series: sums over sines nearly vanish, and the equations are well conditioned.
  const middle = ((times[0] ?? 0) + (times.at(-1) ?? 0)) / 2
  const sums = { c: 0, s: 0, cc: 0, cs: 0, ss: 0, v: 0, vc: 0, vs: 0 }
  for (const [k, time] of times.entries()) {
    const c = Math.cos(omega * (time - middle))
    const s = Math.sin(omega * (time - middle))
    const v = values[k]!
    sums.c += c
    sums.s += s
    sums.cc += c * c
    sums.cs += c * s
    sums.ss += s * s
    sums.v += v
    sums.vc += v * c
    sums.vs += v * s
  }
  // The mean is eliminated; a symmetric system of two equations remains.
  const n = times.length
  const cc = sums.cc - (sums.c * sums.c) / n
  const cs = sums.cs - (sums.c * sums.s) / n
  const ss = sums.ss - (sums.s * sums.s) / n
  const vc = sums.vc - (sums.v * sums.c) / n
  const vs = sums.vs - (sums.v * sums.s) / n
  const determinant = cc * ss - cs * cs
  return Math.hypot((vc * ss - vs * cs) / determinant, (vs * cc - vc * cs) / determinant)
}
