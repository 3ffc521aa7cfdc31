// Pictures of the views of fluids, each with a made-up flow.

import { join } from 'node:path'
import { bundle } from '../../apps/playground/testing/pages/bundled-page.js'
import type { FluidPage } from '../../apps/playground/testing/pages/fluid-page.js'
import { launch } from '../../apps/playground/testing/served-page.js'
import { writeSmallPicture } from './small-png.js'

const [width, height] = [720, 450]

/** Writes one picture of each view into a folder. */
export async function takeFluidViews(folder: string): Promise<void> {
  const browser = await launch()
  try {
    const page = await browser.newPage({ viewport: { width, height } })
    page.setDefaultTimeout(120_000)
    await page.addScriptTag({ type: 'module', content: await bundle('fluid-page.ts') })
    await page.waitForFunction(() => 'draw' in window)
    for (const name of await page.evaluate(() => (window as Window & FluidPage).pictures)) {
      await page.evaluate((one) => (window as Window & FluidPage).draw(one), name)
      await writeSmallPicture(page, join(folder, `${name}.png`))
    }
  } finally {
    await browser.close()
  }
}
