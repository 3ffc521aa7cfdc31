// A simulation that is slower than asked says so, and offers a smaller grid.

import { expect, it } from 'vitest'
import { atScene } from '../testing/pages/still-page.js'
import { patience } from '../testing/shared-browser.js'

/** Fifty thousand steps of 200,000 cells each second: too much for any computer that this page may meet. */
const tooMuch = JSON.stringify({
  seiche: 1,
  name: 'Too much',
  grid: { cells: [512, 384], cellSize: 0.01 },
  timeStep: 2e-5,
  solver: { type: 'columns', depth: 0.5 },
})

it('water that is too slow shows its speed, and half the cells go on with its events', async () => {
  const at = await atScene(tooMuch, {}, '?view=canvas')
  const { page } = at
  const pace = page.getByTestId('pace')
  expect(await pace.textContent()).toBe('–')
  expect(await page.getByTestId('half-cells').count()).toBe(0)
  await page.mouse.click(...(await at.middle()))
  await page.keyboard.press(' ')
  await expect.poll(() => pace.textContent(), patience).toMatch(/^0\.\d+× real time/)
  expect(Number(await pace.getAttribute('data-factor'))).toBeLessThan(0.85)
  await at.reopen(() => page.getByTestId('half-cells').click())
  expect(await page.getByTestId('cells').inputValue()).toBe('256')
  const { grid, events } = JSON.parse(await at.savedRun())
  expect(grid).toEqual({ cells: [256, 192], cellSize: 0.02 })
  expect(events).toHaveLength(1)
  // A pause is not slow.
  await page.getByTestId('play').click()
  await expect.poll(() => pace.textContent(), patience).toBe('–')
  expect(at.complaints).toEqual([])
})
