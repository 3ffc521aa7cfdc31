import { describe, expect, it } from 'vitest'
import { reliefAt } from './beyond/relief.js'
import { LandHorizon } from './land-horizon.js'

const [nx, nz, cellSize, thin] = [70, 50, 2, 0.01]

/** Ground of hills and hollows, and water up to a level. */
function terrainOf(seed: number, level: number): { bed: Float32Array; depth: Float32Array } {
  const bed = Float32Array.from(
    { length: nx * nz },
    (_, cell) => 20 * reliefAt(((cell % nx) + 31 * seed) / 25, Math.floor(cell / nx) / 25, 0.5) - 5,
  )
  return { bed, depth: bed.map((height) => Math.max(0, level - height)) }
}

/** The slope of the block of a cell towards a direction (x, z). */
function slopeAt(horizon: LandHorizon, i: number, j: number, x: number, z: number): number {
  const cells = Math.ceil(nx / 24)
  const block = Math.floor(j / cells) * horizon.blocks[0] + Math.floor(i / cells)
  return horizon.slopes[4 * block + Number(x < 0) + 2 * Number(z < 0)]!
}

describe('LandHorizon', () => {
  it('is not below any land that is seen from the water', () => {
    let [compared, bounded] = [0, 0]
    for (let seed = 0; seed < 4; seed++) {
      const { bed, depth } = terrainOf(seed, 1)
      const horizon = new LandHorizon(nx, nz, cellSize)
      horizon.update(bed, depth, thin, true)
      for (let from = 0; from < nx * nz; from += 7) {
        if (depth[from]! <= thin) continue
        const [i, j] = [from % nx, Math.floor(from / nx)]
        for (const [x, z] of [
          [1, 1],
          [-1, 1],
          [1, -1],
          [-1, -1],
        ] as const)
          if (slopeAt(horizon, i, j, x, z) < 1) bounded++
        for (let to = 0; to < nx * nz; to += 3) {
          if (depth[to]! > thin) continue
          const [x, z] = [(to % nx) - i, Math.floor(to / nx) - j]
          const distance = Math.hypot(x, z) * cellSize
          const bound = slopeAt(horizon, i, j, x, z)
          const slope = (bed[to]! - bed[from]! - depth[from]!) / distance
          if (slope > bound) expect.fail(`land at ${to} rises by ${slope} from ${from}, above ${bound}`)
          compared++
        }
      }
    }
    expect(compared).toBeGreaterThan(10_000)
    expect(bounded).toBeGreaterThan(100)
  })

  it('counts land beyond the grid', () => {
    const horizon = new LandHorizon(nx, nz, cellSize)
    const [bed, depth] = [new Float32Array(nx * nz).fill(-3), new Float32Array(nx * nz).fill(3)]
    horizon.update(bed, depth, thin, true)
    expect(Math.max(...horizon.slopes)).toBe(0)
    horizon.setBeyond(Float32Array.of(170, 30, 0))
    // From the middle, and from the nearest block of the grid, which ends at 70 m.
    expect(slopeAt(horizon, nx / 2, nz / 2, 1, 0)).toBeGreaterThan(30 / 170)
    expect(Math.max(...horizon.slopes)).toBeGreaterThan(0.3)
    expect(Math.max(...horizon.slopes)).toBeLessThan(0.35)
    // It lies straight ahead on both sides of the axis, and not behind.
    expect(slopeAt(horizon, nx / 2, nz / 2, 1, -1)).toBeGreaterThan(30 / 170)
    expect(slopeAt(horizon, nx / 2, nz / 2, -1, 1)).toBe(0)
  })

  it('has no bound where there is no water yet, nor beside land', () => {
    const { bed, depth } = terrainOf(1, -100)
    const horizon = new LandHorizon(nx, nz, cellSize)
    horizon.update(bed, depth, thin, true)
    expect(Math.min(...horizon.slopes)).toBeGreaterThan(100)
  })

  it('follows the water every eighth time', () => {
    const horizon = new LandHorizon(nx, nz, cellSize)
    const [bed, depth] = [new Float32Array(nx * nz).fill(-3), new Float32Array(nx * nz).fill(3)]
    bed.fill(2, 0, nx)
    depth.fill(0, 0, nx)
    horizon.update(bed, depth, thin, true)
    const before = slopeAt(horizon, 10, 40, 0, -1)
    expect(slopeAt(horizon, 10, 40, 0, 1)).toBe(0)
    const low = depth.map((deep) => Math.max(0, deep - 2.9))
    for (let time = 0; time < 8; time++) horizon.update(bed, low, thin, false)
    expect(slopeAt(horizon, 10, 40, 0, -1)).toBeGreaterThan(1.5 * before)
  })
})
