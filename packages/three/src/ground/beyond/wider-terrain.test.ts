import { describe, expect, it } from 'vitest'
import { WiderTerrain } from './wider-terrain.js'

const [nx, nz, cellSize] = [40, 30, 2]
const fields = ['bed', 'depth', 'qx'] as const

/** Terrain of a bed and a level of the water, as functions of the position. */
function terrainOf(bed: (x: number, z: number) => number, level: number, sea: boolean): WiderTerrain {
  const terrain = new WiderTerrain({ nx, nz, cellSize, fields }, { sea, margin: 10 })
  const cells = Array.from({ length: nx * nz }, (_, cell) =>
    bed(((cell % nx) + 0.5 - nx / 2) * cellSize, (Math.floor(cell / nx) + 0.5 - nz / 2) * cellSize),
  )
  terrain.set('bed', Float32Array.from(cells))
  terrain.set(
    'depth',
    Float32Array.from(cells, (height) => Math.max(0, level - height)),
  )
  terrain.update()
  return terrain
}

/** Values of a field along the row in the middle. */
function middleRow(terrain: WiderTerrain, values: Float32Array): number[] {
  const { nx: wide, nz: rows } = terrain.input
  return Array.from(values.subarray((rows / 2) * wide, (rows / 2 + 1) * wide))
}

describe('terrain that goes on beyond its grid', () => {
  it('has the water of a sea at its level', () => {
    const terrain = terrainOf(() => -3, 0.5, true)
    expect(terrain.seaLevel.value).toBeCloseTo(0.5, 6)
    const [bed, depth] = [terrain.input.bed, terrain.input.depth].map((values) => middleRow(terrain, values))
    for (const [at, height] of bed!.entries()) expect(height + depth![at]!).toBeCloseTo(0.5, 5)
  })
})
