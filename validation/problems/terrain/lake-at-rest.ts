import type { SurfaceSimulation } from 'seiche'
import { waterOverGround } from '../../over-ground.js'
import type { Finding, Problem } from '../../problem.js'

const CELLS = 64
/** Level of the lake [m]: no power of two, so that sums have something to round. */
const LEVEL = 0.3

/** Rough ground from well below the lake to well above it, steps of metres from cell to cell included. */
function bed(x: number, z: number): number {
  const scattered = (Math.sin(127.1 * x + 311.7 * z) * 43758.5453) % 1
  return 1.5 * Math.sin(1.7 * x) * Math.cos(1.3 * z) + 0.8 * scattered - 0.5
}

type TerrainSolver = { type: 'shallow-water'; dispersion?: 'one-layer' | 'two-layers' } | { type: 'kass-miller' }

function lake(solver: TerrainSolver, name: string = solver.type, steps = 10_000): Problem {
  return {
    name: `Lake at rest with islands, ${steps.toLocaleString('en')} steps`,
    solver: name,
    exact: 'over any ground still water stays still and level, to the last bit',
    async run() {
      const sim = await waterOverGround({
        cells: [CELLS, CELLS],
        cellSize: 0.1,
        timeStep: 0.01,
        solver,
        bed,
        eta: () => LEVEL,
      })
      const start = surfaceOf(sim)
      let disturbed = 0
      let fastest = 0
      for (let block = 0; block < 10; block++) {
        sim.step(steps / 10)
        const { eta } = surfaceOf(sim)
        disturbed += eta.filter((level, cell) => level !== start.eta[cell]).length
        for (const name of ['qx', 'qz'])
          fastest = sim
            .field(name)
            .read()
            .reduce((most, q) => Math.max(most, Math.abs(q)), fastest)
      }
      sim.dispose()
      const levels = new Set(start.eta.filter((_, cell) => start.wet[cell]))
      const dry = start.wet.filter((wet) => !wet).length
      const exactly = { tolerance: 0, kind: 'absolute', unit: '' } as const
      return [
        { quantity: 'levels of the wet cells', measured: levels.size, expected: 1, ...exactly },
        { quantity: 'cells whose surface moved', measured: disturbed, expected: 0, ...exactly },
        { quantity: 'largest discharge', measured: fastest, expected: 0, ...exactly, unit: 'm²/s' },
        { quantity: 'dry cells', measured: dry, expected: 500, tolerance: 0, kind: 'at least', unit: '' },
      ] satisfies Finding[]
    },
  }
}

function surfaceOf(sim: SurfaceSimulation): { eta: Float32Array; wet: boolean[] } {
  return { eta: sim.field('eta').read(), wet: Array.from(sim.field('depth').read(), (depth) => depth > 0) }
}

export const stillLake = lake({ type: 'shallow-water' })
/** Steps that change no bit are followed by the same: fewer of the longer ones suffice. */
const dispersiveLake = (dispersion: 'one-layer' | 'two-layers', name: string) =>
  lake({ type: 'shallow-water', dispersion }, `shallow-water, ${name}`, 2000)
export const stillLakeDispersive = dispersiveLake('one-layer', 'dispersive')
export const stillLakeTwoLayers = dispersiveLake('two-layers', 'two layers')
export const stillLakeImplicit = lake({ type: 'kass-miller' })
