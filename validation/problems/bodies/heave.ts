import { type Coupling, float, openEdges, RHO, usual } from '../../afloat.js'
import { BALL, BARGE, ball, barge, freeHeave, type HeavingBody, SPAR, spar, turnsOf } from '../../exact/heave.js'
import type { Finding, Problem } from '../../problem.js'

const STEP = 1 / 60
/** Swings whose damping is compared. */
const SWINGS = 2

/** A body as theory and scene know it. `lift`: how high it is lifted [m]. */
interface Case {
  readonly theory: HeavingBody
  readonly grid: { readonly cells: [number, number]; readonly cellSize: number }
  readonly body: NonNullable<Parameters<typeof float>[0]['bodies']>[number]
  readonly lift: number
  readonly seconds: number
}

// The seas are wide enough for the waves that their edges send back to come late.
const cases: readonly Case[] = [
  {
    theory: spar,
    grid: { cells: [192, 192], cellSize: SPAR.radius / 2 },
    // Heavy below: a uniform spar tips over.
    body: {
      shape: 'compound',
      parts: [
        { shape: 'cylinder', radius: SPAR.radius, height: 1, density: 1.6 * RHO, position: [0, -1.5, 0] },
        { shape: 'cylinder', radius: SPAR.radius, height: 2, density: 0.2 * RHO, position: [0, 0, 0] },
      ],
    },
    lift: 0.1,
    seconds: 8,
  },
  {
    theory: ball,
    grid: { cells: [192, 192], cellSize: BALL / 8 },
    body: { shape: 'sphere', radius: BALL, density: RHO / 2 },
    lift: 0.1 * BALL,
    seconds: 5,
  },
  {
    theory: barge,
    grid: { cells: [160, 160], cellSize: 0.1 },
    body: { shape: 'box', size: [BARGE.length, 2 * BARGE.draught, BARGE.width], density: RHO / 2 },
    lift: 0.1 * BARGE.draught,
    seconds: 5,
  },
]

/** Heights of a body that was lifted and let go, over its lift. */
async function heave({ grid, body, lift, seconds }: Case, coupling: Coupling): Promise<number[]> {
  const sim = await float({
    grid,
    timeStep: STEP,
    coupling,
    splashes: false,
    solver: { type: 'iwave' },
    boundaries: openEdges,
    bodies: [{ ...body, position: [0.01, lift, 0.02], drag: 0 }],
  })
  const heights = [1]
  for (let k = 0; k < seconds / STEP; k++) {
    sim.step()
    heights.push(sim.bodies[0]!.position[1]! / lift)
  }
  sim.dispose()
  return heights
}

/** Period of the first swing [s], and logarithmic decrement of a swing: of the heights at the turns, mean over the first swings. */
function swing(heights: readonly number[]): { readonly period: number; readonly decrement: number } {
  const found = turnsOf(heights, STEP)
  const decrement = Math.log(found[0]!.height / found[2 * SWINGS]!.height) / SWINGS
  return { period: found[2]!.time, decrement }
}

async function findings(one: Case, coupling: Coupling): Promise<Finding[]> {
  const heights = await heave(one, coupling)
  const exact = swing(
    freeHeave(
      one.theory,
      Array.from(heights, (_, k) => k * STEP),
    ),
  )
  const measured = swing(heights)
  const ratio = measured.decrement / exact.decrement
  const { name } = one.theory
  return [
    {
      quantity: `${name}: period of the first swing`,
      measured: measured.period,
      expected: exact.period,
      tolerance: 0.05,
      kind: 'relative',
      unit: 's',
    },
    {
      quantity: `${name}: part of its height that a swing keeps`,
      measured: Math.exp(-measured.decrement),
      expected: Math.exp(-exact.decrement),
      tolerance: 0.1,
      kind: 'absolute',
      unit: '',
    },
    {
      quantity: `${name}: factor by which its damping is off`,
      measured: Math.max(ratio, 1 / ratio),
      expected: 1.5,
      tolerance: 0,
      kind: 'at most',
      unit: '',
    },
  ]
}

export const heaves = usual.map(
  (coupling): Problem => ({
    name: `Heave of floating bodies in deep water, coupling ${coupling}`,
    solver: 'iwave',
    exact:
      'a body let go heaves by its frequency-dependent added mass and damping (Cummins, Schiffstechnik 9, 1962): those of a ball by Hulme (J. Fluid Mech. 121, 1982), of a spar and a barge by boundary elements with the source of Newman (J. Eng. Math. 19, 1985)',
    async run() {
      const all: Finding[] = []
      for (const one of cases) all.push(...(await findings(one, coupling)))
      return all
    },
  }),
)
