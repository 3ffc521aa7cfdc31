// Pictures of the views of fluids, each with a made-up flow.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from '../apps/playground/testing/bundled-page.js'
import type { FluidPage } from '../apps/playground/testing/fluid-page.js'
import { launch } from '../apps/playground/testing/served-page.js'
import { encodeIndexedPng } from './indexed-png.js'

const [width, height] = [720, 450]
/** Largest file of a picture [B]. Those that are all fine grain have fewer colours, until they fit. */
const most = 200_000
const palettes = [256, 128, 64, 32, 16]

/** Writes one picture of each view into a folder. */
export async function fluidPictures(folder: string): Promise<void> {
  const browser = await launch()
  try {
    const page = await browser.newPage({ viewport: { width, height } })
    page.setDefaultTimeout(120_000)
    await page.addScriptTag({ type: 'module', content: await bundle('fluid-page.ts') })
    await page.waitForFunction(() => 'draw' in window)
    for (const name of await page.evaluate(() => (window as Window & FluidPage).pictures)) {
      await page.evaluate((one) => (window as Window & FluidPage).draw(one), name)
      const png = await page.screenshot()
      const path = join(folder, `${name}.png`)
      if (png.length <= most) {
        writeFileSync(path, png)
        continue
      }
      const pixels = await page.evaluate(
        async (data) => {
          const bitmap = await createImageBitmap(await (await fetch(data)).blob())
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
          context.drawImage(bitmap, 0, 0)
          return Array.from(context.getImageData(0, 0, bitmap.width, bitmap.height).data)
        },
        `data:image/png;base64,${png.toString('base64')}`,
      )
      for (const colours of palettes) {
        const file = encodeIndexedPng(Uint8Array.from(pixels), width, height, colours)
        writeFileSync(path, file)
        if (file.length <= most) break
      }
    }
  } finally {
    await browser.close()
  }
}
