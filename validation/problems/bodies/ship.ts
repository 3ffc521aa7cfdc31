import { float, G, openEdges, usual } from '../../afloat.js'
import type { Problem } from '../../problem.js'
import { farAngle } from '../iwave/wake.js'

const CELLS: [number, number] = [800, 320]
const STEPS = 300
/** Length of the hull [m] and U/sqrt(g length). */
const [LENGTH, FROUDE] = [8, 0.5]

export const shipWakes = usual.map(
  (coupling): Problem => ({
    name: `Wake of a ship at constant speed, coupling ${coupling}`,
    solver: 'iwave',
    exact: 'far behind the half-angle is arcsin(1/3) = 19.47° (Kelvin), as behind the pressure of the other wake',
    async run() {
      const speed = FROUDE * Math.sqrt(G * LENGTH)
      const [start, way] = [-0.36 * CELLS[0], 0.65 * CELLS[0]]
      const sim = await float({
        grid: { cells: CELLS, cellSize: 1 },
        timeStep: way / speed / STEPS,
        coupling,
        solver: { type: 'iwave' },
        boundaries: openEdges,
        bodies: [
          {
            shape: 'capsule',
            radius: LENGTH / 6,
            height: LENGTH,
            rotation: { axis: [0, 0, 1], angle: 90 },
            kind: 'kinematic',
            position: [start, 0, 0],
            velocity: [speed, 0, 0],
          },
        ],
      })
      sim.step(STEPS)
      const wake = { sim, x: start + way, way, wavelength: (2 * Math.PI * speed * speed) / G }
      const measured = (farAngle(wake) * 180) / Math.PI
      sim.dispose()
      return [
        {
          quantity: `half-angle behind a hull of ${LENGTH} m, U/sqrt(g length) = ${FROUDE}`,
          measured,
          expected: (Math.asin(1 / 3) * 180) / Math.PI,
          tolerance: 1,
          kind: 'absolute',
          unit: '°',
        },
      ]
    },
  }),
)
