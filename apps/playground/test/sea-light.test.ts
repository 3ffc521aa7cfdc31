// The light that the sea reflects, against theory: Fresnel's reflectance averaged over the Gaussian slopes that Cox and Munk (1954) measured,
// near, where pixels are smaller than waves, and far, where all waves are roughness.

import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leastVariance } from '../../../packages/three/src/light/optics.js'
import type { SeaPatch } from '../testing/pages/sea-light-page.js'
import { connect, openDevicePage } from '../testing/shared-browser.js'

const index = 1.333
const degrees = Math.PI / 180
/** Irradiance of the sun over the colour of its light, in the shader. */
const sunlight = 0.24

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await connect()
  page = await browser.newPage()
  await openDevicePage(page)
})
afterAll(() => browser?.close())

/** Variance of the slopes of a clean sea in a wind [m/s], both directions together (Cox and Munk 1954). */
const coxMunk = (wind: number): number => 0.003 + 0.00512 * wind

function fresnel(cosine: number): number {
  const inner = Math.sqrt(1 - (1 - cosine ** 2) / index ** 2)
  const across = (cosine - index * inner) / (cosine + index * inner)
  const along = (index * cosine - inner) / (index * cosine + inner)
  return (across ** 2 + along ** 2) / 2
}

/**
 * Sums over Gaussian slopes and the areas that facets show to a direction at this angle from the vertical [rad], in the plane of x.
 * `leaving`: weight of what a facet of slopes (x, z) reflects.
 */
function overFacets(
  polar: number,
  variance: number,
  leaving: (x: number, z: number) => number = () => 1,
): { area: number; reflected: number } {
  const [count, reach] = [96, 5]
  const deviation = Math.sqrt(variance / 2)
  const step = (2 * reach) / count
  let [area, reflected] = [0, 0]
  for (let i = 0; i < count; i++)
    for (let j = 0; j < count; j++) {
      const [a, b] = [-reach + (i + 0.5) * step, -reach + (j + 0.5) * step]
      const [x, z] = [a * deviation, b * deviation]
      const shown = Math.cos(polar) - x * Math.sin(polar)
      if (shown <= 0) continue
      const weight = (shown * Math.exp(-(a * a + b * b) / 2) * step * step) / (2 * Math.PI)
      area += weight
      reflected += weight * fresnel(shown / Math.hypot(1, x, z)) * leaving(x, z)
    }
  return { area, reflected }
}

/** Angle from the vertical of the ray that a facet of slopes (x, z) reflects [rad], for light from this angle in the plane of x. */
function reflectedAngle(polar: number, x: number, z: number): number {
  const length = Math.hypot(1, x, z)
  const [facetX, facetY] = [-x / length, 1 / length]
  const cosine = Math.sin(polar) * facetX + Math.cos(polar) * facetY
  return Math.acos(2 * cosine * facetY - Math.cos(polar))
}

/** Reflectance of the sea: mean over the facets that are seen, which occlude each other independently of their slope. */
function albedo(polar: number, variance: number): number {
  const { area, reflected } = overFacets(polar, variance)
  return reflected / area
}

const occlusions = new Map<number, number[]>()

/** 1 + Λ by the angle from the vertical, in whole degrees. */
function occlusionByDegree(variance: number): number[] {
  const known =
    occlusions.get(variance) ??
    Array.from({ length: 90 }, (_, angle) => overFacets(angle * degrees, variance).area / Math.cos(angle * degrees))
  occlusions.set(variance, known)
  return known
}

/**
 * Sunlight that leaves the sea after one reflection, over the irradiance of a surface that faces the sun [1]: rays that facets send down,
 * and those that other facets stop, meet the water again.
 */
function reflectedSunlight(polar: number, variance: number): number {
  const areas = occlusionByDegree(variance)
  const occlusion = (angle: number): number => {
    const [below, share] = [Math.min(88, Math.floor(angle / degrees)), (angle / degrees) % 1]
    return areas[below]! * (1 - share) + areas[below + 1]! * share
  }
  const lit = occlusion(polar)
  const { area, reflected } = overFacets(polar, variance, (x, z) => {
    const angle = reflectedAngle(polar, x, z)
    return angle >= 90 * degrees ? 0 : lit / (lit + occlusion(angle) - 1)
  })
  return (reflected / area) * Math.cos(polar)
}

/** A periodic Gaussian sea of many waves between 8 and 24 cells long, with this variance of slopes. */
function gaussianSea(cells: number, variance: number): Pick<SeaPatch, 'cells' | 'heights' | 'slopeX' | 'slopeZ'> {
  const waves: { x: number; z: number; phase: number; slope: number }[] = []
  const [shortest, longest] = [8, 24]
  for (let m = 0; m <= cells / shortest; m++)
    for (let n = -cells / shortest; n <= cells / shortest; n++) {
      const length = cells / Math.hypot(m, n)
      if (length < shortest || length > longest || (m === 0 && n <= 0)) continue
      // Phases by the golden ratio: as random ones, and always the same.
      waves.push({ x: m, z: n, phase: 2 * Math.PI * ((waves.length * 0.618034 * (1 + waves.length)) % 1), slope: 1 })
    }
  const size = Math.sqrt((2 * variance) / waves.length)
  const field = (value: (wave: (typeof waves)[number], phase: number, k: number) => number): number[] =>
    Array.from({ length: cells * cells }, (_, cell) => {
      const [i, j] = [cell % cells, Math.floor(cell / cells)]
      return waves.reduce((sum, wave) => {
        const phase = (2 * Math.PI * (wave.x * i + wave.z * j)) / cells + wave.phase
        return sum + size * value(wave, phase, (2 * Math.PI * Math.hypot(wave.x, wave.z)) / cells)
      }, 0)
    })
  return {
    cells,
    heights: field((_, phase, k) => Math.sin(phase) / k),
    slopeX: field(({ x, z }, phase) => (Math.cos(phase) * x) / Math.hypot(x, z)),
    slopeZ: field(({ x, z }, phase) => (Math.cos(phase) * z) / Math.hypot(x, z)),
  }
}

/** Slopes of facets that reflect nearly all of the sunlight, and the area of slopes that each stands for. */
function facetGrid(deviation: number): { slope: [x: number, z: number]; area: number }[] {
  const steps = [-3, -2, -1, 0, 1, 2, 3]
  return steps.flatMap((x) =>
    steps.map((z) => ({ slope: [x * deviation, z * deviation] as [number, number], area: deviation ** 2 })),
  )
}

/**
 * The direction into which a facet reflects the sun, the cosine of incidence, and solid angle of normals per area of slopes [sr]: that of
 * views is 4 times the cosine times that of normals.
 */
function viewOf(
  sun: number[],
  [x, z]: [number, number],
): { polar: number; azimuth: number; cosine: number; jacobian: number } {
  const length = Math.hypot(1, x, z)
  const facet = [-x / length, 1 / length, -z / length]
  const cosine = facet.reduce((dot, part, axis) => dot + part * sun[axis]!, 0)
  const eye = facet.map((part, axis) => 2 * cosine * part - sun[axis]!)
  return { polar: Math.acos(eye[1]!), azimuth: Math.atan2(eye[0]!, eye[2]!), cosine, jacobian: length ** -3 }
}

const meanSquare = (values: number[]): number => values.reduce((sum, value) => sum + value * value, 0) / values.length

/** Pixels of a cell, half as long as the shortest waves, and as long as the longest [cells]. */
const pixelWidths = [1, 4, 24]
const winds = [2, 5, 10]
const seas = winds.map((wind) => ({ wind, sea: gaussianSea(96, coxMunk(wind)) }))

const seaLight = (patch: SeaPatch): Promise<number[]> => page.evaluate((asked) => window.seaLight(asked), patch)

describe('the sea', () => {
  it('has the slopes that Cox and Munk measured', () => {
    for (const { wind, sea } of seas)
      expect(meanSquare(sea.slopeX) + meanSquare(sea.slopeZ)).toBeCloseTo(coxMunk(wind), 6)
  })

  it.each(seas)(
    'reflects as much of the sky as theory says, in a wind of $wind m/s, at all distances',
    async ({ wind, sea }) => {
      const angles = [0, 20, 40, 50, 60, 70, 75, 80]
      const views = angles.map((angle) => ({ polar: angle * degrees, azimuth: 0.4 }))
      for (const pixelWidth of pixelWidths) {
        const means = await seaLight({ ...sea, pixels: Math.max(24, 96 / pixelWidth), pixelWidth, views, sky: 1 })
        for (const [at, angle] of angles.entries()) {
          const ratio = means[at]! / albedo(angle * degrees, coxMunk(wind))
          expect.soft(Math.abs(ratio - 1), `${ratio} at ${angle}°, pixels of ${pixelWidth} cells`).toBeLessThan(0.1)
        }
      }
    },
  )

  it('sends the sunlight of theory into all directions together, at all distances', async () => {
    const { wind, sea } = seas[1]!
    const variance = coxMunk(wind) + leastVariance
    const sunPolar = 35 * degrees
    const sun: [number, number, number] = [0, Math.cos(sunPolar), -Math.sin(sunPolar)]
    const facets = facetGrid(Math.sqrt(variance / 2))
    for (const pixelWidth of pixelWidths) {
      const views = facets.map(({ slope }) => viewOf(sun, slope))
      const means = await seaLight({ ...sea, pixels: Math.max(24, 96 / pixelWidth), pixelWidth, views, sky: 0, sun })
      const power = means.reduce((sum, mean, at) => {
        const { cosine, jacobian, polar } = views[at]!
        return sum + mean * Math.cos(polar) * 4 * cosine * jacobian * facets[at]!.area
      }, 0)
      const ratio = power / (sunlight * reflectedSunlight(sunPolar, variance))
      expect.soft(Math.abs(ratio - 1), `${ratio} by pixels of ${pixelWidth} cells`).toBeLessThan(0.1)
    }
  })

  it.each([0, 1e-3, ...winds.map(coxMunk)])(
    'reflects all of the sunlight that Fresnel’s equations leave, variance %d',
    async (variance) => {
      for (const angle of [20, 40, 60, 70]) {
        const polar = angle * degrees
        const sun: [number, number, number] = [Math.sin(polar), Math.cos(polar), 0]
        const power = await page.evaluate((asked) => window.reflectedSunlight(asked), { sun, variance, pixels: 512 })
        const ratio = power / reflectedSunlight(polar, variance + leastVariance)
        expect.soft(Math.abs(ratio - 1), `${ratio} at ${angle}°`).toBeLessThan(0.1)
      }
    },
  )
})
