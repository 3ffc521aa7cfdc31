import { type Coupling, float, G, openEdges, RHO, usual } from '../../afloat.js'
import type { Finding, Problem } from '../../problem.js'

const RADIUS = 0.4
/** Cells along the sea; with these the waves that its edges send back come late. */
const CELLS = 192
/** How high the ball is lifted [m]. */
const LIFT = 0.1 * RADIUS
const STEP = 1 / 60
const SECONDS = 5

/**
 * Added mass of a half-submerged ball in heave over the mass it displaces, at its resonance in deep water: there k r = 1.5/(1 + a),
 * and Hulme's table (J. Fluid Mech. 121, 1982), with 0.4284 at k r = 1 and 0.4047 at 1.2, has a = 0.422 at k r = 1.055.
 */
const ADDED = 0.422

/** Heights of the ball's centre, from one lifted and let go on [m]. */
async function heave(coupling: Coupling): Promise<number[]> {
  const sim = await float({
    grid: { cells: [CELLS, CELLS], cellSize: RADIUS / 8 },
    timeStep: STEP,
    coupling,
    solver: { type: 'iwave' },
    boundaries: openEdges,
    bodies: [{ shape: 'sphere', radius: RADIUS, density: RHO / 2, position: [0.01, LIFT, 0.02], drag: 0 }],
  })
  const heights = [LIFT]
  for (let k = 0; k < SECONDS / STEP; k++) {
    sim.step()
    heights.push(sim.bodies[0]!.position[1]!)
  }
  sim.dispose()
  return heights
}

/** Times [s] and heights [m] of a curve's turns, by parabolas through three points. */
function turns(heights: readonly number[]): { time: number; height: number }[] {
  const found = [{ time: 0, height: heights[0]! }]
  for (let k = 1; k < heights.length - 1; k++) {
    const [before, at, after] = [heights[k - 1]!, heights[k]!, heights[k + 1]!]
    if ((at - before) * (after - at) >= 0) continue
    const shift = (0.5 * (before - after)) / (before - 2 * at + after)
    found.push({ time: (k + shift) * STEP, height: at - 0.25 * (before - after) * shift })
  }
  return found
}

export const heaves = usual.map(
  (coupling): Problem => ({
    name: `Heave of a floating ball in deep water, coupling ${coupling}`,
    solver: 'iwave',
    exact: `T = 2π √((m + a)/(ρ g π r²)) with the added mass a = ${ADDED} m of a heaving half-submerged ball at resonance (Havelock, Proc. R. Soc. A 231, 1955; Hulme, J. Fluid Mech. 121, 1982); waves carry its energy away`,
    async run() {
      const heights = await heave(coupling)
      const found = turns(heights)
      const mass = (RHO * 2 * Math.PI * RADIUS ** 3) / 3
      const period = 2 * Math.PI * Math.sqrt(((1 + ADDED) * mass) / (RHO * G * Math.PI * RADIUS ** 2))
      // Below a tenth of the lift what is left is ripples of the start.
      const swings = found.filter(({ height }) => Math.abs(height) > 0.1 * LIFT)
      const ratios = swings.slice(1).map(({ height }, k) => Math.abs(height / swings[k]!.height))
      const late = heights.slice(Math.round((3 * period) / STEP))
      return [
        {
          quantity: 'period of the first swing',
          measured: found[2]!.time,
          expected: period,
          tolerance: 0.1,
          kind: 'relative',
          unit: 's',
        },
        {
          quantity: 'a turn over the one before, the largest',
          measured: Math.max(...ratios),
          expected: 1,
          tolerance: 0,
          kind: 'at most',
          unit: '',
        },
        {
          quantity: 'largest height after three periods, as a share of the first',
          measured: Math.max(...late.map(Math.abs)) / LIFT,
          expected: 0.1,
          tolerance: 0,
          kind: 'at most',
          unit: '',
        },
      ] satisfies Finding[]
    },
  }),
)
