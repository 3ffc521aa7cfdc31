import { readFileSync } from 'node:fs'
import { createSimulation, parseScene } from 'seiche'
import { describe, expect, it } from 'vitest'
import { measuredTable, readAmplification } from './results.js'
import { amplification, harbour, peaksOf, phaseOf, theoreticalPeaks } from './theory.js'

const measured = readAmplification(measuredTable)

describe('theory of the harbour', () => {
  it('has the limits that are known', () => {
    // Long waves rise and fall in the harbour as at the coast.
    expect(amplification(1e-4)).toBeCloseTo(1, 6)
    // The first peak is near 1/(ka), and below the quarter wave because of the water before the mouth.
    const [first] = theoreticalPeaks(0.7, 9)
    const ka = (first!.kL / harbour.length) * (harbour.width / 2)
    expect(Math.abs(first!.height * ka - 1)).toBeLessThan(0.04)
    expect(first!.kL).toBeLessThan(Math.PI / 2)
  })

  it('agrees with the expansion for narrow mouths', () => {
    // cos kL + (2ka/π) (ln ka + γ - 3/2) sin kL - i ka sin kL; the next terms are of order (ka)³.
    const kL = 1.2
    const ka = (kL / harbour.length) * (harbour.width / 2)
    const real = Math.cos(kL) + ((2 * ka) / Math.PI) * (Math.log(ka) + 0.5772156649 - 1.5) * Math.sin(kL)
    const expansion = 1 / Math.hypot(real, ka * Math.sin(kL))
    expect(Math.abs(amplification(kL) / expansion - 1)).toBeLessThan(2 * ka ** 2)
  })
})

describe('the measured table', () => {
  it('has 100 periods, each within 3 % of the theory', () => {
    expect(measured).toHaveLength(100)
    for (const { kL, height } of measured) expect(Math.abs(height / amplification(kL) - 1)).toBeLessThan(0.03)
  })

  it('has its peaks within 0.5 % of the theory', () => {
    const [found, theory] = [peaksOf(measured), theoreticalPeaks(0.7, 9)]
    expect(found).toHaveLength(3)
    for (const [n, { kL, height }] of found.entries()) {
      expect(Math.abs(kL / theory[n]!.kL - 1)).toBeLessThan(0.005)
      expect(Math.abs(height / theory[n]!.height - 1)).toBeLessThan(0.005)
    }
  })

  it('is that of the scene', async () => {
    const scene = parseScene(readFileSync(new URL('harbour.json', import.meta.url), 'utf8'))
    const simulation = await createSimulation(scene)
    // Wave speed and dimensions of the theory are those of the scene.
    expect(scene.solver).toMatchObject({ depth: 10, gravity: 9.81 })
    const openness = simulation.field('openness').read()
    const { nx, nz, cellSize } = simulation.grid
    const row = openness.subarray((nz / 2) * nx, (nz / 2 + 1) * nx)
    const column = Array.from({ length: nz }, (_, j) => openness[j * nx + 10]!)
    expect(row.every((value) => value === 1)).toBe(true)
    expect(column.reduce((sum, value) => sum + value, 0) * cellSize).toBeCloseTo(harbour.width, 6)
    const coast = Array.from(openness.subarray(0, nx)).indexOf(1)
    expect(coast * cellSize).toBeCloseTo(harbour.length, 6)
    expect(phaseOf(100)).toBeCloseTo(4.06, 2)
    simulation.dispose()
  })
})
