// A lesson of the lab as a person meets it.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { Visit } from './served-page.js'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A measured number of the page. */
export interface ShownReading {
  value: number
  /** NaN if the page shows none. */
  theory: number
}

/** Window of a lesson [CSS px]. */
const screen = { width: 1280, height: 800 }

export class LabVisit {
  private constructor(readonly visit: Visit) {}

  /** Opens a lesson with the settings of a query such as `omega-dt=1.5`, and waits for its first frame. */
  static async open(
    browser: Browser,
    site: string,
    lesson: string,
    query = '',
    options: BrowserContextOptions = {},
  ): Promise<LabVisit> {
    const visit = await Visit.prepare(browser, { viewport: screen, ...options })
    const lab = new LabVisit(visit)
    await visit.page.goto(`${site}lab/?lesson=${lesson}${query && `&${query}`}`)
    await lab.#begun()
    return lab
  }

  /**
   * Opens a lesson anew in the page that is there, as going back and forth in its history does: the overview comes between, which ends the
   * last run with all its state.
   */
  async reopen(lesson: string, query = ''): Promise<void> {
    await this.page.setViewportSize(screen)
    await this.page.emulateMedia({ colorScheme: null, media: null })
    await this.#goTo('')
    await this.page.locator('.overview').waitFor()
    await this.#goTo(`?lesson=${lesson}${query && `&${query}`}`)
    await this.#begun()
  }

  #goTo(search: string): Promise<void> {
    return this.page.evaluate((search) => {
      window.history.pushState(null, '', `${window.location.pathname}${search}`)
      window.dispatchEvent(new PopStateEvent('popstate'))
    }, search)
  }

  #begun(): Promise<void> {
    return this.page.locator('.lesson-figures canvas').first().waitFor()
  }

  get page() {
    return this.visit.page
  }

  /** Moves a slider, chooses from a list or throws a switch, as a person would. */
  async set(name: string, value: number | string | boolean): Promise<void> {
    const control = this.page.getByTestId(`setting-${name}`)
    if (typeof value === 'boolean') await control.setChecked(value)
    else if (typeof value === 'number') await control.fill(String(value))
    else if (await control.count()) await control.selectOption(value)
    else await this.page.getByTestId(`setting-${name}-${value}`).check({ force: true })
  }

  async reading(name: string): Promise<ShownReading> {
    const element = this.page.getByTestId(`reading-${name}`)
    const [value, theory] = await Promise.all([element.getAttribute('data-value'), element.getAttribute('data-theory')])
    return { value: Number(value ?? Number.NaN), theory: Number(theory ?? Number.NaN) }
  }

  /** Waits until a reading satisfies a condition, and returns it. */
  async until(name: string, holds: (reading: ShownReading) => boolean): Promise<ShownReading> {
    const deadline = Date.now() + 30_000
    for (;;) {
      const reading = await this.reading(name)
      if (holds(reading)) return reading
      if (Date.now() > deadline) throw new Error(`reading ${name} stays at ${reading.value}`)
      await this.page.waitForTimeout(50)
    }
  }

  /** Waits until the run has stopped by itself, and returns its message. */
  async stopped(): Promise<string> {
    const message = this.page.getByTestId('stopped')
    await message.waitFor()
    return (await message.locator('p').textContent()) ?? ''
  }

  /** Barriers that axe knows, in light and dark, on a screen and on a phone, where nothing may be wider than the phone. */
  async barriers(): Promise<string[]> {
    const found: string[] = []
    for (const size of [this.page.viewportSize()!, { width: 390, height: 844 }]) {
      await this.page.setViewportSize(size)
      for (const colorScheme of ['light', 'dark'] as const) {
        await this.page.emulateMedia({ colorScheme })
        const barriers = await violationsOf(this.page, { rules: colorScheme === 'light' ? 'all' : 'of colors' })
        found.push(...barriers.map((barrier) => `${barrier}, ${colorScheme}, ${size.width} px`))
      }
    }
    if ((await this.page.evaluate(() => document.documentElement.scrollWidth)) > 390) found.push('wider than a phone')
    return found
  }

  close(): Promise<void> {
    return this.visit.close()
  }
}

/**
 * Runs in the page: whether no transition or animation is under way, but for those without an end. A question, not a wait: an animation of a page
 * that is no longer drawn never ends, and a promise of its end would wait for as long as the test may take.
 */
function areColorsAtRest(): boolean {
  const isUnderWay = ({ playState, effect }: Animation) =>
    playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime)
  return !document.getAnimations().some(isUnderWay)
}

/** Rules that judge colors. All others find the same in light and in dark. */
const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds wrong on a page, after colors have come to rest: rule and place of each.
 * @param rules those of colors only, where all were applied to the same layout in other colors
 * @param within selector of the only part to look at, where the rest was judged in the same state
 */
export async function violationsOf(
  page: Page,
  { rules = 'all', within }: { rules?: 'all' | 'of colors'; within?: string } = {},
): Promise<string[]> {
  await page.waitForTimeout(200)
  await page.waitForFunction(areColorsAtRest, undefined, { polling: 50 })
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  type Axe = { run(part: string | Document, options: RunOptions): Promise<AxeResults> }
  // Style sheets are read only for a rule that is off by default.
  const options: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } }
  if (rules === 'of colors') options.runOnly = { type: 'rule', values: colorRules }
  const found = await page.evaluate(
    ([part, asked]) => (globalThis as never as { axe: Axe }).axe.run(part ?? document, asked),
    [within, options] as const,
  )
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
