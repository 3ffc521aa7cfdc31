// The icons of the installed playground, from its drawing (apps/playground/public/icon.svg).
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright'
import { launch } from '../../apps/playground/testing/served-page.js'

const folder = fileURLToPath(new URL('../../apps/playground/public/', import.meta.url))
/** Background of the drawing, which fills a maskable icon up to its edge. */
const background = '#0b4a5e'
/** Part of the side of a maskable icon that no mask cuts off [1]. */
const safe = 0.8

/** Writes the icons as PNG. */
export async function takeIcons(): Promise<void> {
  const drawing = await readFile(`${folder}icon.svg`, 'utf8')
  const browser = await launch()
  try {
    for (const side of [192, 512]) await takeIcon(browser, drawing, side, `icon-${side}.png`)
    await takeIcon(browser, drawing, 512, 'icon-maskable-512.png', safe)
  } finally {
    await browser.close()
  }
}

async function takeIcon(browser: Browser, drawing: string, side: number, name: string, share = 1): Promise<void> {
  const page = await browser.newPage({ viewport: { width: side, height: side } })
  const ground = share < 1 ? background : 'transparent'
  const margin = (side * (1 - share)) / 2
  await page.setContent(
    `<body style="margin:0;background:${ground}"><div style="margin:${margin}px;width:${side * share}px">${drawing}</div>`,
  )
  await page.locator('svg').evaluate((svg) => svg.setAttribute('style', 'display:block;width:100%'))
  await page.screenshot({
    path: `${folder}${name}`,
    omitBackground: true,
    clip: { x: 0, y: 0, width: side, height: side },
  })
  await page.close()
}
