import type { CascadeTile } from '@seiche/three'

/** Largest part of the sea under whitecaps that is drawn [1]; the power law is fitted to winds below 18 m/s. */
const mostCover = 0.12

/** Part of the sea under whitecaps in a wind [m/s] at a height of 10 m: 3.84e-6 U^3.41 (Monahan and O'Muircheartaigh 1980). */
export function whitecapCover(windSpeed: number): number {
  return Math.min(mostCover, 3.84e-6 * windSpeed ** 3.41)
}

/** Samples of the Jacobian. */
const samples = 4096

/**
 * Jacobians at which foam begins and at which it covers everything, so that foam covers a part of the sea. The Jacobian of the whole sea is
 * sampled: its tiles have different sizes, so any cell of one meets any cell of another. The finest tile is left out, as in the shading: its
 * waves are too short to break. Undefined while the sea is level.
 */
export function whitecapThresholds(
  tiles: readonly CascadeTile[],
  cover: number,
): { start: number; full: number } | undefined {
  const breaking = tiles.slice(0, Math.max(1, tiles.length - 1))
  const found = new Float32Array(samples)
  for (let k = 0; k < samples; k++) {
    let [x, z, mixed] = [1, 1, 0]
    for (const [c, { dxx, dzz, dxz }] of breaking.entries()) {
      // Steps that are coprime to the number of cells visit all of them in different orders.
      const cell = (k * (7919 + 2 * 1009 * c) + 31 * c) % dxx.length
      x += dxx[cell]!
      z += dzz[cell]!
      mixed += dxz[cell]!
    }
    found[k] = x * z - mixed * mixed
  }
  found.sort()
  const at = (share: number): number => found[Math.min(samples - 1, Math.floor(share * samples))]!
  // Foam is thin and has holes where it begins: a third of the range between both counts. The range is wide, so that edges are soft.
  const [start, full] = [at(3 * cover), at(0.2 * cover)]
  return start > full ? { start, full } : undefined
}
