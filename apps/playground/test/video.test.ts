// A person makes videos of a run.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { decode } from 'fast-png'
import { unzipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import { hasTool } from '../../../packages/export/testing/external-tools.js'
import { violationsOf } from '../testing/lab-page.js'
import { stillPage } from '../testing/pages/still-page.js'
import type { Visit } from '../testing/served-page.js'
import { patience } from '../testing/shared-browser.js'

const hasFfmpeg = hasTool('ffmpeg', 'ffmpeg', ['-version']) && hasTool('ffprobe', 'ffmpeg', ['-version'])
const folder = mkdtempSync(join(tmpdir(), 'seiche-video-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Choices {
  format?: 'mp4' | 'webm' | 'png'
  from?: 'now' | 'start'
  rate?: number
  seconds?: number
  speed?: number
  camera?: 'orbit'
}

const hash = (at: Visit) => at.page.getByTestId('hash').textContent()
const card = (at: Visit) => at.page.getByTestId('video-card')
const summary = (at: Visit) => at.page.getByTestId('video-summary').textContent()

/** Opens the dialog and chooses. */
async function choose({ page }: Visit, { seconds, ...choices }: Choices): Promise<void> {
  if (!(await page.getByTestId('open-video').isVisible())) await page.getByTestId('take-away').click()
  await page.getByTestId('open-video').click()
  for (const [name, value] of Object.entries(choices))
    await page.getByTestId(`video-${name}`).selectOption(String(value))
  if (seconds !== undefined) await page.getByTestId('video-seconds').fill(String(seconds))
}

/** Waits for the encoder, and makes the video. */
async function make(at: Visit, choices: Choices): Promise<{ name: string; path: string; bytes: Buffer }> {
  const { page } = at
  await choose(at, choices)
  await expect.poll(() => summary(at), patience).toMatch(/kB or less|MB or less| of \d+ × \d+\.$/)
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('file-accept').click()])
  const bytes = await buffer(await download.createReadStream())
  await expect.poll(() => at.page.getByTestId('video-outcome').textContent(), patience).toMatch(/^Saved /)
  await page.getByTestId('video-close').click()
  const name = download.suggestedFilename()
  const path = join(folder, `${Date.now()}-${name}`)
  writeFileSync(path, bytes)
  return { name, path, bytes }
}

/** Facts about a video, the times of its frames [s] and their pixels as grey values. */
function read(path: string) {
  const words = ['-v', 'error', '-of', 'json', '-show_entries', 'stream=codec_name,width,height,r_frame_rate']
  const { streams, frames } = JSON.parse(
    execFileSync('ffprobe', [...words, '-show_entries', 'frame=pts_time', path], { encoding: 'utf8' }),
  ) as { streams: [{ width: number; height: number }]; frames: { pts_time: string }[] }
  const pixels = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'rawvideo', '-pix_fmt', 'gray', '-'], {
    maxBuffer: 2 ** 27,
  })
  const { width, height } = streams[0]
  const pictures = frames.map((_, n) => pixels.subarray(n * width * height, (n + 1) * width * height))
  return { stream: streams[0], times: frames.map((frame) => Number(frame.pts_time)), pictures }
}

/** Largest difference of two pictures; codecs change grey values by a few levels, waves by many. */
function difference(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((most, value, at) => Math.max(most, Math.abs(value - b[at]!)), 0)
}

describe.skipIf(!hasFfmpeg)('a video, read by ffprobe', () => {
  it('has the frames, the size, the rate and the times that were asked for, and leaves the run alone', async () => {
    const { at, address } = await stillPage()
    await at.open(`${address}?view=canvas&scene=drop`)
    await at.page.mouse.click(...(await at.middle()))
    await at.steps(12)
    const before = await hash(at)

    const mp4 = await make(at, { format: 'mp4', rate: 24, seconds: 0.5 })
    expect(mp4.name).toBe('drop.mp4')
    const first = read(mp4.path)
    expect(first.stream).toMatchObject({ width: 204, height: 120, r_frame_rate: '24/1' })
    expect(['h264', 'av1', 'vp9']).toContain((first.stream as { codec_name?: string }).codec_name)
    expect(first.times).toHaveLength(12)
    for (const [n, time] of first.times.entries()) expect(time).toBeCloseTo(n / 24, 5)
    for (let n = 1; n < 12; n++) expect(difference(first.pictures[n - 1]!, first.pictures[n]!)).toBeGreaterThan(2)
    // Read at once by pages that load it: the index is at its start.
    expect(mp4.bytes.indexOf('moov')).toBeLessThan(mp4.bytes.indexOf('mdat'))

    // From the start, 12 steps of 1/60 s later, the run is repeated up to now: drop, click and all.
    const webm = await make(at, { format: 'webm', from: 'start', rate: 60, seconds: 13 / 60 })
    const second = read(webm.path)
    expect(second.stream).toMatchObject({ width: 204, height: 120, r_frame_rate: '60/1' })
    expect(second.times).toHaveLength(13)
    // The clock of this container ticks every millisecond.
    for (const [n, time] of second.times.entries()) expect(Math.abs(time - n / 60)).toBeLessThan(0.00051)
    expect(difference(second.pictures[12]!, first.pictures[0]!)).toBeLessThan(24)
    expect(difference(second.pictures[0]!, first.pictures[0]!)).toBeGreaterThan(60)

    expect(await hash(at)).toBe(before)
    await at.steps(1)
    expect(at.complaints).toEqual([])
  })

  it('shows the water in three dimensions while the camera turns', async () => {
    const { at, address } = await stillPage()
    await at.open(`${address}?view=webgl&scene=duck-and-ball`)
    await at.steps(1)
    const turned = read((await make(at, { rate: 24, camera: 'orbit', seconds: 0.125 })).path)
    expect(turned.pictures).toHaveLength(3)
    expect(new Set(turned.pictures[0]).size).toBeGreaterThan(60)
    for (let n = 1; n < 3; n++) expect(difference(turned.pictures[n - 1]!, turned.pictures[n]!)).toBeGreaterThan(20)
    expect(await at.page.locator(':is(main, .film-stage, .video-card) canvas').count()).toBe(1)
    expect(at.complaints).toEqual([])
  })
})

it('a canceled video leaves nothing, and the run goes on', async () => {
  const { at, address } = await stillPage({ viewport: { width: 1280, height: 800 } })
  const { page } = at
  let downloads = 0
  page.on('download', () => downloads++)
  await at.open(`${address}?view=canvas&scene=drop`)
  await page.getByTestId('play').click()
  await choose(at, { seconds: 100, rate: 60 })
  expect(await violationsOf(page)).toEqual([])
  await page.getByTestId('video-seconds').fill('1000')
  expect(await summary(at)).toBe('A video has a length of 0.1 to 120 s.')
  await page.getByTestId('video-seconds').fill('100')
  await expect.poll(() => summary(at), patience).toMatch(/^6000 frames, .*MB or less/)
  await page.keyboard.press('Enter')
  await page.locator('[data-testid=video-progress]:not([data-frames="0"])').waitFor()
  expect(await page.getByTestId('play').getAttribute('data-running')).toBe('false')
  expect(await violationsOf(page)).toEqual([])
  expect(page.workers()).toHaveLength(2)
  // The page answers meanwhile.
  await page.getByTestId('tool-drop').check({ force: true })
  await page.getByTestId('video-close').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => card(at).count(), patience).toBe(0)
  await expect.poll(() => page.getByTestId('play').getAttribute('data-running'), patience).toBe('true')
  await expect.poll(() => page.workers().length, patience).toBe(1)
  expect(await page.locator('.film-stage').count()).toBe(0)
  expect(downloads).toBe(0)
  expect(at.complaints).toEqual([])
})

it('a browser without encoders says so, and saves pictures: in slow motion several of a step, and no two alike', async () => {
  const { at, address } = await stillPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    addsScripts: true,
  })
  const { page } = at
  await page.addInitScript(() => Reflect.deleteProperty(window, 'VideoEncoder'))
  await at.open(`${address}?view=canvas&scene=drop`)
  await page.getByTestId('fold').click()
  await at.steps(12)
  await choose(at, {})
  expect(await page.getByTestId('no-encoder').textContent()).toContain('seiche film')
  expect(await page.getByTestId('video-format').locator('option').count()).toBe(1)
  expect(await violationsOf(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByTestId('file-cancel').click()
  // A tenth of a step from frame to frame.
  const { name, bytes } = await make(at, { rate: 60, speed: 0.1, seconds: 0.1 })
  expect(name).toBe('drop-frames.zip')
  const pictures = unzipSync(new Uint8Array(bytes))
  expect(Object.keys(pictures)).toEqual([0, 1, 2, 3, 4, 5].map((n) => `drop-000${n}.png`))
  const decoded = Object.values(pictures).map((png) => decode(png))
  expect([decoded[0]!.width, decoded[0]!.height]).toEqual([118, 254])
  expect(new Set(decoded.map(({ data }) => data.join())).size).toBe(6)
  expect(at.complaints).toEqual([])
})

it('a size that the encoder refuses is reduced, and the dialog says so', async () => {
  const { at, address } = await stillPage({ addsScripts: true })
  const { page } = at
  await page.addInitScript(() => {
    const { isConfigSupported } = VideoEncoder
    VideoEncoder.isConfigSupported = async (config) => {
      const answer = await isConfigSupported.call(VideoEncoder, config)
      return { ...answer, supported: answer.supported === true && config.width <= 160 }
    }
  })
  await at.open(`${address}?view=canvas&scene=drop`)
  await choose(at, { format: 'webm' })
  await expect.poll(() => summary(at), patience).toMatch(/refuses more than 154 × 90\.$/)
  await page.getByTestId('file-cancel').click()
  if (hasFfmpeg) {
    const { stream } = read((await make(at, { rate: 24, seconds: 0.1 })).path)
    expect(stream).toMatchObject({ width: 154, height: 90 })
  }
  expect(at.complaints).toEqual([])
})
