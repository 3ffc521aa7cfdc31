import { createSimulation } from 'seiche'
import { writeNpy } from 'seiche/npy'
import type { Finding, Problem } from '../../problem.js'

const G = 9.81
const DEPTH = 1
const C = Math.sqrt(G * DEPTH)
const CELL = 0.1
const NX = 512
/** Cells a wave crosses in one step. */
const COURANT = 0.5

/** Length of a packet, in wavelengths along x, and what fits into the basin at most [m]. */
const WIDTH = 2
const LONGEST = (NX * CELL) / 6
/** Middle of the packet at the start [m]. */
const CENTER = -0.05 * NX * CELL

/** Elevation and potential of a packet that travels towards x+ and nowhere else: a sum of plane waves, all with the same kz. */
function packet(kx: number, kz: number, rows: number): { eta: Float64Array; phi: Float64Array } {
  const eta = new Float64Array(NX * rows)
  const phi = new Float64Array(NX * rows)
  const spacing = (2 * Math.PI) / (NX * CELL)
  const spread = Math.min((WIDTH * 2 * Math.PI) / kx, LONGEST)
  for (let m = 1; m < NX / 4; m++) {
    const k = m * spacing
    const amplitude = Math.exp(-(((k - kx) * spread) ** 2) / 4)
    if (amplitude < 1e-9) continue
    const potential = (amplitude * G) / (C * Math.hypot(k, kz))
    for (let j = 0; j < rows; j++)
      for (let i = 0; i < NX; i++) {
        const phase = k * ((i + 0.5 - NX / 2) * CELL - CENTER) + kz * (j + 0.5) * CELL
        eta[j * NX + i]! += amplitude * Math.cos(phase)
        phi[j * NX + i]! += potential * Math.sin(phase)
      }
  }
  return { eta, phi }
}

/**
 * Amplitude that comes back when a packet meets the absorbing edge x+, as a share of what went in. The basin is
 * periodic along z, so that the packet is exactly plane; the angle is the one that fits whole waves in.
 */
async function reflection(
  wavelength: number,
  wavesAlongZ: number,
  rows: number,
): Promise<{ angle: number; share: number }> {
  const k = (2 * Math.PI) / wavelength
  const kz = (2 * Math.PI * wavesAlongZ) / (rows * CELL)
  const kx = Math.sqrt(k * k - kz * kz)
  const angle = Math.atan2(kz, kx)
  const { eta, phi } = packet(kx, kz, rows)
  const sim = await createSimulation(
    {
      seiche: 1,
      grid: { cells: [NX, rows], cellSize: CELL },
      timeStep: (COURANT * CELL) / C,
      solver: { type: 'columns', depth: DEPTH },
      initial: { eta: { npy: 'eta' }, phi: { npy: 'phi' } },
      boundaries: { 'x-': 'reflect', 'x+': 'absorb', 'z-': 'periodic', 'z+': 'periodic' },
    },
    { readFile: async (name) => writeNpy(name === 'eta' ? eta : phi, [rows, NX]) },
  )
  const before = sim.diagnostics().energy
  // To the edge and back to the middle: the packet travels along x at c cos(angle).
  const travel = 1.1 * NX * CELL
  sim.step(Math.round(travel / (C * Math.cos(angle)) / sim.timeStep))
  return { angle, share: Math.sqrt(Math.max(0, sim.diagnostics().energy) / before) }
}

/** What the one-way wave equation sends back of a wave at this angle, as a share of its amplitude. */
function theory(angle: number): number {
  return (1 - Math.cos(angle)) / (1 + Math.cos(angle))
}

/** Measured and predicted reflection at several angles, 20 cells per wave. */
export async function reflectionByAngle(): Promise<{ degrees: number; measured: number; expected: number }[]> {
  const found: { degrees: number; measured: number; expected: number }[] = []
  for (const waves of [0, 1, 2, 2.5, 3]) {
    // Half waves need a basin twice as wide.
    const whole = Number.isInteger(waves)
    const { angle, share } = await reflection(2, whole ? waves : 2 * waves, whole ? 80 : 160)
    found.push({ degrees: (angle * 180) / Math.PI, measured: share, expected: theory(angle) })
  }
  return found
}

export const absorbingEdge: Problem = {
  name: 'Absorbing edge',
  solver: 'columns',
  exact:
    'a wave at angle θ from the normal comes back with (1 - cos θ)/(1 + cos θ) of its amplitude (Engquist and Majda 1977); at normal incidence only the cells show, with (1 - C²)(k dx)²/16',
  async run() {
    const findings: Finding[] = []
    for (const cells of [80, 40, 20]) {
      const { share } = await reflection(cells * CELL, 0, 1)
      findings.push({
        quantity: `reflected amplitude, 0°, ${cells} cells per wave`,
        measured: share,
        expected: 0.01,
        tolerance: 0,
        kind: 'at most',
        unit: '',
      })
    }
    const coarse = await reflection(10 * CELL, 0, 1)
    findings.push({
      quantity: 'reflected amplitude, 0°, 10 cells per wave',
      measured: coarse.share,
      expected: ((1 - COURANT ** 2) * ((2 * Math.PI) / 10) ** 2) / 16,
      tolerance: 0.003,
      kind: 'absolute',
      unit: '',
    })
    for (const { degrees, measured, expected } of (await reflectionByAngle()).slice(1))
      findings.push({
        quantity: `reflected amplitude, ${degrees.toFixed(1)}°, 20 cells per wave`,
        measured,
        expected,
        tolerance: 0.005,
        kind: 'absolute',
        unit: '',
      })
    return findings
  },
}
