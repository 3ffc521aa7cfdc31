// The water's shader functions, evaluated on a graphics device and compared with what they should be.

import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { meniscusHeight } from '../../../packages/three/src/surface/shore/meniscus.js'
import type {
  Coverage,
  DiveProbe,
  Probe,
  Reading,
  ShoreProbe,
  Sight,
  SlopeProbe,
} from '../testing/pages/shading-page.js'
import { connect, openDevicePage } from '../testing/shared-browser.js'

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await connect()
  page = await browser.newPage()
  await openDevicePage(page)
})

afterAll(() => browser?.close())

/** What the page answers, as one text: value by value, thousands of them would take seconds on their way. */
const parsed = async <Answer>(answer: Promise<string>): Promise<Answer> => JSON.parse(await answer)

/** A reading at each of pixels × pixels places. */
async function probe(request: Probe): Promise<Reading[]> {
  const answer = page.evaluate(
    async (asked) => JSON.stringify(await window.probe(JSON.parse(asked))),
    JSON.stringify(request),
  )
  const readings = await parsed<Reading[]>(answer)
  expect(readings).toHaveLength(request.pixels ** 2)
  return readings
}

async function coverage(request: ShoreProbe): Promise<Coverage[]> {
  const answer = page.evaluate(
    async (asked) => JSON.stringify(await window.coverage(JSON.parse(asked))),
    JSON.stringify(request),
  )
  const seen = await parsed<Coverage[]>(answer)
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

  it('has ripples of the wind of the given variance, seen from near and as roughness from afar', async () => {
    const [rippleVariance, rippleSide] = [0.01, 0.5]
    const heights = sampled(grid.nx, grid.nz, grid.cellSize, () => 0)
    const measured = async (side: number, pixels: number) => {
      const options = { rippleVariance, rippleSide }
      const request: Probe = { ...grid, heights, options, extent: [side, side], pixels, read: 'ripples' }
      const mean = (value: (slopes: Reading['values']) => number, all: Reading[]): number =>
        all.reduce((sum, { values }) => sum + value(values), 0) / all.length
      const all = await probe(request)
      return { seen: mean(([x, z]) => x * x + z * z, all), hidden: mean(([, , variance]) => variance, all) }
    }
    // A tile of gusts as a whole: pixels are wider than the shorter tile.
    const far = await measured(131.3 * rippleSide, 96)
    expect(Math.abs((far.seen + far.hidden) / rippleVariance - 1)).toBeLessThan(0.02)
    expect(far.hidden).toBeGreaterThan(0.9 * rippleVariance)
    const near = await measured(0.5 * rippleSide, 128)
    expect(near.hidden).toBeLessThan(0.15 * near.seen)
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
    for (const { x, z, values } of await probe({ ...request, read: 'displacement' }))
      for (const [axis, scale] of [0.2, 0.1, -0.3].entries()) {
        const exact = scale * swell(x, z)
        // Halves have 11 bits; sines are 0 only to the rounding of single precision.
        expect(Math.abs(values[axis]! - exact)).toBeLessThan(2 ** -11 * Math.abs(exact) + 1e-6)
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

describe('small structure on a graphics device', () => {
  it('makes a sea whiter on average, the more of it is under foam', async () => {
    const means = await page.evaluate(() => window.whiteness())
    // The cover of whitecaps by the wind is fitted for these, seen from near; here the finest bubbles are less than a pixel.
    for (const [k, expected] of [0.11, 0.38, 0.63, 0.78].entries())
      expect(Math.abs(means[k]! - expected), `${means}`).toBeLessThan(0.09)
  })

  it('mirrors a ray again where it meets the next wave, by the reflectance of that wave', async () => {
    const [count, slope] = [64, 0.3]
    const left = await page.evaluate(([n, steep]) => window.leftByNextWave(n, steep), [count, slope] as const)
    for (const [k, share] of left.entries()) {
      const rise = (2 * (k + 0.5)) / count - 1
      // A ray that rises more steeply than waves passes them all; one that falls as steeply meets the next.
      if (rise > slope) expect(share).toBeCloseTo(1, 5)
      if (rise > -slope) continue
      const cosine = (slope * Math.sqrt(1 - rise * rise) - rise) / Math.hypot(1, slope)
      const inner = Math.sqrt(1 - (1 - cosine ** 2) / 1.333 ** 2)
      const [across, along] = [
        (cosine - 1.333 * inner) / (cosine + 1.333 * inner),
        (inner - 1.333 * cosine) / (inner + 1.333 * cosine),
      ]
      expect(share).toBeCloseTo((across ** 2 + along ** 2) / 2, 4)
    }
    const still = await page.evaluate((n) => window.leftByNextWave(n, 0), count)
    expect(still.slice(count / 2).every((share) => share === 1)).toBe(true)
  })

  it('bends water up at a wall, by the mean over a pixel, and not at all where a pixel is wider than the rise', async () => {
    const [count, footprint] = [32, 1e-4]
    const slopes = await page.evaluate(([n, width]) => window.slopeAtWall(n, width), [count, footprint] as const)
    for (const [k, slope] of slopes.entries()) {
      const distance = (0.008 * (k + 0.5)) / count
      const fall = meniscusHeight(distance - footprint / 2) - meniscusHeight(distance + footprint / 2)
      expect(slope).toBeCloseTo(-fall / footprint, 2)
    }
    expect(slopes[0]).toBeLessThan(-1)
    const far = await page.evaluate((n) => window.slopeAtWall(n, 0.006), count)
    expect(far.every((slope) => slope === 0)).toBe(true)
  })
})

describe('a patch of other waves in a sea', () => {
  const [cells, cellSize] = [16, 1]
  const flat = new Array<number>(cells * cells).fill(0)
  const bump = (x: number, z: number) => 0.3 * Math.cos(0.4 * x + 0.3) * Math.cos(0.5 * z)
  const patch = { heights: sampled(16, 16, 0.5, bump), cellSize: 0.5, center: [1, -1] as [number, number], fade: 2 }
  const sea = { nx: cells, nz: cells, cellSize, heights: flat, patch, pixels: 80, extent: [10, 10] as [number, number] }
  const moved = { ...sea, dx: flat.map(() => 0.5), dz: flat.map(() => -0.25) }

  it('adds its heights where the water is, and none at its edge and beyond', async () => {
    for (const { x, z, values } of await probe({ ...moved, read: 'displacement' })) {
      const [u, v] = [x + 0.5 - 1, z - 0.25 + 1]
      if (Math.max(Math.abs(u), Math.abs(v)) >= 4) expect(values[1]).toBe(0)
      // Within the rim the weight is 1; straight lines between cells are off by their curvature.
      if (Math.max(Math.abs(u), Math.abs(v)) < 2) expect(Math.abs(values[1] - bump(u, v))).toBeLessThan(0.005)
    }
  })

  it('has normals that agree with the heights, in its rim, too', async () => {
    const heights = await probe({ ...sea, options: { tiles: 3 }, read: 'displacement' })
    const at = new Map(heights.map(({ x, z, values }) => [`${x.toFixed(3)} ${z.toFixed(3)}`, values[1]]))
    const cascades = [{ cellSize, slopeX: flat, slopeZ: flat, dxx: flat, dzz: flat, dxz: flat }]
    const [step, compared] = [10 / 80, { count: 0 }]
    for (const { x, z, values } of await probe({ ...sea, cascades, options: { tiles: 3 }, read: 'oceanNormal' })) {
      // Central differences over four pixels, which are a cell of the patch.
      const [east, west] = [
        at.get(`${(x + 2 * step).toFixed(3)} ${z.toFixed(3)}`),
        at.get(`${(x - 2 * step).toFixed(3)} ${z.toFixed(3)}`),
      ]
      if (east === undefined || west === undefined) continue
      compared.count++
      expect(Math.abs(-values[0] / values[1] - (east - west) / (4 * step))).toBeLessThan(0.02)
    }
    expect(compared.count).toBeGreaterThan(1000)
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

describe('sunlight on ground under ripples', () => {
  const pixels = 128
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value) / values.length
  const spread = (values: readonly number[]): number => {
    const middle = mean(values)
    return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
  }
  const onSlope = (request: Omit<SlopeProbe, 'pixels'>): Promise<number[]> =>
    page.evaluate((asked) => window.sunlightOnSlope(asked), { ...request, pixels })
  /** A band of the slope, from one part of its width to another. */
  const band = (light: readonly number[], from: number, to: number): number[] =>
    light.filter((_, pixel) => pixel % pixels >= from * pixels && pixel % pixels < to * pixels)

  it('is as bright on average as under still water, on a slope from dry land to deep water', async () => {
    for (const time of [0, 3.7]) {
      const light = await onSlope({ depth: 5, attenuation: 0, time })
      expect(Math.abs(mean(light) - 1), `mean ${mean(light)}`).toBeLessThan(0.02)
      expect(Math.max(...light)).toBeGreaterThan(2)
    }
  })

  it('is even at the waterline, focused below it, and even again where the water is murky', async () => {
    const clear = await onSlope({ depth: 5, attenuation: 0, time: 1 })
    expect(spread(band(clear, 0, 0.02))).toBeLessThan(0.1)
    expect(spread(band(clear, 0.5, 0.8))).toBeGreaterThan(0.3)
    const murky = await onSlope({ depth: 5, attenuation: 1, time: 1 })
    expect(spread(band(murky, 0.5, 0.8))).toBeLessThan(0.02)
    expect(Math.abs(mean(murky) - 1)).toBeLessThan(0.02)
  })
})

describe('a camera in the water', () => {
  const dive = (request: DiveProbe): Promise<Sight[]> =>
    parsed(page.evaluate(async (asked) => JSON.stringify(await window.dive(asked)), request))

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

  /** Level of a sea at x [m]: its vertices are 1 m apart and displaced by 0.4 m, and the surface is straight between them. */
  const levelOfSea = (x: number): number => {
    const rest = x - 0.4
    const cell = Math.floor(rest - 0.5) + 0.5
    const height = (at: number): number => 0.25 * Math.sin((2 * Math.PI * at) / 16)
    return height(cell) + (height(cell + 1) - height(cell)) * (rest - cell)
  }

  it.each([
    { kind: 'basin' as const, levelAt: () => 0 },
    { kind: 'sea' as const, levelAt: levelOfSea },
    { kind: 'ground' as const, levelAt: () => 1.5 },
  ])('sees a wall through $kind below the waterline, and clearly above it, in one picture', async (water) => {
    const [offset, absorption] = [0.02, 0.15]
    const { kind, levelAt } = water
    const height = levelAt(0) + offset
    const seen = await dive({ kind, height, target: [0, height, -1], fieldOfView: 50, absorption, pixels: 96 })
    // Light of a point is absorbed on its way down from the mean level, too.
    const mean = kind === 'ground' ? 1.5 : 0
    let [above, below] = [0, 0]
    for (const { direction, lens, radiance } of seen) {
      const over = lens[1] - levelAt(lens[0])
      // Three pixels beside the waterline show the meniscus on the lens.
      if (Math.abs(over) < 0.004) continue
      const [x, y, z] = direction.map((part) => (part * 5) / -direction[2]) as [number, number, number]
      if (over > 0 && y > 0.5) {
        above++
        expect(radiance).toBeCloseTo(1, 3)
      }
      // A wave may be in front of the wall.
      if (over > 0 || height + y > mean - 0.5) continue
      below++
      // From the lens, which is 0.1 m ahead of the camera, to the wall 5 m ahead; and before that down from the surface.
      const way = Math.hypot(x, y, z) * (1 - 0.1 / 5) - (height + y - mean)
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
    for (const tilt of [0, 0.6, 1.1]) {
      const seen = await coverage({ ...lake, tilt, side: 20, pixels: 120 })
      const at = seen.map((point) => ({ ...point, r: Math.hypot(point.x, point.z) }))
      const [land, inside] = [
        at.filter(({ r }) => r > radius + straight),
        at.filter(({ r }) => r < radius - straight - fade),
      ]
      expect(Math.min(land.length, inside.length)).toBeGreaterThan(1000)
      expect(land.filter(({ water }) => water !== 0)).toEqual([])
      expect(inside.filter(({ water }) => !(Math.abs(water - 1) < 5e-5))).toEqual([])
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
