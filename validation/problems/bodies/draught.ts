import type { SceneInput } from 'seiche'
import { type Coupling, couplings, float, openEdges, RHO, unevenness, waterOf, yielding } from '../../afloat.js'
import type { Finding, Problem } from '../../problem.js'

/** Cells across each body, and their size [m]. */
const ACROSS = 12
const CELL = 0.05
/** Bodies lie side by side, one and a half times as far apart as they are wide. */
const PITCH = 1.5 * ACROSS * CELL
/** How far above their draught bodies begin [m]. */
const LIFT = 0.05
/** Time to come to rest [s], and over which the mean is then taken: waves that an edge sends back still pass. */
const [SETTLE, WATCH] = [6, 2]

type Body = NonNullable<SceneInput['bodies']>[number]

interface Case {
  readonly name: string
  readonly body: Body
  /** From the middle of the body to its lowest point [m]. */
  readonly below: number
  /** [m] */
  readonly draught: number
  /** What it displaces [m³]. */
  readonly displaced: number
}

/**
 * A ball of radius r and density ratio s has its lowest point at d below the level where π d² (r - d/3) = s 4/3 π r³: with
 * h = d/r, h³ - 3 h² + 4 s = 0, whose root between 0 and 2 is 1 + 2 cos(θ + 4π/3), cos 3θ = 1 - 2 s.
 */
function ball(ratio: number): Case {
  const radius = (ACROSS * CELL) / 2
  const depth = 1 + 2 * Math.cos(Math.acos(1 - 2 * ratio) / 3 + (4 * Math.PI) / 3)
  return {
    name: `ball of ratio ${ratio}`,
    body: { shape: 'sphere', radius, density: ratio * RHO },
    below: radius,
    draught: depth * radius,
    displaced: ratio * (4 / 3) * Math.PI * radius ** 3,
  }
}

function box(ratio: number): Case {
  const [width, height] = [ACROSS * CELL, (ACROSS * CELL) / 2]
  return {
    name: `box of ratio ${ratio}`,
    body: { shape: 'box', size: [width, height, width], density: ratio * RHO },
    below: height / 2,
    draught: ratio * height,
    displaced: ratio * width * width * height,
  }
}

const cases = [ball(0.25), ball(0.5), box(0.2), box(0.5), box(0.8)]

async function atRest(coupling: Coupling, type: (typeof yielding)[number]): Promise<Finding[]> {
  const sim = await float({
    grid: { cells: [Math.round((cases.length * PITCH) / CELL) + ACROSS, 3 * ACROSS], cellSize: CELL },
    coupling,
    ...waterOf(type, 1),
    boundaries: openEdges,
    // Not on the lines of the grid.
    bodies: cases.map(({ body, below, draught }, k) => ({
      ...body,
      position: [(k - (cases.length - 1) / 2) * PITCH + 0.2 * CELL, below - draught + LIFT, 0.4 * CELL],
    })),
  })
  sim.step(Math.round(SETTLE / sim.timeStep))
  const steps = Math.round(WATCH / sim.timeStep)
  const draughts = cases.map(() => 0)
  let [displaced, wet, uneven] = [0, 0, 0]
  for (let k = 0; k < steps; k++) {
    sim.step()
    const diagnostics = sim.diagnostics()
    displaced += diagnostics.displacedVolume! / steps
    uneven = Math.max(uneven, unevenness(diagnostics))
    for (const { index, position, submerged, solid } of sim.bodies) {
      draughts[index]! += (cases[index]!.below - position[1]!) / steps
      wet += (submerged * solid.volume) / steps
    }
  }
  sim.dispose()
  const archimedes = cases.reduce((sum, one) => sum + one.displaced, 0)
  const of = (what: string) => `${type}: ${what}`
  return [
    ...cases.map(
      ({ name, draught }, k): Finding => ({
        quantity: of(`draught of a ${name}`),
        measured: draughts[k]!,
        expected: draught,
        tolerance: 0.01,
        kind: 'relative',
        unit: 'm',
      }),
    ),
    {
      quantity: of('volume under water, as the bodies have it'),
      measured: wet,
      expected: archimedes,
      tolerance: 0.01,
      kind: 'relative',
      unit: 'm³',
    },
    {
      quantity: of('volume by which the water is raised'),
      measured: displaced,
      expected: archimedes,
      tolerance: 0.01,
      kind: 'relative',
      unit: 'm³',
    },
    {
      quantity: of('momentum given and not taken, largest share in a step'),
      measured: uneven,
      expected: 1e-4,
      tolerance: 0,
      kind: 'at most',
      unit: '',
    },
  ]
}

export const draughts = couplings.map(
  (coupling): Problem => ({
    name: `Draught at rest, ${ACROSS} cells across, coupling ${coupling}`,
    solver: 'columns, iwave, kass-miller, shallow-water',
    exact:
      'Archimedes: a floating body displaces its own mass of water; a ball of ratio 0.25 sinks in by 0.652704 r, one of 0.5 by r, a box by its ratio times its height',
    run: async () => (await Promise.all(yielding.map((type) => atRest(coupling, type)))).flat(),
  }),
)
