// The water's shader functions, evaluated on a graphics device and compared with what they should be.

import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Coverage, DiveProbe, Probe, Reading, ShoreProbe, Sight } from '../testing/shading-page.js'
import { connect, openDevicePage } from '../testing/shared-browser.js'

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await connect()
  page = await browser.newPage()
  await openDevicePage(page)
})

afterAll(() => browser?.close())

/** A reading at each of pixels × pixels places. */
async function probe(request: Probe): Promise<Reading[]> {
  const readings = await page.evaluate((asked) => window.probe(asked), request)
  expect(readings).toHaveLength(request.pixels ** 2)
  return readings
}

async function coverage(request: ShoreProbe): Promise<Coverage[]> {
  const seen = await page.evaluate((asked) => window.coverage(asked), request)
  expect(seen).toHaveLength(request.pixels ** 2)
  return seen
}

/** Heights of a function at the centres of the cells. */
function sampled(nx: number, nz: number, cellSize: number, height: (x: number, z: number) => number): number[] {
  return Array.from({ length: nx * nz }, (_, cell) => {
    const x = ((cell % nx) + 0.5 - nx / 2) * cellSize
    const z = (Math.floor(cell / nx) + 0.5 - nz / 2) * cellSize
    return height(x, z)
  })
}

const grid = { nx: 24, nz: 16, cellSize: 0.25 }
/** The middle of the grid, away from the edges. */
const extent: [number, number] = [4, 2]

describe('the surface on a graphics device', () => {
  it('gives a tilted plane its height, slope and normal everywhere', async () => {
    const heights = sampled(grid.nx, grid.nz, grid.cellSize, (x, z) => 0.3 * x - 0.2 * z + 0.1)
    const request = { ...grid, heights, extent, pixels: 12 }
    for (const { x, z, values } of await probe({ ...request, read: 'height' })) {
      expect(values[0]).toBeCloseTo(0.3 * x - 0.2 * z + 0.1, 5)
    }
    for (const { values } of await probe({ ...request, read: 'slope' })) {
      expect(values[0]).toBeCloseTo(0.3, 5)
      expect(values[1]).toBeCloseTo(-0.2, 5)
    }
    const length = Math.hypot(0.3, 1, 0.2)
    for (const { values } of await probe({ ...request, read: 'normal' })) {
      expect(values[0]).toBeCloseTo(-0.3 / length, 5)
      expect(values[1]).toBeCloseTo(1 / length, 5)
      expect(values[2]).toBeCloseTo(0.2 / length, 5)
    }
  })

  it('gives a parabola its slope and curvature, mixed derivative included', async () => {
    const heights = sampled(grid.nx, grid.nz, grid.cellSize, (x, z) => 0.1 * x * x - 0.15 * z * z + 0.05 * x * z)
    const request = { ...grid, heights, extent, pixels: 12 }
    for (const { x, z, values } of await probe({ ...request, read: 'slope' })) {
      expect(values[0]).toBeCloseTo(0.2 * x + 0.05 * z, 4)
      expect(values[1]).toBeCloseTo(-0.3 * z + 0.05 * x, 4)
    }
    for (const { values } of await probe({ ...request, read: 'curvature' })) {
      expect(values[0]).toBeCloseTo(0.2, 3)
      expect(values[1]).toBeCloseTo(-0.3, 3)
      expect(values[2]).toBeCloseTo(0.05, 3)
    }
  })

  it('scales heights and slopes alike', async () => {
    const heights = sampled(grid.nx, grid.nz, grid.cellSize, (x) => 0.1 * x)
    const request = { ...grid, heights, extent, pixels: 4, options: { heightScale: 5 } }
    for (const { x, values } of await probe({ ...request, read: 'height' })) expect(values[0]).toBeCloseTo(0.5 * x, 4)
    for (const { values } of await probe({ ...request, read: 'slope' })) expect(values[0]).toBeCloseTo(0.5, 4)
  })

  it('continues the edge outside of the grid', async () => {
    const heights = sampled(grid.nx, grid.nz, grid.cellSize, () => 0.4)
    const request = { ...grid, heights, extent: [12, 8] as [number, number], pixels: 9 }
    for (const { values } of await probe({ ...request, read: 'height' })) expect(values[0]).toBeCloseTo(0.4, 5)
    for (const { values } of await probe({ ...request, read: 'slope' })) {
      expect(values[0]).toBeCloseTo(0, 5)
      expect(values[1]).toBeCloseTo(0, 5)
    }
  })

  it('has no slope across a channel one cell wide', async () => {
    const heights = sampled(32, 1, 0.25, (x) => 0.2 * x)
    const request = { nx: 32, nz: 1, cellSize: 0.25, heights, extent: [4, 0.25] as [number, number], pixels: 8 }
    for (const { values } of await probe({ ...request, read: 'slope' })) {
      expect(values[0]).toBeCloseTo(0.2, 5)
      expect(values[1]).toBeCloseTo(0, 5)
    }
  })

  it('moves an ocean sideways, again and again beyond its grid', async () => {
    const [nx, nz, cellSize] = [16, 8, 0.5]
    const swell = (x: number, z: number) => Math.sin((2 * Math.PI * x) / 8) + Math.cos((2 * Math.PI * z) / 4)
    const field = (scale: number) => sampled(nx, nz, cellSize, (x, z) => scale * swell(x, z))
    // Pixels on centres of cells, over three grids: there nothing is interpolated.
    const extent: [number, number] = [24, 24]
    const request = { nx, nz, cellSize, heights: field(0.1), dx: field(0.2), dz: field(-0.3), extent, pixels: 48 }
    for (const { x, z, values } of await probe({ ...request, read: 'displacement' })) {
      expect(values[0]).toBeCloseTo(0.2 * swell(x, z), 4)
      expect(values[1]).toBeCloseTo(0.1 * swell(x, z), 4)
      expect(values[2]).toBeCloseTo(-0.3 * swell(x, z), 4)
    }
  })

  it('sums the tiles of an ocean, each at its own size from the centre of the first cell', async () => {
    const [nx, nz, cellSize, ratio] = [32, 32, 0.5, 5]
    const still = new Array<number>(nx * nz).fill(0)
    const phase = (cell: number) => (2 * Math.PI * (cell % nx)) / nx
    const waves = (amplitude: number) => still.map((_, cell) => amplitude * Math.sin(phase(cell)))
    const tile = (size: number, amplitude: number) => ({
      cellSize: size,
      slopeX: waves(amplitude),
      slopeZ: still,
      dxx: still.map(() => 0.1),
      dzz: still,
      dxz: still,
    })
    const cascades = [tile(cellSize, 0.2), tile(cellSize / ratio, 0.1)]
    const request = { nx, nz, cellSize, heights: still, dx: still, dz: still, cascades, pixels: 64 }
    const first = (0.5 - nx / 2) * cellSize
    const k = (2 * Math.PI) / (nx * cellSize)
    // Between the samples of a sine there are straight lines, and halves have 11 bits.
    const error = 0.3 * (0.5 * (Math.PI / nx) ** 2 + 2 ** -11)
    for (const { x, values } of await probe({ ...request, extent: [3, 3], read: 'oceanNormal' })) {
      const slope = 0.2 * Math.sin(k * (x - first)) + 0.1 * Math.sin(k * ratio * (x - first))
      expect(values[1]).toBeCloseTo(1.2, 3)
      expect(Math.abs(values[0] + slope)).toBeLessThan(error)
      expect(values[2]).toBeCloseTo(0, 5)
    }
  })
})

describe('light on a graphics device', () => {
  it('is reflected as Fresnel’s equations say, from above and from below', async () => {
    const values = await page.evaluate((count) => window.reflectances(count), 64)
    expect(values).toHaveLength(3 * 64)
    const exact = (cosine: number, index: number): number => {
      const sine = Math.sqrt(1 - cosine ** 2) / index
      if (sine >= 1) return 1
      const inner = Math.sqrt(1 - sine ** 2)
      const perpendicular = (cosine - index * inner) / (cosine + index * inner)
      const parallel = (index * cosine - inner) / (index * cosine + inner)
      return (perpendicular ** 2 + parallel ** 2) / 2
    }
    for (let k = 0; k < 64; k++) {
      const [cosine, above, below] = values.slice(3 * k, 3 * k + 3) as [number, number, number]
      expect(above).toBeCloseTo(exact(cosine, 1.333), 4)
      expect(below).toBeCloseTo(exact(cosine, 1 / 1.333), 3)
    }
  })

  it('is neither lost nor made by waves that focus it, at three depths, also where rays cross', async () => {
    const [cells, cellSize, depth] = [96, 0.05, 2.4]
    const side = cells * cellSize
    // Standing waves between walls: the slope across each wall is zero.
    const wave = (m: number, n: number, x: number, z: number): number =>
      Math.cos(m * Math.PI * (x / side + 0.5)) * Math.cos(n * Math.PI * (z / side + 0.5))
    const heights = sampled(cells, cells, cellSize, (x, z) => 0.02 * wave(12, 9, x, z) + 0.014 * wave(5, 17, x, z))
    const depths: [number, number, number] = [0.25 * depth, 0.6 * depth, depth]
    const extent: [number, number] = [side, side]
    const request = { nx: cells, nz: cells, cellSize, heights, extent, pixels: 64, depths }
    const readings = await probe({ ...request, read: 'caustics' })
    for (const [at, floor] of depths.entries()) {
      const mean = readings.reduce((sum, { values }) => sum + values[at]!, 0) / readings.length
      expect(Math.abs(mean - 1), `mean ${mean} at ${floor} m`).toBeLessThan(0.02)
    }
    // Curvatures of 3.8 / m cross rays from 1.1 m on: three sheets of light overlap on the deepest floor.
    const brightest = Math.max(...readings.map(({ values }) => values[2]))
    expect(brightest).toBeGreaterThan(2)
  })
})

describe('a camera in the water', () => {
  const dive = (request: DiveProbe): Promise<Sight[]> => page.evaluate((asked) => window.dive(asked), request)

  it('sees the sky within 48.6° of the vertical, and total reflection beyond', async () => {
    const seen = await dive({ height: -2, target: [0, 0, 0.001], fieldOfView: 104, absorption: 0, pixels: 128 })
    const angles = (isSky: boolean): number[] =>
      seen
        .filter(({ radiance }) => radiance > 0.02 === isSky)
        .map(({ direction }) => (Math.acos(direction[1]) * 180) / Math.PI)
    const critical = (Math.asin(1 / 1.333) * 180) / Math.PI
    expect(Math.abs(Math.max(...angles(true)) - critical)).toBeLessThan(1)
    expect(Math.abs(Math.min(...angles(false)) - critical)).toBeLessThan(1)
  })

  it('sees a wall through the water below the waterline, and clearly above it, in one picture', async () => {
    const [height, absorption] = [0.02, 0.15]
    const seen = await dive({ height, target: [0, height, -1], fieldOfView: 50, absorption, pixels: 96 })
    let [above, below] = [0, 0]
    for (const { direction, lens, radiance } of seen) {
      // Three pixels beside the waterline show the meniscus on the lens.
      if (Math.abs(lens) < 0.004) continue
      const [x, y, z] = direction.map((part) => (part * 5) / -direction[2]) as [number, number, number]
      if (lens > 0 && y > 0) {
        above++
        expect(radiance).toBeCloseTo(1, 3)
      }
      if (lens > 0) continue
      below++
      // From the lens, which is 0.1 m ahead of the camera, to the wall 5 m ahead; and before that down from the surface.
      const way = Math.hypot(x, y, z) * (1 - 0.1 / 5) - (height + y)
      expect(Math.abs(radiance / Math.exp(-absorption * way) - 1)).toBeLessThan(0.02)
    }
    expect(above).toBeGreaterThan(1000)
    expect(below).toBeGreaterThan(1000)
  })
})

describe('water over ground on a graphics device', () => {
  const [cells, cellSize, steepness, radius] = [48, 0.5, 0.02, 8.3]
  const bed = sampled(cells, cells, cellSize, (x, z) => steepness * (x * x + z * z - radius * radius))
  const lake = { nx: cells, nz: cells, cellSize, bed, depth: bed.map((height) => Math.max(0, -height)) }
  // Straight between the corners of cells, both surfaces are off by their curvature times the square of a cell at most.
  const straight = (2 * steepness * cellSize ** 2) / (2 * steepness * radius)
  /** Width of the rim along which the water fades out [m]: there it is less than a twentieth of a cell deep. */
  const fade = (0.05 * cellSize) / (2 * steepness * radius)

  it('ends a lake in a bowl along a circle, without stairs and without holes, from above and aslant', async () => {
    for (const tilt of [0, 0.6, 1.1])
      for (const { x, z, water } of await coverage({ ...lake, tilt, side: 20, pixels: 120 })) {
        const r = Math.hypot(x, z)
        if (r > radius + straight) expect(water, `land at ${x}, ${z}`).toBe(0)
        else if (r < radius - straight - fade) expect(water, `water at ${x}, ${z}`).toBeCloseTo(1, 4)
      }
  })

  it('draws no water on land that is dry, below the level of a lake or not', async () => {
    const height = (x: number): number => (Math.abs(x) < 1 ? 1 : -1)
    const behind = sampled(cells, cells, cellSize, height)
    const depth = sampled(cells, cells, cellSize, (x) => (x < 0 && height(x) < 0 ? 1.5 : 0))
    for (const { x, water } of await coverage({ ...lake, bed: behind, depth, tilt: 0.4, side: 20, pixels: 60 })) {
      if (x > -0.5) expect(water).toBe(0)
      else if (x < -1.5) expect(water).toBeCloseTo(1, 4)
    }
  })
})
