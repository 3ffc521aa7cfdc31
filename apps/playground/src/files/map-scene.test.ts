import { createSimulation, parseScene, type SurfaceSimulation } from 'seiche'
import { readNpy, writeNpy } from 'seiche/npy'
import { expect, it } from 'vitest'
import { FileError } from './file-error.js'
import { type HeightMap, shrink } from './height-map.js'
import { defaultChoices, floodedBy, type MapChoices, mapScene, widestOpening } from './map-scene.js'
import { npyMap } from './read-npy.js'

const mapOf = (width: number, height: number, value: (i: number, j: number) => number): HeightMap =>
  npyMap(
    'hills.npy',
    writeNpy(
      Float32Array.from({ length: width * height }, (_, k) => value(k % width, Math.floor(k / width))),
      [height, width],
    ) as Uint8Array<ArrayBuffer>,
  )

async function simulate(map: HeightMap, choices: Partial<MapChoices>): Promise<SurfaceSimulation> {
  const { text, files } = mapScene(map, { ...defaultChoices(map), ...choices })
  const sim = await createSimulation(text, {
    threads: 1,
    readFile: async (path) => files.find(({ name }) => name === path)!.bytes,
  })
  return sim as SurfaceSimulation
}

const slope = mapOf(40, 30, (i) => 200 + i)

it('terrain is flooded up to the thirtieth percentile, unless a level is given', async () => {
  const choices = defaultChoices(slope)
  expect(floodedBy(slope, choices)).toBeCloseTo(0.3, 1)
  const sim = await simulate(slope, { cellSize: 5 })
  const bed = sim.field('bed').read()
  expect(sim.grid).toMatchObject({ nx: 40, nz: 30, cellSize: 5 })
  expect(bed[0]).toBeCloseTo(200 - choices.level, 4)
  expect(sim.diagnostics().volume).toBeGreaterThan(0)
  sim.step(20)
  expect(sim.diagnostics().volume).toBeGreaterThan(0)
  sim.dispose()
  const deep = await simulate(slope, { cellSize: 5, factor: 2, level: 440 })
  expect(deep.field('bed').read()[39]).toBeCloseTo(2 * 239 - 440, 3)
  deep.dispose()
})

it('a picture, whose white is high, and terrain upside down are flooded at their low end', () => {
  for (const factor of [1, -1]) {
    const picture: HeightMap = { ...mapOf(40, 30, (i) => i / 40), origin: 'picture' }
    const upright = defaultChoices(picture)
    expect(upright.factor).toBe(4)
    expect(upright.level).toBeGreaterThan(0)
    const choices = { ...upright, factor: factor * 4, level: factor > 0 ? upright.level : -2.8 }
    expect(floodedBy(picture, choices)).toBeCloseTo(0.3, 1)
  }
})

it('flat terrain is under water, too', () => {
  const flat = mapOf(8, 8, () => 7)
  expect(floodedBy(flat, defaultChoices(flat))).toBe(1)
})

it('water starts with the heights of the file about their mean', async () => {
  const sim = await simulate(
    mapOf(32, 16, (i) => 5 + Math.sin(i)),
    { use: 'water', factor: 0.5, cellSize: 0.1 },
  )
  const { maximum, minimum } = sim.diagnostics()
  expect(maximum).toBeCloseTo(0.5, 1)
  expect(minimum).toBeCloseTo(-0.5, 1)
  sim.step(30)
  expect(Number.isFinite(sim.diagnostics().energy)).toBe(true)
  sim.dispose()
})

it('values above the threshold are solid, and drops fall where the water is widest', async () => {
  const map = mapOf(64, 32, (i) => (i === 20 ? 1 : 0))
  const sim = await simulate(map, { use: 'obstacle', cellSize: 0.1 })
  const openness = sim.field('openness').read()
  expect([openness[19], openness[20], openness[21]]).toEqual([1, 0, 1])
  expect(sim.scene.events[0]).toMatchObject({ type: 'drop', x: expect.closeTo(0.45, 2), z: expect.closeTo(-0.05, 2) })
  sim.step(60)
  expect(sim.diagnostics().maximum).toBeGreaterThan(0)
  sim.dispose()
  expect(() => mapScene(map, { ...defaultChoices(map), use: 'obstacle', threshold: -1 })).toThrow(/all cells are solid/)
})

it('a grid that is too fine is resampled, and the scene says so', async () => {
  const map = mapOf(2100, 60, (i, j) => i + j)
  const made = mapScene(map, { ...defaultChoices(map), use: 'water', cellSize: 0.5 })
  const { grid, description } = parseScene(made.text)
  expect(grid.cells).toEqual([1024, 29])
  expect(grid.cells[0] * grid.cellSize).toBeCloseTo(1050, 6)
  expect(description).toMatch(/2100 × 60 values, resampled to 1024 × 29 cells/)
  expect(readNpy(made.files[0]!.bytes).shape).toEqual([29, 1024])
  const terrain = await simulate(map, {})
  expect(terrain.warnings.join()).toMatch(/resampled to 1024 × 29 cells/)
  terrain.dispose()
})

it('means over cells keep the mean of the values', () => {
  const map = mapOf(10, 7, (i, j) => i * i - 3 * j)
  const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length
  expect(mean(shrink(map, 3, 2))).toBeCloseTo(mean(map.values), 4)
})

it('the widest opening of a ring is its middle', () => {
  const ring = Uint8Array.from({ length: 81 }, (_, k) => (k % 9 === 0 || k % 9 === 8 || k < 9 || k >= 72 ? 1 : 0))
  expect(widestOpening(ring, 9, 9)).toEqual({ cell: 40, distance: 4 })
})

it('choices of which no scene can be made are refused', () => {
  for (const wrong of [
    { cellSize: 0 },
    { cellSize: Number.NaN },
    { factor: 1e10 },
    { level: Number.POSITIVE_INFINITY },
  ])
    expect(() => mapScene(slope, { ...defaultChoices(slope), ...wrong })).toThrow(FileError)
})
