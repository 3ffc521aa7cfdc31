// The page on a plain static server, below a folder: kept for visits without a connection, isolated by itself, and replaced by newer versions.

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawCheaply } from '../testing/draw-cheaply.js'
import { connect, patience } from '../testing/shared-browser.js'
import { type StaticServer, serveFolder } from '../testing/static-server.js'

const built = fileURLToPath(new URL('../dist/', import.meta.url))

let browser: Browser
let context: BrowserContext
let server: StaticServer
let folder: string
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seiche-page-'))
  await cp(built, folder, { recursive: true })
  server = await serveFolder(folder, '/water/')
  browser = await connect()
  context = await browser.newContext({ viewport: { width: 680, height: 400 }, deviceScaleFactor: 0.3 })
  context.setDefaultTimeout(60_000)
  await context.addInitScript(drawCheaply)
  page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(error.message))
})
afterAll(async () => {
  await context?.close()
  await browser?.close()
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const steps = async () => Number(await page.getByTestId('step-count').textContent())

it('opens without a connection after one visit, with several threads, also a scene that was not visited', async () => {
  await page.goto(`${server.address}?view=canvas`)
  await expect.poll(steps, patience).toBeGreaterThan(3)
  // The server sends no headers of isolation, and the first visit has no service worker yet.
  expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(false)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  const files = () => server.sent.filter(({ path }) => !path.endsWith('/service-worker.js')).length
  const asked = files()
  await page.reload()
  await expect.poll(steps, patience).toBeGreaterThan(3)
  expect(await page.getByTestId('scene').inputValue()).toBe('duck-and-ball')
  expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true)
  await page.goto(`${server.address}?view=canvas&scene=rain`)
  await expect.poll(steps, patience).toBeGreaterThan(3)
  expect(await page.getByTestId('scene').inputValue()).toBe('rain')
  expect(await page.getByTestId('threads').isEnabled()).toBe(true)
  // The browser itself looks for a newer service worker.
  expect(files()).toBe(asked)
  expect(complaints).toEqual([])
})

it('says that a new version is there, lets the running page go on, and begins it when the person reloads', async () => {
  const [script, start] = await Promise.all(
    ['service-worker.js', 'index.html'].map((name) => readFile(join(folder, name), 'utf8')),
  )
  await writeFile(join(folder, 'index.html'), start!.replace('<title>Seiche', '<title>Newer Seiche'))
  await writeFile(join(folder, 'service-worker.js'), script!.replace(/"version":"\w+"/, '"version":"newer"'))
  await context.setOffline(false)
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await page.getByTestId('new-version').waitFor()
  const before = await steps()
  await expect.poll(steps, patience).toBeGreaterThan(before)
  expect(await page.title()).not.toContain('Newer')
  await page.getByTestId('new-version').getByRole('button', { name: 'Reload' }).click()
  await page.waitForFunction(() => document.title.startsWith('Newer'))
  await expect.poll(steps, patience).toBeGreaterThan(3)
})

it('plays the loops of the gallery, which are sent in parts and not kept before somebody looks', async () => {
  const isLoop = ({ path }: { path: string }) => path.endsWith('.webm')
  expect(server.sent.filter(isLoop)).toEqual([])
  await page.keyboard.press('/')
  await page.getByTestId('card-drop').hover()
  await page.locator('[data-testid=card-drop] video[data-playing=true]').waitFor()
  expect(server.sent.filter(isLoop)).toHaveLength(1)
  expect(complaints).toEqual([])
})

it('can be installed: its manifest and all icons are there', async () => {
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.webmanifest'), 'utf8')) as {
    icons: { src: string; sizes: string }[]
  }
  for (const { src, sizes } of manifest.icons.filter(({ sizes }) => sizes !== 'any')) {
    const png = await readFile(join(folder, src))
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
  }
})
