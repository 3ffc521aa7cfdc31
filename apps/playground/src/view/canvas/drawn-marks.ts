import type { Marks } from '../../session/instruments.js'

/** From the water to the canvas [CSS px]. */
interface Placing {
  x(at: number): number
  y(at: number): number
  /** Radius of the mark of a probe [CSS px]. */
  radius: number
}

const outline = 'rgb(6 20 28 / 0.75)'

/** Draws the section as a line from its start, which has a dot, to its end, and the probes as dots with their names. */
export function drawMarks(context: CanvasRenderingContext2D, { probes, section }: Marks, place: Placing): void {
  if (section) {
    const [[x0, y0], [x1, y1]] = section.map(([x, z]) => [place.x(x), place.y(z)]) as [
      [number, number],
      [number, number],
    ]
    for (const [color, width] of [
      [outline, 4],
      ['#fff', 2],
    ] as const) {
      context.strokeStyle = color
      context.lineWidth = width
      context.setLineDash(width === 2 ? [7, 5] : [])
      context.beginPath()
      context.moveTo(x0, y0)
      context.lineTo(x1, y1)
      context.stroke()
    }
    context.setLineDash([])
    dot(context, x0, y0, 4, '#fff')
  }
  context.font = '600 12px system-ui, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'bottom'
  context.lineJoin = 'round'
  for (const { name, at, color } of probes) {
    const [x, y, radius] = [place.x(at[0]), place.y(at[1]), Math.min(7, Math.max(4, place.radius))]
    dot(context, x, y, radius, color)
    context.lineWidth = 3
    context.strokeStyle = outline
    context.strokeText(name, x, y - radius - 3)
    context.fillStyle = '#fff'
    context.fillText(name, x, y - radius - 3)
  }
}

function dot(context: CanvasRenderingContext2D, x: number, y: number, radius: number, color: string): void {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = color
  context.fill()
  context.lineWidth = 1.5
  context.strokeStyle = outline
  context.stroke()
}
