// Views of fluids on a graphics device: their colours, what smoke lets through, and each of them in a picture.

import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {} from '../testing/fluid-page.js'
import type { SmokeProbe } from '../testing/fluid-probe-page.js'
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
