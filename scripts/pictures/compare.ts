// The picture of a comparison in the playground: two solvers, and their difference. Expects the playground built.
import { join } from 'node:path'
import { launch, serve } from '../../apps/playground/testing/served-page.js'
import { Visitor } from './visitor.js'

/** Writes `compare.png` into a folder. */
export async function takeComparison(folder: string): Promise<void> {
  const server = await serve(true)
  const browser = await launch()
  try {
    const visitor = await Visitor.at(browser, `${server.address}?scene=drop&compare=iwave`, 'light')
    await visitor.page.getByTestId('b-hash').locator('code').waitFor({ state: 'attached' })
    await visitor.page.getByTestId('compare-difference').check({ force: true })
    // In groups: each makes a point of the trace, and a picture, of which many would coarsen the view.
    for (let k = 0; k < 12; k++) await visitor.stepFully(3)
    await visitor.picture(join(folder, 'compare.png'))
  } finally {
    await browser.close()
    await server.close()
  }
}
