// A person places sources: held under the pointer, lasting, and by the keyboard.

import { expect, it } from 'vitest'
import { atScene, stillPage } from '../testing/pages/still-page.js'
import type { Visit } from '../testing/served-page.js'
import { patience } from '../testing/shared-browser.js'

const stillWater = JSON.stringify({
  seiche: 1,
  name: 'Still water',
  grid: { cells: [96, 72], cellSize: 0.05 },
  solver: { type: 'columns', depth: 0.5 },
  boundaries: { 'x-': 'absorb', 'x+': 'absorb', 'z-': 'absorb', 'z+': 'absorb' },
})

const above = () => atScene(stillWater, {}, '?view=canvas')
const events = async (
  at: Visit,
): Promise<{ type: string; x?: number; quantity?: string; rate?: number; period?: number }[]> =>
  JSON.parse(await at.savedRun()).events
/** Number of sources on the water. */
const placed = (at: Visit) => at.page.getByTestId('remove-sources').getAttribute('data-count')
const volume = async (at: Visit) => Number(await at.page.getByTestId('volume').getAttribute('data-cubic-metres'))

it('a wave maker acts while the pointer is pressed, follows it, and ends with it', async () => {
  const at = await above()
  const { page } = at
  await page.getByTestId('tool-waveMaker').check({ force: true })
  const [x, y] = await at.middle()
  await page.mouse.move(x, y)
  await page.mouse.down()
  await at.steps(25)
  expect(await at.highest()).toBeGreaterThan(0.003)
  await page.mouse.move(x + 30, y)
  await at.steps(1)
  await page.mouse.up()
  await at.steps(1)
  const done = await events(at)
  expect(done[0]).toMatchObject({ type: 'setSource', quantity: 'height' })
  expect(done[0]!.period).toBeGreaterThan(0)
  expect(done.at(-2)!.x).toBeGreaterThan(done[0]!.x!)
  expect(done.at(-1)).toMatchObject({ type: 'removeSource' })
  expect(await placed(at)).toBe('0')
  // The waves leave through the open edges, and nothing makes new ones.
  await at.steps(200)
  expect(await at.highest()).toBeLessThan(0.002)
  expect(at.complaints).toEqual([])
})

it('a pressure that is kept stays on the water until a click removes it', async () => {
  const at = await above()
  const { page } = at
  await page.keyboard.press('h')
  await page.getByTestId('source-lasting').check()
  const [x, y] = await at.middle()
  const before = await at.picture()
  await page.mouse.click(x, y)
  await at.steps(120)
  const pressed = await at.highest()
  expect(pressed).toBeGreaterThan(0.01)
  await page.mouse.move(5, 5)
  await expect.poll(async () => (await at.picture()).differenceTo(before), patience).toBeGreaterThan(0.1)
  await at.steps(60)
  expect(await at.highest()).toBeGreaterThan(0.8 * pressed)
  await page.mouse.click(x + 1, y)
  await at.steps(250)
  expect(await at.highest()).toBeLessThan(0.2 * pressed)
  expect((await events(at)).map(({ type }) => type)).toEqual(['setSource', 'removeSource'])
})

it('springs and drains are placed and removed by the keyboard alone', async () => {
  const at = await above()
  const { page } = at
  const full = await volume(at)
  await page.keyboard.press('o')
  for (const key of ['ArrowLeft', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => placed(at), patience).toBe('1')
  await at.steps(20)
  expect(await volume(at)).toBeGreaterThan(full)
  await page.keyboard.press('Enter')
  await expect.poll(() => placed(at), patience).toBe('0')
  await page.keyboard.press('x')
  for (const key of [
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'Enter',
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'Enter',
  ])
    await page.keyboard.press(key)
  await expect.poll(() => placed(at), patience).toBe('2')
  await at.steps(30)
  expect((await events(at)).map(({ rate = 0 }) => Math.sign(rate))).toEqual([1, 0, -1, -1])
  await page.getByTestId('remove-sources').click()
  await expect.poll(() => placed(at), patience).toBe('0')
  expect(at.complaints).toEqual([])
})

it('a run with sources, saved and opened again, repeats bit for bit', async () => {
  const at = await above()
  const { page } = at
  const hash = () => page.getByTestId('hash').textContent()
  await page.keyboard.press('m')
  await page.keyboard.press('k')
  expect(await page.getByTestId('source-lasting').isChecked()).toBe(true)
  await at.steps(2)
  await page.mouse.click(...(await at.middle()))
  await at.steps(12)
  const [painted, text] = [await hash(), await at.savedRun()]
  await at.reopen(() =>
    page
      .getByTestId('file')
      .setInputFiles({ name: 'run.json', mimeType: 'application/json', buffer: Buffer.from(text) }),
  )
  await at.steps(14)
  await expect.poll(hash, patience).toBe(painted)
  await expect.poll(() => placed(at), patience).toBe('1')
})

it('Space pauses after a click on a tool or a slider, and arrow keys move the brush', async () => {
  const at = await above()
  const { page } = at
  const tool = await page.locator('label:has([data-testid=tool-drop])').boundingBox()
  await page.mouse.click(tool!.x + tool!.width / 2, tool!.y + tool!.height / 2)
  expect(await page.getByTestId('tool-drop').isChecked()).toBe(true)
  const focused = () => page.evaluate(() => document.activeElement?.className)
  await expect.poll(focused, patience).toBe('stage')
  await page.keyboard.press(' ')
  expect(await page.getByTestId('play').getAttribute('data-running')).toBe('true')
  await page.keyboard.press('ArrowRight')
  expect(await page.getByTestId('tool-drop').isChecked()).toBe(true)
  const slider = await page.getByTestId('brush-size').boundingBox()
  await page.mouse.click(slider!.x + 0.8 * slider!.width, slider!.y + slider!.height / 2)
  await expect.poll(focused, patience).toBe('stage')
  const size = await page.getByTestId('brush-size').inputValue()
  await page.keyboard.press(' ')
  expect(await page.getByTestId('play').getAttribute('data-running')).toBe('false')
  await page.keyboard.press('ArrowLeft')
  expect(await page.getByTestId('brush-size').inputValue()).toBe(size)
  // Who comes by keys keeps the focus, and the arrow keys of the slider.
  await page.getByTestId('brush-size').focus()
  await page.keyboard.press('ArrowLeft')
  expect(await page.getByTestId('brush-size').inputValue()).not.toBe(size)
})

it('an address with an unknown scene says so', async () => {
  const { at, address } = await stillPage()
  const { page } = at
  await page.goto(`${address}?view=canvas&scene=atlantis`)
  await expect.poll(() => page.getByTestId('notices').textContent(), patience).toMatch(/There is no scene “atlantis”/)
  expect(await page.getByTestId('scene').locator('option:checked').textContent()).toBe('Duck and ball')
})
