// The gallery of scenes: found by words and tags, opened by pointer and keyboard.

import { afterEach, describe, expect, it } from 'vitest'
import { stillPage } from '../testing/pages/still-page.js'
import type { Visit } from '../testing/served-page.js'
import { patience } from '../testing/shared-browser.js'

let visit: Visit | undefined

afterEach(() => expect(visit?.complaints).toEqual([]))

async function opened(options = {}): Promise<Visit> {
  const { at, address } = await stillPage(options)
  visit = at
  await at.open(`${address}?view=canvas`)
  return at
}

describe('the gallery', () => {
  it('has a picture of every scene, finds scenes by words and tags, and opens one under its own address', async () => {
    const at = await opened()
    const { page } = at
    await page.getByTestId('open-gallery').click()
    const cards = page.locator('.scene-card')
    await cards.first().waitFor()
    const all = await cards.count()
    expect(all).toBeGreaterThan(38)
    // Every scene has a picture.
    expect(await page.locator('.scene-card .no-picture').count()).toBe(0)
    const first = page.locator('.scene-card img').first()
    await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth), patience).toBe(480)
    await page.getByTestId('gallery-search').fill('duck')
    await expect.poll(() => cards.count(), patience).toBeLessThan(4)
    expect(await page.getByTestId('gallery-count').textContent()).toMatch(new RegExp(`^\\d of ${all} scenes$`))
    await at.reopen(() => page.getByTestId('card-duck-pond').click())
    expect(new URL(page.url()).searchParams.get('scene')).toBe('duck-pond')
    expect(await page.getByTestId('gallery').isVisible()).toBe(false)
  })

  it('opens by the name of the scene where the panel is folded, as on a tablet that is held upright', async () => {
    const at = await opened({ viewport: { width: 820, height: 1180 } })
    const { page } = at
    expect(await page.locator('#panel-body').isVisible()).toBe(false)
    expect(await page.getByTestId('present-scene').textContent()).toBe('Drops in a still pool')
    const toolbar = (await page.getByTestId('toolbar').boundingBox())!
    expect(Math.abs(toolbar.x + toolbar.width / 2 - 410)).toBeLessThan(2)
    await page.getByTestId('present-scene').click()
    await at.reopen(() => page.getByTestId('card-drop').click())
    expect(await page.getByTestId('present-scene').textContent()).not.toBe('Drops in a still pool')
    await page.getByTestId('fold').click()
    await expect.poll(() => page.locator('#panel-body').isVisible(), patience).toBe(true)
    expect(await page.getByTestId('present-scene').count()).toBe(0)
  })

  it('is used by the keyboard, and typing in it does not reach the water', async () => {
    const at = await opened()
    const { page } = at
    await page.keyboard.press('/')
    await page.getByTestId('gallery-search').focus()
    await page.keyboard.type('storm r.')
    expect(await at.stepCount()).toBe(0)
    await page.getByTestId('gallery-search').fill('storm')
    await page.locator('.scene-card').first().focus()
    await at.reopen(() => page.keyboard.press('Enter'))
    expect(new URL(page.url()).searchParams.get('scene')).toBe('ocean-storm')
    await page.keyboard.press('/')
    await page.getByTestId('gallery').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByTestId('gallery').isVisible(), patience).toBe(false)
  })

  it('plays a loop of a scene under a resting pointer and the focus, and loads it only then', async () => {
    const { page } = await opened({ reducedMotion: 'no-preference' })
    const loaded: string[] = []
    page.on('request', (request) => request.url().endsWith('.webm') && loaded.push(request.url()))
    await page.keyboard.press('/')
    const card = page.getByTestId('card-drop')
    await card.scrollIntoViewIfNeeded()
    expect(loaded).toEqual([])
    await card.hover()
    await page.locator('[data-testid=card-drop] video[data-playing=true]').waitFor()
    expect(loaded.every((url) => /\/drop-[\w-]+\.webm$/.test(url))).toBe(true)
    expect(await card.locator('video').evaluate((video: HTMLVideoElement) => [video.duration, video.loop])).toEqual([
      expect.closeTo(2, 1),
      true,
    ])
    // The picture is still below it.
    expect(await card.locator('img').isVisible()).toBe(true)
    await page.getByTestId('gallery-search').hover()
    await expect.poll(() => page.locator('video').count(), patience).toBe(0)
    await page.getByTestId('gallery-search').fill('drop in a square pool')
    await page.locator('.tags button').last().focus()
    await page.keyboard.press('Tab')
    await page.locator('.scene-card:focus video[data-playing=true]').waitFor()
  })

  it('plays no loop for people who asked for less motion', async () => {
    const { page } = await opened()
    await page.keyboard.press('/')
    const card = page.getByTestId('card-drop')
    await card.hover()
    // Longer than a pointer has to rest.
    await page.waitForTimeout(500)
    expect(await page.locator('video').count()).toBe(0)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.getByTestId('gallery-search').hover()
    await card.hover()
    await page.locator('[data-testid=card-drop] video').waitFor({ state: 'attached' })
  })

  it('fits a phone, where a long touch plays a loop and opens nothing', async () => {
    const { page } = await opened({
      ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      reducedMotion: 'no-preference',
    })
    await page.keyboard.press('/')
    await page.locator('.scene-card').first().waitFor()
    const gallery = page.getByTestId('gallery')
    expect(await gallery.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    const card = page.getByTestId('card-drop')
    await card.scrollIntoViewIfNeeded()
    const { x, y } = (await card.boundingBox())!
    const touch = await page.context().newCDPSession(page)
    const touchPoints = [{ x: x + 40, y: y + 40 }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await page.locator('[data-testid=card-drop] video[data-playing=true]').waitFor()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(() => page.locator('video').count(), patience).toBe(0)
    expect(await gallery.isVisible()).toBe(true)
    await card.tap()
    await expect.poll(() => gallery.isVisible(), patience).toBe(false)
  })
})

describe('the hint', () => {
  it('is gone after the first touch, and stays away on later visits', async () => {
    const at = await opened()
    const { page } = at
    expect(await page.getByTestId('hint').textContent()).toBe('Touch the water')
    await at.drag()
    await expect.poll(() => page.getByTestId('hint').count(), patience).toBe(0)
    await page.reload()
    await page.locator('[data-testid=panel][data-openings="1"]').waitFor()
    expect(await page.getByTestId('hint').count()).toBe(0)
  })
})
