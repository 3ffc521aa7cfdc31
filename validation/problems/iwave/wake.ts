import { createSimulation, type SurfaceSimulation } from 'seiche'
import type { Finding, Problem } from '../../problem.js'

const G = 9.81
/** Cells of the sea: [along, across]; they are 1 m wide. */
const CELLS: [number, number] = [800, 320]
/** Steps of a run: the patch moves by less than two cells in each. */
const STEPS = 300
const DEGREES = 180 / Math.PI

export interface Wake {
  readonly sim: SurfaceSimulation
  /** Where that which makes it is [m]. */
  readonly x: number
  /** How far it has come [m]. */
  readonly way: number
  /** Length of the waves that follow it, 2π U²/g [m]. */
  readonly wavelength: number
}

/**
 * The wake of a pressure p ∝ exp(-(π r/length)²), the one of Darmon, Benzaquen and Raphaël (J. Fluid Mech. 738, 2014), with
 * U/sqrt(g length) = froude.
 */
async function wakeOf(froude: number, length: number): Promise<Wake> {
  const speed = froude * Math.sqrt(G * length)
  const way = 0.65 * CELLS[0]
  const start = -0.36 * CELLS[0]
  const sim = await createSimulation({
    seiche: 1,
    grid: { cells: CELLS, cellSize: 1 },
    timeStep: way / speed / STEPS,
    solver: { type: 'iwave' },
    boundaries: { 'x-': 'absorb', 'x+': 'absorb', 'z-': 'absorb', 'z+': 'absorb' },
    sources: [
      {
        shape: { shape: 'gaussian', center: [start, 0], radius: length / Math.PI },
        quantity: 'pressure',
        rate: 1,
        motion: { velocity: [speed, 0] },
      },
    ],
  })
  sim.step(STEPS)
  return { sim, x: start + way, way, wavelength: (2 * Math.PI * speed * speed) / G }
}

/** Mean square of the elevation on the ray at `angle` [rad] from the course, between two distances behind the patch [m]. */
function strengthOn({ sim, x }: Wake, angle: number, near: number, far: number): number {
  const count = Math.ceil(4 * (far - near))
  let sum = 0
  for (let k = 0; k < count; k++) {
    const r = near + ((k + 0.5) * (far - near)) / count
    const eta = sim.heightAt(x - r * Math.cos(angle), r * Math.sin(angle))
    // Along the cusp waves fall with the cube root of the distance.
    sum += eta * eta * r ** (2 / 3)
  }
  return sum / count
}

/** The angle [rad] at which the wake is strongest between two distances, to a fraction of a step by a parabola. */
function strongestAngle(wake: Wake, near: number, far: number): number {
  const step = 0.25 / DEGREES
  const strengths = Array.from({ length: 120 }, (_, k) => strengthOn(wake, k * step, near, far))
  let best = 1
  for (let k = 2; k < strengths.length - 1; k++) if (strengths[k]! > strengths[best]!) best = k
  const [before, at, after] = [strengths[best - 1]!, strengths[best]!, strengths[best + 1]!]
  return (best + (0.5 * (before - after)) / (before - 2 * at + after)) * step
}

/**
 * The half-angle [rad] of a wake far behind. Across the cusp the waves are Airy's function, whose highest crest lies inside
 * by an angle that falls with r^(-2/3) (Lighthill, "Waves in Fluids", §4.11): a straight line in that, read off at 0.
 */
export function farAngle(wake: Wake): number {
  const points: [number, number][] = []
  for (let waves = 4; (waves + 2) * wake.wavelength < wake.way / 2; waves++)
    points.push([
      ((waves + 1) * wake.wavelength) ** (-2 / 3),
      strongestAngle(wake, waves * wake.wavelength, (waves + 2) * wake.wavelength),
    ])
  const mean = (pick: (point: [number, number]) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length
  const [mx, my] = [mean(([x]) => x), mean(([, y]) => y)]
  const slope = mean(([x, y]) => (x - mx) * (y - my)) / mean(([x]) => (x - mx) * (x - mx))
  return my - slope * mx
}

export const kelvinWake: Problem = {
  name: 'Wake of a moving pressure',
  solver: 'iwave, exponential',
  exact:
    'far behind the half-angle is arcsin(1/3) = 19.47° (Kelvin); a patch much faster than the waves of its own length has its strongest waves at a smaller angle, which falls as one over its speed (Rabaud and Moisy, Phys. Rev. Lett. 110, 2013)',
  async run() {
    const findings: Finding[] = []
    const slow = await wakeOf(0.5, 8)
    findings.push({
      quantity: 'half-angle, U/sqrt(g length) = 0.5',
      measured: farAngle(slow) * DEGREES,
      expected: Math.asin(1 / 3) * DEGREES,
      tolerance: 1,
      kind: 'absolute',
      unit: '°',
    })
    slow.sim.dispose()
    // Fast patches make long waves: their wakes are taken from ten to fifty lengths of the patch behind them.
    const [froudes, length] = [[1.5, 2.25], 5] as const
    const angles: number[] = []
    for (const froude of froudes) {
      const fast = await wakeOf(froude, length)
      angles.push(strongestAngle(fast, 10 * length, 50 * length) * DEGREES)
      fast.sim.dispose()
    }
    froudes.forEach((froude, k) => {
      findings.push({
        quantity: `angle of the strongest waves, U/sqrt(g length) = ${froude}`,
        measured: angles[k]!,
        expected: (Math.asin(1 / 3) * DEGREES) / froude,
        tolerance: 0,
        kind: 'at most',
        unit: '°',
      })
    })
    findings.push({
      quantity: 'the same, the faster angle times its speed over the slower',
      measured: (angles[1]! * froudes[1]) / (angles[0]! * froudes[0]),
      expected: 1,
      tolerance: 0.05,
      kind: 'absolute',
      unit: '',
    })
    return findings
  },
}
