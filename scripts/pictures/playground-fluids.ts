// Pictures of fluids in the playground, after a visitor has played with them. Expects the playground built.

import { join } from 'node:path'
import type { Browser } from 'playwright'
import { launch, serve } from '../../apps/playground/testing/served-page.js'
import { writeSmallPicture } from './small-png.js'
import { Visitor } from './visitor.js'

/** A scene, and steps until it looks its best. */
const visits = {
  'play-cavity': { address: '?scene=lid-driven-cavity', steps: 1200, theme: 'light' },
  'play-particles': { address: '?scene=taylor-green&show=nothing&flow=particles', steps: 100, theme: 'dark' },
  'play-jet': { address: '?scene=jet-on-sphere', steps: 170, theme: 'light' },
  'play-fire': { address: '?scene=rising-smoke&body=fire', steps: 130, theme: 'dark' },
  'play-metaballs': { address: '?scene=metaballs', steps: 110, theme: 'dark' },
} as const

/** Two inks, a third of a person's own, and a wall. */
async function inkPicture(browser: Browser, address: string, path: string): Promise<void> {
  const painter = await Visitor.at(browser, `${address}?scene=ink-in-water`, 'light')
  await painter.page.keyboard.press('b')
  await painter.draw(Array.from({ length: 20 }, (_, k) => [372 + 26 * Math.sin(k / 6), 150 + 13 * k] as const))
  await painter.page.keyboard.press('i')
  await painter.stepFully(330)
  await painter.draw(Array.from({ length: 24 }, (_, k) => [150 + 16 * k, 440 - 22 * Math.sin(k / 3)] as const))
  await painter.stepFully(220)
  await painter.page.mouse.move(8, 8)
  await finish(painter, path)
}

/** Smoke that a hand has moved through twice. */
async function smokePicture(browser: Browser, address: string, path: string): Promise<void> {
  const guest = await Visitor.at(browser, `${address}?scene=rising-smoke`, 'light')
  await guest.page.keyboard.press('s')
  for (let k = 0; k < 6; k++) await guest.page.keyboard.press(']')
  await guest.stepFully(65)
  await guest.draw(Array.from({ length: 12 }, (_, k) => [330 + 10 * k, 300 - 4 * k] as const))
  await guest.stepFully(25)
  await guest.draw(Array.from({ length: 12 }, (_, k) => [450 - 11 * k, 330 - 6 * k] as const))
  await guest.page.mouse.move(8, 8)
  await guest.stepFully(35)
  await finish(guest, path)
}

async function finish({ page }: Visitor, path: string): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.waitForTimeout(5000)
  await writeSmallPicture(page, path)
  await page.close()
}

/** Writes one picture of each scene of fluids into a folder. */
export async function takeFluidPages(folder: string): Promise<void> {
  const server = await serve(true)
  const browser = await launch()
  try {
    await inkPicture(browser, server.address, join(folder, 'play-ink.png'))
    await smokePicture(browser, server.address, join(folder, 'play-smoke.png'))
    for (const [name, { address, steps, theme }] of Object.entries(visits)) {
      const guest = await Visitor.at(browser, `${server.address}${address}`, theme)
      await guest.stepFully(steps)
      await finish(guest, join(folder, `${name}.png`))
    }
  } finally {
    await browser.close()
    await server.close()
  }
}
