// Curves, dots and bars over two axes: the plot of every lesson, and of the instruments.

import { Canvas, type CanvasPointer, type Draw, type Size } from './canvas.js'
import type { Theme } from './theme.js'
import { powersOf, ticksOf, tickText } from './ticks.js'

export interface Axis {
  /** Quantity with its unit, such as `height [m]`. */
  label: string
  /** Ends of the axis; from the data unless given. */
  range?: readonly [number, number]
  scale?: 'linear' | 'log'
}

/** Places, in any order that a line should follow. A value that is not finite interrupts the line. */
export interface Curve {
  x: ArrayLike<number>
  y: ArrayLike<number>
  /** Number of the color, from 0. */
  color: number
  /** Named in the key above the plot, if given. */
  label?: string
  /** `line` unless given; bars stand on zero. */
  look?: 'line' | 'dots' | 'bars'
  dashed?: boolean
  /** Width of the line or diameter of a dot [CSS px]. */
  thickness?: number
}

/** A straight line across the plot, with a word beside it. */
export interface Mark {
  /** Where it crosses this axis. */
  axis: 'x' | 'y'
  at: number
  text: string
  alarm?: boolean
}

export interface ChartProps {
  x: Axis
  y: Axis
  curves: readonly Curve[]
  marks?: readonly Mark[]
  /** A unit of x is as long as a unit of y. */
  equal?: boolean
  /** The picture in words, with its present state. */
  label: string
  aspect?: number
  testId?: string
  /** Draws under the curves. */
  under?(context: CanvasRenderingContext2D, place: Place, theme: Theme): void
  /** Draws on top. `place` turns a point of the axes into CSS pixels. */
  over?(context: CanvasRenderingContext2D, place: Place, theme: Theme): void
  /** A pressed pointer, in units of the axes. */
  onPoint?(x: number, y: number, kind: CanvasPointer['kind']): void
  onKey?(key: string): boolean
}

/** From the axes to CSS pixels. */
export interface Place {
  x(value: number): number
  y(value: number): number
}

const margin = { left: 64, right: 14, top: 10, bottom: 38 }

export function Chart(props: ChartProps) {
  const { curves, label, aspect = 1.7, testId, onPoint, onKey } = props
  const ranges = { x: rangeOf(props.x, curves, 'x'), y: rangeOf(props.y, curves, 'y') }
  const draw: Draw = (context, size, theme) => drawChart(context, size, theme, props, ranges)
  const onPointer = onPoint
    ? ({ x, y, kind, width, height }: CanvasPointer) => {
        const scales = scalesOf(props, ranges, { width, height })
        onPoint(scales.x.valueAt(x), scales.y.valueAt(y), kind)
      }
    : undefined
  const named = curves.filter((curve) => curve.label !== undefined)
  return (
    <figure class="figure">
      {named.length > 0 && (
        <figcaption class="key-list">
          {named.map((curve) => (
            <span
              key={curve.label}
              class={`curve-key ${curve.look ?? 'line'}${curve.dashed ? ' dashed' : ''}`}
              style={{ '--color': `var(--series-${curve.color + 1})` }}
            >
              {curve.label}
            </span>
          ))}
        </figcaption>
      )}
      <Canvas
        draw={draw}
        label={label}
        aspect={aspect}
        {...(testId && { testId })}
        {...(onPointer && { onPointer })}
        {...(onKey && { onKey })}
      />
    </figure>
  )
}

type Range = readonly [number, number]
interface Ranges {
  x: Range
  y: Range
}

/** The range given, or one that holds all finite data with a little room. */
function rangeOf(axis: Axis, curves: readonly Curve[], which: 'x' | 'y'): Range {
  if (axis.range) return axis.range
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const curve of curves) {
    const values = curve[which]
    for (let n = 0; n < values.length; n++) {
      const value = values[n]!
      if (!Number.isFinite(value) || (axis.scale === 'log' && value <= 0)) continue
      if (value < least) least = value
      if (value > most) most = value
    }
    if (curve.look === 'bars' && which === 'y') [least, most] = [Math.min(least, 0), Math.max(most, 0)]
  }
  if (least > most) return axis.scale === 'log' ? [0.1, 10] : [0, 1]
  if (axis.scale === 'log') return least === most ? [least / 2, most * 2] : [least, most]
  const room = which === 'y' ? 0.06 * (most - least) : 0
  return least === most ? [least - 1, most + 1] : [least - room, most + room]
}

/** One axis as a map from values to pixels and back. */
interface Scale {
  at(value: number): number
  valueAt(pixel: number): number
  least: number
  most: number
}

function scaleOf([least, most]: Range, axis: Axis, start: number, end: number): Scale {
  const to = axis.scale === 'log' ? Math.log10 : (value: number) => value
  const back = axis.scale === 'log' ? (value: number) => 10 ** value : (value: number) => value
  const [a, b] = [to(least), to(most)]
  return {
    at: (value) => start + ((to(value) - a) / (b - a)) * (end - start),
    valueAt: (pixel) => back(a + ((pixel - start) / (end - start)) * (b - a)),
    least,
    most,
  }
}

function scalesOf(props: ChartProps, ranges: Ranges, size: Size): { x: Scale; y: Scale } {
  const [left, right] = [margin.left, size.width - margin.right]
  const [top, bottom] = [margin.top, size.height - margin.bottom]
  if (!props.equal) return { x: scaleOf(ranges.x, props.x, left, right), y: scaleOf(ranges.y, props.y, bottom, top) }
  const span = (range: Range) => range[1] - range[0]
  const perUnit = Math.min((right - left) / span(ranges.x), (bottom - top) / span(ranges.y))
  const wide = (range: Range, pixels: number): Range => {
    const [middle, half] = [(range[0] + range[1]) / 2, pixels / perUnit / 2]
    return [middle - half, middle + half]
  }
  return {
    x: scaleOf(wide(ranges.x, right - left), props.x, left, right),
    y: scaleOf(wide(ranges.y, bottom - top), props.y, bottom, top),
  }
}

function drawChart(
  context: CanvasRenderingContext2D,
  size: Size,
  theme: Theme,
  props: ChartProps,
  ranges: Ranges,
): void {
  const { x, y } = scalesOf(props, ranges, size)
  drawAxes(context, size, theme, props, x, y)
  const inner = { width: size.width - margin.left - margin.right, height: size.height - margin.top - margin.bottom }
  context.save()
  context.beginPath()
  context.rect(margin.left, margin.top, inner.width, inner.height)
  context.clip()
  props.under?.(context, { x: x.at, y: y.at }, theme)
  for (const mark of props.marks ?? []) drawMark(context, size, theme, mark, x, y)
  for (const curve of props.curves) drawCurve(context, theme, curve, x, y)
  props.over?.(context, { x: x.at, y: y.at }, theme)
  context.restore()
}

function drawAxes(
  context: CanvasRenderingContext2D,
  size: Size,
  theme: Theme,
  props: ChartProps,
  x: Scale,
  y: Scale,
): void {
  const [left, right] = [margin.left, size.width - margin.right]
  const [top, bottom] = [margin.top, size.height - margin.bottom]
  context.font = `11px ${theme.font}`
  context.strokeStyle = theme.grid
  context.fillStyle = theme.muted
  context.lineWidth = 1
  context.textAlign = 'center'
  context.textBaseline = 'top'
  for (const tick of ticksFor(props.x, x, (right - left) / 70)) {
    const at = Math.round(x.at(tick)) + 0.5
    line(context, at, top, at, bottom)
    context.fillText(tickText(tick), at, bottom + 5)
  }
  context.textAlign = 'right'
  context.textBaseline = 'middle'
  for (const tick of ticksFor(props.y, y, (bottom - top) / 42)) {
    const at = Math.round(y.at(tick)) + 0.5
    line(context, left, at, right, at)
    context.fillText(tickText(tick), left - 6, at)
  }
  context.fillStyle = theme.ink
  context.textAlign = 'right'
  context.textBaseline = 'bottom'
  context.fillText(props.x.label, right, size.height - 2)
  context.save()
  context.translate(2, top)
  context.rotate(-Math.PI / 2)
  context.textBaseline = 'top'
  context.fillText(props.y.label, 0, 0)
  context.restore()
}

function ticksFor(axis: Axis, scale: Scale, count: number): number[] {
  return axis.scale === 'log' ? powersOf(scale.least, scale.most, count) : ticksOf(scale.least, scale.most, count)
}

function drawMark(context: CanvasRenderingContext2D, size: Size, theme: Theme, mark: Mark, x: Scale, y: Scale): void {
  context.strokeStyle = mark.alarm ? theme.alarm : theme.muted
  context.fillStyle = context.strokeStyle
  context.lineWidth = 1.5
  context.setLineDash([4, 4])
  context.textBaseline = 'top'
  if (mark.axis === 'x') {
    const at = x.at(mark.at)
    line(context, at, margin.top, at, size.height - margin.bottom)
    const leftSide = at > size.width * 0.6
    context.textAlign = leftSide ? 'right' : 'left'
    context.fillText(mark.text, at + (leftSide ? -5 : 5), margin.top + 4)
  } else {
    const at = y.at(mark.at)
    line(context, margin.left, at, size.width - margin.right, at)
    context.textAlign = 'right'
    context.fillText(mark.text, size.width - margin.right - 4, at + 3)
  }
  context.setLineDash([])
}

function drawCurve(context: CanvasRenderingContext2D, theme: Theme, curve: Curve, x: Scale, y: Scale): void {
  const color = theme.series[curve.color % theme.series.length]!
  context.strokeStyle = color
  context.fillStyle = color
  const count = Math.min(curve.x.length, curve.y.length)
  if (curve.look === 'dots') {
    const radius = (curve.thickness ?? 6) / 2
    for (let n = 0; n < count; n++) {
      const [px, py] = [x.at(curve.x[n]!), y.at(curve.y[n]!)]
      if (!Number.isFinite(px + py)) continue
      context.beginPath()
      context.arc(px, py, radius, 0, 2 * Math.PI)
      context.fill()
    }
    return
  }
  if (curve.look === 'bars') {
    const width = curve.thickness ?? Math.max(1, (count > 1 ? Math.abs(x.at(curve.x[1]!) - x.at(curve.x[0]!)) : 20) - 1)
    for (let n = 0; n < count; n++) {
      const [px, py, zero] = [x.at(curve.x[n]!), y.at(curve.y[n]!), y.at(0)]
      if (Number.isFinite(py)) context.fillRect(px - width / 2, Math.min(py, zero), width, Math.abs(py - zero))
    }
    return
  }
  context.lineWidth = curve.thickness ?? 2
  context.lineJoin = 'round'
  context.setLineDash(curve.dashed ? [6, 5] : [])
  context.beginPath()
  let isDown = false
  for (let n = 0; n < count; n++) {
    // Far outside, canvases lose precision or draw nothing.
    const [px, py] = [x.at(curve.x[n]!), Math.max(-1e5, Math.min(1e5, y.at(curve.y[n]!)))]
    if (!Number.isFinite(px + py)) isDown = false
    else if (isDown) context.lineTo(px, py)
    else {
      context.moveTo(px, py)
      isDown = true
    }
  }
  context.stroke()
  context.setLineDash([])
}

function line(context: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  context.beginPath()
  context.moveTo(x0, y0)
  context.lineTo(x1, y1)
  context.stroke()
}
