import { describe, expect, it } from 'vitest'
import { columns1D, columns2D } from './columns.js'
import {
  type Edge,
  type ShallowWave1D,
  type ShallowWave2D,
  shallowWave1D,
  shallowWave2D,
  shallowWaveAlpha,
} from './shallow-wave.js'
import { closedMode, fixedMode, largest, largestDifference, standingWave, sum } from './standing-wave.fixture.js'

const closed: Edge = { type: 'closed' }

/** A rough but reproducible surface: every wavelength of the grid takes part. */
function rough(cells: number, seed: number): Float64Array {
  return Float64Array.from({ length: cells }, (_, cell) => ((cell * 7919 + seed * 104729) % 1013) / 1013 - 0.5)
}

/** Water that was at the same height one step ago. */
function atRest(eta: Float64Array): ShallowWave1D {
  return { eta: eta.slice(), etaOld: eta.slice(), etaNew: new Float64Array(eta.length) }
}

describe('shallow wave simulator', () => {
  it('with beta = 1 is the columns scheme in another notation', () => {
    const nx = 29
    const nz = 18
    const depth = 0.8
    const c = Math.sqrt(9.81 * depth)
    const dx = 0.2
    const dt = (0.65 * dx) / c
    const alpha = shallowWaveAlpha(depth, dx, dt)

    const columns = { nx, nz, eta: rough(nx * nz, 1), v: rough(nx * nz, 2) }
    const waves: ShallowWave2D = { nx, nz, ...atRest(columns.eta) }
    waves.etaOld = columns.eta.map((height, cell) => height - dt * columns.v[cell]!)
    for (let step = 0; step < 500; step++) {
      columns2D(columns, { c, dx, dt })
      shallowWave2D(waves, { alpha, beta: 1, edge: closed })
    }
    expect(largestDifference(waves.eta, (cell) => columns.eta[cell]!)).toBeLessThan(1e-12)

    const row = { eta: rough(nx, 3), v: rough(nx, 4) }
    const waveRow = atRest(row.eta)
    waveRow.etaOld = row.eta.map((height, cell) => height - dt * row.v[cell]!)
    for (let step = 0; step < 500; step++) {
      columns1D(row, { c, dx, dt })
      shallowWave1D(waveRow, { alpha, beta: 1, edge: closed })
    }
    expect(largestDifference(waveRow.eta, (cell) => row.eta[cell]!)).toBeLessThan(1e-12)
  })

  it.each([
    ['closed', closed, closedMode(20, 13, 4, 7)],
    ['fixed', { type: 'fixed', height: 0 } satisfies Edge, fixedMode(20, 13, 4, 7)],
  ] as const)('oscillates a standing wave between %s edges at the discrete frequency', (_, edge, mode) => {
    const alpha = 0.45
    const waves: ShallowWave2D = { nx: 20, nz: 13, ...atRest(mode.shape) }
    for (let step = 1; step <= 300; step++) {
      shallowWave2D(waves, { alpha, beta: 1, edge })
      const amplitude = standingWave(mode, Math.sqrt(alpha), step)
      expect(largestDifference(waves.eta, (cell) => amplitude * mode.shape[cell]!)).toBeLessThan(1e-10)
    }
  })

  it('keeps the volume between closed edges, with damping too', () => {
    for (const beta of [1, 0.99]) {
      const waves: ShallowWave2D = { nx: 16, nz: 24, ...atRest(rough(16 * 24, 5).map((height) => height + 2)) }
      const before = sum(waves.eta)
      for (let step = 0; step < 1000; step++) shallowWave2D(waves, { alpha: 0.49, beta, edge: closed })
      expect(Math.abs(sum(waves.eta) / before - 1)).toBeLessThan(1e-12)
    }
  })

  it('explodes beyond alpha = 1/2 in 2-D', () => {
    const reckless: ShallowWave2D = { nx: 32, nz: 32, ...atRest(rough(1024, 6)) }
    const sound: ShallowWave2D = { nx: 32, nz: 32, ...atRest(rough(1024, 6)) }
    for (let step = 0; step < 200; step++) {
      shallowWave2D(reckless, { alpha: 0.9 ** 2, beta: 1, edge: closed })
      shallowWave2D(sound, { alpha: 0.7 ** 2, beta: 1, edge: closed })
    }
    expect(largest(reckless.eta)).toBeGreaterThan(1e50)
    expect(largest(sound.eta)).toBeLessThan(3)
  })

  it('sends a crest back as a crest from a closed edge and as a trough from a fixed one', () => {
    // At alpha = 1 the 1-D scheme shifts a travelling wave by exactly one cell a step, so the echo can be told exactly:
    // a closed edge mirrors about the rim of the last cell (nx - 1/2), a fixed one about the ghost cell (nx).
    const nx = 100
    const steps = 80
    const pulse = (position: number) => Math.exp(-(((position - 60) / 4) ** 2))
    const travelling = (): ShallowWave1D => ({
      eta: Float64Array.from({ length: nx }, (_, i) => pulse(i)),
      etaOld: Float64Array.from({ length: nx }, (_, i) => pulse(i + 1)),
      etaNew: new Float64Array(nx),
    })
    const wall = travelling()
    const lake = travelling()
    for (let step = 0; step < steps; step++) {
      shallowWave1D(wall, { alpha: 1, beta: 1, edge: closed })
      shallowWave1D(lake, { alpha: 1, beta: 1, edge: { type: 'fixed', height: 0 } })
    }
    expect(largestDifference(wall.eta, (i) => pulse(2 * nx - 1 - i - steps))).toBeLessThan(1e-12)
    expect(largestDifference(lake.eta, (i) => -pulse(2 * nx - i - steps))).toBeLessThan(1e-12)
    expect(Math.max(...wall.eta)).toBeGreaterThan(0.99)
    expect(Math.min(...lake.eta)).toBeLessThan(-0.99)
  })

  it('lets a fixed edge fill the basin to its height when damped', () => {
    const waves: ShallowWave2D = { nx: 12, nz: 9, ...atRest(new Float64Array(108)) }
    for (let step = 0; step < 3000; step++) {
      shallowWave2D(waves, { alpha: 0.45, beta: 0.95, edge: { type: 'fixed', height: 0.25 } })
    }
    expect(largestDifference(waves.eta, () => 0.25)).toBeLessThan(1e-12)
  })

  it('keeps symmetric water symmetric', () => {
    const n = 21
    for (const edge of [closed, { type: 'fixed', height: 0.1 } satisfies Edge]) {
      const eta = new Float64Array(n * n)
      eta[(n * n - 1) / 2] = 1
      const waves: ShallowWave2D = { nx: n, nz: n, ...atRest(eta) }
      for (let step = 0; step < 300; step++) shallowWave2D(waves, { alpha: 0.49, beta: 1, edge })
      const at = (i: number, j: number) => waves.eta[j * n + i]!
      expect(largestDifference(waves.eta, (cell) => at(n - 1 - (cell % n), Math.floor(cell / n)))).toBeLessThan(1e-12)
      expect(largestDifference(waves.eta, (cell) => at(Math.floor(cell / n), cell % n))).toBeLessThan(1e-12)
    }
  })
})
