/**
 * Angular frequency [rad/s] of a pure oscillation sampled every dt, near a guess.
 *
 * Samples `lag` apart obey a(n + lag) + a(n - lag) = 2 cos(lag ω dt) a(n) exactly. A lag of about a quarter period is
 * where the cosine says most about ω; least squares over all n does the rest.
 */
export function measureFrequency(samples: ArrayLike<number>, dt: number, guess: number): number {
  const lag = Math.max(1, Math.round(Math.PI / 2 / (guess * dt)))
  let product = 0
  let square = 0
  for (let n = lag; n < samples.length - lag; n++) {
    product += samples[n]! * (samples[n + lag]! + samples[n - lag]!)
    square += samples[n]! * samples[n]!
  }
  return Math.acos(product / (2 * square)) / (lag * dt)
}
