// A simulation that ends by itself: the page says when and where, and begins again.

import { expect, it } from 'vitest'
import { atScene } from '../testing/pages/still-page.js'
import { patience } from '../testing/shared-browser.js'

const steep = JSON.stringify({
  seiche: 1,
  name: 'Steep',
  grid: { cells: [128, 1], cellSize: 0.05 },
  solver: { type: 'iwave', nonlinearity: 3 },
  boundaries: { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' },
  timeStep: 0.02,
  initial: { eta: [{ shape: 'gaussian', center: [0, 0], radius: 0.25, height: 0.3 }] },
})

it('waves that break stop the simulation with time and place, and “Restart” begins it again', async () => {
  const at = await atScene(steep, { viewport: { width: 680, height: 400 } }, '?view=canvas')
  const { page } = at
  const problem = page.getByTestId('problem')
  await page.keyboard.press('.')
  await expect.poll(() => problem.textContent(), patience).toMatch(/has stopped.*after .* s the waves break at x = /s)
  // The panel is not covered: it can be used instead.
  await page.getByTestId('reset').click({ trial: true })
  await at.reopen(() => problem.getByRole('button', { name: 'Restart' }).click())
  expect(await problem.count()).toBe(0)
  expect(at.complaints).toEqual([])
})
