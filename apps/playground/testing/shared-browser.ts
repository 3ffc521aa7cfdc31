// The browser and the servers that all tests share (shared-browser.setup.ts).

import { type Browser, chromium, type Page } from 'playwright'
import { inject } from 'vitest'

/** Software drawing on a busy machine takes its time. */
export const patience = { timeout: 60_000, interval: 100 }

/** A connection to the browser; closing it closes what was opened through it. */
export const connect = (): Promise<Browser> => chromium.connect(inject('browser'))

/** Where the built page is, with or without the headers that let threads share memory. */
export function pageAddress({ isolated }: { isolated: boolean }): string {
  const address = inject(isolated ? 'isolatedPage' : 'plainPage')
  if (!address) throw new Error('build the page first: npx vite build apps/playground')
  return address
}

/** A page that evaluates things on a graphics device, ready to be asked. */
export async function openDevicePage(page: Page): Promise<void> {
  await page.addScriptTag({ type: 'module', path: inject('devicePage') })
  await page.waitForFunction(() => 'probe' in window && 'smokeLight' in window && 'draw' in window)
}
