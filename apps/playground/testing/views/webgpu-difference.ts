// Pictures by WebGPU in software, and how much they differ from the golden ones, which are by WebGL 2.

import { chromium } from 'playwright'
import { chromiumWebGpuArgs } from '../../../../scripts/chromium.mjs'
import { launchOptions } from '../served-page.js'
import { readGolden, ViewPage, writeDifference } from './golden-views.js'
import { differenceOf, type PictureDifference } from './picture-difference.js'
import { simulate, type ViewScene, type ViewSceneName, viewScenes } from './view-scenes.js'

/** Side of the squares that are averaged before they are compared [px]: both interfaces smooth edges at other places within a pixel. */
const block = 6
/** Mean and 99th percentile that are tolerated, of squares, in levels of 255. */
const tolerated: PictureDifference = { mean: 1, percentile99: 12 }

export interface WebGpuDifference extends PictureDifference {
  /** Scene and height of the camera. */
  name: string
  isTolerated: boolean
}

/** Draws scenes by WebGPU. Pictures that differ by more than is tolerated are written to `.cache/golden-views`. */
export async function compareWebGpu(scenes: readonly ViewSceneName[]): Promise<WebGpuDifference[]> {
  const { args = [], ...options } = launchOptions({ plain: true })
  const browser = await chromium.launch({ ...options, args: [...args, ...chromiumWebGpuArgs] })
  try {
    const view = await ViewPage.open(browser, { forceWebGL: false })
    if (view.renderer !== 'WebGPU') throw new Error(`the browser draws by ${view.renderer}`)
    const differences: WebGpuDifference[] = []
    for (const scene of scenes) {
      const { cameras, ...water }: ViewScene = viewScenes[scene]
      await view.show(await simulate({ ...water, cameras }))
      for (const [height, camera] of Object.entries(cameras)) {
        const name = `${scene}-${height}`
        const [picture, golden] = [await view.draw(camera), await readGolden(name)]
        const difference = differenceOf(picture, golden, block)
        const { mean, percentile99 } = difference
        const isTolerated = mean <= tolerated.mean && percentile99 <= tolerated.percentile99
        if (!isTolerated) await writeDifference(`${name}-webgpu`, picture, golden)
        differences.push({ name, ...difference, isTolerated })
      }
    }
    return differences
  } finally {
    await browser.close()
  }
}
