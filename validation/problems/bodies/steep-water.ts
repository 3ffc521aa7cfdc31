import { float, openEdges, ownWater, RHO, unevenness } from '../../afloat.js'
import { turnsOf } from '../../exact/heave.js'
import type { Finding, Problem } from '../../problem.js'

const ORDER = 3
const STEP = 1 / 60

const solver = (nonlinearity: number) => ({ type: 'iwave', nonlinearity }) as const

/** Draughts of a ball and a box of half the density of water, after some seconds, as means over the last two. */
async function draughts(): Promise<Finding[]> {
  const [radius, height] = [0.3, 0.3]
  const sim = await float({
    grid: { cells: [64, 40], cellSize: 0.05 },
    solver: { ...solver(ORDER), depth: 1 },
    boundaries: openEdges,
    bodies: [
      { shape: 'sphere', radius, density: RHO / 2, position: [-0.79, 0.05, 0.02] },
      { shape: 'box', size: [0.6, height, 0.6], density: RHO / 2, position: [0.81, 0.05, 0.02] },
    ],
  })
  sim.step(Math.round(5 / sim.timeStep))
  const steps = Math.round(2 / sim.timeStep)
  const depths = [0, 0]
  let uneven = 0
  for (let k = 0; k < steps; k++) {
    sim.step()
    uneven = Math.max(uneven, unevenness(sim.diagnostics()))
    for (const { index, position } of sim.bodies) depths[index]! -= position[1]! / steps
  }
  sim.dispose()
  const of = (name: string, measured: number, expected: number): Finding => ({
    quantity: `draught of a ${name} of ratio 0.5`,
    measured,
    expected,
    tolerance: 0.01,
    kind: 'relative',
    unit: 'm',
  })
  return [
    of('ball', radius + depths[0]!, radius),
    of('box', height / 2 + depths[1]!, height / 2),
    {
      quantity: 'momentum given and not taken, largest share in a step',
      measured: uneven,
      expected: 1e-4,
      tolerance: 0,
      kind: 'at most',
      unit: '',
    },
  ]
}

/** Time and height of the second turn of a ball that was lifted by a fiftieth of its radius and let go. */
async function swing(nonlinearity: number) {
  const lift = 0.02
  const sim = await float({
    grid: { cells: [64, 64], cellSize: 0.25 },
    timeStep: STEP,
    splashes: false,
    solver: { ...solver(nonlinearity), method: 'exponential' },
    boundaries: openEdges,
    bodies: [{ shape: 'sphere', radius: 1, density: RHO / 2, position: [0.01, lift, 0.02], drag: 0 }],
  })
  const heights = [1]
  for (let k = 0; k < 2.4 / STEP; k++) {
    sim.step()
    heights.push(sim.bodies[0]!.position[1]! / lift)
  }
  sim.dispose()
  return turnsOf(heights, STEP)[2]!
}

/** The same swing in linear waves, for a small lift. */
async function heave(): Promise<Finding[]> {
  const [linear, steep] = [await swing(1), await swing(ORDER)]
  const relative = { tolerance: 0.005, kind: 'relative' } as const
  return [
    {
      quantity: 'period of a swing, lifted by 0.02 radii, beside linear waves',
      measured: steep.time,
      expected: linear.time,
      ...relative,
      unit: 's',
    },
    {
      quantity: 'part of its height that a swing keeps, beside linear waves',
      measured: steep.height,
      expected: linear.height,
      ...relative,
      unit: '',
    },
  ]
}

/**
 * A ball at the crest of standing waves between walls, without damping and filter. Its own energy comes and goes with every wave: beside the
 * largest energy of all the mean over the last seconds shows whether the waves have won any.
 */
async function closedBasin(): Promise<Finding[]> {
  const [length, height, seconds] = [6, 0.1, 40]
  const sim = await float({
    grid: { cells: [64, 32], cellSize: length / 64 },
    timeStep: 1 / 50,
    splashes: false,
    solver: { ...solver(ORDER), crestFilter: false },
    initial: { eta: [{ shape: 'wave', wavelength: length, height }] },
    bodies: [{ shape: 'sphere', radius: 0.4, density: RHO / 2, position: [0.01, height / 2, 0.02] }],
  })
  const start = sim.diagnostics()
  let [most, last, lost] = [0, 0, 0]
  for (let k = 0; k < 10 * seconds; k++) {
    sim.step(5)
    const diagnostics = sim.diagnostics()
    const { velocity, mass } = sim.bodies[0]!
    const motion = 0.5 * mass * (velocity[0]! ** 2 + velocity[1]! ** 2 + velocity[2]! ** 2)
    const energy = (diagnostics.energy + motion) / start.energy
    most = Math.max(most, energy)
    if (k >= 10 * (seconds - 10)) last += energy / 100
    lost = Math.max(lost, Math.abs(ownWater(diagnostics) - ownWater(start)) / diagnostics.displacedVolume!)
  }
  sim.dispose()
  const atMost = { tolerance: 0, kind: 'at most', unit: '' } as const
  return [
    {
      quantity: 'energy of waves and ball, largest in 40 s, over that at the start',
      measured: most,
      expected: 1.02,
      ...atMost,
    },
    { quantity: 'the same, mean from 30 to 40 s', measured: last, expected: 1, ...atMost },
    { quantity: 'water lost or won in 40 s, over the displaced volume', measured: lost, expected: 1e-4, ...atMost },
  ]
}

export const steepWater: Problem = {
  name: `Bodies on steep waves, order ${ORDER}`,
  solver: 'iwave, nonlinearity',
  exact:
    'Archimedes; a small heave is that in linear waves; water without damping gives energy to a ball and gets none',
  run: async () => [...(await draughts()), ...(await heave()), ...(await closedBasin())],
}
