// Objects that the water refracts and mirrors, measured in pictures of a graphics device.

import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MirrorProbe, Picture, RodProbe } from '../testing/pages/shading-page.js'
import { connect, openDevicePage } from '../testing/shared-browser.js'

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await connect()
  page = await browser.newPage()
  await openDevicePage(page)
})

afterAll(() => browser?.close())

type Place = [x: number, y: number, z: number]

/** Where a point is in a picture: column and row from its lower left corner [px]. */
function projected({ matrix: m }: Picture, [x, y, z]: Place, pixels: number): [number, number] {
  const along = (row: number): number => m[row]! * x + m[row + 4]! * y + m[row + 8]! * z + m[row + 12]!
  return [(along(0) / along(3) / 2 + 0.5) * pixels, (along(1) / along(3) / 2 + 0.5) * pixels]
}

/** Rows and columns of the middles of bright pixels [px]. */
function bright({ radiance }: Pick<Picture, 'radiance'>, pixels: number): [column: number, row: number][] {
  return radiance.flatMap((value, k) => (value > 0.4 ? [[(k % pixels) + 0.5, Math.floor(k / pixels) + 0.5]] : [])) as [
    number,
    number,
  ][]
}

describe('a rod that is half in the water', () => {
  const pixels = 320
  const rod = (request: Omit<RodProbe, 'pixels'>): Promise<Picture> =>
    page.evaluate((asked) => window.rod(asked), { ...request, pixels })

  /** The point of the water where the eye sees a point below it, by Snell's law. */
  function seenAt([ex, ey, ez]: Place, [x, y, z]: Place): Place {
    const away = Math.hypot(x - ex, z - ez)
    let [near, far] = [0, away]
    for (let k = 0; k < 60; k++) {
      const r = (near + far) / 2
      const sineInAir = r / Math.hypot(r, ey)
      const sineInWater = (away - r) / Math.hypot(away - r, y)
      if (sineInAir < 1.333 * sineInWater) near = r
      else far = r
    }
    return [ex + ((x - ex) * near) / away, 0, ez + ((z - ez) * near) / away]
  }

  /** Where the lower end is drawn, and where Snell's law and a straight ray put it, from the point where the rod meets the water [px]. */
  async function endOf(request: Omit<RodProbe, 'pixels'>) {
    const picture = await rod(request)
    const end = request.upperEnd.map((part) => -part) as Place
    const from = projected(picture, [0, 0, 0], pixels)
    const relative = ([column, row]: [number, number]): [number, number] => [column - from[0], row - from[1]]
    const exact = relative(projected(picture, seenAt(picture.eye, end), pixels))
    const straight = relative(projected(picture, end, pixels))
    const below = bright(picture, pixels)
      .map(relative)
      .filter(([, row]) => row < 0)
    expect(below.length).toBeGreaterThan(100)
    const lowest = Math.min(...below.map(([, row]) => row))
    const last = below.filter(([, row]) => row < lowest + 3)
    const drawn: [number, number] = [last.reduce((sum, [column]) => sum + column, 0) / last.length, lowest]
    return { drawn, exact, straight }
  }

  const distance = (a: readonly number[], b: readonly number[]): number => Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!)
  const cases = [0.35, 0.6, 1].flatMap((elevation) =>
    (
      [
        [0, 1.2, 0],
        [0.7, 1.1, 0],
      ] as Place[]
    ).map((upperEnd) => ({ elevation, upperEnd })),
  )

  it('is bent as Snell’s law says, within a twentieth of its length', async () => {
    for (const each of cases) {
      const { drawn, exact } = await endOf({ ...each, refraction: true })
      const error = distance(drawn, exact) / Math.hypot(...exact)
      expect(error, `${JSON.stringify(each)}: drawn ${drawn}, exact ${exact}`).toBeLessThan(0.05)
    }
  })

  it('is straight without refraction, more than a tenth away from there', async () => {
    for (const each of cases) {
      const { drawn, exact, straight } = await endOf({ ...each, refraction: false })
      expect(distance(drawn, straight) / Math.hypot(...exact)).toBeLessThan(0.05)
      expect(distance(drawn, exact) / Math.hypot(...exact)).toBeGreaterThan(0.1)
    }
  })
})

describe('the mirror image', () => {
  const pixels = 240
  const mirror = (request: Omit<MirrorProbe, 'pixels'>) =>
    page.evaluate((asked) => window.mirror(asked), { ...request, pixels })
  /** Radiance at the place of a point in a picture. */
  const radianceAt = (picture: Picture, point: Place): number => {
    const [column, row] = projected(picture, point, pixels)
    return picture.radiance[Math.floor(row) * pixels + Math.floor(column)]!
  }

  it('of a box is that of its mirrored corners, and the same in each frame', async () => {
    for (const [reflections, elevation] of [
      ['planar', 0.15],
      ['planar', 0.5],
      ['frame', 0.15],
      ['frame', 0.3],
    ] as const) {
      const picture = await mirror({ elevation, reflections })
      expect(picture.again).toEqual(picture.radiance)
      const seen = (x: number, y: number): number => radianceAt(picture, [x, y, 0.3])
      const name = `${reflections} at ${elevation}`
      // The front of the box goes 0.3 m up; its image goes 0.3 m down.
      for (const x of [-0.27, 0, 0.27])
        for (const y of [-0.02, -0.15, -0.27]) expect(seen(x, y), `${name}: ${x}, ${y}`).toBeGreaterThan(0.018)
      for (const [x, y] of [
        [-0.34, -0.15],
        [0.34, -0.15],
        [0, -0.5],
      ] as const)
        expect(seen(x, y), `${name}: ${x}, ${y}`).toBeLessThan(0.002)
    }
  })

  it('is not there without reflections', async () => {
    const picture = await mirror({ elevation: 0.15, reflections: 'none' })
    expect(radianceAt(picture, [0, -0.15, 0.3])).toBeLessThan(0.002)
  })

  it('of a thin slanted rod is whole in the frame’s mirror, too, and about as thin', async () => {
    const [planar, frame] = [
      await mirror({ elevation: 0.15, object: 'rod', reflections: 'planar' }),
      await mirror({ elevation: 0.15, object: 'rod', reflections: 'frame' }),
    ]
    const shares = Array.from({ length: 60 }, (_, k) => 0.03 + (0.8 * k) / 60)
    const isWhole = (picture: Picture): number =>
      shares.filter((share) => radianceAt(picture, [0.8 * share, -1.2 * share, 0]) > 0.02).length / shares.length
    expect(isWhole(planar)).toBe(1)
    // Steps of twelve pixels left it in nine pieces.
    expect(isWhole(frame)).toBeGreaterThan(0.95)
    // Rays that pass half a metre behind it do not meet it.
    const below = ({ radiance }: Picture): number =>
      radiance.slice(0, (pixels * pixels) / 2).filter((value) => value > 0.02).length
    expect(below(frame)).toBeLessThan(1.6 * below(planar))
  })

  it('is blurred by ripples, not at the waterline, and in each frame the same; its light is that of the sharp one', async () => {
    const request = { elevation: 0.15, object: 'box', reflections: 'planar' } as const
    const [sharp, rough] = [await mirror(request), await mirror({ ...request, variance: 0.002 })]
    expect(rough.again).toEqual(rough.radiance)
    /** Height over which the image fades, from 80 to 20 % of its light, below a column of the box [px]. */
    const fading = (picture: Picture): number => {
      const [column, top] = projected(picture, [0, -0.02, 0.3], pixels).map(Math.floor) as [number, number]
      const light = Array.from({ length: 70 }, (_, k) => picture.radiance[(top - k) * pixels + column]!)
      // Reflectances differ along the image by less than a tenth.
      return light.filter((value) => value < 0.8 * light[0]! && value > 0.2 * light[0]!).length
    }
    expect(fading(sharp)).toBeLessThanOrEqual(1)
    // 2 √(variance / 2) · d / (D + d), with d = 1.6 m and D = 8 m: 5 px; a Gaussian falls from 80 to 20 % over 1.7 of that.
    expect(fading(rough)).toBeGreaterThan(5)
    expect(fading(rough)).toBeLessThan(14)
    expect(radianceAt(rough, [0, -0.01, 0.3])).toBeCloseTo(radianceAt(sharp, [0, -0.01, 0.3]), 1)
    const light = ({ radiance }: Picture): number =>
      radiance.slice(0, (pixels * pixels) / 2).reduce((sum, value) => sum + value, 0)
    expect(light(rough) / light(sharp)).toBeGreaterThan(0.9)
    expect(light(rough) / light(sharp)).toBeLessThan(1.1)
    const frame = await mirror({ ...request, reflections: 'frame', variance: 0.002 })
    expect(frame.again).toEqual(frame.radiance)
    expect(fading(frame)).toBeGreaterThan(1)
  })

  it('of a low bank does not run along the backs of ripples as dark dashes', async () => {
    const picture = await page.evaluate((asked) => window.bank(asked), { elevation: 0.25, pixels })
    const places = Array.from(
      { length: 61 * 61 },
      (_, k): Place => [(k % 61) / 20 - 1.5, 0, Math.floor(k / 61) / 20 - 1.5],
    )
    for (const place of places) expect(radianceAt(picture, place), `${place}`).toBeGreaterThan(0.95)
  })
})
