// Pictures of documents stay small: what is all fine grain gets fewer colours, until its file fits.

import { writeFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { encodeIndexedPng } from './indexed-png.js'

/** Largest file of a picture [B]. */
const most = 200_000
const palettes = [256, 128, 64, 32, 16]

/** Writes what a page shows as a file of at most 200 kB. */
export async function writeSmallPicture(page: Page, path: string): Promise<void> {
  const png = await page.screenshot()
  if (png.length <= most) {
    writeFileSync(path, png)
    return
  }
  const { width, height } = page.viewportSize()!
  const pixels = await page.evaluate(async (data) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0))]))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    return Array.from(context.getImageData(0, 0, bitmap.width, bitmap.height).data)
  }, png.toString('base64'))
  for (const colors of palettes) {
    const file = encodeIndexedPng(Uint8Array.from(pixels), width, height, colors)
    writeFileSync(path, file)
    if (file.length <= most) break
  }
}
