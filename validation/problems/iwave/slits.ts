import { createSimulation } from 'seiche'
import type { Finding, Problem } from '../../problem.js'

const G = 9.81
/** Wavelength and cells [m]; the waves are ten cells long. */
const WAVELENGTH = 10
const CELLS: [number, number] = [200, 240]
/**
 * The middle of the wall, its thickness, and the screen behind it [m]. The wall is thicker than a wave is long, because the
 * operator of deep water reaches across thin ones: the pressure of a wave goes down to a wavelength, and round.
 */
const WALL = -40
const THICKNESS = 14
const SCREEN = 50
/** Fringes are looked for this far from the middle [m], up to some 30° from the normal. */
const REACH = 55
/** Slits: distance of their middles and width [m]. */
const APART = 40
const WIDTH = 5

interface Point {
  readonly z: number
  readonly amplitude: number
}

const k = (2 * Math.PI) / WAVELENGTH
const omega = Math.sqrt(G * k)
const period = (2 * Math.PI) / omega

/** Amplitude along the screen, in the middle of every cell, once the waves are steady. */
async function screenAmplitude(): Promise<Point[]> {
  const stepsPerPeriod = 48
  const half = CELLS[1] / 2
  const wall = (from: number, to: number) => ({
    shape: 'box' as const,
    center: [WALL, (from + to) / 2] as [number, number],
    size: [THICKNESS, to - from] as [number, number],
  })
  const sim = await createSimulation({
    seiche: 1,
    grid: { cells: CELLS, cellSize: 1 },
    timeStep: period / stepsPerPeriod,
    solver: { type: 'iwave', method: 'fft', sponge: 30 },
    boundaries: { 'x-': 'absorb', 'x+': 'absorb', 'z-': 'absorb', 'z+': 'absorb' },
    obstacles: [
      wall(-half, -(APART + WIDTH) / 2),
      wall(-(APART - WIDTH) / 2, (APART - WIDTH) / 2),
      wall((APART + WIDTH) / 2, half),
    ],
    sources: [{ shape: { shape: 'box', center: [-85, 0], size: [2, 200] }, rate: 0.05, period }],
  })
  // To the screen and back to the wall at the group speed, ω/2k.
  const arrival = (2 * (SCREEN + 85)) / (omega / (2 * k))
  sim.step(Math.ceil(arrival / period) * stepsPerPeriod)
  const screen = Array.from({ length: CELLS[1] }, (_, j) => ({ z: j + 0.5 - half, inPhase: 0, quadrature: 0 }))
  for (let step = 0; step < 4 * stepsPerPeriod; step++) {
    sim.step()
    const phase = omega * sim.time
    for (const point of screen) {
      const eta = sim.heightAt(SCREEN, point.z)
      point.inPhase += eta * Math.cos(phase)
      point.quadrature += eta * Math.sin(phase)
    }
  }
  sim.dispose()
  return screen.map(({ z, inPhase, quadrature }) => ({ z, amplitude: Math.hypot(inPhase, quadrature) }))
}

/** Circular waves from every point of both slits (Rayleigh and Sommerfeld's integral for a hard wall). */
function theoryAmplitude(z: number): number {
  let [real, imaginary] = [0, 0]
  const x = SCREEN - (WALL + THICKNESS / 2)
  const points = 21
  for (const slit of [-APART / 2, APART / 2])
    for (let q = 0; q < points; q++) {
      const r = Math.hypot(x, z - slit - WIDTH * ((q + 0.5) / points - 0.5))
      real += Math.cos(k * r) / Math.sqrt(r)
      imaginary += Math.sin(k * r) / Math.sqrt(r)
    }
  return Math.hypot(real, imaginary)
}

/** Places of the crests of a function on a fine line, refined by a parabola. */
function crests(points: readonly Point[]): number[] {
  const found: number[] = []
  for (let n = 1; n < points.length - 1; n++) {
    const [before, at, after] = [points[n - 1]!.amplitude, points[n]!.amplitude, points[n + 1]!.amplitude]
    if (at > before && at >= after)
      found.push(points[n]!.z + (0.5 * (before - after) * (points[1]!.z - points[0]!.z)) / (before - 2 * at + after))
  }
  return found
}

export const doubleSlit: Problem = {
  name: 'Double slit',
  solver: 'iwave, fft',
  exact:
    'bright fringes where circular waves from both slits meet crest on crest; slits half a wave wide, four waves apart',
  async run() {
    const measured = crests(await screenAmplitude())
    const fine = Array.from({ length: 40 * REACH + 1 }, (_, n) => -REACH + n / 20)
    return crests(fine.map((z) => ({ z, amplitude: theoryAmplitude(z) })))
      .filter((z) => z > -1e-6)
      .map(
        (z): Finding => ({
          quantity: `bright fringe, in theory ${z.toFixed(2)} cells from the middle`,
          measured: measured.reduce((best, place) => (Math.abs(place - z) < Math.abs(best - z) ? place : best)),
          expected: z,
          tolerance: 1,
          kind: 'absolute',
          unit: 'cells',
        }),
      )
  },
}
