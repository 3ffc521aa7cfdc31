// The pictures of the playground's gallery, every scene after some seconds of its water, and the loops that begin with them. Expects the
// playground built.
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright'
import { launch, serve } from '../../apps/playground/testing/served-page.js'
import { type LoopSpan, loopSize, loopSpanOf, writeLoop } from './loops.js'
import { makeVeils } from './veils.js'

const folder = fileURLToPath(new URL('../../apps/playground/gallery/', import.meta.url))
const sceneFolder = fileURLToPath(new URL('../../scenes/', import.meta.url))

/** Picture on a card [CSS px]. */
const size = { width: 480, height: 300 }
/** The same proportions while nobody looks: steps that are not shown are drawn at no cost. */
const tiny = { width: 32, height: 20 }
/** Simulated time before the picture [s], and most steps: long enough for waves to spread, short enough for a slow machine. */
const defaultTime = 5
const mostSteps = 900
/** Scenes whose best moment is another one [s]. */
const times: Record<string, number> = {
  playground: 2.4,
  'dam-break': 6,
  'rising-smoke': 9,
  'rogue-sea': 37,
  'ship-wake': 15,
  'vortex-street': 24,
}

/** What is made of each scene. */
export type GalleryPart = 'picture' | 'loop'

/** Writes a JPEG picture of each scene, or of those that are named, or a loop. */
export async function takeGallery(part: GalleryPart, names: readonly string[] = []): Promise<void> {
  const files = (await readdir(sceneFolder)).filter((file) => file.endsWith('.json'))
  const all = ['playground', ...files.map((file) => file.replace(/\.json$/, ''))]
  const server = await serve(true)
  const browser = await launch()
  try {
    for (const scene of names.length > 0 ? names : all) {
      const timeStep = await timeStepOf(scene)
      const page = await openScene(browser, server.address, scene, part === 'loop' ? loopSize : size)
      if (part === 'picture') await takePicture(page, scene, stepOf(scene, timeStep))
      else console.log(await takeLoop(page, scene, loopSpanOf(scene, stepOf(scene, timeStep), timeStep)))
      await page.close()
      console.log(scene)
    }
    if (part === 'picture') await makeVeils(browser)
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

/** The step of the picture. */
function stepOf(scene: string, timeStep: number): number {
  return Math.min(mostSteps, Math.ceil((times[scene] ?? defaultTime) / timeStep))
}

/** A page with the water of a scene alone, at its start. */
async function openScene(browser: Browser, address: string, scene: string, viewport: typeof size): Promise<Page> {
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce', colorScheme: 'light' })
  page.setDefaultTimeout(180_000)
  await page.goto(`${address}?bare&scene=${scene}`)
  await page.waitForSelector('.veil[data-shown=false]', { state: 'attached' })
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  return page
}

/** Makes single steps up to a step, and waits until the page shows it. */
async function goTo(page: Page, step: number): Promise<void> {
  const shown = async () => Number(await page.getByTestId('step-count').textContent())
  for (let done = await shown(); done < step; ) {
    const count = Math.min(20, step - done)
    for (let k = 0; k < count; k++) await page.keyboard.press('.')
    done += count
    await page.waitForFunction(
      (until) => Number(document.querySelector('[data-testid=step-count]')?.textContent) >= until,
      done,
    )
  }
}

async function takePicture(page: Page, scene: string, step: number): Promise<void> {
  await page.setViewportSize(tiny)
  await goTo(page, step)
  await page.setViewportSize(size)
  // The picture is drawn some frames after the last step, slowly in software.
  await page.waitForTimeout(2500)
  await page.screenshot({ path: `${folder}${scene}.jpg`, type: 'jpeg', quality: 82 })
}

/** Takes the pictures of a loop, and writes it. Returns its size, and how much it moves, in words. */
async function takeLoop(page: Page, scene: string, { steps }: LoopSpan): Promise<string> {
  const pictures: Buffer[] = []
  await page.setViewportSize(tiny)
  await goTo(page, steps[0]!)
  await page.setViewportSize(loopSize)
  // Graphics programs are there, and the size has settled.
  await page.waitForTimeout(1000)
  for (const step of steps) {
    await goTo(page, step)
    pictures.push(await page.screenshot({ type: 'png' }))
  }
  return writeLoop(`${folder}${scene}.webm`, pictures)
}
