import { describe, expect, it } from 'vitest'
import { defaultsOf } from '../../settings.js'
import { openModel } from './spring.model.js'
import { type SpringValues, settings } from './spring.settings.js'
import { behaviorInTheory } from './spring.theory.js'

function run(changes: Partial<SpringValues>, steps = 0) {
  const model = openModel({ ...defaultsOf(settings), ...changes })
  for (let step = 0; step < steps; step++) model.step()
  return { ...model.frame(), stopped: model.outOfBounds?.() }
}

describe('the spring of the lab', () => {
  it('measures growth and frequency of all five schemes as theory has them, on both sides of √2 and of 2', () => {
    for (const omegaDt of [0.05, 0.5, 1.4, 1.5, 1.9, 1.99, 2.05, 2.2])
      for (const { scheme, growth, frequency } of run({ 'omega-dt': omegaDt }).merits) {
        const theory = behaviorInTheory(scheme, omegaDt)
        expect(growth / theory.growth, `${scheme} ${omegaDt}`).toBeCloseTo(1, 5)
        if (Number.isNaN(theory.frequency)) expect(frequency, `${scheme} ${omegaDt}`).toBeNaN()
        else expect(frequency / theory.frequency, `${scheme} ${omegaDt}`).toBeCloseTo(1, 4)
      }
  })

  it('stops at a thousand times its first length, having grown by the eigenvalue', () => {
    const { growth, theory, stopped } = run({ 'omega-dt': 2.1 }, 200)
    expect(stopped).toContain('1000 times longer')
    expect(Math.abs(growth / theory.growth - 1)).toBeLessThan(0.02)
  })

  it('keeps its energy with the exponential step alone', () => {
    const energies = new Map(run({ 'omega-dt': 0.5 }).merits.map(({ scheme, energy }) => [scheme, energy]))
    const [least, most] = energies.get('exponential')!
    expect(most - least).toBeLessThan(1e-9)
    expect(energies.get('explicit-euler')![1]).toBeGreaterThan(100)
    expect(energies.get('implicit-euler')![0]).toBeLessThan(0.01)
    expect(energies.get('leapfrog')![1]).toBeLessThan(1.1)
  })

  it('runs the other schemes beside the chosen one when asked', () => {
    expect(run({}, 5).others).toEqual([])
    const { others, q } = run({ others: true }, 5)
    expect(others.map(({ scheme }) => scheme)).toEqual(['explicit-euler', 'leapfrog', 'implicit-euler', 'exponential'])
    for (const other of others) expect(other.q.length).toBe(q.length)
  })

  it('has no frequency of the slide past √2, where the scheme still oscillates', () => {
    const { slideFrequency, theory } = run({ 'omega-dt': 1.5 })
    expect(slideFrequency).toBeNaN()
    expect(theory.frequency).toBeGreaterThan(1)
  })
})
