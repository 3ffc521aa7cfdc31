import type { PoissonEdge } from '../../../packages/core/src/operators/poisson/axis.js'
import {
  assemble,
  axis,
  cellsOf,
  noise,
  type Problem as PoissonProblem,
} from '../../../packages/core/testing/poisson-problem.js'
import type { Finding, Problem } from '../../problem.js'

const sides = { plane: [256, 256], volume: [64, 64, 64] } as const
const edges: readonly (readonly [string, PoissonEdge])[] = [
  ['walls', 'reflect'],
  ['open edges', 'fixed'],
  ['periodic edges', 'periodic'],
]
/** Cycles whose residuals are compared: those before the last digits of single precision. */
const CYCLES = 5

/** Where a solid is not, with places from 0 to 1 along each axis. */
function around(cells: readonly number[], solid: (x: number, y: number, z: number) => boolean): Float32Array {
  const [nx, ny, nz = 1] = cells
  return Float32Array.from({ length: nx! * ny! * nz }, (_, cell) => {
    const [i, j, k] = [cell % nx!, Math.floor(cell / nx!) % ny!, Math.floor(cell / (nx! * ny!))]
    return Number(!solid((i + 0.5) / nx!, (j + 0.5) / ny!, (k + 0.5) / nz))
  })
}

const ball = (x: number, y: number, z: number) => Math.hypot(x - 0.4, y - 0.5, z - 0.5) < 1 / 6
const plates = (x: number, y: number) =>
  (Math.abs(x - 0.275) < 0.075 && Math.abs(y - 0.45) < 0.15) ||
  (Math.abs(x - 0.65) < 0.15 && Math.abs(y - 0.775) < 0.025)

/** The largest part of a residual of noise that any of the cycles after the first leaves of what it finds. */
async function leftByCycle(problem: PoissonProblem): Promise<number> {
  const residuals: number[] = []
  for (let iterations = 1; iterations <= CYCLES; iterations++) {
    const one = await assemble(problem, { gradient: false, iterations, tolerance: 0 })
    one.solve(noise(cellsOf(problem), 3))
    residuals.push(one.poisson.residual)
    one.dispose()
  }
  return Math.max(...residuals.slice(1).map((residual, k) => residual / residuals[k]!))
}

/** What an iteration of conjugate gradient, a cycle each, leaves in the mean of all until a millionth is left. */
async function leftByIteration(problem: PoissonProblem): Promise<number> {
  const one = await assemble(problem, { tolerance: 1e-6 })
  one.solve(noise(cellsOf(problem), 3))
  const { residual, iterations } = one.poisson
  one.dispose()
  return residual ** (1 / iterations)
}

const atMost = (quantity: string, measured: number, expected: number): Finding => ({
  quantity,
  measured,
  expected,
  tolerance: 0,
  kind: 'at most',
  unit: '',
})

export const multigrid: Problem = {
  name: "Convergence of Poisson's equation",
  solver: 'stable-fluids',
  exact:
    'no part of the residual; allowed are 0.15 of it after a V-cycle without solids, 0.3 with. Plates thinner than a coarse cell are slow for cycles alone, so conjugate gradient is the default',
  async run() {
    const findings: Finding[] = []
    for (const cells of Object.values(sides)) {
      const size = cells.join(' × ')
      for (const [name, edge] of edges)
        findings.push(
          atMost(
            `${size}, ${name}: left by a cycle`,
            await leftByCycle({ axes: cells.map((n) => axis(n, edge)) }),
            0.15,
          ),
        )
      const axes = cells.map((n) => axis(n, 'reflect'))
      const round = around(cells, cells.length === 2 ? (x, y) => ball(x, y, 0.5) : ball)
      findings.push(
        atMost(`${size}, around a ball: left by a cycle`, await leftByCycle({ axes, solids: round }), 0.3),
        atMost(
          `${size}, among plates: left by an iteration of conjugate gradient`,
          await leftByIteration({ axes, solids: around(cells, plates) }),
          0.3,
        ),
      )
    }
    return findings
  },
}
