// The frequency that theory gives a wave: on real water, and in the scheme of the solver that runs.

import { airy, type Scene } from 'seiche'

/** Surface tension of clean water at 20 °C [N/m]. */
const waterTension = 0.0728

/** Weights α and β of the dynamic pressures of shallow water: the header of the solver's dispersion. */
const PRESSURES = {
  off: [],
  'one-layer': [[1.153, 3]],
  'two-layers': [
    [1.1993, 1 / (1 / 3 - 1 / 414)],
    [7.361, 414],
  ],
} satisfies Record<string, [alpha: number, beta: number][]>

/** The run to which a theory belongs. */
export interface TheoryInput {
  scene: Pick<Scene, 'solver'>
  /** Depth of the water [m]: at rest, or the mean of the wet cells on terrain; Infinity where it is deep. */
  depth: number
  /** Cell size [m] and length of a substep [s]. */
  cellSize: number
  substep: number
}

/** Angular frequency [rad/s] of a wavenumber [rad/m]; NaN where a scheme has none. */
export type DispersionCurve = (k: number) => number

/** Small waves on real water, with its surface tension. */
export function realWater({ scene: { solver }, depth }: TheoryInput): DispersionCurve {
  const gravity = 'gravity' in solver ? solver.gravity : undefined
  const water = { depth, surfaceTension: waterTension, ...(gravity !== undefined && { gravity: gravity as number }) }
  return (k) => airy.angularFrequency(k, water)
}

/** Plane waves along an axis of the grid in the scheme of the solver; undefined for fluids, which have no surface. */
export function solverCurve(input: TheoryInput): DispersionCurve | undefined {
  const { scene, depth, cellSize: dx, substep: dt } = input
  const { solver } = scene
  switch (solver.type) {
    case 'columns': {
      // sin²(ω dt/2) = (c dt/dx)² sin²(k dx/2): the header of the solver.
      const c = Math.sqrt(solver.gravity * depth)
      return (k) => leapfrog(((2 * c) / dx) * Math.sin((k * dx) / 2), dt)
    }
    case 'iwave': {
      const water = { depth, gravity: solver.gravity, surfaceTension: solver.surfaceTension }
      const exact: DispersionCurve = (k) => airy.angularFrequency(k, water)
      return solver.method === 'exponential' ? exact : (k) => leapfrog(exact(k), dt)
    }
    case 'waves':
    case 'ocean': {
      const water = { depth, gravity: solver.gravity, surfaceTension: solver.surfaceTension }
      return (k) => airy.angularFrequency(k, water)
    }
    case 'kass-miller': {
      // The phase advances by atan X instead of X: the header of the solver.
      const c = Math.sqrt(solver.gravity * depth)
      return (k) => Math.atan(dt * ((2 * c) / dx) * Math.sin((k * dx) / 2)) / dt
    }
    case 'shallow-water': {
      const c = Math.sqrt(solver.gravity * depth)
      const pressures = PRESSURES[solver.dispersion]
      return (k) => {
        const kd2 = (k * depth) ** 2
        return c * k * Math.sqrt(pressures.reduce((part, [alpha, beta]) => part - kd2 / (beta + alpha * kd2), 1))
      }
    }
    default:
      return undefined
  }
}

/** Frequency of leapfrog for an oscillation of frequency ω: sin(ω' dt/2) = ω dt/2. */
function leapfrog(omega: number, dt: number): number {
  return (2 / dt) * Math.asin((omega * dt) / 2)
}
