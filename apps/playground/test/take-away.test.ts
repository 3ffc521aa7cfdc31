// A person takes a run away: as a link, as code, and as files.

import { buffer } from 'node:stream/consumers'
import { decode } from 'fast-png'
import { readNpy } from 'seiche/npy'
import { expect, it } from 'vitest'
import { validateGltf } from '../../../packages/export/testing/validate-gltf.js'
import { violationsOf } from '../testing/lab-page.js'
import { openScene, stillPage } from '../testing/pages/still-page.js'
import type { Visit } from '../testing/served-page.js'
import { patience } from '../testing/shared-browser.js'

const permissions = ['clipboard-read', 'clipboard-write']
const hash = (at: Visit) => at.page.getByTestId('hash').textContent()
const outcome = (at: Visit) => at.page.getByTestId('link-outcome').textContent()

/** The text that a button copies. */
async function copied(at: Visit, button: string): Promise<string> {
  await at.page.evaluate(() => navigator.clipboard.writeText(''))
  await at.page.getByTestId(button).click()
  const clipboard = () => at.page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(clipboard, patience).not.toBe('')
  return clipboard()
}

/** Opens a link as a stranger does, in a page that has shown nothing before. */
async function follow(at: Visit, link: string): Promise<void> {
  const address = new URL(link)
  address.searchParams.set('view', 'canvas')
  await at.page.goto('about:blank')
  await at.open(address.href)
}

it('a copied link opens the same run, bit for bit', async () => {
  const { at, address } = await stillPage({ permissions })
  const { page } = at
  await at.open(`${address}?view=canvas&scene=drop`)
  await at.reopen(async () => {
    await page.getByTestId('cells').selectOption({ index: 0 })
  })
  await at.steps(2)
  await page.getByTestId('tool-drop').check({ force: true })
  await page.mouse.click(...(await at.middle()))
  await at.steps(6)
  const [painted, cells] = [await hash(at), await page.getByTestId('cells').inputValue()]
  const link = await copied(at, 'copy-link')
  expect(link).toMatch(/#run=1\.[\w-]{40,}$/)
  expect(new URL(link).search).toBe('')
  expect(await outcome(at)).toBe(`Link copied: ${link.length} characters.`)

  await follow(at, link)
  expect(await page.getByTestId('scene').locator('option:checked').textContent()).toMatch(/\(run of a link\)$/)
  expect(await page.getByTestId('cells').inputValue()).toBe(cells)
  await at.steps(8)
  await expect.poll(() => hash(at), patience).toBe(painted)
  expect(page.url()).toContain('#run=1.')
  // Its own link is the same one, and a restart repeats the run.
  expect((await copied(at, 'copy-link')).split('#')[1]).toBe(link.split('#')[1])
  await at.reopen(() => page.getByTestId('reset').click())
  await at.steps(8)
  await expect.poll(() => hash(at), patience).toBe(painted)

  await at.reopen(() => page.getByTestId('scene').selectOption('ripples'))
  expect(page.url()).toMatch(/\?view=canvas&scene=ripples$/)
  expect(at.complaints).toEqual([])
})

it('a scene from a file is inside its link, and a run that is too long is offered as a file', async () => {
  const { at, address } = await stillPage({ permissions })
  const { page } = at
  await at.open(`${address}?view=canvas`)
  const pool = {
    seiche: 1,
    name: 'My own pool',
    grid: { cells: [24, 24], cellSize: 0.1 },
    solver: { type: 'columns', depth: 0.5 },
  }
  // Digits without a pattern cannot be compressed.
  const events = Array.from({ length: 1500 }, (_, n) => ({
    ...{ step: 0, type: 'drop', radius: 0.3, height: 0.01 },
    ...{ x: Math.sin(n * n), z: Math.cos(n ** 3) },
  }))
  await openScene(at, JSON.stringify({ ...pool, events }))
  await at.steps(1)
  await page.getByTestId('copy-link').click()
  await expect.poll(() => outcome(at), patience).toMatch(/too long for a link: [4-9]\d,\d{3} characters/)
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-long-run').click()])
  expect(download.suggestedFilename()).toBe('scene-run.json')

  await openScene(at, JSON.stringify({ ...pool, events: events.slice(0, 3) }))
  expect(await outcome(at)).toBe('')
  await at.steps(3)
  const there = await hash(at)
  const link = await copied(at, 'copy-link')
  // The page is open: only its fragment changes.
  await at.reopen(() => page.evaluate((fragment) => (window.location.hash = fragment), new URL(link).hash))
  await at.steps(3)
  await expect.poll(() => hash(at), patience).toBe(there)
  expect(at.complaints).toEqual([])
})

it('a link that is broken says so, and the first scene opens', async () => {
  const { at, address } = await stillPage()
  const { page } = at
  const said = () => page.getByTestId('problem').locator('pre').textContent()
  await at.open(`${address}?view=canvas#run=7.abcd`)
  await expect.poll(said, patience).toMatch(/version 7, and this page reads version 1/)
  expect(await page.getByTestId('scene').inputValue()).toBe('playground')
  expect(page.url()).not.toContain('#')
  await at.steps(1)
  // Valid JSON, and no scene: the scene format says what is wrong.
  const fragment = await page.evaluate(async () => {
    const json = new Blob([JSON.stringify({ scene: { seiche: 1, solver: { type: 'magic' } }, events: [] })])
    const packed = await new Response(json.stream().pipeThrough(new CompressionStream('deflate-raw'))).bytes()
    return `#run=1.${btoa(String.fromCharCode(...packed))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=/g, '')}`
  })
  await at.reopen(() => page.evaluate((hash) => (window.location.hash = hash), fragment))
  await expect.poll(said, patience).toMatch(/solver/)
  expect(await said()).toMatch(/This is “Drops in a still pool” instead/)
  expect(await page.getByTestId('scene').inputValue()).toBe('playground')
})

/** The file that a button gives. */
async function saved(at: Visit, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([at.page.waitForEvent('download'), at.page.getByTestId(button).click()])
  return { name: download.suggestedFilename(), bytes: await buffer(await download.createReadStream()) }
}

it('scene, field and mesh are saved as files that other programs read', async () => {
  const { at, address } = await stillPage()
  const { page } = at
  await at.open(`${address}?view=canvas&scene=drop`)
  await at.reopen(async () => {
    await page.getByTestId('cells').selectOption({ index: 0 })
  })
  await page.mouse.click(...(await at.middle()))
  await at.steps(3)
  // By the keyboard: opened, left by Escape, and opened again.
  await page.getByTestId('take-away').focus()
  await page.keyboard.press('Enter')
  await page.getByTestId('save-scene').focus()
  await page.keyboard.press('Escape')
  expect(await page.getByTestId('save-scene').count()).toBe(0)
  expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.testid)).toBe('take-away')
  await page.keyboard.press('Enter')

  const scene = await saved(at, 'save-scene')
  expect(scene.name).toBe('drop.json')
  const { grid, events } = JSON.parse(scene.bytes.toString())
  expect(grid.cells).toEqual([64, 64])
  expect(events).toBeUndefined()

  const time = /-(0\.\d+)s\.(npy|glb)$/
  const field = await saved(at, 'save-field')
  expect(field.name).toMatch(/^drop-eta-0\.\d+s\.npy$/)
  const { shape, data } = readNpy(field.bytes)
  expect(shape).toEqual([64, 64])
  expect(Math.max(...data)).toBeCloseTo(await at.highest(), 3)
  await page.getByTestId('field-name').selectOption('phi')
  expect((await saved(at, 'save-field')).name).toMatch(/^drop-phi-/)

  const mesh = await saved(at, 'save-mesh')
  expect(mesh.name).toMatch(/^drop-surface-0\.\d+s\.glb$/)
  expect(time.exec(mesh.name)![1]).toBe(time.exec(field.name)![1])
  expect((await validateGltf(new Uint8Array(mesh.bytes))).totalVertexCount).toBe(64 * 64)
  expect(at.complaints).toEqual([])
})

it('the code dialog copies its code, is left by Escape, and has no barriers on a phone, in light and dark', async () => {
  const { at, address } = await stillPage({ permissions, viewport: { width: 1280, height: 800 } })
  const { page } = at
  await at.open(`${address}?view=canvas&scene=valley-flood`)
  await page.getByTestId('take-away').click()
  for (const width of [1280, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await page.getByTestId('open-code').focus()
      const rules = colorScheme === 'light' ? 'all' : 'of colors'
      expect(await violationsOf(page, { rules }), `${colorScheme} ${width}`).toEqual([])
      await page.keyboard.press('Enter')
      expect(await violationsOf(page, { rules }), `dialog, ${colorScheme} ${width}`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      // A key of the page does nothing behind the dialog.
      await page.keyboard.press('?')
      await page.keyboard.press('Escape')
      await expect.poll(() => page.getByTestId('use-in-code').isVisible(), patience).toBe(false)
      expect(await page.getByTestId('help').isVisible()).toBe(false)
      expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.testid)).toBe('open-code')
    }
  await page.keyboard.press('Enter')
  const code = await copied(at, 'copy-three')
  expect(code).toContain("fetch('valley-flood.json')")
  expect(code).toContain('GroundSurface(sim')
  expect(await page.getByTestId('use-in-code').textContent()).toContain(
    'npm install seiche @seiche/three three geotiff,',
  )
  expect(await page.getByTestId('use-in-code').getByRole('link').getAttribute('download')).toBe('valley.tif')
  expect(await copied(at, 'copy-commands')).toMatch(/^npx @seiche\/cli run valley-flood\.json --out valley-flood\n/)
  expect((await saved(at, 'code-save')).name).toBe('valley-flood.json')
  expect(at.complaints).toEqual([])
})

it('the picture shows the water as it is drawn', async () => {
  const { at, address } = await stillPage()
  const { page } = at
  await at.open(`${address}?view=webgl&scene=drop`)
  await at.steps(1)
  await page.getByTestId('take-away').click()
  const { name, bytes } = await saved(at, 'save-picture')
  expect(name).toMatch(/^drop-0\.\d+s\.png$/)
  const { width, height, data, channels } = decode(bytes)
  const canvas = await page.locator('.stage canvas').evaluate(({ width, height }: HTMLCanvasElement) => [width, height])
  expect([width, height]).toEqual(canvas)
  // Not blank: a WebGL canvas is empty as soon as the browser has shown it.
  const greens = new Set(Array.from({ length: width * height }, (_, pixel) => data[pixel * channels + 1]))
  expect(greens.size).toBeGreaterThan(30)
  expect(at.complaints).toEqual([])
})
