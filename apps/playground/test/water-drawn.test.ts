// Every scene with a surface: water is drawn where the simulation has water, and nowhere else.

import { readdirSync, readFileSync } from 'node:fs'
import { boundingRadius } from '@seiche/three'
import type { SurfaceSimulation } from 'seiche'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { simulateAny } from '../../../packages/core/testing/running.js'
import { Visit } from '../testing/served-page.js'
import { connect, pageAddress, patience } from '../testing/shared-browser.js'

const folder = new URL('../../../scenes/', import.meta.url)
const read = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''))
const surfaces = names.filter((name) => read(name).solver.type !== 'stable-fluids')

let visit: Visit

beforeAll(async () => {
  visit = await Visit.prepare(await connect(), { reducedMotion: 'reduce' })
})

afterAll(() => visit?.close())

/** Samples along each side of the picture. */
const samples = 40

/** Points of the grid, as parts of its sides, and whether there is water: those next to a shore, or under a body, are left out. */
function clearPoints(sim: SurfaceSimulation): { u: number; v: number; isWet: boolean }[] {
  const { nx, nz, cellSize } = sim.grid
  const openness = sim.fieldNames.includes('openness' as never) ? sim.field('openness' as never).read() : undefined
  const depth = sim.fieldNames.includes('depth' as never) ? sim.field('depth' as never).read() : undefined
  const deepest = depth?.reduce((most, value) => Math.max(most, value), 0) ?? 0
  /** 1 water, 0 none, between them neither. A film of water is drawn as wet ground. */
  const wetness = (i: number, j: number): number => {
    const cell = Math.min(nz - 1, Math.max(0, j)) * nx + Math.min(nx - 1, Math.max(0, i))
    const open = openness?.[cell] ?? 1
    if (!depth) return open
    return open * (depth[cell]! > 0.1 * deepest ? 1 : depth[cell]! > 0 ? 0.5 : 0)
  }
  const bodies = sim.bodies.map(({ position, solid }) => ({ position, reach: boundingRadius(solid.pieces) }))
  const points = []
  for (let row = 0; row < Math.min(nz, samples); row++)
    for (let column = 0; column < Math.min(nx, samples); column++) {
      const [u, v] = [(column + 0.5) / Math.min(nx, samples), (row + 0.5) / Math.min(nz, samples)]
      const [i, j] = [Math.floor(u * nx), Math.floor(v * nz)]
      const around = [-2, 0, 2].flatMap((di) => [-2, 0, 2].map((dj) => wetness(i + di, j + dj)))
      const [x, z] = [(u - 0.5) * nx * cellSize, (v - 0.5) * nz * cellSize]
      const isCovered = bodies.some(
        ({ position, reach }) => Math.hypot(position[0]! - x, position[2]! - z) < 1.1 * reach + 2 * cellSize,
      )
      if (isCovered || around.some((value) => value !== around[0]) || (around[0] !== 0 && around[0] !== 1)) continue
      points.push({ u, v, isWet: around[0] === 1 })
    }
  return points
}

/**
 * The points where the plain canvas shows water and should not, or shows none and should; undefined until it is drawn. Water is blue: its
 * blue exceeds its red. Stone, sand, meadow and rock have more red. The page compares, and is asked in one text: the colors of a thousand
 * points would take a third of a second on their way.
 */
function wrongPoints(points: string): Promise<{ u: number; v: number; isWet: boolean }[] | undefined> {
  return visit.page.evaluate((asked) => {
    const canvas = document.querySelector<HTMLCanvasElement>('.stage canvas')
    const context = canvas?.getContext('2d')
    if (!canvas || !context || canvas.width === 0) return undefined
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
    let [left, right, top, bottom] = [width, -1, height, -1]
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        if (data[4 * (y * width + x) + 3]! < 250) continue
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = Math.max(bottom, y)
      }
    if (right < left) return undefined
    return (JSON.parse(asked) as { u: number; v: number; isWet: boolean }[]).filter(({ u, v, isWet }) => {
      const x = Math.floor(left + u * (right + 1 - left))
      const y = Math.floor(top + v * (bottom + 1 - top))
      const at = 4 * (y * width + x)
      return data[at + 2]! > data[at]! + 20 !== isWet
    })
  }, points)
}

describe('from above', () => {
  // One page that opens one scene after another, as a person does.
  beforeAll(() => visit.open(`${pageAddress({ isolated: true })}?view=canvas&scene=playground`))

  it.each(surfaces)('%s', async (name) => {
    await visit.reopen(() => visit.page.getByTestId('scene').selectOption(name))
    const sim = (await simulateAny(read(name))) as SurfaceSimulation
    const points = clearPoints(sim)
    expect(points.filter(({ isWet }) => isWet).length).toBeGreaterThan(10)
    await expect.poll(() => wrongPoints(JSON.stringify(points)), { ...patience, timeout: 20_000 }).toEqual([])
    expect(visit.complaints).toEqual([])
  })
})

describe('in three dimensions', () => {
  /** One for each stage, and each of its kinds of water. A sea is judged below its horizon, for the sky is blue, too. */
  it.each([
    ['drop', 0],
    ['channel', 0],
    ['balls-in-a-tank', 0],
    ['hill-lake', 0],
    ['tidal-beach', 0],
    ['crossing-seas', 0.6],
    ['ocean-breeze', 0.6],
    ['beach-swell', 0.6],
  ] as const)('%s', async (name, horizon) => {
    // Opened anew: the water of another scene would be blue, too.
    await visit.open(`${pageAddress({ isolated: true })}?scene=${name}`)
    await expect.poll(() => blueShare(horizon), patience).toBeGreaterThan(0.02)
    expect(visit.complaints).toEqual([])
  })
})

/** Share of blue pixels in what panel and tool bar leave free, below a part of its height. */
async function blueShare(below: number): Promise<number> {
  const [x, y] = await visit.middle()
  const picture = await visit.pictureAt({ x: 0, y: 2 * y * below, width: 2 * x, height: 2 * y * (1 - below) })
  return picture.shareOf(([red, , blue]) => blue > red + 12)
}
