import { Chart, type Place } from '../../../figures/chart.js'
import type { Theme } from '../../../figures/theme.js'
import { formatNumber } from '../../../ui/format.js'
import type { PushingFrame } from './pushing.model.js'
import { columns, dx, middleOf, stillDepth } from './tank.js'

interface SectionFigureProps {
  frame: PushingFrame
  /** Depth of the held body's lower side [m]. */
  depth: number
  onDepth(depth: number): void
}

const middles = Float64Array.from({ length: columns }, (_, i) => middleOf(i))
/** One press of an arrow key [m]. */
const keyStep = 0.01

/** The channel in section: columns, virtual heights on top, the mask below, the body over them. */
export function SectionFigure({ frame, depth, onDepth }: SectionFigureProps) {
  const { heights, heads, body } = frame
  let most = 0.9
  for (let i = 0; i < columns; i++) most = Math.max(most, heights[i]! + heads[i]!)
  const top = most > 0.9 ? Math.min(10, most * 1.05) : most
  const hasHeads = heads.some((head) => head !== 0)
  return (
    <Chart
      x={{ label: 'along the channel [m]', range: [0, columns * dx] }}
      y={{ label: 'height over the floor [m]', range: [-0.06 * top, top] }}
      aspect={2.2}
      curves={[
        {
          x: middles,
          y: heights,
          color: 0,
          look: 'bars',
          label: hasHeads
            ? 'water, heights stretched; virtual height hatched; mask in red'
            : 'water, heights stretched; columns under the body marked in red',
        },
      ]}
      over={(context, place, theme) => {
        drawHeads(context, place, theme, frame)
        drawMask(context, place, theme, frame.covered, top)
        drawBody(context, place, theme, body)
        drawStillLevel(context, place, theme)
      }}
      label={`Section of the channel: lower side of the body ${formatNumber(depth)} m under the still water. Drag it, or press the arrow keys up and down.`}
      testId="section"
      onPoint={(_, y, kind) => kind !== 'up' && onDepth(stillDepth - y)}
      onKey={(key) => {
        if (key !== 'ArrowUp' && key !== 'ArrowDown') return false
        onDepth(depth + (key === 'ArrowDown' ? keyStep : -keyStep))
        return true
      }}
    />
  )
}

/** The level of the still water, over the columns. */
function drawStillLevel(context: CanvasRenderingContext2D, place: Place, theme: Theme): void {
  const at = place.y(stillDepth)
  context.strokeStyle = theme.ink
  context.fillStyle = theme.ink
  context.lineWidth = 1
  context.setLineDash([5, 4])
  context.beginPath()
  context.moveTo(place.x(0), at)
  context.lineTo(place.x(columns * dx), at)
  context.stroke()
  context.setLineDash([])
  context.textAlign = 'left'
  context.textBaseline = 'bottom'
  context.fillText('still water', place.x(0) + 4, at - 3)
}

function drawHeads(
  context: CanvasRenderingContext2D,
  place: Place,
  theme: Theme,
  { heights, heads }: PushingFrame,
): void {
  const width = place.x(dx) - place.x(0)
  context.strokeStyle = theme.series[4]!
  context.lineWidth = 1.5
  for (let i = 0; i < columns; i++) {
    if (heads[i] === 0) continue
    const [left, from, to] = [place.x(i * dx), place.y(heights[i]!), place.y(heights[i]! + heads[i]!)]
    context.strokeRect(left, Math.min(from, to), width, Math.abs(to - from))
    for (let y = Math.min(from, to); y < Math.max(from, to); y += 6) {
      context.beginPath()
      context.moveTo(left, Math.min(y + width, Math.max(from, to)))
      context.lineTo(left + width, y)
      context.stroke()
    }
  }
}

/** A red strip under the floor where the body covers the columns. */
function drawMask(
  context: CanvasRenderingContext2D,
  place: Place,
  theme: Theme,
  covered: readonly boolean[],
  top: number,
): void {
  context.fillStyle = theme.alarm
  covered.forEach((isCovered, i) => {
    if (!isCovered) return
    const [left, right] = [place.x(i * dx), place.x((i + 1) * dx)]
    const [from, to] = [place.y(-0.015 * top), place.y(-0.045 * top)]
    context.fillRect(left + 0.5, from, right - left - 1, to - from)
  })
}

function drawBody(context: CanvasRenderingContext2D, place: Place, theme: Theme, body: PushingFrame['body']): void {
  context.strokeStyle = theme.ink
  context.fillStyle = theme.series[2]!
  context.lineWidth = 2
  context.globalAlpha = 0.55
  context.beginPath()
  if (body.shape === 'disc') {
    const [rx, ry] = [place.x(body.radius) - place.x(0), place.y(0) - place.y(body.radius)]
    context.ellipse(place.x(body.x), place.y(body.y), rx, ry, 0, 0, 2 * Math.PI)
  } else {
    const [cosine, sine] = [Math.cos(body.angle), Math.sin(body.angle)]
    for (const [a, b] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const) {
      const [x, y] = [(a * body.length) / 2, (b * body.height) / 2]
      context.lineTo(place.x(body.x + cosine * x - sine * y), place.y(body.y + sine * x + cosine * y))
    }
    context.closePath()
  }
  context.fill()
  context.globalAlpha = 1
  context.stroke()
}
