// A person's path through the built page, in a real browser.

import { describe, expect, it } from 'vitest'
import { stillPage } from '../testing/pages/still-page.js'
import { pageAddress, patience } from '../testing/shared-browser.js'

/** People who have not asked for less motion see the water move as soon as they come. */
const moving = { reducedMotion: 'no-preference' } as const

describe('with isolation headers', () => {
  const address = pageAddress({ isolated: true })
  /** On a plain canvas, for what has nothing to do with pictures: they take no time there. */
  const fromAbove = `${address}?view=canvas`

  it('opens, shows water, lets time run and plots it', async () => {
    const { at: visit } = await stillPage(moving)
    await visit.open(address)
    await expect.poll(() => visit.stepCount(), patience).toBeGreaterThan(10)
    await expect.poll(() => visit.plotSamples(), patience).toBeGreaterThan(3)
    const samples = await visit.plotSamples()
    await expect.poll(() => visit.plotSamples(), patience).toBeGreaterThan(samples)
    await visit.pause()
    expect((await visit.picture()).variety).toBeGreaterThan(3)
    expect(await visit.page.evaluate(() => window.crossOriginIsolated)).toBe(true)
    expect(visit.complaints).toEqual([])
  })

  it('makes waves where the pointer drags, also while time stands still', async () => {
    const { at: visit } = await stillPage()
    await visit.open(address)
    await expect.poll(() => visit.highest(), patience).toBeGreaterThan(0)
    expect(await visit.stepCount()).toBe(0)
    await expect.poll(async () => (await visit.picture()).variety, patience).toBeGreaterThan(3)
    const [before, calm] = [await visit.highest(), await visit.picture()]
    // Strong enough to stand out from what the scene begins with.
    await visit.page.getByTestId('brush-size').fill('0.12')
    await visit.page.getByTestId('brush-strength').fill('1')
    await visit.drag()
    await expect.poll(() => visit.highest(), patience).not.toBe(before)
    await expect.poll(async () => (await visit.picture()).differenceTo(calm), patience).toBeGreaterThan(1)
    expect(await visit.stepCount()).toBe(0)
    await visit.page.getByTestId('play').click()
    await expect.poll(() => visit.stepCount(), patience).toBeGreaterThan(10)
    expect(visit.complaints).toEqual([])
  })

  it('lets a drop fall where the pointer clicks', async () => {
    const { at: visit } = await stillPage()
    await visit.open(fromAbove)
    await expect.poll(() => visit.highest(), patience).toBeGreaterThan(0)
    const volume = await visit.page.getByTestId('volume').textContent()
    await visit.page.getByTestId('brush-size').fill('0.12')
    await visit.page.getByTestId('brush-strength').fill('1')
    await visit.page.keyboard.press('d')
    const [x, y] = await visit.middle()
    await visit.page.mouse.click(x, y)
    await expect.poll(() => visit.page.getByTestId('volume').textContent(), patience).not.toBe(volume)
  })

  it('can be used by the keyboard alone', async () => {
    const { at: visit } = await stillPage(moving)
    await visit.open(fromAbove)
    const { page } = visit
    await expect.poll(() => visit.stepCount(), patience).toBeGreaterThan(0)

    await visit.pause()
    expect(await page.getByTestId('play').getAttribute('data-running')).toBe('false')
    expect(await page.getByTestId('hash').textContent()).toMatch(/^[0-9a-f]{16}$/)
    const before = await visit.stepCount()
    await page.keyboard.press('.')
    await expect.poll(() => visit.stepCount(), patience).toBe(before + 1)

    const hash = await page.getByTestId('hash').textContent()
    for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
    await expect.poll(() => page.getByTestId('hash').textContent(), patience).not.toBe(hash)

    await visit.reopen(() => page.keyboard.press('r'))
    expect(await visit.stepCount()).toBe(0)

    await page.keyboard.press('?')
    await expect.poll(() => page.getByTestId('help').isVisible(), patience).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByTestId('help').isVisible(), patience).toBe(false)
    expect(visit.complaints).toEqual([])
  })

  it('gives the same bits for one thread and for all of them, and restarts with other cells', async () => {
    const { at: visit } = await stillPage()
    await visit.open(fromAbove)
    const { page } = visit
    const threads = page.getByTestId('threads')
    expect(await threads.isDisabled()).toBe(false)
    const hashes: (string | null)[] = []
    const used = await threads.inputValue()
    for (const count of used === '1' ? ['2', '1'] : ['1', used]) {
      await visit.reopen(() => threads.selectOption(count))
      expect(await threads.inputValue()).toBe(count)
      await page.getByTestId('step').click()
      await expect.poll(() => visit.stepCount(), patience).toBe(1)
      await visit.steps(4)
      hashes.push(await page.getByTestId('hash').textContent())
    }
    expect(hashes[0]).toMatch(/^[0-9a-f]{16}$/)
    expect(hashes[1]).toBe(hashes[0])

    await visit.reopen(() => page.getByTestId('cells').selectOption('64'))
    expect(await page.getByTestId('cells').inputValue()).toBe('64')
    expect(await page.getByTestId('problem').count()).toBe(0)
    expect(visit.complaints).toEqual([])
  })

  it('works on a phone by touch', async () => {
    const { at: visit } = await stillPage({
      ...moving,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    })
    await visit.open(address)
    const { page } = visit
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await page.locator('#panel-body').isVisible()).toBe(false)
    await expect.poll(async () => (await visit.picture()).variety, patience).toBeGreaterThan(3)
    const hash = await page.getByTestId('hash').textContent()
    const [x, y] = await visit.middle()
    await page.touchscreen.tap(x, y)
    await expect.poll(() => page.getByTestId('hash').textContent(), patience).not.toBe(hash)
    await page.getByTestId('play').tap()
    await expect.poll(() => visit.stepCount(), patience).toBeGreaterThan(5)
    await page.getByTestId('fold').tap()
    await expect.poll(() => page.locator('#panel-body').isVisible(), patience).toBe(true)
    expect(visit.complaints).toEqual([])
  })

  it('shows the water flat where there is no WebGPU and no WebGL2, and says so', async () => {
    const { at: visit } = await stillPage({ ...moving, addsScripts: true })
    await visit.page.addInitScript(() => {
      const original = HTMLCanvasElement.prototype.getContext
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: [string, ...unknown[]]) {
        return args[0] === '2d' ? Reflect.apply(original, this, args) : null
      } as typeof original
    })
    await visit.open(address)
    expect(await visit.page.getByTestId('notices').textContent()).toMatch(/neither WebGPU nor WebGL2/)
    await expect.poll(() => visit.stepCount(), patience).toBeGreaterThan(5)
    expect((await visit.picture()).variety).toBeGreaterThan(1)
  })

  it('says what is wrong when the simulation cannot be loaded, and can be tried again', async () => {
    const { at: visit } = await stillPage(moving)
    const { page } = visit
    await page.route(/simulation\.worker/, (route) => route.abort())
    await page.goto(`${fromAbove}&scene=playground`)
    const problem = page.getByRole('alert')
    await problem.waitFor()
    expect(await problem.textContent()).toMatch(/simulation could not be loaded/)
    await page.unroute(/simulation\.worker/)
    await problem.getByRole('button', { name: /^Open/ }).click()
    await expect.poll(() => visit.stepCount(), patience).toBeGreaterThan(0)
    await expect.poll(() => page.getByRole('alert').count(), patience).toBe(0)
  })
})

describe('without isolation headers', () => {
  const address = pageAddress({ isolated: false })

  it('runs on one thread, says so, and still makes waves', async () => {
    const { at: visit } = await stillPage(moving)
    await visit.open(`${address}?view=canvas`)
    const { page } = visit
    expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(false)
    expect(await page.getByTestId('threads').isDisabled()).toBe(true)
    expect(await page.getByTestId('threads').inputValue()).toBe('1')
    expect(await page.getByText(/isolation headers/).count()).toBe(1)
    await expect.poll(() => visit.stepCount(), patience).toBeGreaterThan(10)
    await visit.pause()
    const before = await visit.highest()
    await page.getByTestId('brush-size').fill('0.12')
    await page.getByTestId('brush-strength').fill('1')
    await visit.drag()
    await expect.poll(() => visit.highest(), patience).not.toBe(before)
    await page.keyboard.press(' ')
    const steps = await visit.stepCount()
    await expect.poll(() => visit.stepCount(), patience).toBeGreaterThan(steps)
    expect(visit.complaints).toEqual([])
  })
})
