import { expect, test } from 'vitest'
import {
  type DispersivePressure,
  type DispersiveWater1D,
  dispersiveWater1D,
  oneLayer,
  TWO_LAYERS,
} from './dispersive-water.js'

const g = 9.81

/** Still water of a depth over flat ground. */
function still(cells: number, depth: number): DispersiveWater1D {
  return {
    eta: new Float64Array(cells),
    bed: new Float64Array(cells).fill(-depth),
    u: new Float64Array(cells - 1),
    w: new Float64Array(cells),
  }
}

/** Frequency over that of shallow water, squared. */
const slowed = (pressures: readonly DispersivePressure[], kd: number) =>
  1 - pressures.reduce((sum, { alpha, beta }) => sum + kd ** 2 / (beta + alpha * kd ** 2), 0)

test.each([
  ['one layer, α = 1', 0.5, oneLayer(1)],
  ['one layer, α = 1', 2, oneLayer(1)],
  ['one layer, α = 1.153', 1, oneLayer(1.153)],
  ['one layer, α = 1.153', 3, oneLayer(1.153)],
  ['two layers', 1, TWO_LAYERS],
  ['two layers', 7, TWO_LAYERS],
  ['two layers', 16, TWO_LAYERS],
] as const)('%s: a standing wave of k d = %d has the frequency of the equations', (_, kd, pressures) => {
  const [n, depth] = [64, 1]
  const dx = Math.PI / kd / n
  const dt = (0.4 * dx) / Math.sqrt(g * depth)
  const water = still(n, depth)
  const shape = (i: number) => Math.cos(kd * (i + 0.5) * dx)
  water.eta = water.eta.map((_, i) => 1e-5 * shape(i))
  const amplitude = () => water.eta.reduce((sum, eta, i) => sum + eta * shape(i), 0)
  const crossings: number[] = []
  for (let step = 1, last = amplitude(); crossings.length < 5; step++) {
    dispersiveWater1D(water, { dx, dt, g, pressures })
    const now = amplitude()
    if (now * last < 0) crossings.push((step - now / (now - last)) * dt)
    last = now
  }
  const omega = (4 * Math.PI) / (crossings[4]! - crossings[0]!)
  expect(Math.abs(omega / Math.sqrt(g * kd ** 2 * slowed(pressures, kd)) - 1)).toBeLessThan(2e-4)
})

test('a solitary wave of Green and Naghdi keeps its speed and its shape', () => {
  const [depth, height, dx, cells] = [1, 0.2, 0.05, 1000]
  const c = Math.sqrt(g * (depth + height))
  const k = Math.sqrt((3 * height) / (4 * depth ** 2 * (depth + height)))
  const shape = (x: number) => height / Math.cosh(k * (x - 17)) ** 2
  const dt = (0.25 * dx) / c
  const water = still(cells, depth)
  water.eta = water.eta.map((_, i) => shape((i + 0.5) * dx))
  // The velocity is that of half a step before the surface.
  water.u = water.u.map((_, i) => {
    const eta = shape((i + 1) * dx + (c * dt) / 2)
    return (c * eta) / (depth + eta)
  })
  water.w = water.w.map((_, i) => (-(depth + water.eta[i]!) * ((water.u[i] ?? 0) - (water.u[i - 1] ?? 0))) / dx)
  const steps = Math.round(15 / (c * dt))
  for (let step = 0; step < steps; step++) dispersiveWater1D(water, { dx, dt, g, pressures: oneLayer(1) })
  const error = water.eta.reduce(
    (most, eta, i) => Math.max(most, Math.abs(eta - shape((i + 0.5) * dx - c * steps * dt))),
    0,
  )
  expect(error / height).toBeLessThan(0.01)
})

test('still water stays still over any ground', () => {
  const water = still(50, 1)
  water.bed = water.bed.map((_, i) => -1 + 0.7 * Math.sin(i))
  for (let step = 0; step < 100; step++) dispersiveWater1D(water, { dx: 0.1, dt: 0.01, g, pressures: TWO_LAYERS })
  for (const field of [water.eta, water.u, water.w]) expect(field.every((value) => value === 0)).toBe(true)
})

test('the frequency of two layers is that of Airy within 0.34 % up to k d = 16', () => {
  for (let kd = 0.05; kd <= 16; kd += 0.05)
    expect(Math.abs(Math.sqrt((kd * slowed(TWO_LAYERS, kd)) / Math.tanh(kd)) - 1)).toBeLessThan(0.00341)
})
