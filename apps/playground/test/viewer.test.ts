// A person's path through the viewer of finished runs, served as `seiche view` serves it.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { RunFolder } from '../../../packages/cli/src/results/run-folder.js'
import { startSeiche } from '../../../packages/cli/src/testing/child.js'
import { makeRun } from '../../../packages/cli/src/testing/finished-run.js'
import { pool } from '../../../packages/cli/src/testing/scratch.js'
import { serveRun, type ViewerServer } from '../../../packages/cli/src/viewer/server.js'
import { Visit } from '../testing/served-page.js'
import { connect, patience } from '../testing/shared-browser.js'

let browser: Browser
let root: string
let folder: string
let server: ViewerServer
let visit: Visit | undefined

const afloat = {
  ...pool,
  obstacles: [],
  bodies: [{ name: 'ball', shape: 'sphere', radius: 0.25, density: 300, position: [0.6, 0.3, 0] }],
}

beforeAll(async () => {
  browser = await connect()
  root = await mkdtemp(join(tmpdir(), 'seiche-viewer-'))
  folder = await makeRun(root, 'run', afloat, { every: { steps: 2 } })
  server = await serveRun(await RunFolder.open(folder))
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
  await rm(root, { recursive: true, force: true })
})

afterEach(async () => {
  await visit?.close()
  visit = undefined
})

/** The viewer with the first frame. On a plain canvas unless asked otherwise: pictures take time. */
async function opened(query = '?view=canvas', options: BrowserContextOptions = {}): Promise<Visit> {
  visit = await Visit.prepare(browser, options)
  await visit.page.goto(`${server.address}${query}`)
  await reached(visit, 0)
  return visit
}

/** Waits until a frame is shown. */
const reached = (at: Visit, frame: number) =>
  at.page.locator(`[data-testid=timeline][data-frame="${frame}"][data-waiting=false]`).waitFor()

describe('the viewer', () => {
  it('draws the water and the bodies of a frame, without a complaint of its strict headers', async () => {
    const at = await opened('')
    expect(await at.page.evaluate(() => window.crossOriginIsolated)).toBe(true)
    const pixels = async () => (await at.page.locator('main canvas').first().screenshot()).length
    // A blank picture compresses to next to nothing.
    await expect.poll(pixels, patience).toBeGreaterThan(4000)
    const before = await at.page.locator('main canvas').first().screenshot()
    await at.page.keyboard.press('End')
    await reached(at, 10)
    await expect
      .poll(async () => (await at.page.locator('main canvas').first().screenshot()).equals(before), patience)
      .toBe(false)
    expect(at.complaints).toEqual([])
  })

  it('plays, pauses, and goes from frame to frame by keys, buttons and slider', async () => {
    const at = await opened()
    await at.page.keyboard.press('ArrowRight')
    await reached(at, 1)
    await at.page.keyboard.press('Shift+ArrowRight')
    await reached(at, 10)
    expect(await at.page.getByTestId('time').textContent()).toBe('0.40 s')
    expect(await at.page.getByTestId('frame').textContent()).toBe('10 / 10')
    await at.page.getByTestId('previous').click()
    await reached(at, 9)
    await at.page.getByTestId('scrub').fill('4')
    await reached(at, 4)
    await at.page.getByTestId('speed').selectOption('0.05')
    await at.page.getByTestId('play').click()
    await expect.poll(() => at.page.getByTestId('timeline').getAttribute('data-frame'), patience).not.toBe('4')
    await at.page.getByTestId('play').click()
    const stopped = await at.page.getByTestId('timeline').getAttribute('data-frame')
    await at.page.waitForTimeout(500)
    expect(await at.page.getByTestId('timeline').getAttribute('data-frame')).toBe(stopped)
    expect(at.complaints).toEqual([])
  })

  it('goes to the time of a click on the plot of the probes', async () => {
    const at = await opened()
    expect(await at.page.getByTestId('probes').getAttribute('data-series')).toBe('1')
    const box = (await at.page.getByTestId('probes').locator('canvas').boundingBox())!
    // The axes take 52 pixels at the left and 14 at the right.
    await at.page.mouse.click(box.x + 52 + (box.width - 66) / 2, box.y + box.height / 2)
    await reached(at, 5)
  })

  it('maps a field in colors, with their range', async () => {
    const at = await opened()
    await at.page.getByTestId('field').selectOption('eta')
    await at.page.locator('.field-map:not([hidden])').waitFor()
    // The drop of the scene is a tenth of a meter high.
    expect(await at.page.getByTestId('color-bar').textContent()).toMatch(/0\.09\d+ m$/)
    await at.page.getByTestId('field').selectOption('picture')
    await at.page.locator('.field-map').waitFor({ state: 'hidden' })
  })

  it('fits a phone', async () => {
    const at = await opened('?view=canvas', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    for (const part of ['timeline', 'panel', 'play', 'speed', 'loop']) {
      const box = (await at.page.getByTestId(part).boundingBox())!
      expect(box.x).toBeGreaterThanOrEqual(0)
      expect(box.x + box.width).toBeLessThanOrEqual(390)
      expect(box.y + box.height).toBeLessThanOrEqual(844)
    }
    // The buttons are in one row.
    const [play, loop] = [
      await at.page.getByTestId('play').boundingBox(),
      await at.page.getByTestId('loop').boundingBox(),
    ]
    expect(Math.abs(play!.y - loop!.y)).toBeLessThan(4)
    await at.page.getByRole('button', { name: 'Show' }).tap()
    await at.page.getByTestId('probes').waitFor()
  })
})

it('seiche view prints the address, serves the run and ends by Ctrl-C', async () => {
  const child = startSeiche(['view', folder, '--no-open'], { cwd: root })
  const address = await new Promise<string>((resolve) => {
    child.process.stdout!.once('data', (data: Buffer) => resolve(data.toString().trim()))
  })
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  expect(await (await fetch(address)).text()).toContain('<title>Seiche viewer</title>')
  child.process.kill('SIGINT')
  expect(await child.ended).toMatchObject({ code: 0, err: expect.stringContaining('11 frames. Ctrl-C ends it.') })
})
