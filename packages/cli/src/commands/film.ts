// `seiche film`: a film of a finished run, drawn by the viewer's page in a headless browser.

import { extname, resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import { type Container, containers } from '../film/encoder.js'
import { exaggerationValue } from '../option-values.js'
import { fileExists, placeAtomically } from '../output/atomic-file.js'
import { cameraValue, fpsValue, framesValue, sizeValue, speedValue } from '../result-option-values.js'
import { exists } from '../results/exists.js'
import { RunFolder } from '../results/run-folder.js'
import { badInput, failed } from '../terminal/failure.js'
import { Interrupt } from '../terminal/interrupt.js'
import { startProgress } from '../terminal/progress.js'
import type { Terminal } from '../terminal/terminal.js'

export interface FilmOptions {
  out: string
  size?: { width: number; height: number } | undefined
  fps?: number | undefined
  speed?: number | undefined
  frames?: readonly number[] | undefined
  /** Angles in degrees, and a factor on the distance. */
  camera?: { azimuth: number; polar: number; distance: number } | undefined
  exaggeration?: number | undefined
  theme?: 'light' | 'dark' | undefined
  /** Path of the browser. */
  chromium?: string | undefined
  force?: boolean | undefined
}

/** Printed by --json. */
export interface FilmReport {
  ok: true
  /** Full path. */
  out: string
  /** Pictures. */
  frames: number
  fps: number
  width: number
  height: number
  /** Name of the drawing interface. */
  renderer: string
}

const usualSize = { width: 1280, height: 720 }

export function addFilm(program: Command, terminal: Terminal): void {
  program
    .command('film')
    .summary('make a film of a run')
    .description('Draw a finished run in a headless Chromium, as in the viewer, and make a film of it with ffmpeg.')
    .argument('<run>', 'folder of a run')
    .requiredOption('-o, --out <file>', 'film to write, .mp4 or .webm')
    .option('--size <WxH>', 'width and height in pixels, even numbers (default: 1280x720)', sizeValue)
    .option('--fps <n>', 'pictures per second (default: every frame of the run once)', fpsValue)
    .option('--speed <factor>', 'simulated seconds per second', speedValue)
    .option('--frames <numbers>', 'frames of the run, such as 10-20 (default: all)', framesValue)
    .option(
      '--camera <azimuth,polar,distance>',
      'turn and angle from the vertical in degrees, and a factor on the distance that shows everything',
      cameraValue,
    )
    .option('--exaggeration <factor>', 'factor on the drawn heights (default: chosen for the run)', exaggerationValue)
    .addOption(new Option('--theme <name>', 'light of the scene').choices(['light', 'dark']).default('light'))
    .option('--chromium <path>', 'the browser (default: the installed Chromium or Chrome)')
    .option('--force', 'replace the file if it exists')
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'no progress, no warnings')
    .action(async (run: string, { json, quiet, ...options }: FilmOptions & { json?: boolean; quiet?: boolean }) => {
      terminal.quiet = quiet ?? false
      const report = await film(run, options, terminal)
      await terminal.result(json ? JSON.stringify(report) : formatFilm(report))
    })
}

export async function film(path: string, options: FilmOptions, terminal: Terminal): Promise<FilmReport> {
  const run = await RunFolder.open(path)
  const container = containerOf(options.out)
  const { width, height } = options.size ?? usualSize
  if (width % 2 !== 0 || height % 2 !== 0) {
    throw badInput(`--size ${width}x${height}: films have an even number of pixels in each direction`, {
      advice: `Give --size ${width + (width % 2)}x${height + (height % 2)}.`,
    })
  }
  const out = resolve(options.out)
  if (!options.force && (await exists(out))) throw fileExists(out)
  const chosen = options.frames?.map((number) => run.indexOf(number)) ?? [...run.frames.keys()]
  const [{ Browser, chromiumPath }, { Encoder }, { scheduleFilm }, { serveRun }] = await Promise.all([
    import('../film/browser.js'),
    import('../film/encoder.js'),
    import('../film/film-schedule.js'),
    import('../viewer/server.js'),
  ])
  const { fps, frames } = scheduleFilm(
    chosen.map((frame) => run.frames[frame]!.time),
    options.fps,
    options.speed,
  )
  const browserPath = chromiumPath(options.chromium)
  const interrupt = new Interrupt()
  const release = interrupt.listen()
  const closing: (() => Promise<void> | void)[] = []
  let renderer = ''
  try {
    await placeAtomically(out, { force: options.force ?? false }, async (partial) => {
      const encoder = await Encoder.start({ path: partial, container, width, height, fps })
      closing.push(() => encoder.stop())
      const server = await serveRun(run)
      closing.push(() => server.close())
      for (const notice of server.described.description.notices) terminal.warn(notice)
      const browser = await Browser.launch(browserPath)
      closing.push(() => browser.close())
      // WebGL 2 draws everywhere; pixels of a WebGPU canvas drawn in software come back black.
      const page = await browser.open(`${server.address}?film&view=webgl`, {
        width,
        height,
        isDark: options.theme === 'dark',
      })
      const set = JSON.stringify({ camera: options.camera, exaggeration: options.exaggeration })
      const drawn = (await page.evaluate(`seicheFilm.ready(${set})`)) as {
        width: number
        height: number
        renderer: string
      }
      if (drawn.width !== width || drawn.height !== height) {
        throw failed(`the browser draws ${drawn.width} × ${drawn.height} pixels, not ${width} × ${height}`)
      }
      renderer = drawn.renderer
      const progress = startProgress(terminal, 'drawing', frames.length)
      try {
        let shown = -1
        let pixels = new Uint8Array()
        for (const [picture, at] of frames.entries()) {
          // Pictures that are shown again need no waiting: without a turn of the event loop, Ctrl-C would not be heard.
          await nextTurn()
          interrupt.signal.throwIfAborted()
          const frame = chosen[at]!
          if (frame !== shown) {
            pixels = Buffer.from(String(await page.evaluate(`seicheFilm.pixels(${frame})`)), 'base64')
            shown = frame
          }
          await encoder.add(pixels)
          progress.update(picture + 1, `picture ${picture + 1} of ${frames.length}`)
        }
      } finally {
        progress.stop()
      }
      await encoder.finish()
    })
  } finally {
    release()
    for (const close of closing.reverse()) await close()
  }
  return { ok: true, out, frames: frames.length, fps, width, height, renderer }
}

export function formatFilm({ out, frames, fps, width, height, renderer }: FilmReport): string {
  return `${frames} pictures of ${width} × ${height} at ${fps} per second, drawn by ${renderer}\n${out}`
}

function containerOf(path: string): Container {
  const ending = extname(path).slice(1).toLowerCase()
  const container = containers.find((name) => name === ending)
  if (container) return container
  throw badInput(`--out ${path}: films are .mp4 or .webm files`, { advice: 'For example --out film.mp4' })
}
