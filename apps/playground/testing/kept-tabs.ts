// Tabs that go from one test to the next. A new tab has a process of its own, which compiles the scripts and the kernels of the page anew:
// that is a third of the processor time of an opening in 3-D and half of one in the flat view.

import type { Browser, BrowserContextOptions } from 'playwright'
import { type ChangeableOptions, Visit } from './served-page.js'

/** Tabs without a test, by the options that cannot be changed later. They end with the connection. */
const kept = new Map<string, Visit[]>()

/** Options that a tab takes at any time, and all others. */
function split({ viewport, reducedMotion, colorScheme, ...fixed }: BrowserContextOptions) {
  return { changeable: { viewport, reducedMotion, colorScheme } as ChangeableOptions, key: JSON.stringify(fixed) }
}

/** A tab with nothing of an earlier test in it, not yet opened. */
export async function takeTab(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const { changeable, key } = split(options)
  const known = kept.get(key)?.pop()
  if (!known) return Visit.prepare(browser, options)
  await known.change(changeable)
  return known
}

/**
 * Keeps a tab for another test with the same options.
 * @param blank Address of an empty page of the same origin and with the same headers: the browser then keeps the process.
 */
export async function keepTab(visit: Visit, options: BrowserContextOptions, blank: string): Promise<void> {
  await visit.empty(blank)
  const { key } = split(options)
  kept.set(key, [...(kept.get(key) ?? []), visit])
}
