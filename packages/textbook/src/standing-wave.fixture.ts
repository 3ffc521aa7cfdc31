/** Exact solutions of the discrete wave equation, and the measures the tests share. */

export interface Mode {
  /** One value per cell, row-major, largest magnitude about 1. */
  shape: Float64Array
  /** sin²(kx dx/2) + sin²(kz dx/2), no unit. */
  sines: number
}

/** cos cos: an eigenvector of the five-point Laplacian with closed edges; m and n half waves along x and z. */
export function closedMode(nx: number, nz: number, m: number, n: number): Mode {
  const kx = (Math.PI * m) / nx
  const kz = (Math.PI * n) / nz
  const shape = Float64Array.from(
    { length: nx * nz },
    (_, cell) => Math.cos(kx * ((cell % nx) + 0.5)) * Math.cos(kz * (Math.floor(cell / nx) + 0.5)),
  )
  return { shape, sines: Math.sin(kx / 2) ** 2 + Math.sin(kz / 2) ** 2 }
}

/** sin sin: the same between ghost cells of height 0, which stand one cell outside the grid; m and n from 1. */
export function fixedMode(nx: number, nz: number, m: number, n: number): Mode {
  const kx = (Math.PI * m) / (nx + 1)
  const kz = (Math.PI * n) / (nz + 1)
  const shape = Float64Array.from(
    { length: nx * nz },
    (_, cell) => Math.sin(kx * ((cell % nx) + 1)) * Math.sin(kz * (Math.floor(cell / nx) + 1)),
  )
  return { shape, sines: Math.sin(kx / 2) ** 2 + Math.sin(kz / 2) ** 2 }
}

/**
 * Amplitude of a mode of amplitude 1 after some steps of a run that starts with v = 0, given courant = c dt/dx.
 *
 * ω from sin²(ω dt/2) = courant² sines. Starting with v = 0 means that the height one step earlier was the same, so time
 * zero of the cosine lies half a step before the start: amplitude = cos(ω dt (step + 1/2)) / cos(ω dt/2).
 */
export function standingWave({ sines }: Mode, courant: number, step: number): number {
  const half = Math.asin(courant * Math.sqrt(sines))
  return Math.cos(half * (2 * step + 1)) / Math.cos(half)
}

export function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}

export function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
}

/** Largest magnitude of `values[cell] - expected(cell)`; NaN is passed on. */
export function largestDifference(values: Float64Array, expected: (cell: number) => number): number {
  return values.reduce((most, value, cell) => Math.max(most, Math.abs(value - expected(cell))), 0)
}
