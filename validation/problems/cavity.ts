import { fluidBox, fluidVelocityStep } from '@seiche/textbook'
import { createSimulation, type Simulation } from 'seiche'
import type { Finding, Problem } from '../problem.js'

/** Cells along a side of the cavity, which is 1 m wide; the lid moves 1 m/s. */
const CELLS = 128

/** U. Ghia, K. N. Ghia and C. T. Shin, "High-Re solutions for incompressible flow …", J. Comput. Phys. 48 (1982). */
const HEIGHTS = [0.9766, 0.9531, 0.8516, 0.7344, 0.6172, 0.5, 0.4531, 0.2813, 0.1719, 0.1016, 0.0547]

interface Cavity {
  readonly reynolds: number
  /** u on the vertical centre line at HEIGHTS. */
  readonly u: readonly number[]
  /** Largest and least v on the horizontal centre line. */
  readonly v: readonly [number, number]
  readonly vortex: readonly [number, number]
  readonly tolerance: number
  /** Until nothing changes any more [s]. */
  readonly seconds: number
}

const cavities: readonly Cavity[] = [
  {
    reynolds: 100,
    u: [0.84123, 0.68717, 0.23151, 0.00332, -0.13641, -0.20581, -0.2109, -0.15662, -0.1015, -0.06434, -0.03717],
    v: [0.17527, -0.24533],
    vortex: [0.6172, 0.7344],
    tolerance: 0.01,
    seconds: 15,
  },
  {
    reynolds: 400,
    u: [0.75837, 0.55892, 0.29093, 0.16256, 0.02135, -0.11477, -0.17119, -0.32726, -0.24299, -0.14612, -0.08186],
    v: [0.30203, -0.44993],
    vortex: [0.5547, 0.6055],
    tolerance: 0.015,
    seconds: 35,
  },
]

async function run({ reynolds, seconds }: Cavity): Promise<Simulation> {
  const sim = await createSimulation({
    seiche: 1,
    grid: { cells: [CELLS, CELLS], cellSize: 1 / CELLS },
    timeStep: 1 / CELLS,
    solver: { type: 'stable-fluids', viscosity: 1 / reynolds },
    fluid: { boundaries: { 'x-': 'no-slip', 'x+': 'no-slip', 'y-': 'no-slip', 'y+': { lid: [1, 0] } } },
  })
  sim.step(Math.round(seconds * CELLS))
  return sim
}

/** Where the stream function, summed up from the floor, is least: [x, y] from the lower left corner, between nodes by parabolas. */
function vortexCentre(sim: Simulation): [number, number] {
  const u = sim.field('u').read()
  const n = CELLS
  const psi = new Float64Array((n + 1) * (n + 1))
  for (let j = 0; j < n; j++)
    for (let i = 0; i <= n; i++) psi[(j + 1) * (n + 1) + i] = psi[j * (n + 1) + i]! + u[j * (n + 1) + i]! / n
  const at = psi.reduce((best, value, k) => (value < psi[best]! ? k : best), 0)
  const between = (step: number) => {
    const [a, b, c] = [psi[at - step]!, psi[at]!, psi[at + step]!]
    return (a - c) / (2 * (a - 2 * b + c))
  }
  return [((at % (n + 1)) + between(1)) / n, (Math.floor(at / (n + 1)) + between(n + 1)) / n]
}

/**
 * The textbook's solver as near to a cavity as it comes: its walls are slippery and no lid can drive it (defect 9), so the cells along the
 * walls are set to what the walls do before every step.
 */
function textbookError({ reynolds, u, seconds }: Cavity): number {
  const n = 32
  const box = fluidBox(n, 2)
  const [across, up] = [box.velocity[0]!, box.velocity[1]!]
  const still = [new Float64Array(across.length), new Float64Array(across.length)]
  const cell = (i: number, j: number) => i + (n + 2) * j
  for (let step = 0; step < seconds * n; step++) {
    for (let k = 1; k <= n; k++) {
      for (const at of [cell(k, 1), cell(1, k), cell(n, k)]) across[at] = up[at] = 0
      across[cell(k, n)] = 1
      up[cell(k, n)] = 0
    }
    fluidVelocityStep(box, still, { dx: 1 / n, dt: 1 / n, diffusion: 0, viscosity: 1 / reynolds, sweeps: 20 })
  }
  const onCentreLine = (y: number) => {
    const place = Math.min(n, Math.max(1, y * n + 0.5))
    const j = Math.min(n - 1, Math.floor(place))
    const mean = (row: number) => (across[cell(n / 2, row)]! + across[cell(n / 2 + 1, row)]!) / 2
    return mean(j) + (place - j) * (mean(j + 1) - mean(j))
  }
  return Math.max(...HEIGHTS.map((y, k) => Math.abs(onCentreLine(y) - u[k]!)))
}

async function findings(cavity: Cavity): Promise<Finding[]> {
  const { reynolds, u, v, vortex, tolerance } = cavity
  const sim = await run(cavity)
  const near = { tolerance, kind: 'absolute', unit: '' } as const
  const along = HEIGHTS.map((y, k): Finding => {
    const measured = sim.velocityAt(0, y - 0.5)[0]
    return { quantity: `Re ${reynolds}: u at height ${y}`, measured, expected: u[k]!, ...near }
  })
  const across = Array.from({ length: 4 * CELLS }, (_, k) => sim.velocityAt((k + 0.5) / (4 * CELLS) - 0.5, 0)[1])
  const [x, y] = vortexCentre(sim)
  const { divergence, speed } = sim.diagnostics().fluid!
  sim.dispose()
  const worst = Math.max(...along.map(({ measured, expected }) => Math.abs(measured - expected)))
  return [
    ...along,
    { quantity: `Re ${reynolds}: largest v along the middle`, measured: Math.max(...across), expected: v[0], ...near },
    { quantity: `Re ${reynolds}: least v along the middle`, measured: Math.min(...across), expected: v[1], ...near },
    { quantity: `Re ${reynolds}: vortex centre, x`, measured: x, expected: vortex[0], ...near, tolerance: 0.01 },
    { quantity: `Re ${reynolds}: vortex centre, y`, measured: y, expected: vortex[1], ...near, tolerance: 0.01 },
    {
      quantity: `Re ${reynolds}: divergence × cell, as a part of the speed`,
      measured: divergence / CELLS / speed,
      expected: 1e-4,
      tolerance: 0,
      kind: 'at most',
      unit: '',
    },
    {
      quantity: `Re ${reynolds}: largest error of the textbook's solver, in times of ours`,
      measured: textbookError(cavity) / worst,
      expected: 5,
      tolerance: 0,
      kind: 'at least',
      unit: '',
    },
  ]
}

export const cavity: Problem = {
  name: 'Lid-driven cavity, 128²',
  solver: 'stable-fluids',
  exact: 'the steady flow of Ghia, Ghia and Shin (1982) by multigrid on 129² nodes',
  async run() {
    return [...(await findings(cavities[0]!)), ...(await findings(cavities[1]!))]
  },
}
