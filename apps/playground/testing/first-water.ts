// Counts the bytes that a new visitor loads until the first water is drawn.

import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright'
import { type SentFile, serveFolder } from './static-server.js'

const folder = fileURLToPath(new URL('../dist/', import.meta.url))

export interface FirstWater {
  /** All files that were asked for before, largest first. */
  files: SentFile[]
  /** Sum of their bytes as sent: compressed by gzip where a server compresses. */
  bytes: number
  /** The interface that the water was drawn by. */
  renderer: string
}

/** Opens the built page in a new profile, and returns the files that were loaded until the first water. */
export async function measureFirstWater(browser: Browser, query: string): Promise<FirstWater> {
  const server = await serveFolder(folder)
  const context = await browser.newContext({
    viewport: { width: 680, height: 400 },
    deviceScaleFactor: 0.3,
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    const opened = async () => {
      await page.goto(`${server.address}${query}`)
      const drawn = () => performance.getEntriesByName('first-water')[0]
      await page.waitForFunction(drawn, undefined, { timeout: 120_000 })
    }
    const failed = new Promise<never>((_, reject) => {
      page.on('pageerror', reject)
      page.on('console', (message) => message.type() === 'error' && reject(new Error(message.text())))
    })
    await Promise.race([opened(), failed])
    await page.getByTestId('renderer').waitFor({ state: 'attached' })
    const [time, renderer] = await page.evaluate(() => [
      performance.timeOrigin + performance.getEntriesByName('first-water')[0]!.startTime,
      document.querySelector('[data-testid=renderer]')?.textContent ?? '',
    ])
    const files = server.sent.filter((file) => file.time <= (time as number)).sort((a, b) => b.bytes - a.bytes)
    return { files, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), renderer: renderer as string }
  } finally {
    await context.close()
    await server.close()
  }
}
