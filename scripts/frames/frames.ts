// The cost of a drawn frame of each stage: draw calls, passes, texture reads and bytes uploaded. Needs a built page. With another build,
// such as that of an earlier version, larger pictures are drawn by both in turn, and their times are compared: the time until all pixels are
// there, and the processor time of the process that draws them, which other work on the machine hardly changes.
//   node scripts/run.mjs scripts/frames/frames.ts [--against FOLDER] [--scene NAME]… [--save] [--draws]
// --save writes the counts to docs/frame-cost.md. Times depend on the machine, and on what else it does: they are printed only. --draws
// lists the slowest draw calls of a large picture instead, of both builds if there are two.

import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright'
import { launch } from '../../apps/playground/testing/served-page.js'
import { serveFolder } from '../../apps/playground/testing/static-server.js'
import { countDrawing, type FrameWork } from './count-drawing.js'
import { timeDraws } from './time-draws.js'

/** Counts do not depend on the number of pixels; times do. */
const [countedSize, timedSize] = [
  { width: 320, height: 200 },
  { width: 960, height: 600 },
]
/** Frames of a turn, and turns of each build. The first frames of a page compile its programs. */
const framesOfTurn = 4
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
  options: {
    against: { type: 'string' },
    scene: { type: 'string', multiple: true },
    save: { type: 'boolean' },
    draws: { type: 'boolean' },
  },
})
const isTimed = values.against !== undefined
const viewport = isTimed || values.draws ? timedSize : countedSize
const turns = isTimed ? 4 : 1
const here = fileURLToPath(new URL('../../apps/playground/dist/', import.meta.url))
const table = fileURLToPath(new URL('../../docs/frame-cost.md', import.meta.url))

/** Tells the processor time that the process of graphics has taken [ms]. */
async function drawingClock(browser: Browser): Promise<() => Promise<number>> {
  const session = await browser.newBrowserCDPSession()
  return async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return 1000 * (processInfo.find(({ type }) => type === 'GPU')?.cpuTime ?? 0)
  }
}

/** A page with a scene, its time standing still. */
async function openScene(browser: Browser, address: string, scene: string): Promise<Page> {
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce', colorScheme: 'light' })
  page.setDefaultTimeout(120_000)
  // The compiler of this script calls it for each named function, and the page does not have it.
  await page.addInitScript('window.__name = (named) => named')
  await page.addInitScript(countDrawing)
  if (values.draws) await page.addInitScript(timeDraws)
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

/** A build that draws fewer pixels when frames are late would be compared at another size. */
async function expectSize(page: Page): Promise<void> {
  const [width, height] = await page.evaluate(() => {
    const { width, height } = document.querySelector('canvas')!
    return [width, height]
  })
  if (width !== viewport.width || height !== viewport.height)
    throw new Error(`the picture has ${width} x ${height} pixels instead of ${viewport.width} x ${viewport.height}`)
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!

/** Frames of a scene by one build. */
interface Drawn {
  frames: FrameWork[]
  /** Processor time of a frame in each turn [ms]. */
  processor: number[]
}

/** The frames of a scene by one or two builds, drawn in turn. */
async function measure(browser: Browser, addresses: readonly string[], scene: string): Promise<Drawn[]> {
  const pages: Page[] = []
  const clock = await drawingClock(browser)
  try {
    for (const address of addresses) pages.push(await openScene(browser, address, scene))
    const drawn = pages.map((): Drawn => ({ frames: [], processor: [] }))
    for (let turn = 0; turn < turns; turn++)
      // The one that follows the other is the one before it in the next turn.
      for (const at of turn % 2 === 0 ? [...pages.keys()] : [...pages.keys()].reverse()) {
        const page = pages[at]!
        const [start, first] = [await clock(), await page.evaluate(() => window.drawnFrames.length)]
        drawn[at]!.frames.push(...(await draw(page, framesOfTurn)))
        const count = (await page.evaluate(() => window.drawnFrames.length)) - first
        await expectSize(page)
        drawn[at]!.processor.push(((await clock()) - start) / count)
      }
    return drawn
  } finally {
    for (const page of pages) await page.close()
  }
}

/** Prints the slowest draw calls of a frame. */
async function listDraws(browser: Browser, address: string, scene: string): Promise<void> {
  const page = await openScene(browser, address, scene)
  const draws = await page.evaluate(() => window.timedDraws)
  console.log(`${scene}\t${draws.reduce((sum, { time }) => sum + time, 0).toFixed(0)} ms`)
  for (const { method, time, vertices, program } of draws.toSorted((a, b) => b.time - a.time).slice(0, 8))
    console.log(`\t${time.toFixed(0)} ms\t${method}\t${vertices} vertices\tprogram of ${program} characters`)
  await page.close()
}

const folders = [here, ...(values.against ? [values.against] : [])]
const servers = await Promise.all(folders.map((folder) => serveFolder(folder)))
const browser = await launch()
const rows: string[][] = []
try {
  for (const scene of values.scene ?? Object.keys(stages)) {
    if (values.draws) {
      for (const { address } of servers) await listDraws(browser, address, scene)
      continue
    }
    const [own, other] = await measure(
      browser,
      servers.map(({ address }) => address),
      scene,
    )
    const middle = (name: keyof FrameWork): number => median(own!.frames.map((frame) => frame[name]))
    // Other work on the machine only adds to a time: the shortest ones are nearest to the cost of drawing.
    const shortest = ({ frames }: Drawn): number => Math.min(...frames.map(({ time }) => time))
    const least = ({ processor }: Drawn): number => Math.min(...processor)
    const row = [
      stages[scene] ?? scene,
      scene,
      ...(['drawCalls', 'passes', 'textureReads'] as const).map((name) => String(middle(name))),
      (middle('uploaded') / 1000).toFixed(0),
    ]
    rows.push(row)
    const compared = (of: (drawn: Drawn) => number): string =>
      `${of(own!).toFixed(0)} ms, ${(of(own!) / of(other!)).toFixed(2)}× the other`
    const time = other ? [compared(shortest), `processor ${compared(least)}`] : []
    console.log([...row, ...time].join('\t'))
  }
} finally {
  await browser.close()
  await Promise.all(servers.map((server) => server.close()))
}

if (values.save) {
  const head = ['stage', 'scene', 'draw calls', 'passes', 'texture reads', 'uploaded [kB]']
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]!.length)))
  const lines = [head, widths.map((width) => '-'.repeat(width)), ...rows].map(
    (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`,
  )
  await writeFile(
    table,
    `# The cost of a frame

What each stage of the playground does for a frame after a step of the simulation, counted at the interface of WebGL 2. _Passes_ are
changes of the target of drawing: shadows, caustics, the picture, its copies for refraction, tone mapping. _Texture reads_ are those in the
text of the longest fragment program that draws, mostly that of the water: functions and loops count once. _Uploaded_ are the bytes
of textures and buffers. Written by \`node scripts/run.mjs scripts/frames/frames.ts --save\`, which needs a built page
(\`npm run build\`); with \`--against FOLDER\` it compares the time of drawing with that of another built page, frame by frame in turn.

${lines.join('\n')}
`,
  )
}
