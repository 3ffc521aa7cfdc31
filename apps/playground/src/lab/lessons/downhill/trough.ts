// Water over ground in a trough, by the textbook's explicit or implicit step or by the engine's solvers.

import { explicitShallow1D, kassMiller1D } from '@seiche/textbook'
import { createSimulation } from 'seiche'
import { writeNpy } from 'seiche/npy'
import type { DownhillValues } from './downhill.settings.js'

/** Cells, their width [m], gravity [m/s²], depth of the still water over flat ground [m]. */
export const cells = 40
export const dx = 0.5
export const gravity = 9.81
export const depth = 1

/** Height of the first wave [m]. */
export const amplitude = 0.1

/** Elevation of the ground [m]. */
export function bedOf(ground: DownhillValues['ground']): Float64Array {
  const length = cells * dx
  return Float64Array.from({ length: cells }, (_, i) => {
    const x = (i + 0.5) * dx
    if (ground === 'bar') return -depth + 0.8 * Math.exp(-(((x - 0.55 * length) / 2) ** 2))
    if (ground === 'beach') return -depth + Math.max(0, (1.5 * (x - 0.4 * length)) / (0.6 * length))
    return -depth
  })
}

/** Shape of the standing wave of some half waves, largest magnitude nearly 1. */
export function waveOf(halfWaves: number): Float64Array {
  return Float64Array.from({ length: cells }, (_, i) => Math.cos(((i + 0.5) * Math.PI * halfWaves) / cells))
}

export interface Trough {
  /** Elevation of the surface [m], one per cell; below the ground where it is dry. */
  eta(): Float64Array
  /** Elevation one step ago [m]. */
  etaOld(): Float64Array
  /** Velocity on the inner faces [m/s]. */
  u(): Float64Array
  step(): void
  dispose?(): void
}

export function openTrough(values: DownhillValues): Trough | Promise<Trough> {
  if (values.by === 'engine') return engineTrough(values)
  return values.method === 'explicit' ? explicitTrough(values) : implicitTrough(values)
}

const start = ({ waves }: DownhillValues) => waveOf(waves).map((height) => amplitude * height)

function explicitTrough(values: DownhillValues): Trough {
  const state = { eta: start(values), u: new Float64Array(cells - 1), bed: bedOf(values.ground) }
  let etaOld = state.eta.slice()
  return {
    eta: () => state.eta.slice(),
    etaOld: () => etaOld,
    u: () => state.u.slice(),
    step: () => {
      etaOld = state.eta.slice()
      explicitShallow1D(state, { dx, dt: values.dt, g: gravity })
    },
  }
}

function implicitTrough(values: DownhillValues): Trough {
  const { dt, tau } = values
  const eta = start(values)
  const state = { eta, etaOld: eta.slice(), bed: bedOf(values.ground) }
  return {
    eta: () => state.eta.slice(),
    etaOld: () => state.etaOld.slice(),
    u: () => velocities(state.etaOld, state.eta, state.bed, dt),
    step: () => kassMiller1D(state, { dx, dt, g: gravity, tau }),
  }
}

async function engineTrough(values: DownhillValues): Promise<Trough> {
  const bed = bedOf(values.ground)
  const heights = start(values)
  const sim = await createSimulation(
    {
      seiche: 1,
      grid: { cells: [cells, 1], cellSize: dx },
      timeStep: values.dt,
      solver:
        values.method === 'explicit'
          ? { type: 'shallow-water', gravity }
          : { type: 'kass-miller', gravity, tau: values.tau },
      terrain: { npy: 'bed.npy' },
      initial: { eta: { npy: 'eta.npy' } },
    },
    { threads: 1, readFile: async (name) => writeNpy(name === 'bed.npy' ? bed : heights, [1, cells]) },
  )
  const eta = sim.field('eta')
  const read = () => Float64Array.from(eta.read())
  let etaOld = read()
  return {
    eta: read,
    etaOld: () => etaOld,
    u: () => velocities(etaOld, read(), bed, values.dt),
    step: () => {
      etaOld = read()
      sim.step()
    },
    dispose: () => sim.dispose(),
  }
}

/** Velocities on the faces [m/s] that change the depths in this way: the flow through a face carries the water of all cells before it. */
function velocities(before: Float64Array, after: Float64Array, bed: Float64Array, dt: number): Float64Array {
  const wet = (eta: Float64Array, i: number) => Math.max(0, eta[i]! - bed[i]!)
  let flow = 0
  return Float64Array.from({ length: cells - 1 }, (_, i) => {
    flow -= ((wet(after, i) - wet(before, i)) * dx) / dt
    const face = (wet(after, i) + wet(after, i + 1)) / 2
    return face > 1e-3 ? flow / face : 0
  })
}
