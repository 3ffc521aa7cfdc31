// The elevation model among the scenes is what scripts/make-valley.ts says it is.

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import type { Elevation } from '../src/files/elevation.js'
import { readGeotiff } from '../src/files/geotiff.js'
import { loadTerrain } from '../src/scene/rasterize/terrain.js'

const grid = { nx: 256, nz: 192, cellSize: 10 }
const layer = { geotiff: 'valley.tif', offset: [0, 0] as [number, number] }
const read = async (name: string) =>
  new Uint8Array(await readFile(fileURLToPath(new URL(`../../../scenes/${name}`, import.meta.url))))
let map: Elevation
let bed: Float64Array

beforeAll(async () => {
  map = await readGeotiff(await read('valley.tif'))
  bed = (await loadTerrain(layer, grid, { readFile: read, readElevation: readGeotiff })).bed
})

/** The lowest place of a column, away from the rims. */
const riverBed = (i: number) => Math.min(...Array.from({ length: 112 }, (_, k) => bed[(k + 40) * grid.nx + i]!))

it('its gaps are filled, and it is said', async () => {
  const gaps = [...map.data].filter((height) => height === map.noData).length
  expect(gaps).toBeGreaterThan(100)
  const { warnings } = await loadTerrain(layer, grid, { readFile: read, readElevation: readGeotiff })
  expect(warnings).toEqual([
    `terrain.geotiff: valley.tif has ${gaps} cells without data, filled from their surroundings`,
  ])
  const known = [...map.data].filter((height) => height !== map.noData)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  for (const height of bed) {
    expect(height).toBeGreaterThanOrEqual(low)
    expect(height).toBeLessThanOrEqual(high)
  }
  map.data.forEach((height, k) => {
    if (height !== map.noData) expect(bed[k]).toBe(height)
  })
})

it('its river falls by 70 m and more from west to east', () => {
  expect(riverBed(0) - riverBed(255)).toBeGreaterThan(70)
})

it('its lake basin holds water 20 m deep', () => {
  // Flooded from its deepest place, to 20 m above it, the basin keeps clear of the rims of the map.
  let start = 90 * grid.nx + 77
  for (let j = 60; j < 120; j++)
    for (let i = 45; i < 105; i++) if (bed[j * grid.nx + i]! < bed[start]!) start = j * grid.nx + i
  const level = bed[start]! + 20
  const wet = new Set([start])
  for (const at of wet) {
    const [i, j] = [at % grid.nx, Math.floor(at / grid.nx)]
    expect(i > 0 && i < grid.nx - 1 && j > 0 && j < grid.nz - 1).toBe(true)
    for (const next of [at - 1, at + 1, at - grid.nx, at + grid.nx]) if (bed[next]! < level) wet.add(next)
  }
  // Hectares: a cell is 100 m².
  expect(wet.size / 100).toBeGreaterThan(5)
})

it('on a coarser and a finer grid it is the same valley', async () => {
  const mean = (heights: Float64Array) => heights.reduce((sum, height) => sum + height, 0) / heights.length
  for (const other of [
    { nx: 128, nz: 96, cellSize: 20 },
    { nx: 100, nz: 75, cellSize: 25.6 },
  ]) {
    const coarse = await loadTerrain(layer, other, { readFile: read, readElevation: readGeotiff })
    expect(mean(coarse.bed)).toBeCloseTo(mean(bed), 8)
  }
  const fine = await loadTerrain(
    layer,
    { nx: 512, nz: 384, cellSize: 5 },
    { readFile: read, readElevation: readGeotiff },
  )
  expect(Math.abs(mean(fine.bed) - mean(bed))).toBeLessThan(0.1)
})
