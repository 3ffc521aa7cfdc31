// Water over ground from functions of place: what the problems of `shallow-water` and `kass-miller` share.
import { createSimulation, type SceneInput, type SurfaceSimulation } from 'seiche'
import { writeNpy } from 'seiche/npy'
import type { Finding } from './problem.js'

export interface Setting extends Pick<SceneInput, 'boundaries' | 'inflows' | 'sources' | 'events' | 'solver'> {
  /** Cells along x and z. */
  readonly cells: readonly [number, number]
  /** Cell size [m]. */
  readonly cellSize: number
  /** Time step [s]. */
  readonly timeStep: number
  /** Elevation of the ground [m]. The origin is the middle of the grid. */
  bed(x: number, z: number): number
  /** Elevation of the surface at the start [m]; dry where it does not rise above the ground. */
  eta(x: number, z: number): number
  /** Velocity potential at the start [m²/s]; water flows up its slope. Default at rest. */
  phi?(x: number, z: number): number
}

/** The water of a setting. The functions' values at the centres of the cells go in as they are, in double precision. */
export function waterOverGround({
  cells,
  cellSize,
  timeStep,
  bed,
  eta,
  phi,
  ...rest
}: Setting): Promise<SurfaceSimulation> {
  const [nx, nz] = cells
  const given = { bed, eta, ...(phi && { phi }) }
  const files = new Map(
    Object.entries(given).map(([name, f]) => {
      const values = new Float64Array(nx * nz)
      for (let j = 0; j < nz; j++)
        for (let i = 0; i < nx; i++) values[j * nx + i] = f(centre(i, nx, cellSize), centre(j, nz, cellSize))
      return [name, writeNpy(values, [nz, nx])]
    }),
  )
  return createSimulation(
    {
      seiche: 1,
      grid: { cells: [nx, nz], cellSize },
      timeStep,
      terrain: { npy: 'bed' },
      initial: { eta: { npy: 'eta' }, ...(phi && { phi: { npy: 'phi' } }) },
      ...rest,
    },
    { threads: 1, readFile: async (name) => files.get(name)! },
  ) as Promise<SurfaceSimulation>
}

/** Place of the centre of cell i among n [m]. */
export function centre(i: number, n: number, cellSize: number): number {
  return (i + 0.5 - n / 2) * cellSize
}

/** Mean of f over a cell around x, by 16 midpoints: a jump inside counts with its share. */
export function cellMean(f: (x: number) => number, x: number, cellSize: number): number {
  const points = 16
  let sum = 0
  for (let k = 0; k < points; k++) sum += f(x + ((k + 0.5) / points - 0.5) * cellSize)
  return sum / points
}

/** Mean distance of two lists. */
export function meanError(measured: ArrayLike<number>, exact: ArrayLike<number>): number {
  let sum = 0
  for (let k = 0; k < exact.length; k++) sum += Math.abs(measured[k]! - exact[k]!)
  return sum / exact.length
}

/** By which power of the cell size the errors fall, from each grid to the next, which has twice the cells. `atLeast`: for all pairs, or for each. */
export function orders(
  what: string,
  errors: readonly { cells: number; error: number }[],
  atLeast: number | readonly number[],
): Finding[] {
  return errors.slice(1).map(({ cells, error }, k) => ({
    quantity: `order of the error of ${what}, ${errors[k]!.cells} to ${cells} cells`,
    measured: Math.log2(errors[k]!.error / error),
    expected: typeof atLeast === 'number' ? atLeast : atLeast[k]!,
    tolerance: 0,
    kind: 'at least',
    unit: '',
  }))
}
