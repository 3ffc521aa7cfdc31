// Prints the files that a new visitor loads until the first water is drawn, and their size as sent. Needs a built page.
//   node scripts/run.mjs scripts/measure-first-water.ts

import { measureFirstWater } from '../apps/playground/testing/first-water.js'
import { launch } from '../apps/playground/testing/served-page.js'

const browser = await launch()
try {
  for (const query of ['?scene=playground', '', '?scene=playground&view=webgl']) {
    const { files, bytes, renderer } = await measureFirstWater(browser, query)
    console.log(`${query || 'the opening visit'}: ${(bytes / 1000).toFixed(1)} kB by ${renderer}`)
    for (const file of files) console.log(`  ${(file.bytes / 1000).toFixed(1).padStart(7)}  ${file.path}`)
  }
} finally {
  await browser.close()
}
