// Wrong input, and devices that lack something: said once in the console, and never a black picture.

import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WrongInput } from '../testing/pages/bad-input-page.js'
import { connect, openDevicePage } from '../testing/shared-browser.js'

let browser: Browser
let page: Page
let said: string[] = []

beforeAll(async () => {
  browser = await connect()
  page = await browser.newPage()
  page.on('console', (message) => {
    if (message.type() === 'warning' || message.type() === 'error') said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
  await openDevicePage(page)
})
afterAll(() => browser?.close())
beforeEach(() => {
  said = []
})

/** Messages of the package. Those of the software rasterizer about its speed are none. */
const messages = (): string[] => said.filter((text) => !text.includes('GL Driver Message'))

describe('values that are not finite', () => {
  it.each<[WrongInput, RegExp]>([
    ['infinite heights', /the height of the water is not finite in cell \[7, 5\]/],
    ['heights of a sea', /^$/],
    ['displacement of a sea', /the horizontal displacement of the water is not finite in cell \[7, 5\]/],
    ['slopes of a tile', /slopeX of a tile of the sea is not finite in cell \[7, 5\]/],
    ['foam of a sea', /^$/],
    ['slopes of flat water', /the slope of the water is not finite in cell \[7, 5\]/],
    ['bed', /the elevation of the ground is not finite in cell \[3, 5\]/],
    ['depth', /the depth of the water is not finite in cell \[3, 5\]/],
    ['discharge', /^$/],
  ])('%s: are drawn at 0 and named once', async (what, message) => {
    const { areNumbers, darkest } = await page.evaluate((asked) => window.drawWrong(asked), what)
    expect(areNumbers).toBe(true)
    expect(darkest).toBeGreaterThan(0)
    expect(messages().join()).toMatch(message)
    said = []
    await page.evaluate((asked) => window.drawWrong(asked), what)
    expect(messages(), 'a second time').toEqual([])
  })
})

describe('a scene without lights', () => {
  it.each<WrongInput>([
    'bodies without lights',
    'ground without lights',
    'surface without lights',
    'watery surface without lights',
  ])('%s: are not black', async (what) => {
    const { areNumbers, darkest } = await page.evaluate((asked) => window.drawWrong(asked), what)
    expect(areNumbers).toBe(true)
    expect(darkest).toBeGreaterThan(0.01)
  })

  it('is named once', async () => {
    await page.reload()
    await openDevicePage(page)
    for (let time = 0; time < 2; time++) await page.evaluate(() => window.drawWrong('surface without lights'))
    expect(messages().filter((text) => text.includes('neither lights nor an environment'))).toHaveLength(1)
  })
})

it('a camera in the plane of the water sees something on both sides', async () => {
  const { areNumbers, mean } = await page.evaluate(() => window.drawWrong('camera in the water plane'))
  expect(areNumbers).toBe(true)
  expect(mean).toBeGreaterThan(0.1)
})

describe('createRenderer', () => {
  it.each(['everything', 'half-float targets'] as const)(
    'without %s shows a message in place of a canvas',
    async (missing) => {
      const { error, text, canvases } = await page.evaluate((asked) => window.createWithout(asked), missing)
      expect(error).toBe('GraphicsError')
      expect(text).toMatch(/WebGPU or WebGL2.*current browser/)
      expect(canvases).toBe(0)
      expect(messages()).toHaveLength(1)
    },
  )

  it('draws into an element without size', async () => {
    const { width, height, aspect } = await page.evaluate(() => window.createInvisible())
    expect(width * height).toBeGreaterThan(0)
    expect(aspect).toBe(1)
    expect(messages()).toEqual([])
  })
})

it('float textures that cannot be filtered give the same picture', async () => {
  const usual = await page.evaluate(() => window.drawWrong('ground without lights'))
  const other = await browser.newPage()
  await other.addInitScript(() => {
    const { getExtension, getSupportedExtensions } = WebGL2RenderingContext.prototype
    WebGL2RenderingContext.prototype.getExtension = function (this: WebGL2RenderingContext, name: string) {
      return name === 'OES_texture_float_linear' ? null : Reflect.apply(getExtension, this, [name])
    } as typeof getExtension
    WebGL2RenderingContext.prototype.getSupportedExtensions = function () {
      return getSupportedExtensions.call(this)?.filter((name) => name !== 'OES_texture_float_linear') ?? null
    }
  })
  await other.goto('about:blank')
  await openDevicePage(other)
  expect(await other.evaluate(() => window.drawWrong('ground without lights'))).toEqual(usual)
})
