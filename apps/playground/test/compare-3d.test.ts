// Two simulations side by side in three dimensions: both are drawn, their cameras are linked, and closing frees the graphics device.

import { decode } from 'fast-png'
import { expect, it } from 'vitest'
import { stillPage } from '../testing/pages/still-page.js'
import type { Visit } from '../testing/served-page.js'
import { patience } from '../testing/shared-browser.js'

/** Runs before the page: keeps all contexts of canvases in the page. */
function keepContexts(): void {
  const original = HTMLCanvasElement.prototype.getContext
  const contexts = new Set<WebGL2RenderingContext>()
  Object.assign(window, { contexts })
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: [string, ...unknown[]]) {
    const context = Reflect.apply(original, this, args)
    if (args[0] === 'webgl2' && this.isConnected && context) contexts.add(context)
    return context
  } as typeof original
}

/** Number of graphics contexts that are in use. */
const inUse = ({ page }: Visit) =>
  page.evaluate(() => {
    const { contexts } = window as unknown as { contexts: Set<WebGL2RenderingContext> }
    return [...contexts].filter((context) => !context.isContextLost()).length
  })

/** Mean difference of two pictures of the same size, per channel [0 to 255]. */
function difference(one: Buffer, other: Buffer): number {
  const [a, b] = [Array.from(decode(one).data), decode(other).data]
  return a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length
}

/** Pictures of the same water from the same side differ by less: the views lie between pixels differently. */
const alike = 2

it('draws both with linked cameras, shows the difference, and frees context and worker when it is closed', async () => {
  const { at, address } = await stillPage({ viewport: { width: 900, height: 420 }, addsScripts: true })
  const { page } = at
  await page.addInitScript(keepContexts)
  await at.open(`${address}?view=webgl&scene=drop`)
  await at.steps(10)
  const alone = page.workers().length
  const hash = await page.getByTestId('hash').textContent()
  await page.keyboard.press('v')
  const [first, second] = [page.locator('.stage > canvas'), page.locator('.second-view canvas')]
  await second.waitFor()
  await page.getByTestId('b-hash').locator('code').waitFor({ state: 'attached' })
  expect(await inUse(at)).toBe(2)

  /** The middle of a view, without panel and tool bar. */
  const middle = async (view: typeof first) => {
    const { x, y, height } = (await view.boundingBox())!
    const { width } = (await first.boundingBox())!
    return page.screenshot({
      clip: { x: x + 0.2 * width, y: y + 0.2 * height, width: 0.6 * width, height: 0.35 * height },
    })
  }
  const apart = async () => difference(await middle(first), await middle(second))
  await expect.poll(apart, patience).toBeLessThan(alike)
  const before = await middle(second)
  await page.getByTestId('stage').focus()
  for (const key of ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowUp']) await page.keyboard.press(key)
  await expect.poll(async () => difference(await middle(second), before), patience).toBeGreaterThan(3 * alike)
  await expect.poll(apart, patience).toBeLessThan(alike)

  // A drag with the right button over B turns both.
  const turned = await middle(first)
  const area = (await second.boundingBox())!
  await page.mouse.move(area.x + 100, area.y + 120)
  await page.mouse.down({ button: 'right' })
  await page.mouse.move(area.x + 160, area.y + 120, { steps: 4 })
  await page.mouse.up({ button: 'right' })
  await page.mouse.move(5, 5)
  await expect.poll(async () => difference(await middle(first), turned), patience).toBeGreaterThan(3 * alike)
  await expect.poll(apart, patience).toBeLessThan(alike)

  await page.getByTestId('compare-difference').check({ force: true })
  await expect.poll(apart, patience).toBeGreaterThan(3 * alike)
  await page.getByTestId('compare-close').click()
  await expect.poll(() => inUse(at), patience).toBe(1)
  await expect.poll(() => page.workers().length, patience).toBe(alone)
  expect(await page.getByTestId('hash').textContent()).toBe(hash)
  // Opened and closed again and again, contexts and workers do not add up.
  for (let round = 0; round < 2; round++) {
    await page.getByTestId('compare-button').click()
    await expect.poll(() => inUse(at), patience).toBe(2)
    await page.getByTestId('b-hash').locator('code').waitFor({ state: 'attached' })
    await page.getByTestId('compare-button').click()
    await expect.poll(() => inUse(at), patience).toBe(1)
  }
  await expect.poll(() => page.workers().length, patience).toBe(alone)
  expect(at.complaints).toEqual([])
})
