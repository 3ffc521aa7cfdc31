// The water of the lesson: the textbook's columns in their orders and with their edges, or the engine's.

import {
  columns1D,
  columns2D,
  columnsAllAtOnce,
  columnsHeightsFirst,
  columnsInOneLoop,
  shallowWave1D,
  shallowWave2D,
} from '@seiche/textbook'
import { createSimulation } from 'seiche'
import type { ColumnsValues } from './columns.settings.js'

/** Depth [m], gravity [m/s²], speed of all waves [m/s], width of a column [m]. */
export const depth = 1
export const gravity = 9.81
export const speed = Math.sqrt(gravity * depth)
export const width = 0.25

/** Columns along x and z. */
export function cellsOf({ grid }: Pick<ColumnsValues, 'grid'>): { nx: number; nz: number } {
  return grid === 'row' ? { nx: 64, nz: 1 } : { nx: 32, nz: 32 }
}

export const timeStepOf = ({ courant }: Pick<ColumnsValues, 'courant'>): number => (courant * width) / speed

/** Some water in columns. */
export interface Water {
  /** Elevation of each column [m], row by row. */
  readonly eta: ArrayLike<number>
  /** Steps that the scheme takes for one step of the lesson. */
  readonly substeps: number
  step(): void
  /** Raises the columns [m] without setting them in motion. */
  add(heights: Float64Array): void
  /** Goes on with another time step, if the water can. */
  setCourant?(courant: number): void
  dispose?(): void
}

export function openWater(values: ColumnsValues): Water | Promise<Water> {
  if (values.by === 'engine') return engineWater(values)
  return isMuellers(values) ? columnsWater(values) : shallowWaveWater(values)
}

/** Whether Müller's columns run: they have closed edges and no damping. The other document's scheme has both. */
export function isMuellers({ edges, beta }: Pick<ColumnsValues, 'edges' | 'beta'>): boolean {
  return edges === 'closed' && beta === 1
}

const orders = {
  'heights-first': columnsHeightsFirst,
  'all-at-once': columnsAllAtOnce,
  'one-loop': columnsInOneLoop,
}

function columnsWater(values: ColumnsValues): Water {
  const { nx, nz } = cellsOf(values)
  const state = { nx, nz, eta: new Float64Array(nx * nz), v: new Float64Array(nx * nz) }
  const slides = nz === 1 ? columns1D : columns2D
  const step = values.order === 'slides' ? slides : orders[values.order]
  let dt = timeStepOf(values)
  return {
    eta: state.eta,
    substeps: 1,
    step: () => step(state, { c: speed, dx: width, dt }),
    add: (heights) => addTo(state.eta, heights),
    setCourant: (courant) => {
      dt = timeStepOf({ courant })
    },
  }
}

function shallowWaveWater(values: ColumnsValues): Water {
  const { nx, nz } = cellsOf(values)
  const fresh = () => new Float64Array(nx * nz)
  const state = { nx, nz, eta: fresh(), etaOld: fresh(), etaNew: fresh() }
  const edge =
    values.edges === 'closed'
      ? ({ type: 'closed' } as const)
      : ({ type: 'fixed', height: values.edges === 'held' ? values.height : 0 } as const)
  const step = nz === 1 ? shallowWave1D : shallowWave2D
  let { courant } = values
  return {
    eta: state.eta,
    substeps: 1,
    step: () => step(state, { alpha: courant * courant, beta: values.beta, edge }),
    add: (heights) => {
      addTo(state.eta, heights)
      addTo(state.etaOld, heights)
    },
    setCourant: (next) => {
      // The speed is (eta - etaOld)/dt: it stays.
      for (let cell = 0; cell < nx * nz; cell++)
        state.etaOld[cell] = state.eta[cell]! - (state.eta[cell]! - state.etaOld[cell]!) * (next / courant)
      courant = next
    },
  }
}

async function engineWater(values: ColumnsValues): Promise<Water> {
  const { nx, nz } = cellsOf(values)
  const timeStep = timeStepOf(values)
  const edge =
    values.edges === 'closed' ? 'reflect' : values.edges === 'open' ? 'absorb' : ({ fixed: values.height } as const)
  // A row has its edges along x only.
  const side = nz === 1 ? 'reflect' : edge
  const sim = await createSimulation(
    {
      seiche: 1,
      grid: { cells: [nx, nz], cellSize: width },
      timeStep,
      solver: { type: 'columns', depth, gravity, viscosity: values.viscosity },
      boundaries: { 'x-': edge, 'x+': edge, 'z-': side, 'z+': side },
    },
    { threads: 1 },
  )
  const [eta, phi] = [sim.field('eta'), sim.field('phi')]
  const halfKick = (0.5 * gravity * timeStep) / sim.substeps
  let shown = eta.read()
  return {
    get eta() {
      return shown
    },
    substeps: sim.substeps,
    step: () => {
      sim.step()
      shown = eta.read(shown)
    },
    add: (heights) => {
      eta.write(eta.read().map((height, cell) => height + heights[cell]!))
      // The potential is half a substep behind the elevation.
      phi.write(phi.read().map((potential, cell) => potential + halfKick * heights[cell]!))
      shown = eta.read(shown)
    },
    dispose: () => sim.dispose(),
  }
}

function addTo(target: Float64Array, heights: Float64Array): void {
  for (let cell = 0; cell < target.length; cell++) target[cell]! += heights[cell]!
}
