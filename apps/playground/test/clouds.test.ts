// Clouds as a picture of the sky: how much of it they cover, what they leave of it, and when it is drawn.

import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SkyProbe } from '../testing/pages/clouds-page.js'
import { connect, openDevicePage } from '../testing/shared-browser.js'

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await connect()
  page = await browser.newPage()
  await openDevicePage(page)
})
afterAll(() => browser?.close())

const look = (probe: Omit<SkyProbe, 'pixels' | 'sun'> & Partial<SkyProbe>) =>
  page.evaluate((request) => window.lookAtSky(request), { sun: [0.6, 0.5, -0.62], pixels: 64, ...probe } as SkyProbe)
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

describe('clouds', () => {
  it('leave the sky as it is where there are none', async () => {
    const { clouded, clear } = await look({ clouds: { cover: 0, cirrus: 0, texels: 128 } })
    for (const [at, radiance] of clouded.entries()) expect(radiance).toBeCloseTo(clear[at]!, 5)
  })

  it('cover more of the sky the more there are', async () => {
    // Before a black sky and without sunlight, clouds of radiance 1 in the shade show how much they cover.
    const seen = async (cover: number): Promise<number> => {
      const { clouded } = await look({ clouds: { cover, cirrus: 0, color: 0xffffff, texels: 256 }, dark: true })
      return mean(clouded)
    }
    const [few, some, many] = [await seen(0.2), await seen(0.5), await seen(0.9)]
    expect(few).toBeGreaterThan(0.005)
    expect(some).toBeGreaterThan(2 * few)
    expect(many).toBeGreaterThan(1.5 * some)
    expect(many).toBeLessThan(1)
  })

  it('let direct sunlight through where there are none, less through cirrus, and none where they cover the sky', async () => {
    const through = async (cover: number, cirrus: number): Promise<number> =>
      (await look({ clouds: { cover, cirrus, texels: 256 } })).sunlight
    expect(await through(0, 0)).toBeCloseTo(1, 2)
    const veiled = await through(0, 1)
    expect(veiled).toBeLessThan(1)
    expect(veiled).toBeGreaterThan(0.2)
    expect(await through(1, 0)).toBeLessThan(0.02)
  })

  it('leave the sun free in fair weather, wherever it is', async () => {
    for (const azimuth of [20, 65, 110, 155, 200, 245, 290, 335]) {
      const [x, z] = [Math.cos((azimuth * Math.PI) / 180), Math.sin((azimuth * Math.PI) / 180)]
      const { sunlight } = await look({ clouds: { cover: 0.34, cirrus: 0, texels: 256 }, sun: [x, 0.21, z], pixels: 2 })
      expect(sunlight, `sun at ${azimuth}°`).toBeGreaterThan(0.95)
    }
  })

  it('are drawn once, and the same each time', async () => {
    const probe = { clouds: { cover: 0.4, texels: 128 } }
    const [first, second] = [await look(probe), await look(probe)]
    expect(first.draws).toEqual([1, 0])
    expect(second.clouded).toEqual(first.clouded)
  })
})
