// The graphics process of the browser dies while the page draws by WebGPU: the page comes back by itself, by WebGPU, with moving water.

import { chromium } from 'playwright'
import { launchOptions, serve, Visit } from '../../apps/playground/testing/served-page.js'
import { chromiumWebGpuArgs } from '../chromium.mjs'

/** Lets the graphics process die. Returns whether the page came back. Browsers give up WebGPU when that happens again and again. */
export async function soakLostDevice(): Promise<boolean> {
  const options = launchOptions()
  const server = await serve(true)
  const browser = await chromium.launch({ ...options, args: [...options.args!, ...chromiumWebGpuArgs] })
  try {
    const visit = await Visit.prepare(browser)
    const { page } = visit
    await visit.open(`${server.address}?scene=drop`)
    const devtools = await browser.newBrowserCDPSession()
    const renderer = async () => (await page.getByTestId('renderer').textContent()) ?? ''
    /** Two pictures of the water a second apart: size of the first, and whether they differ. */
    const look = async () => {
      const clip = { x: 0, y: 0, width: 300, height: 200 }
      const first = await page.screenshot({ clip, timeout: 60_000 })
      await page.waitForTimeout(1000)
      return { bytes: first.length, moves: !(await page.screenshot({ clip, timeout: 60_000 })).equals(first) }
    }
    let well = (await renderer()) === 'WebGPU'
    if (!well) console.log(`lost device: drawn by ${await renderer()}, not by WebGPU`)
    const before = await look()
    if (well) {
      await devtools.send('Browser.crashGpuProcess')
      await page.waitForTimeout(10_000)
      const { bytes, moves } = await look()
      const drawnBy = await renderer()
      console.log(`lost device: drawn by ${drawnBy}, ${bytes} bytes, ${moves ? 'moves' : 'stands still'}`)
      well = drawnBy === 'WebGPU' && moves && bytes > before.bytes / 2
    }
    console.log(`lost device: ${well ? 'the page came back' : 'the page did not come back'}`)
    return well
  } finally {
    await browser.close()
    await server.close()
  }
}
