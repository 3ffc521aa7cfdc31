// The balance of water over any ground.

import type { SurfaceSimulation } from 'seiche'
import { expect } from 'vitest'

/** Advances by 100 steps several times. Each time all is finite, no depth is negative, and volume has changed by what was added. */
export function expectBalance(sim: SurfaceSimulation, times: number): void {
  const before = sim.diagnostics()
  let most = before.volume
  for (let k = 0; k < times; k++) {
    sim.step(100)
    const { volume, addedVolume, energy, minimum, maximum } = sim.diagnostics()
    for (const value of [volume, energy, minimum, maximum]) expect(Number.isFinite(value)).toBe(true)
    most = Math.max(most, volume, Math.abs(addedVolume))
    expect(Math.abs(volume - before.volume - addedVolume)).toBeLessThanOrEqual(1e-6 * most)
    expect(Math.min(...sim.field('depth').read())).toBeGreaterThanOrEqual(0)
  }
}
