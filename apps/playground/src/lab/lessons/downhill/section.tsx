// Section through the trough: ground, columns of water, velocities on the faces; and three columns with their letters.

import { Canvas, type Draw } from '../../../figures/canvas.js'
import { Chart, type Place } from '../../../figures/chart.js'
import type { Theme } from '../../../figures/theme.js'
import { formatNumber } from '../../../ui/format.js'
import type { DownhillFrame } from './downhill.model.js'

/** Lowest and highest place of the section [m]. */
const range = [-1.25, 0.65] as const
/** Length of the arrow of 1 m/s [m]. */
const perSpeed = 4

interface SectionProps {
  frame: DownhillFrame
  /** The cell whose neighbourhood is shown large. */
  cell: number
  onCell(cell: number): void
}

export function Section({ frame, cell, onCell }: SectionProps) {
  const { dx, eta, bed } = frame
  const last = eta.length - 2
  const choose = (next: number) => onCell(Math.max(1, Math.min(last, next)))
  const onKey = (key: string): boolean => {
    if (key === 'ArrowLeft') choose(cell - 1)
    else if (key === 'ArrowRight') choose(cell + 1)
    else return false
    return true
  }
  return (
    <Chart
      x={{ label: 'place [m]', range: [0, eta.length * dx] }}
      y={{ label: 'height [m]', range }}
      aspect={2.1}
      curves={[]}
      label={`Section of water over ground after ${frame.steps} steps; the surface is up to ${formatNumber(frame.highest)} m from rest. Cell ${cell} is shown large; arrow keys choose another.`}
      testId="section"
      over={(context, place, theme) => drawSection(context, place, theme, { dx, eta, bed, u: frame.u }, cell)}
      onPoint={(x, _, kind) => kind !== 'up' && choose(Math.floor(x / dx))}
      onKey={onKey}
    />
  )
}

function drawSection(
  context: CanvasRenderingContext2D,
  place: Place,
  theme: Theme,
  { dx, eta, bed, u }: Pick<DownhillFrame, 'dx' | 'eta' | 'bed' | 'u'>,
  chosen: number,
): void {
  const limited = (height: number) => Math.max(-50, Math.min(50, Number.isFinite(height) ? height : 50))
  for (let i = 0; i < eta.length; i++) {
    const [left, right] = [place.x(i * dx), place.x((i + 1) * dx)]
    const [surface, ground] = [place.y(limited(eta[i]!)), place.y(bed[i]!)]
    context.fillStyle = theme.muted
    context.fillRect(left, ground, right - left + 0.5, place.y(range[0]) - ground)
    if (eta[i]! <= bed[i]!) continue
    context.fillStyle = theme.series[0]!
    context.globalAlpha = Math.abs(i - chosen) <= 1 ? 0.95 : 0.6
    context.fillRect(left, surface, right - left - 0.5, ground - surface)
    context.globalAlpha = 1
  }
  context.strokeStyle = theme.series[2]!
  context.lineWidth = 2
  for (let i = 0; i < u.length; i++) {
    // A face beside dry ground has hardly any water.
    if (eta[i]! <= bed[i]! || eta[i + 1]! <= bed[i + 1]!) continue
    const x = (i + 1) * dx
    const middle = (eta[i]! + eta[i + 1]! + bed[i]! + bed[i + 1]!) / 4
    const speed = Math.max(-0.5, Math.min(0.5, Number.isFinite(u[i]!) ? u[i]! : 0))
    if (Math.abs(speed) < 5e-3) continue
    arrow(context, place.x(x), place.y(limited(middle)), place.x(x + perSpeed * speed))
  }
}

/** A level arrow with a head that fits its length. */
function arrow(context: CanvasRenderingContext2D, from: number, y: number, to: number): void {
  const head = Math.sign(to - from) * Math.min(5, Math.abs(to - from))
  context.beginPath()
  context.moveTo(from, y)
  context.lineTo(to, y)
  context.moveTo(to - head, y - 3)
  context.lineTo(to, y)
  context.lineTo(to - head, y + 3)
  context.stroke()
}

/** Ground that is drawn under the lowest cell [m], and the highest place [m]. */
const detail = { below: 0.45, top: 0.6 }

/** Three neighbouring columns: h, b and d live in their middles, u on the faces between them. */
export function StaggeredCells({ frame, cell }: { frame: DownhillFrame; cell: number }) {
  const { eta, bed, u } = frame
  const text = (value: number): string => value.toFixed(2).replace('-', '−')
  const draw: Draw = (context, { width, height }, theme) => {
    const bottom = height - 20
    const lowest = Math.min(bed[cell - 1]!, bed[cell]!, bed[cell + 1]!) - detail.below
    const scale = bottom / (detail.top - lowest)
    const at = (level: number) => bottom - (Math.max(lowest, Math.min(detail.top, level)) - lowest) * scale
    const columnWidth = width / 3
    context.font = `12px ${theme.font}`
    context.textBaseline = 'middle'
    context.textAlign = 'center'
    for (const offset of [-1, 0, 1]) {
      const i = cell + offset
      const left = (offset + 1) * columnWidth
      const middle = left + columnWidth / 2
      const [surface, ground] = [at(eta[i]!), at(bed[i]!)]
      const index = offset === 0 ? 'i' : offset < 0 ? 'i−1' : 'i+1'
      context.fillStyle = theme.muted
      context.fillRect(left, ground, columnWidth, bottom - ground)
      context.fillStyle = theme.series[0]!
      context.globalAlpha = 0.35
      context.fillRect(left, surface, columnWidth - 1, Math.max(0, ground - surface))
      context.globalAlpha = 1
      context.fillStyle = theme.ink
      dot(context, middle, surface)
      context.fillText(`h(${index}) ${text(eta[i]!)}`, middle, Math.max(8, surface - 12))
      if (ground - surface > 40)
        context.fillText(`d ${text(eta[i]! - bed[i]!)}`, middle, surface + 0.3 * (ground - surface))
      dot(context, middle, ground)
      context.fillText(`cell ${i}`, middle, bottom + 11)
      context.fillStyle = theme.paper
      context.fillText(`b ${text(bed[i]!)}`, middle, ground + 13)
    }
    context.strokeStyle = theme.series[2]!
    context.fillStyle = theme.ink
    context.lineWidth = 3
    for (const face of [cell - 1, cell]) {
      const x = (face - cell + 2) * columnWidth
      const [surface, ground] = [(at(eta[face]!) + at(eta[face + 1]!)) / 2, (at(bed[face]!) + at(bed[face + 1]!)) / 2]
      const y = surface + 0.62 * (ground - surface)
      arrow(context, x, y, x + Math.max(-1, Math.min(1, 4 * u[face]!)) * 0.45 * columnWidth)
      dot(context, x, y)
      context.fillText(`u(${face === cell ? 'i' : 'i−1'}) ${text(u[face]!)}`, x, y + 13)
    }
  }
  return (
    <figure class="figure">
      <figcaption>h, b and d [m] in the middle of cells, u [m/s] on the faces between them</figcaption>
      <Canvas
        draw={draw}
        aspect={1.5}
        label={`Cell ${cell}: surface ${text(eta[cell]!)} m, ground ${text(bed[cell]!)} m, depth ${text(eta[cell]! - bed[cell]!)} m; velocity ${text(u[cell - 1]!)} m/s on its left face, ${text(u[cell]!)} m/s on its right one`}
        testId="staggered"
      />
    </figure>
  )
}

function dot(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath()
  context.arc(x, y, 3, 0, 2 * Math.PI)
  context.fill()
}
