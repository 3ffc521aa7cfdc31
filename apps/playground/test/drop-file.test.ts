// A person drops files on the page, or chooses them: scenes, grids, elevation models, pictures, bodies, and wrong ones.

import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { writeNpy } from 'seiche/npy'
import { expect, it } from 'vitest'
import { violationsOf } from '../testing/lab-page.js'
import { stillPage } from '../testing/pages/still-page.js'
import type { Visit } from '../testing/served-page.js'
import { patience } from '../testing/shared-browser.js'

const fromScenes = (name: string) => readFileSync(new URL(`../../../scenes/${name}`, import.meta.url))
const hills = writeNpy(
  Float32Array.from({ length: 48 * 32 }, (_, k) => 20 + 4 * Math.sin((k % 48) / 6) * Math.cos(k / 480)),
  [32, 48],
)

/** A PNG file of 40 × 30 gray pixels, a dark bar in the middle. */
function barPicture(): Buffer {
  const rows = Buffer.from(
    Array.from({ length: 30 }, () => [
      0,
      ...Array.from({ length: 40 }, (_, i) => (i >= 18 && i < 22 ? 10 : 240)),
    ]).flat(),
  )
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(4)
    frame.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc(body))
    return Buffer.concat([frame, body, sum])
  }
  const header = Buffer.from([0, 0, 0, 40, 0, 0, 0, 30, 8, 0, 0, 0, 0])
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
  const end = chunk('IEND', Buffer.alloc(0))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), end])
}

function crc(bytes: Uint8Array): number {
  let sum = -1
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}

/** Drags a file over the page and, unless it stays there, drops it. */
async function drag(at: Visit, name: string, bytes: Uint8Array | string, types = ['dragenter', 'dragover', 'drop']) {
  const base64 = Buffer.from(bytes as string).toString('base64')
  // The code that takes files is loaded after the first water.
  await at.page.waitForFunction(() => {
    const data = new DataTransfer()
    data.items.add(new File([], 'probe'))
    return !document.body.dispatchEvent(
      new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true }),
    )
  })
  await at.page.evaluate(
    ([name, base64, types]) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name))
      for (const type of types)
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
    },
    [name, base64, types] as const,
  )
}

const choose = (at: Visit, name: string, bytes: Uint8Array | string) =>
  at.page
    .getByTestId('file')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes as string) })

const problem = (at: Visit) => at.page.getByTestId('problem').locator('pre').textContent()
const volume = async (at: Visit) => Number(await at.page.getByTestId('volume').getAttribute('data-cubic-metres'))
const accept = (at: Visit) => at.page.getByTestId('file-accept').click()
const title = (at: Visit) => at.page.locator('[data-testid=scene] option:checked').textContent()

async function opened(options = {}): Promise<Visit> {
  const { at, address } = await stillPage(options)
  await at.open(`${address}?view=canvas`)
  return at
}

it('grids, elevation models and pictures become terrain, water and obstacles', async () => {
  const at = await opened()
  const { page } = at
  await drag(at, 'hills.npy', hills)
  await page.getByTestId('map-cell').fill('2')
  expect(await page.getByTestId('map-note').textContent()).toMatch(/between 16.* and 24 m\. 3\d % of it/)
  await at.reopen(() => page.getByTestId('map-cell').press('Enter'))
  expect(await title(at)).toBe('hills')
  expect(await volume(at)).toBeGreaterThan(100)
  expect(await page.getByTestId('tool-dig').count()).toBe(1)
  await page.getByTestId('copy-link').click()
  await expect.poll(() => page.getByTestId('link-outcome').textContent(), patience).toMatch(/hills\.npy of your own/)

  await choose(at, 'hills.npy', hills)
  await page.getByTestId('use-water').check()
  await page.getByTestId('map-factor').fill('0.1')
  await at.reopen(() => accept(at))
  expect(await at.highest()).toBeGreaterThan(0.3)
  expect(await at.highest()).toBeLessThan(0.5)

  await drag(at, 'bar.png', barPicture())
  await page.getByTestId('use-obstacle').check()
  await at.reopen(() => accept(at))
  await expect.poll(() => at.solidArea(), patience).toBeGreaterThan(100)
  expect(await at.solidArea()).toBeLessThan(140)
  await at.steps(14)
  expect(await at.highest()).toBeGreaterThan(0.1)

  await drag(at, 'valley.tif', fromScenes('valley.tif'))
  expect(await page.getByTestId('use-water').count()).toBe(0)
  await page.getByTestId('map-level').fill('530')
  await at.reopen(() => accept(at))
  expect(await title(at)).toBe('valley')
  expect(await volume(at)).toBeGreaterThan(1e6)
  expect(at.complaints).toEqual([])
})

it('a body falls into the water, also where there were none; a fluid in a box takes none', async () => {
  const at = await opened()
  const { page } = at
  await drag(at, 'duck.glb', fromScenes('duck.glb'))
  await page.getByTestId('body-length').fill('0.8')
  await at.reopen(() => accept(at))
  await expect.poll(() => page.getByTestId('tool-grab').count(), patience).toBe(1)
  await at.steps(1)
  const { events } = JSON.parse(await at.savedRun()) as { events: { type: string; body?: { scale: number } }[] }
  expect(events.find(({ type }) => type === 'addBody')?.body).toMatchObject({ shape: 'mesh', scale: 0.8 })
  // A second one is added to the running scene, without a restart.
  const openings = await page.getByTestId('panel').getAttribute('data-openings')
  await choose(at, 'duck.glb', fromScenes('duck.glb'))
  await page.getByTestId('body-density').fill('300')
  await accept(at)
  await expect
    .poll(
      async () =>
        (JSON.parse(await at.savedRun()) as { events: { type: string }[] }).events.filter(
          ({ type }) => type === 'addBody',
        ).length,
      patience,
    )
    .toBe(2)
  expect(await page.getByTestId('panel').getAttribute('data-openings')).toBe(openings)
  expect(await page.getByTestId('rejection').count()).toBe(0)

  await at.reopen(() => choose(at, 'smoke.json', fromScenes('rising-smoke.json')))
  await drag(at, 'duck.glb', fromScenes('duck.glb'))
  await expect.poll(() => problem(at), patience).toMatch(/^duck\.glb is a body, and a fluid in a box has no bodies/)
  expect(at.complaints).toEqual([])
})

it('wrong files are refused, large scenes are asked about, and the scene goes on', async () => {
  const at = await opened({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 })
  const { page } = at
  const openings = () => page.getByTestId('panel').getAttribute('data-openings')
  await drag(at, 'hills.npy', hills, ['dragenter', 'dragover'])
  await expect.poll(() => page.getByTestId('drop-zone').textContent(), patience).toMatch(/Drop to open/)
  expect(await violationsOf(page)).toEqual([])
  await drag(at, 'clip.mp4', '\0\0\0\x18ftypmp42')
  await expect.poll(() => problem(at), patience).toMatch(/^clip\.mp4 is a video\. Drop a scene \(\.json\), a grid/)
  expect(await page.getByTestId('drop-zone').count()).toBe(0)

  const scene = { seiche: 1, grid: { cells: [32, 32], cellSize: 1 }, solver: { type: 'columns' } }
  await choose(at, 'long.json', JSON.stringify({ ...scene, description: 'd'.repeat(100_000) }))
  await expect.poll(() => problem(at), patience).toMatch(/description: expected a text of at most 5000 characters/)
  await choose(at, 'huge.json', JSON.stringify({ ...scene, description: 'd'.repeat(5_000_000) }))
  await expect.poll(() => problem(at), patience).toMatch(/huge\.json is a scene of 4\.8 MiB/)
  await choose(at, 'cut.npy', hills.subarray(0, 300))
  await expect.poll(() => problem(at), patience).toMatch(/cut\.npy cannot be read: the \.npy file is cut short/)

  await choose(at, 'wide.json', JSON.stringify({ ...scene, grid: { cells: [8192, 8192], cellSize: 1 } }))
  const question = page.getByTestId('large-scene')
  await expect.poll(() => question.textContent(), patience).toMatch(/has 67 million cells and needs about \d+ MB/)
  await page.locator('dialog[open]').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => question.count(), patience).toBe(0)
  expect(await openings()).toBe('1')
  await at.steps(2)

  // By the keyboard alone, and without barriers in light and dark on a phone.
  await choose(at, 'hills.npy', hills)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violationsOf(page)).toEqual([])
  }
  await page.getByTestId('use-terrain').focus()
  await page.keyboard.press('ArrowDown')
  expect(await page.getByTestId('use-water').isChecked()).toBe(true)
  await at.reopen(() => page.keyboard.press('Enter'))
  expect(await title(at)).toBe('hills')
  expect(at.complaints).toEqual([])
})
