// A person who visits the playground: steps, draws, and takes a picture of the page.
import type { Browser, Page } from 'playwright'

/** Place on the page [pixels]. */
type Place = readonly [x: number, y: number]

/** Opens the page paused. Time moves by `step` alone: drawing in software is slow, and a picture must not depend on how slow. */
export class Visitor {
  readonly page: Page

  private constructor(page: Page) {
    this.page = page
  }

  /** Opens an address and waits until the scene is drawn. */
  static async at(browser: Browser, address: string, colorScheme: 'light' | 'dark'): Promise<Visitor> {
    const page = await browser.newPage({
      viewport: { width: 1100, height: 620 },
      colorScheme,
      reducedMotion: 'reduce',
    })
    page.setDefaultTimeout(120_000)
    await page.goto(address)
    await page.waitForSelector('[data-testid=cells]', { state: 'attached' })
    await page.waitForTimeout(3000)
    return new Visitor(page)
  }

  /** Presses the key of a single step. */
  async step(count: number): Promise<void> {
    for (let k = 0; k < count; k++) await this.page.keyboard.press('.')
  }

  /** Presses the key of a single step, and waits until all steps are made. */
  async stepFully(count: number): Promise<void> {
    const shown = this.page.getByTestId('step-count')
    const until = Number(await shown.textContent()) + count
    await this.step(count)
    await this.page.waitForFunction(
      (step) => Number(document.querySelector('[data-testid=step-count]')?.textContent) >= step,
      until,
    )
  }

  /** Drags the mouse along some places. */
  async draw(points: readonly Place[]): Promise<void> {
    await this.page.mouse.move(...points[0]!)
    await this.page.mouse.down()
    for (const point of points.slice(1)) await this.page.mouse.move(...point)
    await this.page.mouse.up()
  }

  /** Takes a picture of the water without panel and toolbar, and closes the page. */
  async water(path: string): Promise<void> {
    // A style element would be refused by the page's policy.
    await this.page.evaluate(() => {
      const hiding = new CSSStyleSheet()
      hiding.replaceSync('[data-testid=panel], [data-testid=toolbar] { visibility: hidden }')
      document.adoptedStyleSheets.push(hiding)
    })
    await this.picture(path)
  }

  /** Takes a picture and closes the page. */
  async picture(path: string): Promise<void> {
    // No mark of the focus: whoever looks at a picture does not operate it.
    await this.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await this.page.waitForTimeout(6000)
    await this.page.screenshot({ path })
    await this.page.close()
  }
}
