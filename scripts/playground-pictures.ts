// Pictures of the playground after somebody has been there. Expects it built.
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { launch, serve } from '../apps/playground/testing/served-page.js'

type Place = readonly [x: number, y: number]

/** A person at the page. Time stands still until it is stepped: drawing in software is slow, and the picture should not depend on how slow. */
export class Sitter {
  readonly page: Page

  private constructor(page: Page) {
    this.page = page
  }

  static async at(browser: Browser, address: string, colorScheme: 'light' | 'dark'): Promise<Sitter> {
    const page = await browser.newPage({
      viewport: { width: 1100, height: 620 },
      colorScheme,
      reducedMotion: 'reduce',
    })
    page.setDefaultTimeout(120_000)
    await page.goto(address)
    await page.waitForSelector('[data-testid=cells]', { state: 'attached' })
    await page.waitForTimeout(3000)
    return new Sitter(page)
  }

  async step(count: number): Promise<void> {
    for (let k = 0; k < count; k++) await this.page.keyboard.press('.')
  }

  /** The same, and waits until all steps are made. */
  async stepFully(count: number): Promise<void> {
    const shown = this.page.getByTestId('step-count')
    const until = Number(await shown.textContent()) + count
    await this.step(count)
    await this.page.waitForFunction(
      (step) => Number(document.querySelector('[data-testid=step-count]')?.textContent) >= step,
      until,
    )
  }

  async draw(points: readonly Place[]): Promise<void> {
    await this.page.mouse.move(...points[0]!)
    await this.page.mouse.down()
    for (const point of points.slice(1)) await this.page.mouse.move(...point)
    await this.page.mouse.up()
  }

  /** The water alone. */
  async water(path: string): Promise<void> {
    await this.page.addStyleTag({ content: '[data-testid=panel], [data-testid=toolbar] { visibility: hidden }' })
    await this.picture(path)
  }

  async picture(path: string): Promise<void> {
    // Whoever looks at a picture does not operate it: no mark of the focus.
    await this.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await this.page.waitForTimeout(6000)
    await this.page.screenshot({ path })
    await this.page.close()
  }
}

/** Writes `playground.png`, `duck-pond.png`, `painting.png`, `ocean.png`, `dam-break.png` and `tidal-beach.png` into a folder. */
export async function playgroundPictures(folder: string): Promise<void> {
  const server = await serve(true)
  const browser = await launch()
  try {
    const swimmer = await Sitter.at(browser, server.address, 'dark')
    await swimmer.step(20)
    await swimmer.page.keyboard.press('d')
    await swimmer.page.mouse.click(300, 300)
    await swimmer.step(25)
    await swimmer.page.keyboard.press('p')
    await swimmer.draw(Array.from({ length: 12 }, (_, k) => [450 + 8 * k, 340 - 10 * k] as const))
    await swimmer.page.mouse.move(8, 8)
    await swimmer.step(18)
    await swimmer.picture(join(folder, 'playground.png'))

    const duck = await Sitter.at(browser, `${server.address}?scene=duck-pond`, 'light')
    await duck.step(40)
    await duck.page.keyboard.press('d')
    await duck.page.mouse.click(330, 280)
    await duck.step(24)
    await duck.picture(join(folder, 'duck-pond.png'))

    const painter = await Sitter.at(browser, `${server.address}?scene=painted-pond`, 'light')
    await painter.step(250)
    await painter.draw(Array.from({ length: 16 }, (_, k) => [130 + 9 * k, 218 + 4 * Math.sin(k / 3)] as const))
    await painter.step(16)
    await painter.page.keyboard.press('b')
    for (let k = 0; k < 4; k++) await painter.page.keyboard.press('[')
    await painter.draw(Array.from({ length: 30 }, (_, k) => [265 + 5 * k, 250 + 18 * Math.sin(k / 5)] as const))
    await painter.step(14)
    await painter.picture(join(folder, 'painting.png'))

    const sailor = await Sitter.at(browser, `${server.address}?scene=ocean-gale`, 'light')
    await sailor.step(200)
    await sailor.water(join(folder, 'ocean.png'))

    for (const [scene, steps] of [
      ['dam-break', 700],
      ['tidal-beach', 1500],
    ] as const) {
      const hiker = await Sitter.at(browser, `${server.address}?scene=${scene}`, 'light')
      await hiker.step(steps)
      await hiker.picture(join(folder, `${scene}.png`))
    }
  } finally {
    await browser.close()
    await server.close()
  }
}
