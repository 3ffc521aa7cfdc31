// Views of fluids on a graphics device: their colours, what smoke lets through, and each of them in a picture.

import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {} from '../testing/pages/fluid-page.js'
import type { SmokeProbe } from '../testing/pages/fluid-probe-page.js'
import { connect, openDevicePage } from '../testing/shared-browser.js'

let browser: Browser

beforeAll(async () => {
  browser = await connect()
})
afterAll(() => browser?.close())

async function devicePage(complaints: string[] = []): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 192, height: 120 } })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await openDevicePage(page)
  return page
}

describe('on a graphics device', () => {
  let page: Page
  beforeAll(async () => {
    page = await devicePage()
  })

  it.each([
    ['lagoon', 0.5],
    ['ember', 0.25],
    ['balance', 0.9],
  ] as const)('a plane has the colours of its map: %s at %f', async (map, value) => {
    const light = await page.evaluate((asked) => window.planeLight(...asked), [map, value] as const)
    const told = await page.evaluate((asked) => window.mapColor(...asked), [map, value] as const)
    const decoded = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    // The device interpolates between colours of the table as light, the map as it is told: bytes apart by one or two.
    light.forEach((channel, c) => {
      expect(Math.abs(channel - decoded(told[c]!))).toBeLessThan(0.01)
    })
  })

  it('a plane and lines go on across periodic edges, and end at others', async () => {
    const light = (periodic: boolean) => page.evaluate((asked) => window.edgeLight('lagoon', asked), periodic)
    const zero = await page.evaluate(() => window.planeLight('lagoon', 0.5))
    const apart = (a: number[], b: number[]) => Math.max(...a.map((channel, c) => Math.abs(channel - b[c]!)))
    expect(apart(await light(true), zero)).toBeLessThan(0.02)
    expect(apart(await light(false), zero)).toBeGreaterThan(0.05)
    const lines = (periodic: boolean) => page.evaluate((asked) => window.edgeLines(asked), periodic)
    expect(await lines(true)).toBeLessThan(0.2)
    expect(await lines(false)).toBeGreaterThan(0.8)
  })

  it('fine dye keeps the means of the engine, and has sharper edges', async () => {
    const { cells, fineness, engine, fine } = await page.evaluate(() => window.fineDye(60))
    const side = cells * fineness
    /** Mean over blocks of `wide` cells along each side, of values on a grid `finer` times finer. */
    const means = (values: readonly number[], finer: number, wide: number): number[] => {
      const blocks = cells / wide
      const sums = new Array<number>(blocks * blocks).fill(0)
      const row = cells * finer
      values.forEach((value, at) => {
        const [i, j] = [Math.floor((at % row) / (finer * wide)), Math.floor(at / row / (finer * wide))]
        sums[j * blocks + i]! += value / (finer * wide) ** 2
      })
      return sums
    }
    const apart = (wide: number): number[] => {
      const whole = means(engine, 1, wide)
      return means(fine, fineness, wide).map((mean, block) => Math.abs(mean - whole[block]!))
    }
    const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0)
    const meanSquare = (values: readonly number[]): number =>
      Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length)
    // The tolerances that docs/guide/views.md states, in parts of the greatest amount.
    expect(most(apart(4))).toBeLessThan(0.03)
    expect(meanSquare(apart(1))).toBeLessThan(0.05)
    const steepest = (values: readonly number[], row: number): number =>
      most(values.map((value, at) => (at % row === 0 ? 0 : Math.abs(value - values[at - 1]!)))) * row
    expect(steepest(fine, side)).toBeGreaterThan(1.6 * steepest(engine, cells))
    // Nothing overshoots.
    expect(most(fine)).toBeLessThan(1.08)
    expect(Math.min(...fine)).toBeGreaterThan(-0.01)
  })

  const smokeLight = (probe: SmokeProbe) => page.evaluate((asked) => window.smokeLight(asked), probe)

  it.each([{ perspective: false }, { perspective: true }])(
    'smoke lets through what Beer and Lambert say, perspective: $perspective',
    async ({ perspective }) => {
      for (const extinction of [0.5, 2]) {
        expect(await smokeLight({ extinction, perspective })).toBeCloseTo(Math.exp(-extinction), 2)
        // Behind, in the middle, a quarter from the eye, and before it.
        const at = (wallAt: number) => smokeLight({ extinction, perspective, wallAt })
        expect(await at(-1)).toBeCloseTo(Math.exp(-extinction), 2)
        expect(await at(0)).toBeCloseTo(Math.exp(-extinction / 2), 2)
        expect(await at(0.25)).toBeCloseTo(Math.exp(-extinction / 4), 2)
        expect(await at(1)).toBeCloseTo(1, 3)
      }
    },
  )

  it('fine detail leaves even smoke even', async () => {
    expect(await smokeLight({ extinction: 2, perspective: true, detail: 1 })).toBeCloseTo(Math.exp(-2), 2)
  })
})

it('each view draws a picture, without complaints', async () => {
  const complaints: string[] = []
  const page = await devicePage(complaints)
  const names = await page.evaluate(() => window.pictures)
  expect(names.length).toBeGreaterThan(7)
  for (const name of names) {
    await page.evaluate((one) => window.draw(one), name)
    const png = await page.screenshot()
    const spread = await page.evaluate(async (data) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0))]))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
      context.drawImage(bitmap, 0, 0)
      const { data: pixels } = context.getImageData(0, 0, bitmap.width, bitmap.height)
      const green = pixels.filter((_, n) => n % 4 === 1)
      const mean = green.reduce((sum, value) => sum + value, 0) / green.length
      return Math.sqrt(green.reduce((sum, value) => sum + (value - mean) ** 2, 0) / green.length)
    }, png.toString('base64'))
    expect(spread, name).toBeGreaterThan(8)
  }
  expect(complaints).toEqual([])
})
