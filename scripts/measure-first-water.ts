// Prints the files that a new visitor loads until the first water is drawn, and their size as sent. Needs a built page.
//   node scripts/run.mjs scripts/measure-first-water.ts

import { chromium } from 'playwright'
import { measureFirstWater } from '../apps/playground/testing/first-water.js'
import { launchOptions } from '../apps/playground/testing/served-page.js'
import { chromiumWebGpuArgs } from './chromium.mjs'

const options = launchOptions()
for (const args of [[], chromiumWebGpuArgs]) {
  const browser = await chromium.launch({ ...options, args: [...options.args!, ...args] })
  try {
    for (const query of ['?scene=playground', '']) {
      const { files, bytes, renderer } = await measureFirstWater(browser, query)
      console.log(`${query || 'the opening visit'}: ${(bytes / 1000).toFixed(1)} kB by ${renderer}`)
      for (const file of files) console.log(`  ${(file.bytes / 1000).toFixed(1).padStart(7)}  ${file.path}`)
    }
  } finally {
    await browser.close()
  }
}
