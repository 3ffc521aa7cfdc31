// A figure: a title, a legend, and panels in a grid, as one SVG. Panels are drawn by Observable Plot in a document of its own.

import * as Plot from '@observablehq/plot'
import { JSDOM } from 'jsdom'
import { family, inkColor, mutedColor, paleColor } from './look.js'

/** A line of a panel. */
export interface Series {
  color: string
  x: ArrayLike<number>
  y: ArrayLike<number>
  /** Dashes and gaps, `6 4`; solid unless given. */
  dash?: string | undefined
}

export interface Axis {
  /** Quantity and unit, `time [s]`. */
  label: string
  type?: 'linear' | 'log' | undefined
  domain?: readonly [number, number] | undefined
  reverse?: boolean | undefined
}

/** Pixels over a rectangle of a panel. */
export interface Raster {
  /** Edges: left, right, and those of the first and the last row, in units of the axes. */
  x: readonly [number, number]
  y: readonly [number, number]
  /** PNG as a data URL, its first row at the top. */
  image: string
  /** Whether single pixels are larger than those of the panel, and stay visible. */
  isCoarse: boolean
}

/** A mark at a point, with a text. */
export interface Label {
  x: number
  y: number
  text: string
  color: string
}

export interface Panel {
  title?: string | undefined
  x: Axis
  y: Axis
  series?: readonly Series[]
  /** An area from the lower edge to a line: the ground. */
  ground?: { x: ArrayLike<number>; y: ArrayLike<number> } | undefined
  raster?: Raster
  /** A scale of colors beside the panel. */
  colorBar?: { label: string; domain: readonly [number, number]; image: string } | undefined
  labels?: readonly Label[]
  /** Width over height of the plotted area, where lengths along both axes are the same; free unless given. */
  aspect?: number | undefined
}

export interface Figure {
  title: string
  subtitle: string
  legend: readonly { label: string; color: string; dash?: string | undefined }[]
  panels: readonly Panel[]
  columns: number
}

export interface Size {
  /** px */
  width: number
  height: number
}

const margin = { left: 82, right: 18, top: 24, bottom: 46 }
const grid = { stroke: paleColor, strokeOpacity: 1 }
const edge = 22
const gap = 18
const barWidth = 92
const lineHeight = 22

/** The figure as text of an SVG file. */
export function drawFigure(figure: Figure, { width, height }: Size): string {
  const { document } = new JSDOM('').window
  const inner = width - 2 * edge
  const legend = layOutLegend(figure.legend, inner)
  const top = edge + 44 + (legend.height > 0 ? legend.height + 4 : 0)
  const columns = Math.min(figure.columns, figure.panels.length)
  const rows = Math.ceil(figure.panels.length / columns)
  const panelWidth = (inner - (columns - 1) * gap) / columns
  // Panels of equal scales have the height that follows from their width.
  const aspects = figure.panels.map(({ aspect }) => aspect)
  const available = (height - top - edge - (rows - 1) * gap) / rows
  const tall = aspects.every((aspect) => aspect !== undefined)
    ? Math.max(...figure.panels.map((panel) => heightFor(panel, panelWidth)))
    : available
  const panelHeight = tall
  const whole = tall === available ? height : Math.ceil(top + rows * panelHeight + (rows - 1) * gap + edge)

  const parts = figure.panels.map((panel, at) => {
    const x = edge + (at % columns) * (panelWidth + gap)
    const y = top + Math.floor(at / columns) * (panelHeight + gap)
    return `<g transform="translate(${round(x)},${round(y)})">${drawPanel(document, panel, panelWidth, panelHeight)}</g>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${whole}" viewBox="0 0 ${width} ${whole}" font-family="${family}" font-size="13" fill="${inkColor}">`,
    `<title>${escaped(`${figure.title}: ${figure.subtitle}`)}</title>`,
    `<rect width="${width}" height="${whole}" fill="#fff"/>`,
    `<text x="${edge}" y="${edge + 14}" font-size="18" font-weight="600">${escaped(figure.title)}</text>`,
    `<text x="${edge}" y="${edge + 35}" fill="${mutedColor}">${escaped(figure.subtitle)}</text>`,
    `<g transform="translate(${edge},${edge + 52})">${legend.svg}</g>`,
    ...parts,
    '</svg>\n',
  ].join('\n')
}

function heightFor({ aspect, colorBar }: Panel, width: number): number {
  const drawn = width - margin.left - margin.right - (colorBar ? barWidth : 0)
  return drawn / aspect! + margin.top + margin.bottom
}

/** Entries from left to right, in as many rows as they need. Widths of texts are estimated: no font is loaded here. */
function layOutLegend(entries: Figure['legend'], width: number): { svg: string; height: number } {
  let [x, row] = [0, 0]
  const parts = entries.map(({ label, color, dash }) => {
    const length = 28 + 7.2 * label.length + 18
    if (x > 0 && x + length > width) [x, row] = [0, row + 1]
    const y = row * lineHeight + 8
    const svg =
      `<line x1="${x}" x2="${x + 20}" y1="${y}" y2="${y}" stroke="${color}" stroke-width="3"${dash ? ` stroke-dasharray="${dash}"` : ''}/>` +
      `<text x="${x + 27}" y="${y + 4.5}">${escaped(label)}</text>`
    x += length
    return svg
  })
  return { svg: parts.join(''), height: entries.length === 0 ? 0 : (row + 1) * lineHeight }
}

function drawPanel(document: Document, panel: Panel, width: number, height: number): string {
  const { title, x, y, series = [], ground, raster, colorBar, labels = [] } = panel
  const main = width - (colorBar ? barWidth : 0)
  const points = (line: Pick<Series, 'x' | 'y'>) => Array.from(line.x, (x, at) => ({ x, y: line.y[at]! }))
  const marks: Plot.Markish[] = [
    ...(raster ? [rasterMark(raster)] : [Plot.gridX(grid), Plot.gridY({ ...grid, ...decadesOf(y) })]),
    ...(ground ? [Plot.areaY(points(ground), { x: 'x', y: 'y', y1: y.domain?.[0] ?? 0, fill: '#b9a98c' })] : []),
    ...series.map((line) =>
      Plot.line(points(line), {
        x: 'x',
        y: 'y',
        stroke: line.color,
        strokeWidth: 1.8,
        strokeLinejoin: 'round',
        clip: true,
        ...(line.dash && { strokeDasharray: line.dash }),
      }),
    ),
    ...labels.flatMap(({ x, y, text, color }) => [
      Plot.dot([{ x, y }], { x: 'x', y: 'y', fill: color, r: 3.5, stroke: '#fff' }),
      Plot.text([{ x, y }], {
        x: 'x',
        y: 'y',
        text: () => text,
        dy: -12,
        fill: color,
        stroke: '#fff',
        strokeWidth: 4,
        fontWeight: 600,
        textAnchor: 'middle',
      }),
    ]),
    Plot.axisX({
      label: null,
      ticks: Math.max(3, Math.round(main / 90)),
      tickFormat: tick(x),
      stroke: mutedColor,
      fill: inkColor,
    }),
    Plot.axisY({
      label: null,
      ticks: Math.max(3, Math.round(height / 60)),
      ...decadesOf(y),
      tickFormat: tick(y),
      stroke: mutedColor,
      fill: inkColor,
    }),
    ...(raster ? [] : [Plot.frame({ stroke: paleColor })]),
  ]
  const svg = Plot.plot({
    document,
    width: main,
    height,
    marginLeft: margin.left,
    marginRight: margin.right,
    marginTop: margin.top,
    marginBottom: margin.bottom,
    style: { fontFamily: family, fontSize: '13px', background: 'none' },
    x: scaleOf(x),
    y: scaleOf(y),
    marks,
  } as Plot.PlotOptions)
  const middle = (margin.left + main - margin.right) / 2
  return [
    bare(svg.outerHTML),
    ...(title ? [`<text x="${margin.left}" y="12" font-weight="600">${escaped(title)}</text>`] : []),
    `<text transform="translate(12,${round((margin.top + height - margin.bottom) / 2)}) rotate(-90)" text-anchor="middle" fill="${mutedColor}">${escaped(y.label)}</text>`,
    `<text x="${round(middle)}" y="${round(height - 8)}" text-anchor="middle" fill="${mutedColor}">${escaped(x.label)}</text>`,
    ...(colorBar ? [`<g transform="translate(${round(main)},0)">${drawColorBar(document, colorBar, height)}</g>`] : []),
  ].join('')
}

function drawColorBar(
  document: Document,
  { label, domain, image }: NonNullable<Panel['colorBar']>,
  height: number,
): string {
  const thickness = 16
  const svg = Plot.plot({
    document,
    width: barWidth,
    height,
    marginLeft: 0,
    marginRight: barWidth - thickness,
    marginTop: margin.top,
    marginBottom: margin.bottom,
    style: { fontFamily: family, fontSize: '13px', background: 'none' },
    x: { domain: [0, 1], axis: null },
    y: { domain: [...domain] },
    marks: [
      rasterMark({ x: [0, 1], y: [domain[1], domain[0]], image, isCoarse: false }),
      Plot.axisY({ anchor: 'right', label: null, ticks: 6, tickFormat: tick({}), stroke: mutedColor, fill: inkColor }),
    ],
  } as Plot.PlotOptions)
  return `${bare(svg.outerHTML)}<text x="0" y="12" fill="${mutedColor}">${escaped(label)}</text>`
}

/** An image between edges. Plot's own raster mark needs a canvas. */
function rasterMark({ x, y, image, isCoarse }: Raster): Plot.RenderFunction {
  return (_index, scales, _values, _dimensions, context) => {
    const [left, right] = x.map((value) => Number(scales.x!(value)))
    const [top, bottom] = y.map((value) => Number(scales.y!(value)))
    const element = context.document.createElementNS('http://www.w3.org/2000/svg', 'image')
    const attributes = {
      x: Math.min(left!, right!),
      y: Math.min(top!, bottom!),
      width: Math.abs(right! - left!),
      height: Math.abs(bottom! - top!),
      preserveAspectRatio: 'none',
      'image-rendering': isCoarse ? 'optimizeSpeed' : 'auto',
      // Older readers of SVG know only the name with a prefix.
      'xlink:href': image,
    }
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
    return element
  }
}

function scaleOf({ type = 'linear', domain, reverse }: Axis): Plot.ScaleOptions {
  return {
    type,
    ...(domain && { domain: [...domain] }),
    ...(reverse && { reverse }),
    ...(!domain && type === 'linear' && { nice: true }),
  }
}

/** Numbers without thousands separators: "12,000" is read as 12 in half of the world. */
function tick({ type }: Pick<Axis, 'type'>): (value: number) => string {
  if (type === 'log') return (value) => (Number.isInteger(Math.log10(value)) ? power(value) : '')
  return (value) => {
    const size = Math.abs(value)
    const isLong = size !== 0 && (size >= 1e6 || size < 1e-3)
    const text = isLong ? value.toExponential().replace('e+', 'e') : String(Number(value.toPrecision(6)))
    return text.replaceAll('-', '−')
  }
}

/** Ticks of a logarithmic axis. */
function decadesOf({ type, domain }: Axis): { ticks?: number[] } {
  if (type !== 'log' || !domain) return {}
  const [low, high] = domain.map((value) => Math.round(Math.log10(value))) as [number, number]
  return { ticks: Array.from({ length: high - low + 1 }, (_, k) => 10 ** (low + k)) }
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'

function power(value: number): string {
  const exponent = Math.round(Math.log10(value))
  if (Math.abs(exponent) < 3) return String(Number(value.toPrecision(3)))
  const digits = [...String(Math.abs(exponent))].map((digit) => superscripts[Number(digit)])
  return `10${exponent < 0 ? '⁻' : ''}${digits.join('')}`
}

/** Without the style sheet, whose selectors not every reader of SVG knows. */
function bare(svg: string): string {
  return svg.replaceAll(/<style>[\s\S]*?<\/style>/g, '').replace('<svg class="', '<svg overflow="visible" class="')
}

const round = (value: number) => Number(value.toFixed(2))

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
