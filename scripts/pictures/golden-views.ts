// The pictures that the tests of the playground compare theirs with: water in all surroundings, small, by WebGL 2 in software.

import { chromium } from 'playwright'
import { launchOptions } from '../../apps/playground/testing/served-page.js'
import { readGolden, ViewPage, writeGolden } from '../../apps/playground/testing/views/golden-views.js'
import { differenceOf } from '../../apps/playground/testing/views/picture-difference.js'
import { simulate, type ViewScene, viewScenes } from '../../apps/playground/testing/views/view-scenes.js'

/** Draws all of them, writes them, and tells how much each has changed. */
export async function takeGoldenViews(): Promise<void> {
  const browser = await chromium.launch(launchOptions({ plain: true }))
  try {
    const view = await ViewPage.open(browser, { forceWebGL: true })
    for (const [name, scene] of Object.entries<ViewScene>(viewScenes)) {
      await view.show(await simulate(scene))
      for (const [height, camera] of Object.entries(scene.cameras)) {
        const picture = await view.draw(camera)
        const before = await readGolden(`${name}-${height}`).catch(() => undefined)
        const { mean, percentile99 } = before
          ? differenceOf(picture, before)
          : { mean: Number.NaN, percentile99: Number.NaN }
        await writeGolden(`${name}-${height}`, picture)
        console.log(`${name}-${height}: mean ${mean.toFixed(2)}, 99th percentile ${percentile99}`)
      }
    }
  } finally {
    await browser.close()
  }
}
