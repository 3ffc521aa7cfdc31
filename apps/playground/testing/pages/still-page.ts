// A page for a test, time standing still, closed after the test.

import type { Browser, BrowserContextOptions } from 'playwright'
import { onTestFinished } from 'vitest'
import { encodeRun, type LinkedRun } from '../../src/session/links/run-link.js'
import { blankPath } from '../built-files.js'
import { keepTab, takeTab } from '../kept-tabs.js'
import { Visit } from '../served-page.js'
import { connect, pageAddress } from '../shared-browser.js'

/** One connection for all files of a worker, which share their modules. It ends with the worker. */
let browser: Promise<Browser> | undefined

/**
 * A page that is not yet opened, and its address.
 * @param options `addsScripts`: the test adds scripts to the page, which cannot be taken away, so that no other test can have its tab.
 */
export async function stillPage({
  addsScripts = false,
  ...options
}: BrowserContextOptions & { addsScripts?: boolean } = {}): Promise<{ at: Visit; address: string }> {
  browser ??= connect()
  const asked: BrowserContextOptions = { reducedMotion: 'reduce', ...options }
  const at = await (addsScripts ? Visit.prepare : takeTab)(await browser, asked)
  const address = pageAddress({ isolated: true })
  onTestFinished(({ task }) => {
    // A test that failed may have left anything behind.
    const isKept = !addsScripts && task.result?.state !== 'fail'
    return isKept ? keepTab(at, asked, new URL(blankPath, address).href) : at.close()
  })
  return { at, address }
}

/** The page with a scene, given as text, whose first water is drawn. A link opens it: a file would need the page with another scene first. */
export async function atScene(text: string, options: BrowserContextOptions = {}, view = ''): Promise<Visit> {
  const { at, address } = await stillPage(options)
  const { events = [], ...scene } = JSON.parse(text)
  await at.open(`${address}${view}${await encodeRun({ scene, events } satisfies LinkedRun)}`)
  await at.page.waitForFunction(() => performance.getEntriesByName('first-water').length > 0)
  return at
}

export function openScene(at: Visit, text: string): Promise<void> {
  const file = { name: 'scene.json', mimeType: 'application/json', buffer: Buffer.from(text) }
  return at.reopen(() => at.page.getByTestId('file').setInputFiles(file))
}
