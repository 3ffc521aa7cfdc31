// The pictures of the playground's gallery, every scene after some seconds of its water, and the loops that begin with them. Expects the
// playground built.
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { launch, serve } from '../../apps/playground/testing/served-page.js'
import { type LoopSpan, loopSize, loopSpanOf, writeLoop } from './loops.js'
import { goTo, goToUnseen, openScene, sceneNames, stepOf, timeStepOf } from './scene-page.js'
import { makeVeils } from './veils.js'

const folder = fileURLToPath(new URL('../../apps/playground/gallery/', import.meta.url))

/** Picture on a card [CSS px]. */
const size = { width: 480, height: 300 }

/** What is made of each scene. */
export type GalleryPart = 'picture' | 'loop'

/** Writes a JPEG picture of each scene, or of those that are named, or a loop. */
export async function takeGallery(part: GalleryPart, names: readonly string[] = []): Promise<void> {
  const server = await serve(true)
  const browser = await launch()
  try {
    for (const scene of names.length > 0 ? names : await sceneNames()) {
      const timeStep = await timeStepOf(scene)
      const viewport = part === 'loop' ? loopSize : size
      const page = await openScene(browser, server.address, scene, 'bare', { viewport })
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

async function takePicture(page: Page, scene: string, step: number): Promise<void> {
  await goToUnseen(page, step)
  // The picture is drawn some frames after the last step, slowly in software.
  await page.waitForTimeout(2500)
  await page.screenshot({ path: `${folder}${scene}.jpg`, type: 'jpeg', quality: 82 })
}

/** Takes the pictures of a loop, and writes it. Returns its size, and how much it moves, in words. */
async function takeLoop(page: Page, scene: string, { steps }: LoopSpan): Promise<string> {
  const pictures: Buffer[] = []
  await goToUnseen(page, steps[0]!)
  // Graphics programs are there, and the size has settled.
  await page.waitForTimeout(1000)
  for (const step of steps) {
    await goTo(page, step)
    pictures.push(await page.screenshot({ type: 'png' }))
  }
  return writeLoop(`${folder}${scene}.webm`, pictures)
}
