import { fluidBox, fluidVelocityStep } from '@seiche/textbook'
import { createSimulation, type FluidSimulation } from 'seiche'
import type { Finding, Problem } from '../../problem.js'

/** Cells along a side of the cavity, which is 1 m wide; the lid moves 1 m/s. Each grid starts from the steady flow of the one before. */
const GRIDS = [32, 64, 128]
const CELLS = 128
/** A flow is steady that changes by no more than this in a second, in the mean of squares [m/s]: about what the tolerance of the pressure leaves it to move. */
const STEADY = 1e-4
/** None takes as long [s]. */
const PATIENCE = 100

/**
 * U. Ghia, K. N. Ghia and C. T. Shin, "High-Re solutions for incompressible flow …", J. Comput. Phys. 48 (1982), tables I and II, but for v at
 * 0.9063 and Re 400: -0.23827 stands between -0.22847 and -0.44993 there, and is taken for a misprint.
 */
const HEIGHTS = [0.9766, 0.9531, 0.8516, 0.7344, 0.6172, 0.5, 0.4531, 0.2813, 0.1719, 0.1016, 0.0547]
const PLACES = [
  0.9688, 0.9609, 0.9531, 0.9453, 0.8594, 0.8047, 0.5, 0.2344, 0.2266, 0.1563, 0.0938, 0.0781, 0.0703, 0.0625,
]

interface Cavity {
  readonly reynolds: number
  /** u on the vertical centre line at HEIGHTS. */
  readonly u: readonly number[]
  /** v on the horizontal centre line at PLACES. */
  readonly v: readonly number[]
  readonly vortex: readonly [number, number]
  readonly tolerance: number
  /**
   * Least u on the vertical centre line, largest and least v on the horizontal one, where they are known to more digits than a grid of 129²
   * has: O. Botella and R. Peyret, "Benchmark spectral results on the lid-driven cavity flow", Comput. Fluids 27 (1998).
   */
  readonly extremes?: readonly [number, number, number]
}

const cavities: readonly Cavity[] = [
  {
    reynolds: 100,
    u: [0.84123, 0.68717, 0.23151, 0.00332, -0.13641, -0.20581, -0.2109, -0.15662, -0.1015, -0.06434, -0.03717],
    v: [
      -0.05906, -0.07391, -0.08864, -0.10313, -0.22445, -0.24533, 0.05454, 0.17527, 0.17507, 0.16077, 0.12317, 0.1089,
      0.10091, 0.09233,
    ],
    vortex: [0.6172, 0.7344],
    tolerance: 0.01,
    extremes: [-0.2140424, 0.1795728, -0.253803],
  },
  {
    reynolds: 400,
    u: [0.75837, 0.55892, 0.29093, 0.16256, 0.02135, -0.11477, -0.17119, -0.32726, -0.24299, -0.14612, -0.08186],
    v: [
      -0.12146, -0.15663, -0.19254, -0.22847, -0.44993, -0.38598, 0.05186, 0.30174, 0.30203, 0.28124, 0.22965, 0.2092,
      0.19713, 0.1836,
    ],
    vortex: [0.5547, 0.6055],
    tolerance: 0.015,
  },
]

/** Goes on second by second until the values that `second` returns are steady. */
function settle(second: () => ArrayLike<number>): void {
  let before = Float64Array.from(second())
  for (let time = 1; time < PATIENCE; time++) {
    const now = Float64Array.from(second())
    const squares = now.reduce((sum, value, k) => sum + (value - before[k]!) ** 2, 0)
    if (squares <= STEADY * STEADY * now.length) return
    before = now
  }
  throw new Error(`the flow is not steady after ${PATIENCE} s`)
}

/** The steady flow of a grid, from that of the one before if there is one. */
async function steady(reynolds: number, cells: number, coarser?: FluidSimulation): Promise<FluidSimulation> {
  const sim = await createSimulation({
    seiche: 1,
    grid: { cells: [cells, cells], cellSize: 1 / cells },
    timeStep: 1 / cells,
    solver: { type: 'stable-fluids', viscosity: 1 / reynolds },
    fluid: { boundaries: { 'x-': 'no-slip', 'x+': 'no-slip', 'y-': 'no-slip', 'y+': { lid: [1, 0] } } },
  })
  if (coarser)
    for (const [axis, name] of ['u', 'v'].entries()) {
      const field = sim.field(name)
      const columns = cells + Number(axis === 0)
      const at = (index: number, onFaces: boolean) => (index + (onFaces ? 0 : 0.5)) / cells - 0.5
      field.write(
        field
          .read()
          .map(
            (_, k) => coarser.velocityAt(at(k % columns, axis === 0), at(Math.floor(k / columns), axis === 1))[axis]!,
          ),
      )
    }
  settle(() => {
    sim.step(cells)
    return sim.field('u').read()
  })
  return sim
}

async function run({ reynolds }: Cavity): Promise<FluidSimulation> {
  let sim: FluidSimulation | undefined
  for (const cells of GRIDS) {
    const finer = await steady(reynolds, cells, sim)
    sim?.dispose()
    sim = finer
  }
  return sim!
}

/** Where the stream function, summed up from the floor, is least: [x, y] from the lower left corner, between nodes by parabolas. */
function vortexCentre(sim: FluidSimulation): [number, number] {
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
function textbookError({ reynolds, u }: Cavity): number {
  const n = 32
  const box = fluidBox(n, 2)
  const [across, up] = [box.velocity[0]!, box.velocity[1]!]
  const still = [new Float64Array(across.length), new Float64Array(across.length)]
  const cell = (i: number, j: number) => i + (n + 2) * j
  settle(() => {
    for (let step = 0; step < n; step++) {
      for (let k = 1; k <= n; k++) {
        for (const at of [cell(k, 1), cell(1, k), cell(n, k)]) across[at] = up[at] = 0
        across[cell(k, n)] = 1
        up[cell(k, n)] = 0
      }
      fluidVelocityStep(box, still, { dx: 1 / n, dt: 1 / n, diffusion: 0, viscosity: 1 / reynolds, sweeps: 20 })
    }
    return across
  })
  const onCentreLine = (y: number) => {
    const place = Math.min(n, Math.max(1, y * n + 0.5))
    const j = Math.min(n - 1, Math.floor(place))
    const mean = (row: number) => (across[cell(n / 2, row)]! + across[cell(n / 2 + 1, row)]!) / 2
    return mean(j) + (place - j) * (mean(j + 1) - mean(j))
  }
  return Math.max(...HEIGHTS.map((y, k) => Math.abs(onCentreLine(y) - u[k]!)))
}

/** A component on a line through the middle of the cavity, at a share of its way. */
function onMiddle(sim: FluidSimulation, axis: 0 | 1, share: number): number {
  return sim.velocityAt(axis === 0 ? 0 : share - 0.5, axis === 0 ? share - 0.5 : 0)[axis]
}

async function findings(cavity: Cavity): Promise<Finding[]> {
  const { reynolds, u, v, vortex, tolerance, extremes } = cavity
  const sim = await run(cavity)
  const near = { tolerance, kind: 'absolute', unit: '' } as const
  const table = (name: string, axis: 0 | 1, places: readonly number[], values: readonly number[]) =>
    places.map((place, k): Finding => {
      const measured = onMiddle(sim, axis, place)
      return { quantity: `Re ${reynolds}: ${name} ${place}`, measured, expected: values[k]!, ...near }
    })
  const along = table('u at height', 0, HEIGHTS, u)
  const across = table('v at', 1, PLACES, v)
  const line = (axis: 0 | 1) =>
    Array.from({ length: 4 * CELLS }, (_, k) => onMiddle(sim, axis, (k + 0.5) / (4 * CELLS)))
  const found = [
    ['least u along the middle', Math.min(...line(0))],
    ['largest v along the middle', Math.max(...line(1))],
    ['least v along the middle', Math.min(...line(1))],
  ] as const
  const [x, y] = vortexCentre(sim)
  const { divergence, speed } = sim.diagnostics()
  sim.dispose()
  const worst = Math.max(...along.map(({ measured, expected }) => Math.abs(measured - expected)))
  return [
    ...along,
    ...across,
    ...(extremes ?? []).map((expected, k): Finding => {
      const [quantity, measured] = found[k]!
      return {
        quantity: `Re ${reynolds}: ${quantity}`,
        measured,
        expected,
        tolerance: 0.01,
        kind: 'relative',
        unit: '',
      }
    }),
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
  exact:
    'the steady flow of Ghia, Ghia and Shin (1982) by multigrid on 129² nodes; least and largest values at Re 100 of Botella and Peyret (1998), which those of 1982 fall short of by some per cent',
  async run() {
    return [...(await findings(cavities[0]!)), ...(await findings(cavities[1]!))]
  },
}
