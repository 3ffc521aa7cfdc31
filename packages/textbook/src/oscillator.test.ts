import { describe, expect, it } from 'vitest'
import {
  forwardEulerFrequency,
  type Oscillator,
  type OscillatorParameters,
  oscillatorEnergy,
  oscillatorExplicitEuler,
  oscillatorExponential,
  oscillatorForwardEuler,
  oscillatorImplicitEuler,
  oscillatorLeapfrog,
  slideForwardEulerFrequency,
  slideOscillatorEnergy,
} from './oscillator.js'

type Scheme = (state: Oscillator, parameters: OscillatorParameters) => void

const omega = 3
/** Time steps on both sides of ω dt = 1, all below the limit ω dt = 2. */
const steps = [0.01, 0.1, 0.5, 1, 1.4, 1.5, 1.9, 1.99].map((x) => x / omega)

/** Growth and phase of one step, from the determinant and the trace of the step matrix. */
function measure(scheme: Scheme, dt: number): { growth: number; phase: number } {
  const fromQ = { q: 1, p: 0 }
  const fromP = { q: 0, p: 1 }
  scheme(fromQ, { omega, dt })
  scheme(fromP, { omega, dt })
  const growth = Math.sqrt(fromQ.q * fromP.p - fromP.q * fromQ.p)
  return { growth, phase: Math.acos((fromQ.q + fromP.p) / (2 * growth)) }
}

/** Radius in the plane (q, p/ω), where the true motion is a circle. */
function amplitude({ q, p }: Oscillator): number {
  return Math.hypot(q, p / omega)
}

/** Largest amplitude met in `count` steps from q = 1 at rest. */
function largestAmplitude(scheme: Scheme, dt: number, count: number): number {
  const state = { q: 1, p: 0 }
  let largest = 1
  for (let step = 0; step < count; step++) {
    scheme(state, { omega, dt })
    largest = Math.max(largest, amplitude(state))
  }
  return largest
}

/** Largest relative error of p² + ω² q² in 1000 steps from rest. */
function energyError(scheme: Scheme, dt: number): number {
  const state = { q: 1, p: 0 }
  let worst = 0
  for (let step = 0; step < 1000; step++) {
    scheme(state, { omega, dt })
    worst = Math.max(worst, Math.abs(amplitude(state) ** 2 - 1))
  }
  return worst
}

describe('oscillator', () => {
  it('grows by sqrt(1 + ω²dt²) a step and turns by atan(ω dt) with explicit Euler', () => {
    for (const dt of steps) {
      const { growth, phase } = measure(oscillatorExplicitEuler, dt)
      expect(growth).toBeCloseTo(Math.sqrt(1 + (omega * dt) ** 2), 13)
      expect(phase).toBeCloseTo(Math.atan(omega * dt), 12)
      const state = { q: 0.3, p: -2 }
      const before = amplitude(state)
      oscillatorExplicitEuler(state, { omega, dt })
      expect(amplitude(state) / before).toBeCloseTo(growth, 13)
    }
  })

  it('shrinks by 1/sqrt(1 + ω²dt²) a step and turns by atan(ω dt) with implicit Euler, at any step', () => {
    for (const dt of [...steps, 5, 100]) {
      const { growth, phase } = measure(oscillatorImplicitEuler, dt)
      expect(growth).toBeCloseTo(1 / Math.sqrt(1 + (omega * dt) ** 2), 13)
      expect(phase).toBeCloseTo(Math.atan(omega * dt), 12)
      const state = { q: 0.3, p: -2 }
      const before = amplitude(state)
      oscillatorImplicitEuler(state, { omega, dt })
      expect(amplitude(state) / before).toBeCloseTo(growth, 13)
    }
  })

  it('solves the two implicit equations', () => {
    const state = { q: 0.3, p: -2 }
    oscillatorImplicitEuler(state, { omega, dt: 0.4 })
    expect(state.q).toBeCloseTo(0.3 + 0.4 * state.p, 14)
    expect(state.p).toBeCloseTo(-2 - omega * omega * 0.4 * state.q, 14)
  })

  it('keeps the area and obeys cos(θ) = 1 - ω²dt²/2 with forward Euler and with leapfrog alike', () => {
    for (const scheme of [oscillatorForwardEuler, oscillatorLeapfrog]) {
      for (const dt of steps) {
        const { growth, phase } = measure(scheme, dt)
        expect(growth).toBeCloseTo(1, 13)
        expect(Math.cos(phase)).toBeCloseTo(1 - (omega * dt) ** 2 / 2, 13)
        expect(phase / dt).toBeCloseTo(forwardEulerFrequency({ omega, dt }), 9)
      }
    }
  })

  it('is bounded below ω dt = 2 and explodes above it, and √2 is no limit', () => {
    for (const scheme of [oscillatorForwardEuler, oscillatorLeapfrog]) {
      for (const x of [1.4, Math.SQRT2, 1.43, 1.9, 1.99]) {
        expect(largestAmplitude(scheme, x / omega, 20_000)).toBeLessThan(15)
      }
      expect(largestAmplitude(scheme, 2.01 / omega, 2000)).toBeGreaterThan(1e50)
    }
  })

  it('grows in proportion to the number of steps at ω dt = 2 exactly', () => {
    const state = { q: 1, p: 1 }
    const unit = { omega: 2, dt: 1 }
    for (let step = 0; step < 1000; step++) oscillatorForwardEuler(state, unit)
    const early = Math.hypot(state.q, state.p)
    for (let step = 0; step < 1000; step++) oscillatorForwardEuler(state, unit)
    expect(Math.hypot(state.q, state.p) / early).toBeCloseTo(2, 2)
  })

  it('runs fast where the formula of the slide has it slow, agrees with it at √2 only, and goes on beyond', () => {
    for (const x of [0.1, 0.2]) {
      const dt = x / omega
      const { phase } = measure(oscillatorForwardEuler, dt)
      expect((phase - x) / x ** 3).toBeCloseTo(1 / 24, 3)
      expect((slideForwardEulerFrequency({ omega, dt }) * dt - x) / x ** 3).toBeCloseTo(-1 / 12, 2)
    }
    const nearRootTwo = { omega, dt: (Math.SQRT2 * (1 - 1e-12)) / omega }
    expect(slideForwardEulerFrequency(nearRootTwo) / forwardEulerFrequency(nearRootTwo)).toBeCloseTo(1, 5)
    expect(slideForwardEulerFrequency({ omega, dt: 1.5 / omega })).toBeNaN()
    expect(forwardEulerFrequency({ omega, dt: 1.5 / omega })).toBeGreaterThan(omega)
    expect(forwardEulerFrequency({ omega, dt: 2.01 / omega })).toBeNaN()
  })

  it('stays on its ellipse: tilted for forward Euler, upright for leapfrog', () => {
    const dt = 1.2 / omega
    const tilted = ({ q, p }: Oscillator) => p * p + omega * omega * (q * q + dt * q * p)
    const upright = ({ q, p }: Oscillator) => (1 - (omega * dt) ** 2 / 4) * p * p + omega * omega * q * q
    for (const [scheme, kept] of [
      [oscillatorForwardEuler, tilted],
      [oscillatorLeapfrog, upright],
    ] as const) {
      const state = { q: 0.7, p: 1.1 }
      const before = kept(state)
      for (let step = 0; step < 10_000; step++) scheme(state, { omega, dt })
      expect(kept(state) / before).toBeCloseTo(1, 10)
    }
  })

  it('has an energy error of ω dt/2 with forward Euler and of (ω dt)²/4 with leapfrog', () => {
    for (const [scheme, leading] of [
      [oscillatorForwardEuler, (x: number) => x / 2],
      [oscillatorLeapfrog, (x: number) => x ** 2 / 4],
    ] as const) {
      for (const x of [0.04, 0.02, 0.01]) {
        expect(energyError(scheme, x / omega) / leading(x)).toBeCloseTo(1, 1)
      }
    }
  })

  it('gives leapfrog when forward Euler is shifted by half a drift', () => {
    const dt = 0.9 / omega
    const leap = { q: 0.7, p: 1.1 }
    const euler = { q: leap.q - (dt / 2) * leap.p, p: leap.p }
    for (let step = 0; step < 200; step++) {
      oscillatorLeapfrog(leap, { omega, dt })
      oscillatorForwardEuler(euler, { omega, dt })
      expect(euler.p).toBeCloseTo(leap.p, 11)
      expect(euler.q + (dt / 2) * euler.p).toBeCloseTo(leap.q, 11)
    }
  })

  it('is exact with the exponential step, however long the step', () => {
    for (const dt of [0.01, 0.3, 1, 2.5]) {
      const state = { q: 0.7, p: 1.1 }
      for (let step = 1; step <= 200; step++) {
        oscillatorExponential(state, { omega, dt })
        const angle = omega * dt * step
        const q = 0.7 * Math.cos(angle) + (1.1 / omega) * Math.sin(angle)
        const p = 1.1 * Math.cos(angle) - omega * 0.7 * Math.sin(angle)
        expect(Math.abs(state.q - q)).toBeLessThan(1e-12)
        expect(Math.abs(state.p - p)).toBeLessThan(1e-12)
      }
    }
  })

  it('keeps its energy with the exponential step, and multiplies it by 1 + ω²dt² or divides it with the two Eulers', () => {
    const dt = 0.5 / omega
    for (const [scheme, factor] of [
      [oscillatorExponential, 1],
      [oscillatorExplicitEuler, 1.25],
      [oscillatorImplicitEuler, 1 / 1.25],
    ] as const) {
      const state = { q: 0.7, p: 1.1 }
      const before = oscillatorEnergy(state, omega, 2)
      for (let step = 0; step < 5; step++) scheme(state, { omega, dt })
      expect(oscillatorEnergy(state, omega, 2) / before).toBeCloseTo(factor ** 5, 12)
    }
  })

  it('swings in the energy of the slide unless the mass is 1', () => {
    const range = (mass: number) => {
      const energies = Array.from({ length: 400 }, (_, step) => {
        const state = { q: 1, p: 0 }
        oscillatorExponential(state, { omega, dt: (2 * Math.PI * step) / 400 / omega })
        return slideOscillatorEnergy(state, omega, mass)
      })
      return Math.max(...energies) / Math.min(...energies)
    }
    expect(range(1)).toBeCloseTo(1, 12)
    expect(range(2)).toBeCloseTo(4, 3)
    expect(range(3)).toBeCloseTo(9, 3)
  })
})
