import { createSimulation, type SceneInput, type SurfaceSimulation, solitaryWave } from 'seiche'
import type { Finding, Problem } from '../../problem.js'

const G = 9.81
const CELLS_PER_DEPTH = 8
/** Length of the flume, and way of the wave [depths]. */
const FLUME = 80
const WAY = 50

/** c²/gd by the series of Fenton (1972) to the ninth order in H/d. */
const fenton = (height: number) =>
  [1, 1, -0.05, -0.0428571, -0.0342857, -0.0315195, -0.0292784, -0.0268451, -0.0302634, -0.0219347].reduce(
    (sum, factor, n) => sum + factor * height ** n,
    0,
  )

/** Speed and height relative to those of the exact wave, and the largest deviation of its profile over its height. */
async function travel(height: number, theory: 'serre' | 'euler') {
  const wave = solitaryWave({ height }, { depth: 1, gravity: G })
  const n = FLUME * CELLS_PER_DEPTH
  const timeStep = 0.8 / CELLS_PER_DEPTH / Math.sqrt(G)
  const scene: SceneInput = {
    seiche: 1,
    grid: { cells: [n, 1], cellSize: 1 / CELLS_PER_DEPTH },
    timeStep,
    solver: { type: 'iwave', nonlinearity: 5, depth: 1 },
    initial: { eta: [{ shape: 'solitary', theory, height, depth: 1, center: [-WAY / 2, 0] }] },
  }
  const sim = (await createSimulation(scene, { threads: 1 })) as SurfaceSimulation
  sim.step(Math.round(WAY / wave.speed / timeStep))
  const eta = sim.field('eta').read()
  const time = sim.time
  sim.dispose()
  const at = (i: number) => (i + 0.5 - n / 2) / CELLS_PER_DEPTH
  const top = eta.indexOf(Math.max(...eta))
  // The crest between cells, by a parabola through the three highest.
  const [before, middle, after] = [eta[top - 1]!, eta[top]!, eta[top + 1]!]
  const offset = (0.5 * (before - after)) / (before - 2 * middle + after)
  const crest = at(top) + offset / CELLS_PER_DEPTH
  let worst = 0
  for (let i = 0; i < n; i++) worst = Math.max(worst, Math.abs(eta[i]! - wave.elevationAt(at(i) - crest)))
  return {
    speed: (crest + WAY / 2) / time / wave.speed,
    height: (middle - 0.25 * (before - after) * offset) / height,
    profile: worst / height,
  }
}

export const solitaryWaves: Problem = {
  name: `Solitary waves of the full equations, order 5, ${WAY} depths`,
  solver: 'iwave, nonlinearity',
  exact:
    "the wave keeps its speed, height and profile; c²/gd = 1 + H - H²/20 - 3H³/70 - ... with H in depths, to the ninth order (Fenton 1972), whose last terms are 1e-8 at H = 0.2 and 1e-3 at 0.6. Serre's wave, beside it, is not steady and sheds others",
  async run() {
    const findings: Finding[] = []
    const row = (
      quantity: string,
      measured: number,
      expected: number,
      tolerance: number,
      kind: Finding['kind'] = 'relative',
    ) => findings.push({ quantity, measured, expected, tolerance, kind, unit: '' })
    for (const [height, series, kept] of [
      [0.2, 2e-8, 2e-4],
      [0.4, 1e-5, 5e-4],
      [0.6, 1e-3, 1e-2],
    ] as const) {
      const { speed } = solitaryWave({ height }, { depth: 1, gravity: 1 })
      row(`c²/gd of the wave by Newton's method, H = ${height} d`, speed ** 2, fenton(height), series)
      const run = await travel(height, 'euler')
      row(`speed over that of the exact wave, H = ${height} d`, run.speed, 1, kept / 2)
      row(`height over that at the start, H = ${height} d`, run.height, 1, kept)
      row(`deviation from the profile over the height, H = ${height} d`, run.profile, kept, 0, 'at most')
    }
    const serre = await travel(0.4, 'serre')
    row("deviation of Serre's wave from the profile over the height, H = 0.4 d", serre.profile, 0.02, 0, 'at least')
    return findings
  },
}
