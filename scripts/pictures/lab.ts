// A lesson of the lab. Expects the playground built.
import { join } from 'node:path'
import { launch, serve } from '../../apps/playground/testing/served-page.js'

/** Writes `lab.png` into a folder. */
export async function takeLab(folder: string): Promise<void> {
  const server = await serve(true)
  const browser = await launch()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, colorScheme: 'light' })
    await page.goto(`${server.address}lab/?lesson=spring&omega-dt=1.2`)
    await page.locator('.lesson-figures canvas').first().waitFor()
    // Three periods of the spring.
    await page.waitForTimeout(3200)
    await page.screenshot({ path: join(folder, 'lab.png') })
  } finally {
    await browser.close()
    await server.close()
  }
}
