// `seiche plot`: figures of finished runs.

import { basename, extname, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { fieldsValue } from '../option-values.js'
import { fileExists, writeAtomically } from '../output/atomic-file.js'
import type { FieldChoice } from '../plot/fields.js'
import type { Figure, Size } from '../plot/figure.js'
import type { AxisName } from '../plot/slice.js'
import { framesValue, positionValue, sizeValue } from '../result-option-values.js'
import { exists } from '../results/exists.js'
import { RunFolder } from '../results/run-folder.js'
import { badInput } from '../terminal/failure.js'
import type { Terminal } from '../terminal/terminal.js'

export const plotKinds = ['probes', 'diagnostics', 'section', 'field', 'spectrum'] as const
export type PlotKind = (typeof plotKinds)[number]

export interface PlotOptions {
  what?: PlotKind | undefined
  /** File to write; made from the names of run and kind unless given. */
  out?: string | undefined
  png?: boolean | undefined
  field?: string | undefined
  frames?: readonly number[] | undefined
  along?: AxisName | undefined
  /** m */
  at?: number | undefined
  /** Probes, or columns of the diagnostics. */
  columns?: readonly string[] | undefined
  size?: Size | undefined
  title?: string | undefined
  force?: boolean | undefined
}

const usualSize: Size = { width: 960, height: 540 }
/** Pixels of a PNG per pixel of the size: sharp on screens of high density. */
const pngScale = 2

export function addPlot(program: Command, terminal: Terminal): void {
  program
    .command('plot')
    .summary('draw figures of runs as SVG or PNG')
    .description('Draw a figure of one or several finished runs. Several runs are overlaid, or side by side.')
    .argument('<runs...>', 'folders of runs')
    .addOption(
      new Option('-w, --what <kind>', 'the figure (default: probes, or field without probes)').choices(plotKinds),
    )
    .option('-o, --out <file>', 'file to write, .svg or .png (default: <run>-<kind>.svg)')
    .option('--png', 'a PNG instead of an SVG')
    .option('--field <name>', 'field of a section or a field plot (default: the first of the run)')
    .option('--frames <numbers>', 'frames of a section or a field plot, such as 0,20,100 or 10-20', framesValue)
    .addOption(new Option('--along <axis>', 'direction of a section').choices(['x', 'y', 'z']))
    .option('--at <position>', 'position across a section, or of a slice through a volume [m]', positionValue)
    .option('--columns <names>', 'probes, or columns of diagnostics.csv, separated by commas', fieldsValue)
    .option('--size <WxH>', 'width and height in pixels (default: 960x540)', sizeValue)
    .option('--title <text>', 'title (default: the name of the scene)')
    .option('--force', 'replace the file if it exists')
    .addHelpText(
      'after',
      `
Examples:
  seiche plot pool                                        the elevation at the probes over time
  seiche plot coarse fine --what probes                   two runs over each other
  seiche plot pool --what diagnostics --columns energy,volume
  seiche plot pool --what section --along x --at 0.5      the surface along a line, at five times
  seiche plot pool --what field --frames 0,50,100 --png   the surface in colors
  seiche plot pool --what spectrum                        periods of the waves at the probes`,
    )
    .action(async (runs: string[], options: PlotOptions) => {
      await terminal.result(await plot(runs, options))
    })
}

/** Writes the figure; returns the path of its file. */
export async function plot(paths: readonly string[], options: PlotOptions): Promise<string> {
  const runs = await Promise.all(paths.map((path) => RunFolder.open(path)))
  const kind = options.what ?? (runs.some(({ manifest }) => manifest.scene.probes.length > 0) ? 'probes' : 'field')
  const ending = extname(options.out ?? '').toLowerCase()
  if (options.out !== undefined && !['.svg', '.png'].includes(ending)) {
    throw badInput(`--out ${options.out}: figures are .svg or .png files`, { advice: `For example --out ${kind}.svg` })
  }
  const isPng = options.png ?? ending === '.png'
  if (isPng && ending === '.svg') throw badInput(`--out ${options.out} is an SVG, and --png asks for a PNG`)
  const file = resolve(options.out ?? `${basename(runs[0]!.path)}-${kind}.${isPng ? 'png' : 'svg'}`)
  // Before the work, and again when the file is put in place.
  if (!options.force && (await exists(file))) throw fileExists(file)
  const { drawFigure } = await import('../plot/figure.js')
  const figure = await figureOf(kind, runs, options)
  const title = options.title ?? figure.title
  const svg = drawFigure({ ...figure, title }, options.size ?? usualSize)
  const content = isPng ? await (await import('../plot/png.js')).renderPng(svg, pngScale) : svg
  return writeAtomically(file, content, { force: options.force ?? false })
}

async function figureOf(kind: PlotKind, runs: readonly RunFolder[], options: PlotOptions): Promise<Figure> {
  const choice: FieldChoice = options
  switch (kind) {
    case 'probes':
      return (await import('../plot/time-series.js')).probesFigure(runs, options.columns)
    case 'diagnostics':
      return (await import('../plot/time-series.js')).diagnosticsFigure(runs, options.columns)
    case 'spectrum':
      return (await import('../plot/spectrum.js')).spectrumFigure(runs, options.columns)
    case 'section':
      return (await import('../plot/fields.js')).sectionFigure(runs, choice)
    case 'field':
      return (await import('../plot/fields.js')).fieldFigure(runs, choice)
  }
}
