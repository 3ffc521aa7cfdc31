// The states of the page without barriers that axe knows, in light on a screen and in dark on a phone. Lessons and dialogs of files and
// code have their own tests.

import { expect, it } from 'vitest'
import { violationsOf } from '../testing/lab-page.js'
import { stillPage } from '../testing/pages/still-page.js'
import type { Visit } from '../testing/served-page.js'
import { patience } from '../testing/shared-browser.js'

const views = [
  { colorScheme: 'light', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 390, height: 844 },
] as const

/** Barriers of the present state, with its name. */
async function barriers(at: Visit, state: string): Promise<string[]> {
  const { page } = at
  const found: string[] = []
  for (const { colorScheme, width, height } of views) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    found.push(...(await violationsOf(page)).map((barrier) => `${state}, ${colorScheme}: ${barrier}`))
    if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width) found.push(`${state}: too wide`)
  }
  return found
}

/** What tests hide from pictures of the water is judged here, too. Blur is no barrier, and takes long to draw. */
const showAll = ({ page }: Visit) =>
  page.evaluate(() => document.adoptedStyleSheets[0]!.replaceSync('* { backdrop-filter: none !important }'))

it('has no barrier at the first visit, in its panel, its tools, its help and its gallery', async () => {
  const { at, address } = await stillPage({ viewport: { width: 1280, height: 800 } })
  const { page } = at
  await at.open(`${address}?view=canvas&scene=duck-and-ball`)
  await showAll(at)
  const found = await barriers(at, 'first visit')
  await page.locator('details').evaluateAll((all) => {
    for (const one of all) (one as HTMLDetailsElement).open = true
  })
  found.push(...(await barriers(at, 'all settings')))
  const tools = await page.locator('[data-testid^=tool-]').evaluateAll((all) => all.map((one) => one.dataset.testid!))
  expect(tools.length).toBeGreaterThan(8)
  for (const tool of tools) {
    await page.getByTestId(tool).evaluate((input: HTMLInputElement) => input.click())
    // A tool changes nothing but the tool bar.
    const barriersOfTool = await violationsOf(page, { within: '[data-testid=toolbar]' })
    found.push(...barriersOfTool.map((barrier) => `${tool}: ${barrier}`))
  }
  await page.keyboard.press('?')
  await expect.poll(() => page.getByTestId('help').isVisible(), patience).toBe(true)
  found.push(...(await barriers(at, 'help')))
  await page.keyboard.press('Escape')
  await page.getByTestId('help').waitFor({ state: 'hidden' })
  await page.keyboard.press('/')
  await page.locator('.scene-card').first().waitFor()
  found.push(...(await barriers(at, 'gallery')))
  expect(found).toEqual([])
})

it('has no barrier at terrain, flat fluids, volumes and seas', async () => {
  const { at, address } = await stillPage({ viewport: { width: 1280, height: 800 } })
  await at.open(`${address}?view=canvas`)
  await showAll(at)
  const found: string[] = []
  for (const scene of ['hill-lake', 'vortex-street', 'rising-smoke', 'ocean-breeze']) {
    await at.reopen(() => at.page.getByTestId('scene').selectOption(scene))
    found.push(...(await barriers(at, scene)))
  }
  expect(found).toEqual([])
})

it('has no barrier when a scene cannot be opened', async () => {
  const { at, address } = await stillPage({ viewport: { width: 1280, height: 800 } })
  await at.open(`${address}?view=canvas#run=7.abcd`)
  await at.page.getByTestId('problem').waitFor()
  await showAll(at)
  expect(await barriers(at, 'problem')).toEqual([])
})
