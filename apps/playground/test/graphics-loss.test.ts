// A person's graphics device is lost, again and again, or does not start: the page goes on.

import { expect, it } from 'vitest'
import { stillPage } from '../testing/pages/still-page.js'
import type { Visit } from '../testing/served-page.js'
import { patience } from '../testing/shared-browser.js'

/** Runs before the page: keeps the newest context of a canvas in the page. */
function keepContext(): void {
  const original = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: [string, ...unknown[]]) {
    const context = Reflect.apply(original, this, args)
    if (args[0] === 'webgl2' && this.isConnected) Object.assign(window, { newestContext: context })
    return context
  } as typeof original
}

/** Loses the context that draws the water, and waits until another one draws it. */
async function lose({ page }: Visit): Promise<void> {
  await page.locator('.stage canvas').evaluate((canvas) => {
    canvas.id = 'lost'
    const { newestContext } = window as unknown as { newestContext: WebGL2RenderingContext }
    newestContext.getExtension('WEBGL_lose_context')!.loseContext()
  })
  await page.locator('#lost').waitFor({ state: 'detached' })
  await page.locator('.stage canvas').waitFor()
}

it('water on a lost graphics device is drawn again as it was; after three losses it is drawn flat', async () => {
  const { at, address } = await stillPage({ addsScripts: true })
  const { page } = at
  await page.addInitScript(keepContext)
  await at.open(`${address}?view=webgl&scene=drop&look=normals`)
  await at.steps(30)
  const renderer = () => page.getByTestId('renderer').textContent()
  expect(await renderer()).toBe('WebGL 2')
  // From another side, and nearer, than where the page places its camera.
  await page.getByTestId('stage').focus()
  const first = await at.picture()
  for (const key of ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowUp']) await page.keyboard.press(key)
  await expect.poll(async () => (await at.picture()).differenceTo(first), patience).toBeGreaterThan(3)
  const before = await at.restingPicture()

  // Time stands still: nothing but the view asks for a frame.
  await lose(at)
  await expect.poll(async () => (await at.picture()).differenceTo(before), patience).toBeLessThan(0.5)
  expect(before.differenceTo(first)).toBeGreaterThan(3)
  expect(await renderer()).toBe('WebGL 2')
  expect(await page.getByTestId('notices').textContent()).not.toMatch(/two dimensions/)
  await at.steps(2)
  expect(await at.stepCount()).toBe(32)

  await lose(at)
  await expect.poll(renderer, patience).toBe('WebGL 2')
  await lose(at)
  await expect.poll(renderer, patience).toBe('2-D canvas')
  expect(await page.getByTestId('notices').textContent()).toContain(
    'The graphics device was lost three times; the water is drawn in two dimensions. Reload to try again.',
  )
  await expect.poll(async () => (await at.picture()).variety, patience).toBeGreaterThan(1)
  await at.steps(1)
  expect(await at.stepCount()).toBe(33)
  expect(at.complaints).toEqual([])
})

it('a graphics device that never starts leaves a flat view and its reason', async () => {
  const { at, address } = await stillPage({ addsScripts: true })
  await at.page.addInitScript(() => {
    const gpu = { requestAdapter: () => new Promise(() => {}), getPreferredCanvasFormat: () => 'bgra8unorm' }
    Object.defineProperty(Navigator.prototype, 'gpu', { get: () => gpu, configurable: true })
  })
  await at.open(`${address}?scene=drop`)
  expect(await at.page.getByTestId('notices').textContent()).toContain(
    'The graphics device cannot be used (it did not start within 10 seconds), so the water is drawn in two dimensions.',
  )
  await at.steps(5)
  await expect.poll(async () => (await at.picture()).variety, patience).toBeGreaterThan(1)
})

it('a graphics device that cannot draw half floats leaves a flat view and its reason', async () => {
  const { at, address } = await stillPage({ addsScripts: true })
  await at.page.addInitScript(() => {
    const { getExtension } = WebGL2RenderingContext.prototype
    WebGL2RenderingContext.prototype.getExtension = function (this: WebGL2RenderingContext, name: string) {
      return name.startsWith('EXT_color_buffer') ? null : Reflect.apply(getExtension, this, [name])
    } as typeof getExtension
  })
  await at.open(`${address}?scene=drop`)
  expect(await at.page.getByTestId('notices').textContent()).toContain(
    'The graphics device cannot be used (it cannot draw into textures of half floats), so the water is drawn in two dimensions.',
  )
  await expect.poll(async () => (await at.picture()).variety, patience).toBeGreaterThan(1)
})
