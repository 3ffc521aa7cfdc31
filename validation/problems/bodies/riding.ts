import type { SceneInput, SurfaceSimulation } from 'seiche'
import { type Coupling, float, usual, waterOf, yielding } from '../../afloat.js'
import type { Finding, Problem } from '../../problem.js'

const CELL = 0.2
const CELLS: [number, number] = [160, 20]
/** Length of the waves [m], eighty times that of the body, and their height over the rest level [m]. */
const [WAVELENGTH, HEIGHT] = [CELL * CELLS[0], 0.1]
const BODY = { shape: 'sphere', radius: 0.2, density: 500 } as const
const STEP = 1 / 30

/** How the heights of a body and of the water around it go together over a time [s]. */
interface Ride {
  /** Height of the body's swing over that of the water, by least squares. */
  readonly share: number
  /** Root mean square of what is left, as a share of the water's. */
  readonly rest: number
}

/** `level`: of the water that the body is to follow [m]. */
function ride(sim: SurfaceSimulation, seconds: number, level: (x: number, z: number) => number): Ride {
  const [water, body]: [number[], number[]] = [[], []]
  for (let k = 0; k < seconds / STEP; k++) {
    sim.step()
    const [x, y, z] = sim.bodies[0]!.position as unknown as [number, number, number]
    water.push(level(x, z))
    body.push(y)
  }
  sim.dispose()
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  const [middle, own] = [mean(water), mean(body)]
  const square = mean(water.map((value) => (value - middle) ** 2))
  const share = mean(water.map((value, k) => (value - middle) * (body[k]! - own))) / square
  const left = mean(water.map((value, k) => (body[k]! - own - share * (value - middle)) ** 2))
  return { share, rest: Math.sqrt(left / square) }
}

function finding(what: string, { share }: Ride, tolerance: number): Finding {
  return {
    quantity: `${what}: swing of the ball over that of the water`,
    measured: share,
    expected: 1,
    tolerance,
    kind: 'absolute',
    unit: '',
  }
}

/** A standing wave of a closed tank: its crest is in the middle, and the water at the wall as far from the wave's knot as the ball. */
async function standing(coupling: Coupling, type: (typeof yielding)[number]): Promise<Finding> {
  const sim = await float({
    grid: { cells: CELLS, cellSize: CELL },
    timeStep: STEP,
    coupling,
    ...waterOf(type, 2),
    initial: { eta: [{ shape: 'wave', wavelength: WAVELENGTH, height: HEIGHT }] },
    bodies: [{ ...BODY, position: [0, HEIGHT, 0] }],
  })
  const far = CELLS[1] * CELL * 0.45
  return finding(
    `${type}, standing wave`,
    ride(sim, 15, (x) => sim.heightAt(x, far)),
    0.05,
  )
}

async function given(
  what: string,
  grid: SceneInput['grid'],
  solver: SceneInput['solver'],
  tolerance: number,
): Promise<Finding> {
  const sim = await float({
    grid,
    timeStep: STEP,
    solver,
    ...(solver.type === 'ocean' && {
      boundaries: { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' } as const,
    }),
    bodies: [BODY],
  })
  sim.step(Math.round(2 / STEP))
  return finding(
    what,
    ride(sim, 20, (x, z) => sim.heightAt(x, z)),
    tolerance,
  )
}

const exact = 'a body much shorter than the waves goes up and down with the water'

export const ridesStanding = usual.map(
  (coupling): Problem => ({
    name: `A ball rides long waves, coupling ${coupling}`,
    solver: yielding.join(', '),
    exact,
    run: () => Promise.all(yielding.map((type) => standing(coupling, type))),
  }),
)

export const ridesGiven: Problem = {
  name: 'A ball rides waves that are given',
  solver: 'waves, ocean',
  exact,
  run: () =>
    Promise.all([
      given(
        'waves',
        { cells: [32, 32], cellSize: CELL },
        { type: 'waves', trains: [{ wavelength: 2 * WAVELENGTH, height: HEIGHT, direction: 20 }] },
        0.05,
      ),
      given('ocean', { cells: [128, 128], cellSize: 2 }, { type: 'ocean', cascades: 1, windSpeed: 16, seed: 3 }, 0.05),
    ]),
}
