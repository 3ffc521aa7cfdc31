import { expect, it } from 'vitest'
import { spectralEnergies, vortexEnergies } from './spectral-vortices.js'

it('has no error that a coarser grid would show, as long as the eddies are large', () => {
  const [first, second] = spectralEnergies(16, 0.01, [1, 2], 0.1)
  expect(first).toBeCloseTo(vortexEnergies.get(1)!, 6)
  expect(second).toBeCloseTo(vortexEnergies.get(2)!, 3)
})

it('loses energy to friction alone, by the square of the vorticity', () => {
  // At the start the vorticity of the vortices has three times the square of their velocity: dE/dt = -2 ν 3 E.
  const [after] = spectralEnergies(16, 0.01, [0.01], 0.01)
  expect((1 - after!) / 0.01).toBeCloseTo(6 * 0.01, 4)
})
