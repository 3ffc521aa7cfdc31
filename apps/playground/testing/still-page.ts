// A page for each test of a file, time standing still, closed after the test.

import type { Browser, BrowserContextOptions } from 'playwright'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { Visit } from './served-page.js'
import { connect, pageAddress, patience } from './shared-browser.js'

let browser: Browser
let visit: Visit | undefined

beforeAll(async () => {
  browser = await connect()
})

afterAll(() => browser?.close())

afterEach(async () => {
  await visit?.close()
  visit = undefined
})

/** A new page, not yet opened, and its address. */
export async function stillPage(options: BrowserContextOptions = {}): Promise<{ at: Visit; address: string }> {
  visit = await Visit.prepare(browser, { reducedMotion: 'reduce', ...options })
  return { at: visit, address: pageAddress({ isolated: true }) }
}

/** The page with a scene without solids in it, given as text. */
export async function atScene(text: string, options: BrowserContextOptions = {}, view = ''): Promise<Visit> {
  const { at, address } = await stillPage(options)
  await at.open(`${address}${view}`)
  await openScene(at, text)
  await expect.poll(() => at.page.getByTestId('solid').getAttribute('data-square-metres'), patience).toBe('0')
  return at
}

export function openScene(at: Visit, text: string): Promise<void> {
  const file = { name: 'scene.json', mimeType: 'application/json', buffer: Buffer.from(text) }
  return at.reopen(() => at.page.getByTestId('file').setInputFiles(file))
}
