// A page for a test, time standing still, closed after the test.

import type { Browser, BrowserContextOptions } from 'playwright'
import { expect, onTestFinished } from 'vitest'
import { Visit } from './served-page.js'
import { connect, pageAddress, patience } from './shared-browser.js'

/** One connection for all files of a worker, which share their modules. It ends with the worker. */
let browser: Promise<Browser> | undefined

/** A new page, not yet opened, and its address. */
export async function stillPage(options: BrowserContextOptions = {}): Promise<{ at: Visit; address: string }> {
  browser ??= connect()
  const at = await Visit.prepare(await browser, { reducedMotion: 'reduce', ...options })
  onTestFinished(() => at.close())
  return { at, address: pageAddress({ isolated: true }) }
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
