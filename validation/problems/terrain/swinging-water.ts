import type { SurfaceSimulation } from 'seiche'
import { breathing, type Swing, tilting } from '../../exact/paraboloid.js'
import { measureFrequency } from '../../frequency.js'
import { centre, orders, waterOverGround } from '../../over-ground.js'
import type { Finding, Problem } from '../../problem.js'

/** Side of the square around the bowl [m]. */
const SIDE = 4
const BOWL = { radius: 1, depth: 0.1 } as const
export const OFFSET = 0.5

/** Water in the bowl from the start of an exact motion; a step is 1/200 of a period. */
function fillBowl(swing: Swing, cells: number, phi?: (x: number, z: number) => number): Promise<SurfaceSimulation> {
  return waterOverGround({
    cells: [cells, cells],
    cellSize: SIDE / cells,
    timeStep: swing.period / STEPS,
    solver: { type: 'shallow-water' },
    bed: swing.bed,
    eta: (x, z) => swing.bed(x, z) + swing.at(x, z, 0).depth,
    ...(phi && { phi }),
  })
}

const STEPS = 200

/**
 * The scheme is of second order where the water is smooth (see the steepening wave) and of first order in the cells of the
 * shore, whose errors run through the whole bowl: the finer the grid, the fewer they are. At 64 cells the water is 32 across.
 */
const ORDERS = [1.2, 1.5]

export const planar = tilting(BOWL, OFFSET)

/** The tilting water. At the start all of it moves along z at σ ω, so its potential is σ ω z. */
export function fillPlanar(cells: number): Promise<SurfaceSimulation> {
  return fillBowl(planar, cells, (_, z) => OFFSET * planar.omega * z)
}

/** Mean error of the depth where the exact water is at least a fifth of h0 deep [m]: away from the shore. */
function errorInside(sim: SurfaceSimulation, swing: Swing): number {
  const depth = sim.field('depth').read()
  const cells = Math.sqrt(depth.length)
  let sum = 0
  let count = 0
  depth.forEach((d, k) => {
    const x = centre(k % cells, cells, SIDE / cells)
    const z = centre(Math.floor(k / cells), cells, SIDE / cells)
    const exact = swing.at(x, z, sim.time).depth
    if (exact < BOWL.depth / 5) return
    sum += Math.abs(d - exact)
    count++
  })
  return sum / count
}

/** Water below this [m] is a film that the last wave left, not the water whose shore is looked for. */
const FILM = BOWL.depth / 100

/** By how many cells the shore towards x+ along the middle row is off: the last wet cell against that of the exact water. */
function shoreOff(sim: SurfaceSimulation, swing: Swing): number {
  const depth = sim.field('depth').read()
  const cells = Math.sqrt(depth.length)
  const row = cells / 2
  const place = (i: number) => centre(i, cells, SIDE / cells)
  const exact = Array.from({ length: cells }, (_, i) => swing.at(place(i), place(row), sim.time).depth)
  const wet = (d: number) => d > FILM
  return Math.abs(depth.subarray(row * cells, (row + 1) * cells).findLastIndex(wet) - exact.findLastIndex(wet))
}

/** Middle of the water along x [m]. */
function middleOf(sim: SurfaceSimulation): number {
  const { data, offset, stride, nx, nz } = sim.field('depth')
  let moment = 0
  let sum = 0
  for (let j = 0; j < nz; j++)
    for (let i = 0; i < nx; i++) {
      const d = data[offset + j * stride + i]!
      moment += d * centre(i, nx, SIDE / nx)
      sum += d
    }
  return moment / sum
}

export const tiltingSurface: Problem = {
  name: 'Tilting surface in a paraboloid',
  solver: 'shallow-water',
  exact: 'the surface stays a plane and goes round with ω = sqrt(2 g h0)/a; its shore is a circle (Thacker 1981)',
  async run() {
    const findings: Finding[] = []
    const errors: { cells: number; error: number }[] = []
    for (const cells of [64, 128, 256]) {
      const sim = await fillPlanar(cells)
      const middles = new Float64Array(STEPS + 1)
      let awry = 0
      for (let step = 0; step <= STEPS; step++) {
        if (step > 0) sim.step()
        middles[step] = middleOf(sim)
        awry = Math.max(awry, shoreOff(sim, planar))
      }
      errors.push({ cells, error: errorInside(sim, planar) })
      sim.dispose()
      findings.push(
        {
          quantity: `period, ${cells}² cells`,
          measured: (2 * Math.PI) / measureFrequency(middles, planar.period / STEPS, planar.omega),
          expected: planar.period,
          tolerance: 0.005,
          kind: 'relative',
          unit: 's',
        },
        {
          quantity: `cells that the shore is off at most, ${cells}²`,
          measured: awry,
          expected: 1,
          tolerance: 0,
          kind: 'at most',
          unit: '',
        },
      )
    }
    return [...findings, ...orders('depth away from the shore after a period', errors, ORDERS)]
  },
}

export const breathingSurface: Problem = {
  name: 'Rising and sinking surface in a paraboloid',
  solver: 'shallow-water',
  exact: 'the surface stays a paraboloid and swings with ω = sqrt(8 g h0)/a (Thacker 1981)',
  async run() {
    const swing = breathing(BOWL, 0.8)
    const errors: { cells: number; error: number }[] = []
    const findings: Finding[] = []
    for (const cells of [64, 128, 256]) {
      const sim = await fillBowl(swing, cells)
      let awry = 0
      for (let step = 0; step < STEPS; step++) {
        sim.step()
        awry = Math.max(awry, shoreOff(sim, swing))
      }
      findings.push({
        quantity: `cells that the shore is off at most, ${cells}²`,
        measured: awry,
        expected: 2,
        tolerance: 0,
        kind: 'at most',
        unit: '',
      })
      errors.push({ cells, error: errorInside(sim, swing) })
      sim.dispose()
    }
    return [...findings, ...orders('depth away from the shore after a period', errors, ORDERS)]
  },
}
