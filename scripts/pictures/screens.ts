// The page as it is seen: each scene on a large screen and on a phone, one scene of each kind also in the dark theme. For somebody to look at;
// the pictures are no part of the documents. Expects the playground built.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions } from 'playwright'
import { launch, serve } from '../../apps/playground/testing/served-page.js'
import { goToUnseen, openScene, sceneNames, stepOf, timeStepOf } from './scene-page.js'

const folder = fileURLToPath(new URL('../../out/screens/', import.meta.url))

const screens: Record<string, BrowserContextOptions> = {
  large: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
}

/** Scenes whose surroundings all others share. */
const alsoDark = new Set([
  'playground',
  'duck-and-ball',
  'painted-pond',
  'harbour',
  'seiche',
  'channel',
  'double-slit',
  'ocean-breeze',
  'beach-swell',
  'hill-lake',
  'tidal-beach',
  'dam-break',
  'ink-in-water',
  'rising-smoke',
])

/** Drawing in software takes its time [ms]. */
const drawingTime = 3500

/** Writes pictures of all scenes, or of those that are named, to `out/screens`. */
export async function takeScreens(names: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const server = await serve(true)
  const browser = await launch()
  try {
    for (const scene of names.length > 0 ? names : await sceneNames()) {
      const step = stepOf(scene, await timeStepOf(scene))
      for (const [screen, options] of Object.entries(screens)) {
        // All pixels: the page would draw fewer where frames are late.
        const page = await openScene(browser, server.address, scene, 'quality=high', options)
        await goToUnseen(page, step)
        const isDarkToo = screen === 'large' && alsoDark.has(scene)
        for (const colorScheme of isDarkToo ? (['light', 'dark'] as const) : (['light'] as const)) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.waitForTimeout(drawingTime)
          await page.screenshot({ path: `${folder}${scene}-${screen}-${colorScheme}.png` })
        }
        await page.close()
      }
      console.log(scene)
    }
  } finally {
    await browser.close()
    await server.close()
  }
}
