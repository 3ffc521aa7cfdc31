import { type Coupling, float, openEdges, RHO, usual, waterOf, yielding } from '../../afloat.js'
import type { Finding, Problem } from '../../problem.js'

const CELL = 0.1
/** Time to come to rest [s]. */
const SETTLE = 16
const DEGREES = 180 / Math.PI

/**
 * Bodies of half the density of water. A beam of width b and height h floats upright if its metacentre, b²/(12 · h/2) above the centre
 * of what it displaces, is above its own centre of mass, h/4 above that: b/h > √(3/2). A flat box is; a square log is not, and its
 * only stable pose is on an edge, turned by 45° (Erdős, Schibler and Herndon, Am. J. Phys. 60, 1992).
 */
const cases = [
  { name: 'flat box', size: [0.8, 0.4, 0.8], start: 25, stable: 0 },
  { name: 'square log', size: [0.8, 0.8, 1.6], start: 10, stable: 45 },
] as const

async function righted(coupling: Coupling, type: (typeof yielding)[number]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, size, start, stable } of cases) {
    const sim = await float({
      grid: { cells: [24, 32], cellSize: CELL },
      timeStep: 1 / 30,
      coupling,
      ...waterOf(type, 1.5),
      boundaries: openEdges,
      bodies: [
        {
          shape: 'box',
          size: [...size],
          density: RHO / 2,
          position: [0.2 * CELL, 0, 0.4 * CELL],
          rotation: { axis: [0, 0, 1], angle: start },
        },
      ],
    })
    sim.step(Math.round(SETTLE / sim.timeStep))
    const [x, , z, w] = sim.bodies[0]!.rotation as unknown as [number, number, number, number]
    sim.dispose()
    const about = (part: number) => 2 * Math.atan2(part, w) * DEGREES
    findings.push(
      {
        quantity: `${type}: ${name} let go at ${start}°, about its length`,
        measured: about(z),
        expected: stable,
        tolerance: 1,
        kind: 'absolute',
        unit: '°',
      },
      {
        quantity: `${type}: ${name}, across it`,
        measured: about(x),
        expected: 0,
        tolerance: 1,
        kind: 'absolute',
        unit: '°',
      },
    )
  }
  return findings
}

export const righting = usual.map(
  (coupling): Problem => ({
    name: `Stable poses at half the density of water, coupling ${coupling}`,
    solver: yielding.join(', '),
    exact:
      'a beam b wide and h high floats flat if b/h > √(3/2), by its metacentre; a square log floats on an edge, at 45° (Erdős, Schibler and Herndon, Am. J. Phys. 60, 1992)',
    run: async () => (await Promise.all(yielding.map((type) => righted(coupling, type)))).flat(),
  }),
)
