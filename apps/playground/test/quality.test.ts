// A person chooses the quality of the picture.

import { expect, it } from 'vitest'
import { stillPage } from '../testing/pages/still-page.js'
import { patience } from '../testing/shared-browser.js'

it('a level of quality changes the pixels of the picture and the address, and stays after a reload', async () => {
  const { at, address } = await stillPage({ viewport: { width: 660, height: 160 }, deviceScaleFactor: 1.4 })
  await at.open(`${address}?scene=drop`)
  const canvas = at.page.locator('.stage canvas')
  /** Pixels along a CSS pixel. */
  const ratio = (): Promise<number> =>
    canvas.evaluate((element) => (element as HTMLCanvasElement).width / element.clientWidth)
  const choice = at.page.getByTestId('quality')
  expect(await choice.inputValue()).toBe('auto')
  await choice.selectOption('high')
  await expect.poll(ratio, patience).toBeCloseTo(1.4, 2)
  await choice.selectOption('low')
  await expect.poll(ratio, patience).toBe(1)
  expect(new URL(at.page.url()).searchParams.get('quality')).toBe('low')
  await at.open(at.page.url())
  expect(await choice.inputValue()).toBe('low')
  expect(await ratio()).toBe(1)
  await choice.selectOption('auto')
  expect(new URL(at.page.url()).searchParams.has('quality')).toBe(false)
  expect(at.complaints).toEqual([])
})
