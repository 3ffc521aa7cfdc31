// A person takes a run away: as a link.

import { expect, it } from 'vitest'
import type { Visit } from '../testing/served-page.js'
import { patience } from '../testing/shared-browser.js'
import { openScene, stillPage } from '../testing/still-page.js'

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
