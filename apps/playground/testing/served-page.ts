import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { decode } from 'fast-png'
import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions, type Page } from 'playwright'
import { preview } from 'vite'
import { chromiumArgs, chromiumPlainArgs, findChromium, findTestChromium } from '../../../scripts/chromium.mjs'
import { fromMemory } from './built-files.js'
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
    const server = await preview({
      root,
      logLevel: 'error',
      plugins: [fromMemory(`${root}dist`)],
      preview: { port: 0, host: '127.0.0.1' },
    })
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

/** Small and coarse, because pixels are drawn in software. */
const viewport = { width: 680, height: 400 }

/** Options that a page takes at any time. */
export type ChangeableOptions = Pick<BrowserContextOptions, 'viewport' | 'reducedMotion' | 'colorScheme'>

/** The page as a person meets it. */
export class Visit {
  readonly page: Page
  /** What the page complained about: errors and uncaught exceptions. */
  readonly complaints: string[] = []

  private constructor(page: Page) {
    this.page = page
    this.#listen()
  }

  #listen(): void {
    const { page } = this
    page.on('pageerror', (error) => this.complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text())
    })
  }

  /** A new page, not yet opened. */
  static async prepare(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
    const context = await browser.newContext({
      viewport,
      deviceScaleFactor: 0.3,
      // Each test has a new profile, for which a service worker would load the whole page.
      serviceWorkers: 'block',
      ...options,
    })
    context.setDefaultTimeout(60_000)
    await context.addInitScript(drawCheaply)
    return new Visit(await context.newPage())
  }

  /** Changes options of a page that is not opened. */
  async change(options: ChangeableOptions): Promise<void> {
    await this.page.setViewportSize(options.viewport ?? viewport)
    const { reducedMotion = 'no-preference', colorScheme = 'light' } = options
    await this.page.emulateMedia({ reducedMotion, colorScheme, media: null })
  }

  /** Leaves the page for an empty one of the same origin, and forgets all that a test may have left. */
  async empty(blank: string): Promise<void> {
    const { page } = this
    page.removeAllListeners()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.evaluate(() => window.localStorage.clear())
    await page.goto(blank)
    this.complaints.length = 0
    this.#listen()
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
    await this.page.getByTestId('panel').waitFor()
    return this.page.evaluate(() => {
      const [panel, toolbar] = ['panel', 'toolbar'].map(
        (part) => document.querySelector(`[data-testid=${part}]`)?.getClientRects()[0],
      )
      const { innerWidth: width } = window
      return [(panel!.width > width * 0.7 ? width : panel!.x) / 2, (toolbar ?? panel!).y / 2]
    })
  }

  /**
   * Makes single steps, and waits until the page shows the numbers of the last one. The keys are pressed inside the page: from outside each
   * would take three messages through the browser, and a frame to draw. `person.test.ts` presses the real key.
   */
  async steps(count: number): Promise<void> {
    const until = (await this.stepCount()) + count
    await this.page.evaluate((times) => {
      const at = document.activeElement ?? document.body
      for (let step = 0; step < times; step++)
        for (const type of ['keydown', 'keyup'])
          at.dispatchEvent(new KeyboardEvent(type, { key: '.', code: 'Period', bubbles: true, cancelable: true }))
    }, count)
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
    return this.pictureAt({ x: x - 90, y: y - 60, width: 180, height: 120 })
  }

  /** The picture once cameras and colors have come to rest: the same four times in a row, over most of a second. */
  async restingPicture(): Promise<Picture> {
    let last = await this.picture()
    for (let same = 0; same < 3; ) {
      await this.page.waitForTimeout(300)
      const next = await this.picture()
      same = next.differenceTo(last) === 0 ? same + 1 : 0
      last = next
    }
    return last
  }

  /** The picture of a part of the page [CSS px]. */
  async pictureAt(clip: { x: number; y: number; width: number; height: number }): Promise<Picture> {
    return new Picture(await this.page.screenshot({ clip, animations: 'allow', caret: 'initial' }))
  }
}

/** Pixels of a PNG file as red, green and blue, each 0 to 255. */
export class Picture {
  readonly #pixels: Uint8Array

  constructor(png: Uint8Array) {
    const { data, channels, width, height } = decode(png)
    this.#pixels = Uint8Array.from(
      { length: 3 * width * height },
      (_, n) => data[Math.floor(n / 3) * channels + (n % 3)]!,
    )
  }

  /** How much the brightness varies over the picture: its standard deviation. 0 is blank. */
  get variety(): number {
    const bright = this.#pixels.filter((_, index) => index % 3 === 1)
    const mean = bright.reduce((sum, value) => sum + value, 0) / bright.length
    return Math.sqrt(bright.reduce((sum, value) => sum + (value - mean) ** 2, 0) / bright.length)
  }

  /** Share of the pixels with a color for which something holds. */
  shareOf(holds: (color: [red: number, green: number, blue: number]) => boolean): number {
    const count = this.#pixels.length / 3
    let found = 0
    for (let n = 0; n < count; n++) if (holds([...this.#pixels.subarray(3 * n, 3 * n + 3)] as never)) found++
    return found / count
  }

  /** Means of red, green and blue. */
  get tint(): [red: number, green: number, blue: number] {
    const mean = (channel: number) =>
      (3 * this.#pixels.reduce((sum, value, index) => (index % 3 === channel ? sum + value : sum), 0)) /
      this.#pixels.length
    return [mean(0), mean(1), mean(2)]
  }

  /** Mean difference per channel, opacity included, which never differs. */
  differenceTo(other: Picture): number {
    const sum = this.#pixels.reduce((total, value, index) => total + Math.abs(value - (other.#pixels[index] ?? 0)), 0)
    return sum / ((4 / 3) * this.#pixels.length)
  }
}
