// A first visit over a slow connection: the bytes until the first water are few.

import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { measureFirstWater } from '../testing/first-water.js'
import { connect } from '../testing/shared-browser.js'

/** Most bytes until the first water, compressed by gzip. */
const budget = 420_000

let browser: Browser
beforeAll(async () => {
  browser = await connect()
})
afterAll(() => browser?.close())

it.each(['?scene=playground', ''])('the address “%s” loads at most 420 kB until the first water', async (query) => {
  const { files, bytes, renderer } = await measureFirstWater(browser, query)
  // A page that had fallen back to two dimensions would load less.
  expect(renderer).toBe('WebGL 2')
  expect(files.filter(({ path }) => path.endsWith('.wasm'))).toHaveLength(1)
  expect(files.some(({ bytes }) => bytes > 100_000)).toBe(false)
  expect(bytes).toBeLessThanOrEqual(budget)
  // All of the page has been counted: its kernels alone have 50 kB.
  expect(bytes).toBeGreaterThan(200_000)
})
