// The pictures that the playground shows until the first water is there: those of the gallery, so small that they cost no time. The page
// draws them out of focus.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright'

const gallery = fileURLToPath(new URL('../../apps/playground/gallery/', import.meta.url))
const folder = fileURLToPath(new URL('../../apps/playground/veils/', import.meta.url))

/** Size of a picture [px], and its quality as JPEG [1]. */
const size = { width: 64, height: 40, quality: 0.6 }

/** Writes a small copy of each picture of the gallery. */
export async function makeVeils(browser: Browser): Promise<void> {
  const page = await browser.newPage()
  for (const name of (await readdir(gallery)).filter((file) => file.endsWith('.jpg'))) {
    const data = await readFile(`${gallery}${name}`, 'base64')
    const small = await page.evaluate(
      async ({ data, width, height, quality }) => {
        const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
        const picture = await createImageBitmap(new Blob([bytes]), {
          resizeWidth: width,
          resizeHeight: height,
          resizeQuality: 'high',
        })
        const canvas = new OffscreenCanvas(width, height)
        canvas.getContext('2d')?.drawImage(picture, 0, 0)
        return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality })).arrayBuffer())]
      },
      { data, ...size },
    )
    await writeFile(`${folder}${name}`, Uint8Array.from(small))
  }
  await page.close()
}
