import { expect, test } from 'vitest'
import {
  type HigherOrderParameters,
  type HigherOrderWaves,
  higherOrderEnergy,
  higherOrderRates,
  higherOrderStep,
} from './higher-order-waves.js'

const n = 48
const water = { order: 5, g: 9.81, depth: Number.POSITIVE_INFINITY, dx: (2 * Math.PI) / n, dt: 0.01 } // k = 1

/** Stokes's wave to the third order on deep water, k = 1, of amplitude a: ω² = g (1 + a²). */
function stokes(a: number, time = 0): HigherOrderWaves {
  const omega = Math.sqrt(water.g) * (1 + (a * a) / 2)
  const theta = Float64Array.from({ length: n }, (_, i) => i * water.dx - omega * time)
  const eta = theta.map(
    (t) =>
      a * (1 - (a * a) / 16) * Math.cos(t) + ((a * a) / 2) * Math.cos(2 * t) + ((3 * a ** 3) / 8) * Math.cos(3 * t),
  )
  const psi = theta.map(
    (t, i) => a * Math.sqrt(water.g) * (1 + (a * a) / 16 - (a * a) / 4 + (a * a) / 8) * Math.exp(eta[i]!) * Math.sin(t),
  )
  return { eta, psi }
}

const largest = (field: Float64Array) => field.reduce((most, value) => Math.max(most, Math.abs(value)), 0)

test('order 1 is linear theory: a wave of frequency sqrt(g k tanh(k d)), at any height', () => {
  const parameters: HigherOrderParameters = { ...water, order: 1, depth: 0.7 }
  const omega = Math.sqrt(water.g * Math.tanh(0.7))
  const at = (time: number, i: number) => i * water.dx - omega * time
  const waves = {
    eta: Float64Array.from({ length: n }, (_, i) => 0.3 * Math.cos(at(0, i))),
    psi: Float64Array.from({ length: n }, (_, i) => 0.3 * (water.g / omega) * Math.sin(at(0, i))),
  }
  for (let step = 0; step < 100; step++) higherOrderStep(waves, parameters)
  expect(largest(waves.eta.map((eta, i) => eta - 0.3 * Math.cos(at(1, i))))).toBeLessThan(1e-8)
})

test('the vertical velocity of a known potential has an error of order M in the height of the surface', () => {
  // phi = e^y sin x is a solution on deep water: w = e^eta sin x at the surface.
  const errors = [0.1, 0.05].map((a) =>
    [2, 3, 4, 5].map((order) => {
      const x = Float64Array.from({ length: n }, (_, i) => i * water.dx)
      const eta = x.map((at) => a * Math.cos(at))
      const psi = x.map((at, i) => Math.exp(eta[i]!) * Math.sin(at))
      const { eta: rise } = higherOrderRates({ eta, psi }, { ...water, order })
      // deta/dt = w - eta_x u with u = e^eta cos x.
      return largest(
        rise.map((value, i) => value - Math.exp(eta[i]!) * (Math.sin(x[i]!) + a * Math.sin(x[i]!) * Math.cos(x[i]!))),
      )
    }),
  )
  for (const [index, order] of [2, 3, 4, 5].entries())
    expect(Math.log2(errors[0]![index]! / errors[1]![index]!)).toBeCloseTo(order, 0)
})

test("a wave runs at Stokes's speed, which linear theory misses", () => {
  const a = 0.1
  const phaseOf = (waves: HigherOrderWaves) => {
    const part = (of: (angle: number) => number) => waves.eta.reduce((sum, eta, i) => sum + eta * of(i * water.dx), 0)
    return Math.atan2(part(Math.sin), part(Math.cos))
  }
  const speeds = [1, 5].map((order) => {
    const waves = stokes(a)
    for (let step = 0; step < 400; step++) higherOrderStep(waves, { ...water, order })
    const linear = Math.sqrt(water.g) * 4
    return (linear + Math.atan2(Math.sin(phaseOf(waves) - linear), Math.cos(phaseOf(waves) - linear))) / linear
  })
  expect(speeds[0]).toBeCloseTo(1, 3)
  expect(Math.abs(speeds[1]! - (1 + a ** 2 / 2 + a ** 4 / 8))).toBeLessThan(2e-4)
})

test('energy, volume and the mean potential drift only by the error of the time step', () => {
  const drift = (dt: number) => {
    const waves = stokes(0.2)
    const parameters = { ...water, dt }
    const before = higherOrderEnergy(waves, parameters)
    for (let step = 0; step < 1 / dt; step++) higherOrderStep(waves, parameters)
    expect(waves.eta.reduce((sum, eta) => sum + eta, 0)).toBeCloseTo(0, 10)
    return Math.abs(higherOrderEnergy(waves, parameters) / before - 1)
  }
  const [coarse, fine] = [drift(0.04), drift(0.02)]
  expect(coarse).toBeLessThan(1e-5)
  expect(coarse / fine).toBeGreaterThan(14)
})
