// Pictures of water in all surroundings, compared with those of the repository; and still water, whose pictures are all the same.
// Pictures that are meant to change are written anew by `npm run pictures -- golden-views`.

import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PackedWater } from '../testing/pages/view-page.js'
import { connect } from '../testing/shared-browser.js'
import { differencesFolder, readGolden, ViewPage, writeDifference } from '../testing/views/golden-views.js'
import { differenceOf } from '../testing/views/picture-difference.js'
import { atRest, simulate, type ViewScene, viewScenes } from '../testing/views/view-scenes.js'

/**
 * Differences that are tolerated, in levels of 255. The same browser on the same machine differs by 0, another version of its software
 * rasterizer by rounding. Less sunlight, another absorption or a shifted texture differ by more.
 */
const tolerated = { mean: 0.4, percentile99: 6 }

let browser: Browser
let view: ViewPage

beforeAll(async () => {
  browser = await connect()
  view = await ViewPage.open(browser, { forceWebGL: true })
  expect(view.renderer).toBe('WebGL 2')
})
afterAll(() => browser?.close())

describe.each(Object.entries<ViewScene>(viewScenes))('%s', (name, scene) => {
  let water: PackedWater
  const cameras = Object.entries(scene.cameras)

  beforeAll(async () => {
    water = await simulate(scene)
    await view.show(water)
  })

  it.each(cameras)('looks from %s as in the picture', async (height, camera) => {
    const [picture, golden] = [await view.draw(camera), await readGolden(`${name}-${height}`)]
    const { mean, percentile99 } = differenceOf(picture, golden)
    const differs = mean > tolerated.mean || percentile99 > tolerated.percentile99
    if (differs) await writeDifference(`${name}-${height}`, picture, golden)
    const seen = `mean ${mean.toFixed(2)}, 99th percentile ${percentile99}: see ${differencesFolder}`
    expect(differs, seen).toBe(false)
  })

  it('does not shimmer while it is paused, nor while it is at rest and time goes on', async () => {
    const [height, camera] = cameras.at(-1)!
    const paused = await view.draw(camera)
    expect(await view.takeSentBytes()).toBeGreaterThan(0)
    expect(await view.draw(camera), `${height}, paused`).toEqual(paused)
    expect(await view.takeSentBytes(), 'nothing has changed, and nothing is sent').toBe(0)
    await view.showFrame(atRest(water, 0))
    const still = await view.draw(camera)
    expect(still, 'the water was not at rest before').not.toEqual(paused)
    // Times that are no multiples of a period in the view.
    for (const time of [0.017, 0.31, 2.93]) {
      await view.showFrame(atRest(water, time))
      const { mean } = differenceOf(await view.draw(camera), still)
      expect(mean, `${height}, ${time} s later`).toBe(0)
    }
  })
})
