// A lesson of the lab as a person meets it.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { Visit } from './served-page.js'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A measured number of the page. */
export interface ShownReading {
  value: number
  /** NaN if the page shows none. */
  theory: number
}

/**
 * Runs in each page before its own scripts: at most some twenty frames a second. A model computes as often as the page draws, and sixty
 * times a second would take the processors from all other tests.
 */
function drawSeldom(): void {
  const atNextFrame = window.requestAnimationFrame.bind(window)
  const frames = new Map<number, number>()
  let last = 0
  window.requestAnimationFrame = (callback) => {
    const id = ++last
    const timer = window.setTimeout(() => {
      frames.delete(id)
      atNextFrame(callback)
    }, 40)
    frames.set(id, timer)
    return id
  }
  window.cancelAnimationFrame = (id) => {
    window.clearTimeout(frames.get(id))
    frames.delete(id)
  }
}

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
    const visit = await Visit.prepare(browser, { viewport: { width: 1280, height: 800 }, ...options })
    await visit.page.addInitScript(drawSeldom)
    const lab = new LabVisit(visit)
    await visit.page.goto(`${site}lab/?lesson=${lesson}${query && `&${query}`}`)
    await visit.page.locator('.lesson-figures canvas').first().waitFor()
    return lab
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

  /** What axe finds wrong on the page as it stands: rule and place of each. */
  violations(): Promise<string[]> {
    return violationsOf(this.page)
  }

  close(): Promise<void> {
    return this.visit.close()
  }
}

/** What axe finds wrong on a page: rule and place of each. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  const found = await page.evaluate(() => (globalThis as never as { axe: { run(): Promise<AxeResults> } }).axe.run())
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
