/** The water that the cases step: a square basin with closed edges and a bump that fills it with waves. */
import type { AnySimulation } from 'seiche'
import { startEngine } from './engine.js'

/** c dt/dx: below 1/√2, so that one substep is enough. */
export const courant = 0.5
/** Height of the bump [m]. */
export const height = 0.1
/** Depth of the basin [m]; the wave speed follows as sqrt(g depth). */
const depth = 10
/** Cell size [m]. */
const dx = 1

/** A basin of n × n cells. `keepThreadsAwake`: the option of the engine. */
export function createBasin(n: number, threads: number | 'auto', keepThreadsAwake = false): Promise<AnySimulation> {
  return startEngine(
    {
      seiche: 1,
      name: 'Square basin',
      grid: { cells: [n, n], cellSize: dx },
      timeStep: (courant * dx) / Math.sqrt(9.81 * depth),
      duration: 1,
      solver: { type: 'columns', depth, damping: 0, viscosity: 0 },
      // As wide as in the C baseline: no denormal numbers in the corners, whose slow arithmetic would be what is measured.
      initial: { eta: [{ shape: 'gaussian', center: [0, 0], radius: (n / 8) * dx, height }] },
      boundaries: { 'x-': 'reflect', 'x+': 'reflect', 'z-': 'reflect', 'z+': 'reflect' },
    },
    threads,
    keepThreadsAwake,
  )
}
