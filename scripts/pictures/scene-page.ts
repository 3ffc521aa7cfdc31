// A page of the playground that shows a scene at the moment of its picture.
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright'

const sceneFolder = fileURLToPath(new URL('../../scenes/', import.meta.url))

/** A few pixels while nobody looks: steps that are not shown are drawn at no cost. */
const tiny = { width: 32, height: 20 }
/** Simulated time before the picture [s], and most steps: long enough for waves to spread, short enough for a slow machine. */
const defaultTime = 5
const mostSteps = 900
/** Scenes whose best moment is another one [s], however many steps it takes. */
const times: Record<string, number> = {
  playground: 2.4,
  'dam-break': 6,
  rain: 5.6,
  'rising-smoke': 9,
  'rogue-sea': 37,
  'ship-wake': 15,
  stones: 1.9,
  'tidal-beach': 34,
  'valley-flood': 3200,
  'vortex-street': 24,
  'wake-on-a-beach': 12,
}

/** The names of all scenes of the gallery. */
export async function sceneNames(): Promise<string[]> {
  const files = (await readdir(sceneFolder)).filter((file) => file.endsWith('.json'))
  return ['playground', ...files.map((file) => file.replace(/\.json$/, ''))]
}

/** One step of a scene [s]. The page's own scene has no file. */
export async function timeStepOf(scene: string): Promise<number> {
  if (scene === 'playground') return 1 / 60
  const { timeStep } = JSON.parse(await readFile(`${sceneFolder}${scene}.json`, 'utf8')) as { timeStep?: number }
  return timeStep ?? 1 / 60
}

/** The step of the picture. */
export function stepOf(scene: string, timeStep: number): number {
  const steps = (time: number): number => Math.ceil(time / timeStep)
  return times[scene] === undefined ? Math.min(mostSteps, steps(defaultTime)) : steps(times[scene])
}

/** A page with a scene at its start. `parameters`: of the address, besides the name of the scene. */
export async function openScene(
  browser: Browser,
  address: string,
  scene: string,
  parameters: string,
  options: BrowserContextOptions,
): Promise<Page> {
  const page = await browser.newPage({ reducedMotion: 'reduce', colorScheme: 'light', ...options })
  page.setDefaultTimeout(180_000)
  await page.goto(`${address}?${parameters}&scene=${scene}`)
  await page.waitForSelector('.veil[data-shown=false]', { state: 'attached' })
  // Meshes and clouds are made for the size that the canvas has then.
  await page.waitForFunction(() => performance.getEntriesByName('first-water').length > 0)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  return page
}

/** Makes single steps up to a step, and waits until the page shows it. */
export async function goTo(page: Page, step: number): Promise<void> {
  const shown = async () => Number(await page.getByTestId('step-count').textContent())
  for (let done = await shown(); done < step; ) {
    const count = Math.min(60, step - done)
    for (let k = 0; k < count; k++) await page.keyboard.press('.')
    done += count
    await page.waitForFunction(
      (until) => Number(document.querySelector('[data-testid=step-count]')?.textContent) >= until,
      done,
    )
  }
}

/** Goes to a step without drawing what is on the way. The page has its size again on return. */
export async function goToUnseen(page: Page, step: number): Promise<void> {
  const size = page.viewportSize()!
  await page.setViewportSize(tiny)
  await goTo(page, step)
  await page.setViewportSize(size)
}
