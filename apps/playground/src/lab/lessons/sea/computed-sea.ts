// Seas that can be computed for the next time: by transforms of the engine, or by sinusoids of the textbook.

import { type Sinusoid, seaSinusoids, sinusoidHeight } from '@seiche/textbook'
import { createSimulation, type SurfaceSimulation } from 'seiche'
import { windOf } from './asked-sea.js'
import type { Tile } from './measured-spectrum.js'
import type { SeaValues } from './sea.settings.js'

/** Cells along each side. */
const cells = 128
/** Cells of the textbook's sea, whose every wave costs a cosine a cell. */
const textbookCells = 64
/** [s] */
export const timeStep = 1 / 30
/** Each tile has cells smaller by this factor. */
const ratio = 7
/** Length of the boat of the scenes [m]; it is made larger. */
const boatLength = 7

/** Length of the ship [m]: a twelfth of the square, but not shorter than a trawler. */
export function shipLength(size: number): number {
  return Math.max(28, size / 12)
}

/** Water of one time. */
interface Water {
  eta: ArrayLike<number>
  dx?: ArrayLike<number>
  dz?: ArrayLike<number>
  foam?: ArrayLike<number>
}

/** A sea that can be computed for the next time. */
export interface ComputedSea {
  cells: number
  waves: number
  periodic: boolean
  step(t: number): void
  water(): Water
  tiles(): Tile[]
}

export async function openEngine(values: SeaValues, size: number): Promise<SurfaceSimulation> {
  const bodies = values.ship ? { bodies: [shipOf(size)] } : {}
  const options = values.ship ? { rigidBodies: (await import('seiche/bodies')).rapier, readFile: readBoat } : {}
  return (await createSimulation(
    {
      seiche: 1,
      grid: { cells: [cells, cells], cellSize: size / cells },
      timeStep,
      solver: {
        type: 'ocean',
        spectrum: values.spectrum,
        windSpeed: values.wind,
        windDirection: 25,
        ...(values.spectrum !== 'phillips' && { fetch: 1000 * values.fetch }),
        ...(values.spectrum === 'tma' && { depth: values.depth }),
        ...(values.swell > 0 && {
          swell: { height: values.swell, period: values['swell-period'], direction: -35 },
        }),
        choppiness: values.choppiness,
        cascades: values.cascades,
        ratio,
      },
      ...bodies,
    },
    { threads: 1, ...options },
  )) as SurfaceSimulation
}

function shipOf(size: number) {
  const scale = shipLength(size) / boatLength
  return { name: 'ship', shape: 'mesh' as const, file: 'boat.glb', scale, density: 330, drag: 1 }
}

async function readBoat(): Promise<Uint8Array> {
  const response = await fetch(new URL('../../../../../../scenes/boat.glb', import.meta.url))
  if (!response.ok) throw new Error('The ship could not be loaded. Switch it off, or reload the page.')
  return new Uint8Array(await response.arrayBuffer())
}

export function engineSea(sim: SurfaceSimulation, { cascades }: SeaValues): ComputedSea {
  const read = (name: string) => sim.field(name as 'eta').read()
  const { cellSize } = sim.grid
  return {
    cells,
    waves: cascades * cells * cells,
    periodic: true,
    step: () => sim.step(),
    water: () => ({ eta: read('eta'), dx: read('dx'), dz: read('dz'), foam: read('foam') }),
    tiles: () =>
      Array.from({ length: cascades }, (_, n) => ({
        eta: read(`eta_${n}`),
        n: cells,
        cellSize: cellSize / ratio ** n,
      })),
  }
}

export function textbookSea(values: SeaValues, size: number): ComputedSea {
  const n = textbookCells
  const cellSize = size / n
  let state = 1
  const random = () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
  const waves: Sinusoid[] = seaSinusoids(values.spectrum, windOf(values), values.waves, 4 * cellSize, random)
  const eta = new Float64Array(n * n)
  const compute = (t: number) => {
    for (let j = 0; j < n; j++)
      for (let i = 0; i < n; i++)
        eta[j * n + i] = sinusoidHeight(waves, (i + 0.5 - n / 2) * cellSize, (j + 0.5 - n / 2) * cellSize, t)
  }
  compute(0)
  return {
    cells: n,
    waves: waves.length,
    periodic: false,
    step: compute,
    water: () => ({ eta }),
    tiles: () => [{ eta, n, cellSize }],
  }
}
