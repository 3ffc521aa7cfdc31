// The cost of a drawn frame of each stage: draw calls, passes, texture reads, bytes uploaded, and the time of drawing in software. Needs a
// built page. With another build, such as that of an earlier version, both are drawn in turn and their times are compared.
//   node scripts/run.mjs scripts/frames/frames.ts [--against FOLDER] [--scene NAME]… [--save]

import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright'
import { launch } from '../../apps/playground/testing/served-page.js'
import { serveFolder } from '../../apps/playground/testing/static-server.js'
import { countDrawing, type FrameWork } from './count-drawing.js'

const viewport = { width: 960, height: 600 }
/** Frames of a turn, and turns of each build. The first frames of a page compile its programs. */
const framesOfTurn = 4
const turns = 5
const firstFrames = 3
/** One scene for each stage. */
const stages: Record<string, string> = {
  'duck-and-ball': 'pool with bodies',
  playground: 'pool',
  'painted-pond': 'pond',
  harbour: 'harbor',
  seiche: 'lake',
  channel: 'flume',
  'ocean-breeze': 'open sea',
  'beach-swell': 'beach',
  'ship-at-sea': 'ship at sea',
  'hill-lake': 'landscape',
  'tidal-beach': 'coast',
  'ink-in-water': 'flat fluid',
  'rising-smoke': 'volume of smoke',
}

const { values } = parseArgs({
  options: { against: { type: 'string' }, scene: { type: 'string', multiple: true }, save: { type: 'boolean' } },
})
const here = fileURLToPath(new URL('../../apps/playground/dist/', import.meta.url))
const table = fileURLToPath(new URL('../../docs/frame-cost.md', import.meta.url))

/** A page with a scene, its time standing still. */
async function openScene(browser: Browser, address: string, scene: string): Promise<Page> {
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce', colorScheme: 'light' })
  page.setDefaultTimeout(120_000)
  // The compiler of this script calls it for each named function, and the page does not have it.
  await page.addInitScript('window.__name = (named) => named')
  await page.addInitScript(countDrawing)
  await page.goto(`${address}?bare&scene=${scene}`)
  await page.waitForSelector('.veil[data-shown=false]', { state: 'attached' })
  await draw(page, firstFrames)
  return page
}

/** Makes steps, and returns the work of a frame after each. */
async function draw(page: Page, count: number): Promise<FrameWork[]> {
  const work: FrameWork[] = []
  for (let k = 0; k < count; k++) {
    const before = await page.evaluate(() => window.drawnFrames.length)
    await page.keyboard.press('.')
    await page.waitForFunction((drawn) => window.drawnFrames.length > drawn, before)
    work.push(await page.evaluate(() => window.drawnFrames.at(-1)!))
  }
  return work
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!

/** The frames of a scene by one or two builds, drawn in turn. */
async function measure(browser: Browser, addresses: readonly string[], scene: string): Promise<FrameWork[][]> {
  const pages: Page[] = []
  try {
    for (const address of addresses) pages.push(await openScene(browser, address, scene))
    const frames: FrameWork[][] = pages.map(() => [])
    for (let turn = 0; turn < turns; turn++)
      for (const [at, page] of pages.entries()) frames[at]!.push(...(await draw(page, framesOfTurn)))
    return frames
  } finally {
    for (const page of pages) await page.close()
  }
}

const folders = [here, ...(values.against ? [values.against] : [])]
const servers = await Promise.all(folders.map((folder) => serveFolder(folder)))
const browser = await launch()
const rows: string[][] = []
try {
  for (const scene of values.scene ?? Object.keys(stages)) {
    const [own, other] = await measure(
      browser,
      servers.map(({ address }) => address),
      scene,
    )
    const middle = (name: keyof FrameWork): number => median(own!.map((frame) => frame[name]))
    const ratio = other && middle('time') / median(other.map(({ time }) => time))
    const row = [
      stages[scene] ?? scene,
      scene,
      ...(['drawCalls', 'passes', 'textureReads'] as const).map((name) => String(middle(name))),
      (middle('uploaded') / 1000).toFixed(0),
      middle('time').toFixed(0),
      ...(ratio ? [`${ratio.toFixed(2)}×`] : []),
    ]
    rows.push(row)
    console.log(row.join('\t'))
  }
} finally {
  await browser.close()
  await Promise.all(servers.map((server) => server.close()))
}

if (values.save) {
  const head = ['stage', 'scene', 'draw calls', 'passes', 'texture reads', 'uploaded [kB]', 'time [ms]']
  if (values.against) head.push('over the version before')
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  await writeFile(
    table,
    `# The cost of a frame

Each stage at ${viewport.width} × ${viewport.height} pixels by WebGL 2, drawn in software on ${cpus().length} processor cores; medians of ${turns * framesOfTurn} frames, each after a
step of the simulation. *Texture reads* are those in the longest fragment program, loops counted once. Made by
\`node scripts/run.mjs scripts/frames/frames.ts --against FOLDER --save\`, where the folder is a page built from an earlier version.

${lines.join('\n')}
`,
  )
}
