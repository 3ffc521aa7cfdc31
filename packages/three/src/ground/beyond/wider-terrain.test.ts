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

  it('leaves the grid as it is', () => {
    const terrain = terrainOf((x) => 0.1 * x, 0, true)
    const [first, last] = [terrain.margin, terrain.margin + nx]
    const bed = middleRow(terrain, terrain.input.bed).slice(first, last)
    for (const [i, height] of bed.entries()) expect(height).toBeCloseTo(0.1 * (i + 0.5 - nx / 2) * cellSize, 5)
  })

  it('goes on with the slope of the ground at an edge', () => {
    const bed = middleRow(
      terrainOf((x) => 0.1 * x, 0, true),
      terrainOf((x) => 0.1 * x, 0, true).input.bed,
    )
    const slopes = bed.slice(1).map((height, at) => (height - bed[at]!) / cellSize)
    // Two cells beyond both edges.
    for (const at of [8, 9, 48, 49, 50]) expect(slopes[at], `slope ${at}`).toBeCloseTo(0.1, 1)
  })

  it('has waves that fade from the edge to the end of the margin', () => {
    const terrain = terrainOf(() => -3, 0, true)
    const depth = new Float32Array(nx * nz).fill(3)
    for (let j = 0; j < nz; j++) depth[j * nx] = 3.4
    terrain.set('depth', depth)
    terrain.update()
    const level = middleRow(terrain, terrain.input.depth).map(
      (deep, at) => deep + middleRow(terrain, terrain.input.bed)[at]!,
    )
    expect(level[terrain.margin - 1]).toBeGreaterThan(0.3)
    expect(level[0]).toBeCloseTo(terrain.seaLevel.value, 2)
  })

  it('closes around a lake that is no sea', () => {
    const terrain = terrainOf(() => -3, 1, false)
    const depth = middleRow(terrain, terrain.input.depth)
    expect(depth[terrain.margin - 1]).toBeGreaterThan(2)
    expect(depth[0]).toBe(0)
  })

  it('is the same after every update of still water', () => {
    const terrain = terrainOf((x, z) => 0.2 * Math.sin(x) * Math.cos(z) - 1, 0, true)
    const before = [terrain.input.bed.slice(), terrain.input.depth.slice(), terrain.version]
    terrain.update()
    expect([terrain.input.bed, terrain.input.depth, terrain.version]).toEqual(before)
  })

  it('knows a sea from a film of rain, and from a lake above it', () => {
    const terrain = new WiderTerrain({ nx, nz, cellSize, fields }, { sea: true, margin: 10 })
    const bed = Float32Array.from({ length: nx * nz }, (_, cell) => (cell % nx < nx / 2 ? -4 : 8))
    terrain.set('bed', bed)
    // A film on the land, and a lake at its edge.
    terrain.set(
      'depth',
      bed.map((height, cell) => (height < 0 ? 4 : cell % nx === nx - 1 ? 2 : 0.001)),
    )
    terrain.update()
    expect(terrain.seaLevel.value).toBeCloseTo(0, 5)
  })
})
