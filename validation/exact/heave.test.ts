import { expect, it } from 'vitest'
import { ball, barge, coefficients, freeHeave, SPAR, spar, turnsOf } from './heave.js'

it.each([ball, spar, barge])('added mass and damping of the $name obey the relation of Kramers and Kronig', (body) => {
  // a(k) - a(∞) = (1/π) PV ∫ b/(ρω)(k') / (k' - k) dk', with b/(ρω) and a in k = ω²/g.
  const [end, count] = [40 / Math.sqrt(body.area), 40_000]
  const width = end / count
  for (const at of [0.5, 1, 1.5].map((factor) => factor * resonance(body))) {
    // The grid is symmetric about k, so that the principal value is a plain sum.
    const shift = at - (Math.floor(at / width) + 0.5) * width
    let sum = 0
    for (let n = 0; n < count; n++) {
      const k = (n + 0.5) * width + shift
      if (k > 0 && Math.abs(k - at) > 0.1 * width) sum += (coefficients(body, k).damping / (k - at)) * width
    }
    const added = body.highest + sum / Math.PI
    expect(Math.abs(added - coefficients(body, at).added)).toBeLessThan(0.04 * body.highest)
  }
})

it('damping of the spar is that of Haskind, with the force of waves on its bottom and on its added mass', () => {
  for (const k of [0.2, 0.4, 0.6]) {
    // b/(ρω) = k X²/2 for the force ρ g X of a wave of unit height; 1 - (kr)²/8 is its mean over the bottom, 2 J₁(kr)/(kr).
    const mean = 1 - (k * SPAR.radius) ** 2 / 8
    const force = (spar.area - k * coefficients(spar, k).added) * mean * Math.exp(-k * SPAR.draught)
    // Waves on the walls and terms of the second order in k are left out; without the added mass the ratio would be 0.74 at k = 0.4.
    expect(Math.abs(coefficients(spar, k).damping / (0.5 * k * force ** 2) - 1)).toBeLessThan(0.1)
  }
})

it('a body starts at its lift and swings with the period of its mass and added mass', () => {
  const step = 0.01
  const times = Array.from({ length: 700 }, (_, n) => n * step)
  const heights = freeHeave(spar, times)
  expect(heights[0]).toBeCloseTo(1, 2)
  const { added } = coefficients(spar, resonance(spar))
  const period = 2 * Math.PI * Math.sqrt((spar.volume + added) / (9.81 * spar.area))
  expect(turnsOf(heights, step)[2]!.time / period).toBeCloseTo(1, 2)
})

/** Wavenumber at which a body resonates [1/m]. */
function resonance(body: typeof ball): number {
  let k = body.area / (body.volume + body.highest)
  for (let n = 0; n < 20; n++) k = body.area / (body.volume + coefficients(body, k).added)
  return k
}
