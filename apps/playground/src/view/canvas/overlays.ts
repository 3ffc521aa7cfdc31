// Draws over the picture of the water on a 2-D canvas: arrows of the flow, bodies, brushes.

import type { RemoteBodies } from '../../session/remote-bodies.js'
import type { SurfaceValues } from '../shared/surface/surface-values.js'
import type { BrushCursor } from '../view.js'
import { outlineOf } from './body-outlines.js'

/** Rectangle of the water on the canvas [CSS px]. */
export interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** Middle of the water on the canvas [CSS px], and its scale [CSS px/m]. */
export interface PlaneMap {
  middleX: number
  middleY: number
  pixelsPerMeter: number
}

/** Arrows along the longer side. */
const arrowsAlong = 30
const bodyColors = ['#f2b531', '#d9483b', '#2a8c97', '#f0853a', '#3566a8', '#db6d92']

/** Arrows of the flow over a grid of nx by nz cells. */
export function drawArrows(
  context: CanvasRenderingContext2D,
  { u, w }: SurfaceValues,
  [nx, nz]: readonly [number, number],
  { x: left, y: top, width, height }: Place,
  color: string,
): void {
  const spacing = Math.max(width, height) / arrowsAlong
  const [columns, rows] = [Math.max(1, Math.round(width / spacing)), Math.max(1, Math.round(height / spacing))]
  const places = Array.from({ length: columns * rows }, (_, k) => {
    const [s, t] = [((k % columns) + 0.5) / columns, (Math.floor(k / columns) + 0.5) / rows]
    const cell = Math.floor(t * nz) * nx + Math.floor(s * nx)
    return { x: left + s * width, y: top + t * height, u: u[cell]!, w: w[cell]! }
  })
  const fastest = places.reduce((most, place) => Math.max(most, Math.hypot(place.u, place.w)), 1e-12)
  context.strokeStyle = color
  context.lineWidth = 1.5
  context.beginPath()
  for (const { x, y, u, w } of places) {
    const [dx, dy] = [(0.55 * spacing * u) / fastest, (0.55 * spacing * w) / fastest]
    context.moveTo(x - dx, y - dy)
    context.lineTo(x + dx, y + dy)
    context.lineTo(x + 0.4 * dx - 0.35 * dy, y + 0.4 * dy + 0.35 * dx)
    context.moveTo(x + dx, y + dy)
    context.lineTo(x + 0.4 * dx + 0.35 * dy, y + 0.4 * dy - 0.35 * dx)
  }
  context.stroke()
}

/** Bodies from above, the highest last. `glows`: those that are highlighted, by index. */
export function drawBodies(
  context: CanvasRenderingContext2D,
  bodies: RemoteBodies['placed'],
  glows: ReadonlyMap<number, number>,
  { middleX, middleY, pixelsPerMeter }: PlaneMap,
): void {
  for (const [index, body] of [...bodies.entries()].sort(([, a], [, b]) => a.position[1]! - b.position[1]!)) {
    context.beginPath()
    for (const [x, z] of outlineOf(body)) context.lineTo(middleX + x * pixelsPerMeter, middleY + z * pixelsPerMeter)
    context.closePath()
    context.fillStyle = body.info.color ?? bodyColors[index % bodyColors.length]!
    // Sunken bodies are visible through the water.
    context.globalAlpha = body.submerged > 0.999 ? 0.45 : 1
    context.fill()
    context.globalAlpha = 1
    context.lineWidth = glows.has(index) ? 3 : 1
    context.strokeStyle = glows.has(index) ? '#fff' : 'rgb(0 0 0 / 0.35)'
    context.stroke()
  }
}

/** A brush as a ring, with a second one where it begins to fade out. */
export function drawBrush(
  context: CanvasRenderingContext2D,
  { at: [x, down], radius, softness }: Pick<BrushCursor, 'at' | 'radius' | 'softness'>,
  { middleX, middleY, pixelsPerMeter }: PlaneMap,
): void {
  const ring = (share: number, width: number, color: string): void => {
    context.beginPath()
    const [centerX, centerY] = [middleX + x * pixelsPerMeter, middleY + down * pixelsPerMeter]
    context.arc(centerX, centerY, share * radius * pixelsPerMeter, 0, 2 * Math.PI)
    context.lineWidth = width
    context.strokeStyle = color
    context.stroke()
  }
  ring(1, 2, '#fff')
  if (softness > 0.08 && softness < 0.95) ring(1 - softness, 1, 'rgb(255 255 255 / 0.5)')
}
