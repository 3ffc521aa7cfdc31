import { createSimulation, type SurfaceSimulation } from 'seiche'
import type { Finding, Problem } from '../../problem.js'

const G = 9.81
/** Cells of the channel, of its sponges, and of the channel it is compared with; all 1 m wide. */
const CELLS = 640
const SPONGE = 64
const LONG = 4096

/** A channel with a packet of waves in its middle that travels towards x+. */
async function channel(cells: number, edge: 'absorb' | 'reflect', wavelength: number): Promise<SurfaceSimulation> {
  const sim = await createSimulation(
    {
      seiche: 1,
      grid: { cells: [cells, 1], cellSize: 1 },
      timeStep: 0.1,
      solver: { type: 'iwave', sponge: SPONGE },
      boundaries: { 'x-': edge, 'x+': edge },
    },
    { threads: 1 },
  )
  const k = (2 * Math.PI) / wavelength
  const packet = (shape: (phase: number) => number) =>
    Float64Array.from({ length: cells }, (_, i) => {
      const x = i + 0.5 - cells / 2
      return Math.exp(-((x / (1.2 * wavelength)) ** 2)) * shape(k * x)
    })
  // eta = cos(kx - ωt), phi = (g/ω) sin(kx - ωt).
  sim.field('eta').write(packet(Math.cos))
  sim.field('phi').write(packet((phase) => Math.sqrt(G / k) * Math.sin(phase)))
  return sim
}

/** Largest difference from endless water, of the packet's height, until the packet has crossed the channel twice. */
async function reflected(wavelength: number): Promise<number> {
  const [short, long] = [await channel(CELLS, 'absorb', wavelength), await channel(LONG, 'reflect', wavelength)]
  const groupSpeed = 0.5 * Math.sqrt((G * wavelength) / (2 * Math.PI))
  const steps = Math.ceil((1.5 * CELLS) / groupSpeed / 0.1)
  let worst = 0
  for (let step = 0; step < steps; step += 5) {
    short.step(5)
    long.step(5)
    const [a, b] = [short.field('eta').read(), long.field('eta').read()]
    for (let i = 0; i < CELLS; i++) worst = Math.max(worst, Math.abs(a[i]! - b[i + (LONG - CELLS) / 2]!))
  }
  short.dispose()
  long.dispose()
  return worst
}

export const sponge: Problem = {
  name: 'Open edge: a sponge',
  solver: 'iwave, exponential',
  exact: 'endless water: nothing comes back; measured against a channel too long for anything to',
  async run() {
    const findings: Finding[] = []
    for (const [ratio, allowed] of [
      [0.25, 0.0001],
      [0.5, 0.002],
      [1, 0.03],
      [2, 0.2],
    ] as const)
      findings.push({
        quantity: `amplitude that comes back, waves ${ratio} times as long as the sponge is wide`,
        measured: await reflected(ratio * SPONGE),
        expected: allowed,
        tolerance: 0,
        kind: 'at most',
        unit: '',
      })
    return findings
  },
}
