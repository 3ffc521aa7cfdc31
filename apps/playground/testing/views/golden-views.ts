// The pictures of `view-scenes.ts`, drawn in one page of a browser, and those that the repository holds.

import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { decode, encode } from 'fast-png'
import type { Browser, Page } from 'playwright'
import { bundle } from '../pages/bundled-page.js'
import type { PackedWater, ViewCamera } from '../pages/view-page.js'
import { drawDifference, type RgbPicture } from './picture-difference.js'

/** Size of the pictures [px]. */
const size = { width: 144, height: 90 }
const folder = fileURLToPath(new URL('../../test/golden-views/', import.meta.url))
/** Where a picture that differs is written, with its difference. */
export const differencesFolder = fileURLToPath(new URL('../../../../.cache/golden-views/', import.meta.url))

/** A page that draws water from any camera. */
export class ViewPage {
  readonly #page: Page
  /** Name of the drawing interface. */
  readonly renderer: string

  private constructor(page: Page, renderer: string) {
    this.#page = page
    this.renderer = renderer
  }

  /** Opens the page, by WebGL 2, or by WebGPU where the browser was started with it. */
  static async open(browser: Browser, { forceWebGL }: { forceWebGL: boolean }): Promise<ViewPage> {
    const context = await browser.newContext({
      viewport: { width: 200, height: 140 },
      reducedMotion: 'reduce',
      colorScheme: 'light',
    })
    const page = await context.newPage()
    // Only pages of a host have WebGPU.
    await page.route('http://localhost/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    )
    await page.goto('http://localhost/')
    await page.addScriptTag({ type: 'module', content: await bundle('view-page.ts', { asPlayground: true }) })
    await page.waitForFunction(() => 'startView' in window)
    return new ViewPage(page, await page.evaluate((asked) => window.startView(asked), { ...size, forceWebGL }))
  }

  /** Shows the frame of a simulation from now on. */
  show(water: PackedWater): Promise<void> {
    return this.#page.evaluate((shown) => window.showWater(shown), water)
  }

  /** Shows another frame of the same simulation. */
  showFrame(frame: PackedWater['frame']): Promise<void> {
    return this.#page.evaluate((shown) => window.showFrame(shown), frame)
  }

  async draw(camera: ViewCamera): Promise<RgbPicture> {
    const pixels = await this.#page.evaluate((from) => window.drawFrom(from), camera)
    return { ...size, data: new Uint8Array(Buffer.from(pixels, 'base64')) }
  }

  /** Bytes of vertices and textures that were sent to the graphics device since the last call. */
  takeSentBytes(): Promise<number> {
    return this.#page.evaluate(() => window.takeSentBytes())
  }

  close(): Promise<void> {
    return this.#page.context().close()
  }
}

const fileOf = (name: string): string => `${folder}${name}.png`

export async function writeGolden(name: string, picture: RgbPicture): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(fileOf(name), encode({ ...picture, channels: 3, depth: 8 }))
}

export async function readGolden(name: string): Promise<RgbPicture> {
  if (!existsSync(fileOf(name))) throw new Error(`there is no picture ${name}: npm run pictures -- golden-views`)
  const { width, height, data } = decode(await readFile(fileOf(name)))
  return { width, height, data: data as Uint8Array }
}

/** Writes a picture and its difference from another one, for a person to look at. */
export async function writeDifference(name: string, picture: RgbPicture, expected: RgbPicture): Promise<void> {
  await mkdir(differencesFolder, { recursive: true })
  const drawn = { picture, expected, difference: drawDifference(picture, expected) }
  for (const [kind, shown] of Object.entries(drawn))
    await writeFile(`${differencesFolder}${name}-${kind}.png`, encode({ ...shown, channels: 3, depth: 8 }))
}
