import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions, type Page } from 'playwright'
import { preview } from 'vite'
import { chromiumArgs, chromiumPlainArgs, findChromium, findTestChromium } from '../../../scripts/chromium.mjs'
import { drawCheaply } from './draw-cheaply.js'

const root = fileURLToPath(new URL('..', import.meta.url))
/** File of the built page. */
export const builtPage = `${root}dist/index.html`

export interface Served {
  address: string
  close(): Promise<void>
}

/** Serves the built page on a free port, with or without the headers that let threads share memory. */
export async function serve(isolated: boolean): Promise<Served> {
  if (!existsSync(builtPage)) throw new Error('build the page first: npx vite build apps/playground')
  const before = process.env.SEICHE_ISOLATION
  process.env.SEICHE_ISOLATION = isolated ? 'on' : 'off'
  try {
    const server = await preview({ root, logLevel: 'error', preview: { port: 0, host: '127.0.0.1' } })
    const [address] = server.resolvedUrls?.local ?? []
    if (!address) throw new Error('the page is not served')
    return { address, close: () => server.close() }
  } finally {
    if (before === undefined) delete process.env.SEICHE_ISOLATION
    else process.env.SEICHE_ISOLATION = before
  }
}

/** How the browser is started. `plain`: for tests, which need its pages to be cheap, not smooth. */
export function launchOptions({ plain = false } = {}): LaunchOptions {
  const executablePath = plain ? findTestChromium() : findChromium()
  const args = plain ? [...chromiumArgs, ...chromiumPlainArgs] : chromiumArgs
  return { args, ...(executablePath && { executablePath }) }
}

export const launch = (): Promise<Browser> => chromium.launch(launchOptions())

/** The page as a person meets it. */
export class Visit {
  readonly page: Page
  /** What the page complained about: errors and uncaught exceptions. */
  readonly complaints: string[] = []

  private constructor(page: Page) {
    this.page = page
    page.on('pageerror', (error) => this.complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text())
    })
  }

  /** A new page, not yet opened. Small and coarse, because pixels are drawn in software. */
  static async prepare(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
    const context = await browser.newContext({
      viewport: { width: 680, height: 400 },
      deviceScaleFactor: 0.3,
      // Each test has a new profile, for which a service worker would load the whole page.
      serviceWorkers: 'block',
      ...options,
    })
    context.setDefaultTimeout(60_000)
    await context.addInitScript(drawCheaply)
    return new Visit(await context.newPage())
  }

  /** Opens the page and waits until a scene is there: the built-in one, which needs no files, unless the address names another. */
  async open(address: string): Promise<void> {
    const url = new URL(address)
    if (!url.searchParams.has('scene')) url.searchParams.set('scene', 'playground')
    await this.page.goto(url.href)
    await this.#opened(1)
  }

  /** Does something that begins a scene anew, and waits until it is there. */
  async reopen(action: () => Promise<unknown>): Promise<void> {
    const before = Number(await this.page.getByTestId('panel').getAttribute('data-openings'))
    await action()
    await this.#opened(before + 1)
  }

  async #opened(times: number): Promise<void> {
    await this.page.locator(`[data-testid=panel][data-openings="${times}"]`).waitFor()
    await this.page.locator('[data-testid=plot]:not([data-samples="0"])').waitFor({ state: 'attached' })
  }

  /** Stops time and waits until the page shows where it stands. */
  async pause(): Promise<void> {
    await this.page.keyboard.press(' ')
    await this.page.getByTestId('hash').locator('code').waitFor({ state: 'attached' })
  }

  /** The file of the run: the scene and everything that was done. */
  async savedRun(): Promise<string> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.getByTestId('save-run').click(),
    ])
    return text(await download.createReadStream())
  }

  close(): Promise<void> {
    return this.page.context().close()
  }

  async stepCount(): Promise<number> {
    return Number(await this.page.getByTestId('step-count').textContent())
  }

  /** Highest elevation or deepest hollow shown [m]. */
  async highest(): Promise<number> {
    return Number(await this.page.getByTestId('highest').getAttribute('data-metres'))
  }

  async plotSamples(): Promise<number> {
    return Number(await this.page.getByTestId('plot').getAttribute('data-samples'))
  }

  /** Middle of the water [CSS px]: the middle of what panel and tool bar leave free. */
  async middle(): Promise<[x: number, y: number]> {
    const { width } = this.page.viewportSize() ?? { width: 0 }
    const panel = await this.page.getByTestId('panel').boundingBox()
    const toolbar = await this.page.getByTestId('toolbar').boundingBox()
    if (!panel) throw new Error('there is no panel')
    return [(panel.width > width * 0.7 ? width : panel.x) / 2, (toolbar ?? panel).y / 2]
  }

  /** Makes single steps, and waits until the page shows the numbers of the last one. */
  async steps(count: number): Promise<void> {
    const until = (await this.stepCount()) + count
    for (let step = 0; step < count; step++) await this.page.keyboard.press('.')
    await this.page.locator(`[data-testid=hash][data-step="${until}"]`).waitFor({ state: 'attached' })
  }

  /** Solid ground shown [m²]. */
  async solidArea(): Promise<number> {
    return Number(await this.page.getByTestId('solid').getAttribute('data-square-metres'))
  }

  /** Drags over the water in a few pieces, between points given from its middle [CSS px]. */
  async drag(from: [x: number, y: number] = [-60, 0], ...others: [x: number, y: number][]): Promise<void> {
    const [x, y] = await this.middle()
    await this.page.mouse.move(x + from[0], y + from[1])
    await this.page.mouse.down()
    for (const [dx, dy] of others.length > 0 ? others : [[60, 24] as const])
      await this.page.mouse.move(x + dx, y + dy, { steps: 6 })
    await this.page.mouse.up()
  }

  /** The picture around the middle of the water. */
  async picture(): Promise<Picture> {
    const [x, y] = await this.middle()
    const clip = { x: x - 90, y: y - 60, width: 180, height: 120 }
    const png = await this.page.screenshot({ clip, animations: 'allow' })
    const pixels = await this.page.evaluate(async (data) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0))]))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      if (!context) return []
      context.drawImage(bitmap, 0, 0)
      return Array.from(context.getImageData(0, 0, bitmap.width, bitmap.height).data)
    }, png.toString('base64'))
    return new Picture(pixels)
  }
}

/** Pixels as red, green, blue, opacity, each 0 to 255. */
export class Picture {
  readonly #pixels: number[]

  constructor(pixels: number[]) {
    this.#pixels = pixels
  }

  /** How much the brightness varies over the picture: its standard deviation. 0 is blank. */
  get variety(): number {
    const bright = this.#pixels.filter((_, index) => index % 4 === 1)
    const mean = bright.reduce((sum, value) => sum + value, 0) / bright.length
    return Math.sqrt(bright.reduce((sum, value) => sum + (value - mean) ** 2, 0) / bright.length)
  }

  /** Mean difference per channel. */
  differenceTo(other: Picture): number {
    const sum = this.#pixels.reduce((total, value, index) => total + Math.abs(value - (other.#pixels[index] ?? 0)), 0)
    return sum / this.#pixels.length
  }
}
