// The pictures of the playground's gallery: every scene after some seconds of its water. Expects the playground built.
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright'
import { launch, serve } from '../../apps/playground/testing/served-page.js'
import { makeVeils } from './veils.js'

const folder = fileURLToPath(new URL('../../apps/playground/gallery/', import.meta.url))
const sceneFolder = fileURLToPath(new URL('../../scenes/', import.meta.url))

/** Picture on a card [CSS px]. */
const size = { width: 480, height: 300 }
/** Simulated time before the picture [s], and most steps: long enough for waves to spread, short enough for a slow machine. */
const defaultTime = 5
const mostSteps = 900
/** Scenes whose best moment is another one [s]. */
const times: Record<string, number> = { playground: 2.4, 'dam-break': 6, 'rising-smoke': 9, 'vortex-street': 24 }

/** Writes a JPEG picture of each scene, or of those that are named. */
export async function takeGallery(names: readonly string[] = []): Promise<void> {
  const files = (await readdir(sceneFolder)).filter((file) => file.endsWith('.json'))
  const all = ['playground', ...files.map((file) => file.replace(/\.json$/, ''))]
  const server = await serve(true)
  const browser = await launch()
  try {
    for (const scene of names.length > 0 ? names : all) {
      await takeScene(browser, server.address, scene, await timeStepOf(scene))
      console.log(scene)
    }
    await makeVeils(browser)
  } finally {
    await browser.close()
    await server.close()
  }
}

/** One step of a scene [s]. The page's own scene has no file. */
async function timeStepOf(scene: string): Promise<number> {
  if (scene === 'playground') return 1 / 60
  const { timeStep } = JSON.parse(await readFile(`${sceneFolder}${scene}.json`, 'utf8')) as { timeStep?: number }
  return timeStep ?? 1 / 60
}

async function takeScene(browser: Browser, address: string, scene: string, timeStep: number): Promise<void> {
  const page = await browser.newPage({ viewport: size, reducedMotion: 'reduce', colorScheme: 'light' })
  page.setDefaultTimeout(180_000)
  try {
    await page.goto(`${address}?bare&scene=${scene}`)
    await page.waitForSelector('.veil[data-shown=false]', { state: 'attached' })
    // Lower and nearer than the page's own view, which leaves room for panels.
    for (const key of ['Shift+ArrowDown', '+']) await page.keyboard.press(key)
    const steps = Math.min(mostSteps, Math.ceil((times[scene] ?? defaultTime) / timeStep))
    for (let done = 0; done < steps; ) {
      const count = Math.min(20, steps - done)
      for (let k = 0; k < count; k++) await page.keyboard.press('.')
      done += count
      await page.waitForFunction(
        (until) => Number(document.querySelector('[data-testid=step-count]')?.textContent) >= until,
        done,
      )
    }
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    // The picture is drawn some frames after the last step, slowly in software.
    await page.waitForTimeout(2500)
    await page.screenshot({ path: `${folder}${scene}.jpg`, type: 'jpeg', quality: 82 })
  } finally {
    await page.close()
  }
}
