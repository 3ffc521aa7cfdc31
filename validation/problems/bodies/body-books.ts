import type { SceneInput } from 'seiche'
import { type Coupling, float, ownWater, unevenness, usual, waterOf } from '../../afloat.js'
import type { Finding, Problem } from '../../problem.js'

const SECONDS = 20
const STEP = 1 / 30
/** Bodies in a square of so many by so many, but for what is more than fifty. */
const [ROWS, BODIES] = [8, 50]
const CELL = 0.1
const SIDE = 48

type Body = NonNullable<SceneInput['bodies']>[number]

/** Balls, boxes, capsules and cylinders of all densities, thrown in from above; one in ten sinks. */
const bodies = Array.from({ length: BODIES }, (_, k): Body => {
  const size = 0.25 + 0.02 * ((k * 7) % 11)
  const shapes: Body[] = [
    { shape: 'sphere', radius: size / 2 },
    { shape: 'box', size: [size, 0.6 * size, 0.8 * size] },
    { shape: 'capsule', radius: size / 4, height: size },
    { shape: 'cylinder', radius: size / 2, height: 0.7 * size },
  ]
  const at = (index: number) => ((index + 0.5) / ROWS - 0.5) * SIDE * CELL
  return {
    ...shapes[k % shapes.length]!,
    density: k % 10 === 9 ? 3000 : 150 + 90 * ((k * 3) % 10),
    position: [at(k % ROWS), 0.6 + 0.05 * ((k * 5) % 9), at(Math.floor(k / ROWS))],
    velocity: [0.3 * ((k % 5) - 2), -2, 0.3 * ((k % 3) - 1)],
    angularVelocity: [40 * ((k % 7) - 3), 0, 60],
  }
})

async function books(coupling: Coupling): Promise<Finding[]> {
  const { solver, terrain } = waterOf('shallow-water', 1.5)
  const sim = await float({
    grid: { cells: [SIDE, SIDE], cellSize: CELL },
    timeStep: STEP,
    coupling,
    solver,
    // A beach that comes out of the water.
    ...(Array.isArray(terrain) && { terrain: [...terrain, { shape: 'plane' as const, slope: [0.6, 0] }] }),
    bodies,
  })
  const start = ownWater(sim.diagnostics())
  let [lost, uneven] = [0, 0]
  for (let k = 0; k < SECONDS / STEP; k++) {
    sim.step()
    const diagnostics = sim.diagnostics()
    lost = Math.max(lost, Math.abs(ownWater(diagnostics) / start - 1))
    uneven = Math.max(uneven, unevenness(diagnostics))
  }
  sim.dispose()
  const atMost = { tolerance: 0, kind: 'at most', unit: '' } as const
  return [
    { quantity: 'water lost or won, as a share of all', measured: lost, expected: 1e-6, ...atMost },
    {
      quantity: 'momentum given and not taken, largest share in a step',
      measured: uneven,
      expected: 1e-4,
      ...atMost,
    },
  ]
}

export const bodyBooks = usual.map(
  (coupling): Problem => ({
    name: `${BODIES} bodies thrown into a tank, ${SECONDS} s, coupling ${coupling}`,
    solver: 'shallow-water',
    exact: 'no water is lost; the water gives as much upward momentum as the bodies get, in every step',
    run: () => books(coupling),
  }),
)
